internal import FilterEngine

/// A matching row that waits: for its order, for its section, or for the columns of all rows.
struct TakenRow: Sendable {
  /// The values of the sort keys
  let keys: [FilterValue]

  /// The section that it goes into, nil without sections
  let section: FilterValue?

  let output: OutputRow

  /// The value of which only some rows are written, nil for no limit
  var identity: FilterValue?
}

/// The rows that come first under sort keys, in memory of about as many rows as are wanted. Used by
/// one thread.
///
/// A class, because rows are asked about one by one: each copy of a struct would count the references
/// that threads share.
final class TopRows {
  /// Rows beyond the wanted ones that are let in before they are sorted out.
  private static let slack = 1_024

  private let keys: [SortColumn]
  private let comparisons: [SortComparison]

  /// The number of rows that are wanted, nil for all.
  private let limit: Int?

  private var rows: [TakenRow] = []

  /// What sorting charges.
  private let run: EvaluationContext

  /// The keys that a row has to come before to be one of the first.
  private var bound: [FilterValue]?

  /// The first of them, and what is known of the first key: most rows are decided by it.
  private var firstBound: FilterValue?
  private var numberBound = NumberBound.none
  private let isAscending: Bool
  private let hasMoreKeys: Bool

  /// The first key of the bound, if it is a number.
  private enum NumberBound {
    case none
    case integer(Int64)
    case double(Double)
  }

  init(
    _ keys: [SortColumn], limit: Int?, _ run: EvaluationContext = EvaluationContext(of: .standard)
  ) {
    self.run = run
    self.keys = keys
    self.limit = limit
    isAscending = keys.first?.isAscending ?? true
    hasMoreKeys = keys.count > 1
    comparisons = keys.map { SortComparison(options: $0.options, isNumeric: $0.isNumeric) }
  }

  /// Whether a row with this value of the first sort key can be in the window; nil if that
  /// depends on more than the slot. Numbers of one kind are compared without making values.
  @inline(__always)
  func admits(first slot: RowSlot) -> Bool? {
    switch (slot.kind, numberBound) {
    case (.double, .double(let bound)):
      let number = slot.double
      return number == bound ? hasMoreKeys : (number < bound) == isAscending
    case (.integer, .integer(let bound)):
      let number = slot.integer
      return number == bound ? hasMoreKeys : (number < bound) == isAscending
    default: return nil
    }
  }

  /// Whether a row with this value of the first sort key can be one of the wanted ones.
  func admits(first value: FilterValue) -> Bool {
    guard let firstBound else { return true }
    let order = comparisons[0].order(value, firstBound)
    return order == 0 ? hasMoreKeys : (order < 0) == isAscending
  }

  /// Whether a row with these values of the sort keys can be one of the wanted ones.
  func admits(_ values: [FilterValue]) -> Bool {
    // Of rows with the same keys those before count.
    bound.map { comes(values, before: $0) } ?? true
  }

  /// Whether a row with these values of the sort keys comes before a row with those.
  func comes(_ values: [FilterValue], before others: [FilterValue]) -> Bool {
    for (index, value) in values.enumerated() {
      let order = comparisons[index].order(value, others[index])
      if order != 0 { return (order < 0) == keys[index].isAscending }
    }
    return false
  }

  /// Adds a row that is after all others in the input.
  func add(_ row: TakenRow) {
    guard !keys.isEmpty else { return rows.append(row) }
    guard admits(row.keys) else { return }
    rows.append(row)
    if let limit, rows.count - limit >= max(limit, Self.slack) { cut() }
  }

  /// Gives up the rows that are left of those added, in their order; what has been seen of them
  /// goes on to bound later rows.
  func removeAll() -> [TakenRow] {
    if let limit, rows.count >= limit { cut() }
    defer { rows = [] }
    return rows
  }

  /// All rows in order; equal ones keep theirs. They are in any order if the run has ended.
  func sorted() -> [TakenRow] {
    guard !keys.isEmpty else { return rows }
    var columns = SortColumns(count: rows.count)
    for (index, key) in keys.enumerated() {
      let values = rows.map { $0.keys[index] }
      guard run.loop(over: values) == nil else { return rows }
      columns.append(
        values, comparisons[index], isAscending: key.isAscending,
        nilsFirst: key.isAscending)
    }
    return columns.order(work: { [run] in run.work($0) == nil }).map { rows[Int($0)] }
  }

  private func cut() {
    guard let limit, !keys.isEmpty else { return }
    rows = Array(sorted().prefix(limit))
    guard rows.count == limit else { return }
    bound = rows.last?.keys
    firstBound = bound?.first
    numberBound =
      switch firstBound {
      case .int(let number): .integer(number)
      case .double(let number): .double(number)
      default: .none
      }
  }
}
