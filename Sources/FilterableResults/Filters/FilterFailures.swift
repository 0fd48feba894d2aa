public import FilterEngine

/// The rows for which a filter or the test threw an error; they count as not matching.
public struct FilterFailures: Sendable {
  /// The greatest number of rows that are kept.
  static let capacity = 100

  /// The number of failures.
  public internal(set) var count = 0

  /// The error of the first failure.
  public internal(set) var first: EvaluationError?

  /// The error if the last edit exceeded a limit: steps, memory, time or cancellation. Such an edit has no effect.
  ///
  /// Methods that throw report it as `ResultsError.limit`.
  public private(set) var limit: EvaluationError?

  /// The current positions in the store of the rows that failed first, in the order of failure; at most 100.
  ///
  /// The positions are current: a row that was removed since is left out. `ResultsController.item(at:)`
  /// returns the item at a position.
  public internal(set) var positions: [StorePosition] = []

  /// The rows that failed first.
  private(set) var rows: [RowID] = []

  /// Records the limit that ended an edit.
  mutating func refuse(_ limit: EvaluationError) { self.limit = limit }

  mutating func record(_ error: EvaluationError, of row: RowID) {
    if limit == nil, error.isLimit { limit = error }
    count += 1
    if first == nil { first = error }
    if rows.count < Self.capacity, !rows.contains(row) { rows.append(row) }
  }

  mutating func record(_ failures: FilterFailures) {
    count += failures.count
    if first == nil { first = failures.first }
    for row in failures.rows where rows.count < Self.capacity && !rows.contains(row) {
      rows.append(row)
    }
  }
}
