public import FilterEngine

/// The rows that a filter could not decide on; they count as not matching.
public struct FilterFailures: Sendable {
  /// How many there were.
  public internal(set) var count = 0

  /// What went wrong first.
  public internal(set) var first: EvaluationError?

  mutating func record(_ error: EvaluationError) {
    count += 1
    if first == nil { first = error }
  }

  mutating func record(_ failures: FilterFailures) {
    count += failures.count
    if first == nil { first = failures.first }
  }
}
