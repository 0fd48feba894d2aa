package import FilterEngine
package import FilterSyntax

// What another module calls of a generic type runs as generic code, several times slower than code
// made for one kind of item. Here the whole controller is made for values.
extension ResultsController where Item == FilterValue {
  /// A controller of values without data.
  package static func ofValues() -> ResultsController<FilterValue> { ResultsController() }

  /// Carries out an edit.
  ///
  /// - Throws: As the edit does by itself; then nothing has changed.
  package func perform(_ edit: ValueEdit) throws(ResultsError) {
    switch edit {
    case .setItems(let items): try setItems(items)
    case .setSections(let sections): try setSections(sections)
    case .add(let item, let section): try add(item, toSection: section)
    case .insert(let item, let path): try insert(item, at: path)
    case .removeKey(let key): remove(key: key)
    case .remove(let path): try remove(at: path)
    case .replace(let item):
      replace(item)
      if let limit = failures.limit { throw .limit(limit) }
    case .replaceRow(let path, let item): try replace(at: path, with: item)
    case .move(let from, let to): try move(from: from, to: to)
    case .merge(let items, let keys): try merge(items, sortedBy: keys)
    case .insertSection(let section, let place): try insertSection(section, at: place)
    case .removeSection(let place): try removeSection(at: place)
    case .replaceSection(let place, let items): try replaceSection(at: place, with: items)
    case .moveSection(let from, let to): try moveSection(from: from, to: to)
    case .configure(let configuration): try configure(configuration)
    case .setFilters(let filters): try setFilters(filters)
    case .begin: begin()
    case .end: try end()
    case .rollback: try rollback()
    }
  }

  /// What is shown now, with the edits of an open batch.
  package func shownValues() -> ResultsSnapshot<FilterValue> { snapshot }

  /// The names of the filters that hide the row of `key`.
  ///
  /// - Throws: `noKey`.
  package func filtersHidingValue(ofKey key: FilterValue) throws(ResultsError) -> [String] {
    try namesOfFilters(hiding: key)
  }
}

extension ResultsSection where Item == FilterValue {
  /// The values that are shown, in order.
  package var values: [FilterValue] { Array(items) }
}

extension ResultsKey where Item == FilterValue {
  /// What is read of each value by a key path.
  ///
  /// - Throws: What is wrong with the key path.
  package static func path(_ keyPath: String) throws(SyntaxError) -> ResultsKey<FilterValue> {
    try ResultsKey(keyPath)
  }
}
