internal import FilterEngine
internal import FilterableResults

// Columns of files are read before anything changes, so that Ctrl-C changes nothing.
extension StoredRows {
  func add(
    _ name: String, group: String?, text: String, _ condition: RowCondition
  ) throws(ToolError) {
    let test = RowTest(condition, of: store, limits: limits)
    var filters = controller.filters
    filters.add(ResultsFilter(name, group: group, bulk: test))
    try edit { () throws(ResultsError) in try controller.setFilters(filters) }
    settings.filters.add(OpenFilter(name: name, group: group, text: text, condition: condition))
  }

  func removeFilters(named name: String?, group: String?) {
    settings.filters.remove(named: name, group: group)
    guard let name else { return controller.filters.removeAll() }
    controller.filters.remove(name: name, group: group)
  }

  func filters(hiding key: FilterValue) throws(ToolError) -> [OpenFilter] {
    let row = try found(key).row
    return filters.filter {
      (try? RowTest($0.condition, of: store, limits: limits).passes(row, limits: limits)) != true
    }
  }

  func explanation(
    of filter: OpenFilter, for key: FilterValue
  ) throws(ToolError) -> FilterExplanation? {
    guard case .predicate(let predicate) = filter.condition else { return nil }
    let row = try found(key).row
    let tested = store.converting(predicate)
    guard store.hasCells, let read = tested.readingCells(stated: store.types.names) else {
      return tested.explanation(of: store.value(of: row), limits: limits)
        .replacing(predicate.syntax)
    }
    return read.explanation(of: store.readings(of: row), limits: limits)
      .replacing(predicate.syntax)
  }

  func setSection(_ key: KeyColumn?) throws(ToolError) {
    let column = key.map { RowColumn(store.converting($0), store) }
    try column?.prepare()
    try edit { () throws(ResultsError) in
      try controller.configure { configuration in
        configuration.sections.key = column.map { column in
          ResultsKey { row in column.key.written(column.value(of: row)) }
        }
      }
    }
    settings.section = column
  }

  func setSorting(_ keys: [SortColumn]) throws(ToolError) {
    let sorting = keys.isEmpty ? nil : RowSorting(keys, store)
    try sorting?.prepare()
    try edit { () throws(ResultsError) in
      try controller.configure { configuration in
        configuration.rows.comparator = sorting.map { sorting in { sorting.order($0, $1) < 0 } }
        configuration.rows.bulkOrder = sorting.map { sorting in { sorting.places($0) } }
      }
    }
    settings.sorting = sorting
  }

  func visit(
    matching predicate: FilterPredicate<FilterValue>, limit: Int,
    row: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) -> RowMatches {
    let (rows, matches) = try rows(matching: predicate)
    for found in rows.prefix(limit) {
      try Interrupt.check()
      try row(found.json)
    }
    return matches
  }

  /// The rows for which a predicate is true, in order, whatever the filters.
  func rows(
    matching predicate: FilterPredicate<FilterValue>
  ) throws(ToolError) -> (rows: [OpenRow], matches: RowMatches) {
    let test = RowTest(.predicate(predicate), of: store, limits: limits)
    let rows = rows
    var words = Array(repeating: ~UInt64(0), count: (rows.count + 63) / 64)
    var matches = RowMatches()
    var end: EvaluationError?
    rows.withUnsafeBufferPointer { pointer in
      test.narrow(&words, of: pointer, limits: limits) { index, error in
        if error.endsCall { return end = error }
        matches.failures += 1
        if matches.first == nil { matches.first = (key(of: rows[index]), error) }
      }
    }
    try Interrupt.check()
    if let end { throw .message(end.message) }
    let found = rows.indices.filter { words[$0 >> 6] &>> UInt64($0 & 63) & 1 == 1 }
      .map { rows[$0] }
    matches.count = found.count
    return (settings.sorting?.sorted(found) ?? found, matches)
  }

  func leadsNowhere(_ key: KeyColumn) throws(ToolError) -> Bool {
    let rows = rows
    // Most keys that there are have a value in one of the first rows.
    let isThere = rows.prefix(RowStore.manyRows).contains { row in
      key.value(of: store.value(of: row)).kind != .null
    }
    if isThere { return false }
    let column = RowColumn(key, store)
    try column.prepare()
    return rows.allSatisfy { column.value(of: $0).kind == .null }
  }
}
