internal import FilterEngine
internal import FilterableResults

// What is asked of the rows of files is asked before anything changes, so that Ctrl-C leaves all as
// it was.
extension OpenData {
  /// Puts a filter in force, in place of the one of its group, or of the groupless one of its name.
  func add(
    _ name: String, group: String?, text: String, test: any RowTest
  ) throws(ToolError) {
    let place = settings.filters.firstIndex {
      group == nil ? $0.group == nil && $0.name == name : $0.group == group
    }
    let answers = RowAnswers(test, store, instead: place.map { settings.filters[$0].answers })
    try answers.prepare()
    let filter = OpenFilter(name: name, group: group, text: text, answers: answers)
    var filters = controller.filters
    // Unsafe: filters may be called anywhere; those of a file are called where its controller is, which is here.
    nonisolated(unsafe) let asked = answers
    filters.add(Filter(name, group: group, where: { row in try asked.matches(row) }))
    try edit { () throws(ResultsError) in try controller.setFilters(filters) }
    if let place {
      settings.filters[place] = filter
    } else {
      settings.filters.append(filter)
    }
  }

  /// The filters of a name, or of a name in a group.
  func filters(named name: String, group: String?) -> [OpenFilter] {
    settings.filters.filter { $0.name == name && (group == nil || $0.group == group) }
  }

  /// Removes the filters of a name, or of a name in a group.
  func removeFilters(named name: String, group: String?) {
    settings.filters.removeAll { $0.name == name && (group == nil || $0.group == group) }
    controller.filters.remove(name: name, group: group)
  }

  func removeAllFilters() {
    settings.filters = []
    controller.filters.removeAll()
  }

  /// Arranges rows in sections, nil for none.
  func setSection(_ key: KeyColumn?) throws(ToolError) {
    let column = key.map { RowColumn($0, store) }
    try column?.prepare()
    try edit { () throws(ResultsError) in
      try controller.configure { configuration in
        configuration.sections.key = column.map { column in
          ResultsKey { row in column.value(of: row) }
        }
      }
    }
    settings.section = column
  }

  /// Orders rows, by no keys as they stand in the file.
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

  /// The rows that a test lets pass, in order, whatever the filters; and the first row without an
  /// answer, with their number.
  func rows(
    matching test: any RowTest
  ) throws(ToolError) -> (rows: [OpenRow], failures: Int, first: (OpenRow, EvaluationError)?) {
    let answers = RowAnswers(test, store)
    try answers.prepare()
    var matches: [OpenRow] = []
    var failures = 0
    var first: (OpenRow, EvaluationError)?
    for (index, row) in rows.enumerated() {
      if index & 0xFF == 0 { try Interrupt.check() }
      do throws(EvaluationError) {
        if try answers.matches(row) { matches.append(row) }
      } catch {
        if error.endsCall {
          try Interrupt.check()
          throw .message(error.message)
        }
        failures += 1
        if first == nil { first = (row, error) }
      }
    }
    return (settings.sorting?.sorted(matches) ?? matches, failures, first)
  }
}
