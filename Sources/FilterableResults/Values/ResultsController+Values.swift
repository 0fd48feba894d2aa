package import FilterEngine
package import FilterSyntax

// What another module calls of a generic type runs as generic code, several times slower than code
// made for one kind of item. Here the whole controller is made for values.
extension ResultsController where Item == FilterValue {
  /// A controller of values without data.
  package static func ofValues() -> ResultsController<FilterValue> { ResultsController() }

  /// Carries out an edit and returns the keys that it ignored.
  ///
  /// - Throws: As the edit does by itself; then nothing has changed.
  package func perform(_ edit: ValueEdit) throws(ResultsError) -> [IgnoredKey] {
    // A batch keeps the keys of its earlier edits.
    let knownDuplicates = isInBatch ? store.duplicateKeys.count : 0
    switch edit {
    case .setItems(let items): try setItems(items)
    case .setSections(let sections): try setSections(sections)
    case .add(let item, let section): try add(item, toSection: section)
    case .insert(let item, let path): try insert(item, at: path)
    case .removeKey(let key):
      if !remove(key: key) { return [IgnoredKey(key: key, reason: .unknown)] }
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
    return ignoredKeys(of: edit, after: knownDuplicates)
  }

  /// The keys that occurred twice in an edit that loads, adds or merges rows, where a row was left out.
  private func ignoredKeys(of edit: ValueEdit, after knownDuplicates: Int) -> [IgnoredKey] {
    switch edit {
    case .add where configuration.rows.duplicates == .first, .setItems:
      return duplicates(after: knownDuplicates)
    case .setSections(let sections):
      // Names of sections come first; the rows of two sections of one name are joined, and none is left out.
      let names = Set(sections.enumerated().map { $1.key ?? .int(Int64($0)) })
      return duplicates(after: knownDuplicates + sections.count - names.count)
    case .merge(let items, _):
      // Of items with one key the last counts.
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

  /// The visible values in a range of positions, in order.
  package func values(in range: Range<Int>) -> [FilterValue] {
    range.count == count ? values : Array(items[range])
  }
}

extension ResultsChange where Item == FilterValue {
  /// The rows of insertions and updates with their positions in the new snapshot, in order. Rows of inserted sections
  /// are among them, and there are none in a reload.
  package var changedValues: [(path: ItemPath, value: FilterValue)] {
    let updated = changeset.updatedItems.compactMap { pair in
      new.row(at: pair.to).map { (path: pair.to, row: $0) }
    }
    return (insertedRows + updated).sorted { $0.path < $1.path }
      .compactMap { placed in placed.row.item.map { (placed.path, $0) } }
  }
}

extension ResultsKey where Item == FilterValue {
  /// What is read of each value by a key path.
  ///
  /// - Throws: What is wrong with the key path.
  package static func path(_ keyPath: String) throws(SyntaxError) -> ResultsKey<FilterValue> {
    try ResultsKey(keyPath)
  }
}
