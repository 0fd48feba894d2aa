import Synchronization

/// The memory of the compiled patterns of a predicate or of a run.
///
/// A few bytes of a pattern can compile to a hundred kilobytes. The size is known once a pattern is compiled, so the
/// one that exceeds the limit is freed again. No pattern is compiled after it, which bounds the time, too.
final class PatternMemory: Sendable {
  private let limit: Int
  private let used = Atomic(0)

  /// Memory up to `limit` bytes.
  init(limit: Int) { self.limit = max(limit, 0) }

  /// The error if the limit has been exceeded; nil otherwise.
  var failure: EvaluationError? {
    used.load(ordering: .relaxed) > limit ? EvaluationError(.patternsTooLarge(limit: limit)) : nil
  }

  /// Takes `bytes`.
  ///
  /// - Throws: `patternsTooLarge` if they exceed the limit.
  func take(_ bytes: Int) throws(EvaluationError) {
    // Neither number is near the greatest integer.
    used.wrappingAdd(min(bytes, .max >> 8), ordering: .relaxed)
    if let failure { throw failure }
  }
}
