public import FilterEngine

/// The rows that a filter could not decide on; they count as not matching.
public struct FilterFailures: Sendable {
  /// How many there were.
  public internal(set) var count = 0

  /// What went wrong first.
  public internal(set) var first: EvaluationError?

  /// The limit that the last edit hit: steps, memory, time or cancellation. The edit has changed nothing then.
  ///
  /// What throws, throws it as `ResultsError.limit`.
  public private(set) var limit: EvaluationError?

  /// Keeps the limit that ended an edit.
  mutating func refuse(_ limit: EvaluationError) { self.limit = limit }

  mutating func record(_ error: EvaluationError) {
    if limit == nil, error.isLimit { limit = error }
    count += 1
    if first == nil { first = error }
  }

  mutating func record(_ failures: FilterFailures) {
    count += failures.count
    if first == nil { first = failures.first }
  }
}
