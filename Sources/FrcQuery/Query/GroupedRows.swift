internal import FilterEngine
internal import FilterSummaries

/// The groups of all rows of a run, in their order.
struct GroupedRows {
  let counting: Counting

  /// The groups by the values of keys.
  private var table: GroupTable

  /// The groups by ranges instead, if they are asked for.
  private(set) var histogram: Histogram?

  private var failures = GroupTable.KeyFailures()

  init(_ counting: Counting) {
    self.counting = counting
    table = counting.table
    histogram = counting.histogram.map { Histogram(counting, $0) }
  }

  /// Adds the groups of a part of the rows. Charges `run` for them.
  mutating func add(_ part: GroupTable, _ run: EvaluationContext) throws(ToolError) {
    try run.check(run.loop(over: part.count * (1 + counting.keyCount + part.measures.count)))
    for measure in part.measures { try run.check(run.loop(over: measure.distinctCount)) }
    failures.merge(part.failures)
    if histogram == nil { table.merge(part) } else { histogram?.add(part) }
    try check(table)
    if let histogram {
      try check(histogram.numbers)
      try check(histogram.dates)
    }
  }

  private func check(_ table: GroupTable) throws(ToolError) {
    guard table.size <= counting.maxGroups else { throw counting.tooMany("groups") }
    for (aggregate, measure) in zip(counting.aggregates, table.measures) {
      guard measure.distinctSize <= counting.maxGroups else {
        throw counting.tooMany("values for \(aggregate.name)")
      }
    }
  }

  /// Whether rows are left out because a key cannot be computed, and no other row is left.
  var hasOnlyFailures: Bool {
    failures.count > 0 && table.count == 0
      && histogram.map { $0.numbers.count + $0.dates.count == 0 } ?? true
  }

  /// The values of the columns of each group that is written, in order. Charges `run`.
  func rows(_ run: EvaluationContext) throws(ToolError) -> [[FilterValue]] {
    let width = counting.keyCount + 1 + counting.aggregates.count
    var rows: [[FilterValue]] = []
    rows.reserveCapacity(table.count)
    for group in 0..<table.count {
      try run.check(run.loop(over: width))
      rows.append(table.values(of: group) + counting.results(of: group, in: table))
    }
    func column(_ index: Int) -> [FilterValue] { rows.map { $0[index] } }
    var columns = SortColumns(count: rows.count)
    for key in counting.order {
      try run.check(run.loop(over: rows.count))
      columns.append(
        column(key.column), key.comparison, isAscending: key.isAscending,
        nilsFirst: key.isAscending)
    }
    if counting.order.isEmpty, counting.keyCount > 0 {
      columns.append(
        column(counting.keyCount), SortComparison(), isAscending: false, nilsFirst: false)
    }
    for key in 0..<counting.keyCount {
      columns.append(
        try Self.ranks(column(key), run), SortComparison(), isAscending: true, nilsFirst: true)
    }
    let order = columns.order(work: { run.work($0) == nil })
    try run.check(run.end)
    return window(order.map { rows[Int($0)] })
  }

  /// The numbers of values in order. Bytes decide between values that sorts do not distinguish.
  private static func ranks(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(ToolError) -> [FilterValue] {
    try run.check(run.loop(over: values))
    var columns = SortColumns(count: values.count)
    columns.append(values, SortComparison(), isAscending: true, nilsFirst: true)
    var ranks = Array(repeating: FilterValue.int(0), count: values.count)
    var (rank, previous) = (0 as Int64, Int?.none)
    let order = columns.order {
      values[$0].isLesserSpelling(than: values[$1])
    } work: {
      run.work($0) == nil
    }
    try run.check(run.end)
    for index in order {
      if let previous, values[previous] != values[Int(index)] { rank += 1 }
      ranks[Int(index)] = .int(rank)
      previous = Int(index)
    }
    return ranks
  }

  /// The ranges of a histogram.
  mutating func bars() throws(ToolError) -> [Histogram.Bar] {
    let bars = try histogram?.bars() ?? []
    return window(bars)
  }

  /// The part of the groups that is written.
  private func window<Row>(_ rows: [Row]) -> [Row] {
    Array(rows.dropFirst(counting.offset).prefix(counting.limit ?? .max))
  }

  /// The numbers of rows and values that are left out, with the reasons.
  var notes: [String] {
    var notes: [String] = []
    if let (key, reason) = failures.first {
      let rows =
        failures.count == 1 ? "1 row was" : "\(failures.count) rows were"
      notes.append("'\(key)' cannot be computed: \(reason); \(rows) left out")
    }
    if let note = histogram?.note { notes.append(note) }
    let table = histogram?.shown ?? table
    for (aggregate, measure) in zip(counting.aggregates, table.measures) {
      if let note = aggregate.note(measure) { notes.append(note) }
    }
    return notes
  }
}
