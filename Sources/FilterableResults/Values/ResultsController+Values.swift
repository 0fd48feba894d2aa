package import FilterEngine
package import FilterSyntax

// A generic type runs as generic code in other modules, several times slower than specialized code. Here the edits of a
// controller are specialized for values, except what is marked otherwise because it is done once for many rows.
extension ResultsController where Item == FilterValue {
  /// Creates a controller of values without data.
  package static func ofValues() -> ResultsController<FilterValue> { ResultsController() }

  /// Makes an edit and returns the keys that it ignored.
  ///
  /// - Throws: The error of the edit; then nothing has changed.
  package func perform(_ edit: ValueEdit) throws(ResultsError) -> [IgnoredKey] {
    // A batch keeps the keys of its earlier edits.
    let knownDuplicates = isInBatch ? store.duplicateKeys.count : 0
    switch edit {
    case .setItems(let items): try setItems(items)
    case .setSections(let sections): try setSections(sections)
    case .add(let item, let section): try add(item, toSection: section)
    case .insert(let item, let position): try insert(item, at: position)
    case .removeKey(let key):
      if !remove(key: key) { return [IgnoredKey(key: key, reason: .unknown)] }
    case .remove(let position): try remove(at: position)
    case .replace(let item):
      let isKnown = replace(item)
      if let limit = failures.limit { throw .limit(limit) }
      if !isKnown { return [IgnoredKey(key: store.rules.key(of: item) ?? .null, reason: .unknown)] }
    case .replaceRow(let position, let item): try replace(at: position, with: item)
    case .move(let from, let to): try move(from: from, to: to)
    case .merge(let items, let keys): try merge(items, sortedBy: keys)
    case .insertSection(let section, let index): try sections.add(section, at: index)
    case .removeSection(let index): try sections.remove(at: index)
    case .replaceSection(let index, let items): try sections.replace(at: index, with: items)
    case .moveSection(let from, let to): try sections.move(from: from, to: to)
    case .configure(let configuration): try configure(configuration)
    case .setFilters(let filters): try setFilters(filters)
    case .begin: begin()
    case .end: try end()
    case .rollback: try rollback()
    }
    return ignoredKeys(of: edit, after: knownDuplicates)
  }

  /// The keys that occurred more than once in an edit that loads, adds, replaces or merges rows, if a row was ignored.
  private func ignoredKeys(of edit: ValueEdit, after knownDuplicates: Int) -> [IgnoredKey] {
    switch edit {
    case .setItems: return duplicates(after: knownDuplicates)
    case .add, .insert, .replaceRow, .insertSection, .replaceSection:
      // Otherwise the row that has the key takes the content.
      guard configuration.rows.duplicates == .first else { return [] }
      return duplicates(after: knownDuplicates)
    case .setSections(let sections):
      // The keys of sections are first; the rows of two sections with one key are joined, and none is ignored.
      let names = Set(sections.enumerated().map { $1.key ?? .int(Int64($0)) })
      return duplicates(after: knownDuplicates + sections.count - names.count)
    case .merge(let items, _):
      // If items have one key, the last of them counts.
      var seen: Set<FilterValue> = []
      return items.compactMap { store.rules.key(of: $0) }
        .filter { !seen.insert($0).inserted }
        .map { IgnoredKey(key: $0, reason: .duplicate) }
    default: return []
    }
  }

  private func duplicates(after known: Int) -> [IgnoredKey] {
    store.duplicateKeys.dropFirst(known).map { IgnoredKey(key: $0, reason: .duplicate) }
  }

  /// The visible values, with the edits of an open batch.
  package func shownValues() -> ResultsSnapshot<FilterValue> { snapshot }

  /// The names of the filters that hide the row with a key.
  ///
  /// - Throws: `noKey`.
  package func filtersHidingValue(ofKey key: FilterValue) throws(ResultsError) -> [String] {
    guard let names = namesOfFilters(hiding: key) else { throw .noKey(key) }
    return names
  }
}

extension ResultsSection where Item == FilterValue {
  /// The visible values, in order.
  package var values: [FilterValue] { Array(items) }

  /// The visible values in a range of positions, in order.
  package func values(in range: Range<Int>) -> [FilterValue] {
    range.count == count ? values : Array(items[range])
  }
}

extension ResultsChange where Item == FilterValue {
  /// The values of inserted and updated rows with their index paths in the new snapshot, in order, including rows of
  /// inserted sections; none for a reload.
  package var changedValues: [(path: ResultsPath, value: FilterValue)] {
    let paths = insertedPaths + changeset.updatedItems.map(\.to)
    return paths.ascending().compactMap { path in new[path].map { (path, $0) } }
  }
}

extension ResultsKey where Item == FilterValue {
  /// Creates a key that reads a key path of each value.
  ///
  /// - Throws: A `SyntaxError` if the text is not a key path.
  package static func path(_ keyPath: String) throws(SyntaxError) -> ResultsKey<FilterValue> {
    ResultsKey(try KeyPathReader(keyPath))
  }
}
