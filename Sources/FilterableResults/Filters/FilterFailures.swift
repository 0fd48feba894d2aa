public import FilterEngine

/// The rows that a filter could not decide on; they count as not matching.
public struct FilterFailures: Sendable {
  /// How many rows are remembered.
  static let capacity = 100

  /// How many there were.
  public internal(set) var count = 0

  /// What went wrong first.
  public internal(set) var first: EvaluationError?

  /// The limit that the last edit hit: steps, memory, time or cancellation. The edit has changed nothing then.
  ///
  /// What throws, throws it as `ResultsError.limit`.
  public private(set) var limit: EvaluationError?

  /// Where the store holds the rows that failed first, in the order in which they failed; at most 100.
  ///
  /// The positions are current: a row that was removed since is left out. `ResultsController.item(at:)`
  /// returns the item at a position.
  public internal(set) var positions: [StorePosition] = []

  /// The numbers of the rows that failed first.
  private(set) var rows: [UInt32] = []

  /// Keeps the limit that ended an edit.
  mutating func refuse(_ limit: EvaluationError) { self.limit = limit }

  mutating func record(_ error: EvaluationError, of row: UInt32) {
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
