internal import FilterEngine
internal import FilterSQL
internal import FilterableResults

extension SQLFetchRequest {
  /// The request with its rows from the last one to the first.
  ///
  /// - Throws: ``FetchError/noPosition(_:)`` where the database does not order the rows as the engine does.
  func reversed() throws(FetchError) -> SQLFetchRequest {
    var request = self
    request.sort = sort.map { key in
      var key = key
      key.isAscending.toggle()
      return key
    }
    for name in table.declaration.key {
      let column = table.declaration.columns.first { $0.name == name }
      do {
        request.sort.append(
          try SortKey(
            column?.field ?? name, ascending: false,
            options: column?.kind == .text ? .normalized : []))
      } catch {
        throw .noPosition(column?.field ?? name)
      }
    }
    return request
  }
}
