public import FilterEngine

/// The rows that a filter could not decide on; they count as not matching.
public struct FilterFailures: Sendable {
  /// How many rows are remembered.
  static let capacity = 100

  /// How many there were.
  public internal(set) var count = 0

  /// What went wrong first.
  public internal(set) var first: EvaluationError?

  /// Where the store holds the rows that failed first, in the order in which they failed; at most 100.
  ///
  /// The paths are those of now: a row that was removed since is left out. `ResultsController.storedItem(at:)`
  /// gives the item of a path.
  public internal(set) var storedPaths: [ItemPath] = []

  /// The numbers of the rows that failed first.
  private(set) var rows: [UInt32] = []

  mutating func record(_ error: EvaluationError, of row: UInt32) {
    count += 1
    if first == nil { first = error }
    if rows.count < Self.capacity, !rows.contains(row) { rows.append(row) }
  }
}
