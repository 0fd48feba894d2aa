package import FilterEngine

// A generic type runs as generic code in other modules, several times slower than specialized code. Here the edits of a
// controller are specialized for references, except what is marked otherwise because it is done once for many rows.
extension ResultsController where Item == RowReference {
  /// Creates a controller without data, of rows whose values are read by `content`.
  package static func ofRows(
    _ content: ItemContent<RowReference>
  ) -> ResultsController<RowReference> {
    var configuration = ResultsConfiguration<RowReference>()
    configuration.rows.content = content
    return ResultsController(checked: configuration)
  }

  /// Makes an edit and returns the keys that it ignored.
  ///
  /// - Throws: The error of the edit; then nothing has changed.
  package func perform(_ edit: ReferenceEdit) throws(ResultsError) -> [IgnoredKey] {
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
    case .merge(let items, let isSorted):
      try merge(items, sortedBy: isSorted ? configuration.rows.sort : [])
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
  private func ignoredKeys(of edit: ReferenceEdit, after knownDuplicates: Int) -> [IgnoredKey] {
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

  /// The visible rows, with the edits of an open batch.
  package func shownRows() -> ResultsSnapshot<RowReference> { snapshot }

  /// The names of the filters that hide the row with a key.
  ///
  /// - Throws: `noKey`.
  package func filtersHidingRow(ofKey key: FilterValue) throws(ResultsError) -> [String] {
    guard let names = namesOfFilters(hiding: key) else { throw .noKey(key) }
    return names
  }
}

extension ResultsSection where Item == RowReference {
  /// The visible rows in a range of positions, in order.
  package func rows(in range: Range<Int>) -> [RowReference] {
    range.count == count ? Array(items) : Array(items[range])
  }
}

extension ResultsChange where Item == RowReference {
  /// The inserted and updated rows with their index paths in the new snapshot, in order, including rows of inserted
  /// sections; none for a reload.
  package var changedRows: [(path: ResultsPath, row: RowReference)] {
    let paths = insertedPaths + changeset.updatedItems.map(\.to)
    return paths.ascending().compactMap { path in new[path].map { (path, $0) } }
  }
}
