#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSyntax

  extension DatabaseRequest {
    /// The request for rows with these columns, with values of stated kinds converted and `documents` entered. Columns that
    /// are written as they are stay so, unless `computesColumns`.
    func converted(
      _ names: [String], _ documents: Set<String>, computesColumns: Bool = false
    ) throws(ToolError) -> DatabaseRequest {
      let types = try types.conversions(of: names)
      var request = self
      if !types.isEmpty {
        let conversion = try types.conversion(predicate.libraries)
        do throws(SyntaxError) {
          request.predicate = try conversion.predicate(predicate, limits)
          request = try request.replacingColumns(computesColumns: computesColumns) {
            column throws(SyntaxError) in try conversion.column(column)
          }
        } catch {
          throw .syntax(error)
        }
      }
      return try DatabaseDocuments(documents).entering(request, computesColumns: computesColumns)
    }

    /// The request with another column in the place of each of its columns that is computed. Columns of the output that are
    /// written as they are stay so, unless `computesColumns`.
    func replacingColumns(
      computesColumns: Bool, _ change: (KeyColumn) throws(SyntaxError) -> KeyColumn
    ) throws(SyntaxError) -> DatabaseRequest {
      var request = self
      if let columns {
        var changed: [KeyColumn] = []
        for column in columns {
          let isWritten = column.path?.count == 1 && counting == nil && !computesColumns
          changed.append(isWritten ? column : try change(column))
        }
        request.columns = changed
      }
      request.sortKeys = []
      for key in sortKeys { request.sortKeys.append(key.with(try change(key.column))) }
      if let section { request.section = try change(section) }
      if let limitKey { request.limitKey = try change(limitKey) }
      return request
    }
  }
#endif
