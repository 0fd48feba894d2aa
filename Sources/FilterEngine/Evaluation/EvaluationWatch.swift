import FilterSyntax

/// Ends a run from outside, for a deadline, the cancellation of the task or the caller.
///
/// It is checked after at most `interval` units of work. A unit is a step, or work that takes about as long. A
/// check takes less than a microsecond, a unit at least some nanoseconds.
struct EvaluationWatch {
  /// The greatest number of units between two checks.
  static let interval = 1 << 16

  private let deadline: EvaluationDeadline?
  private let time: Duration?
  private let isInterrupted: (@Sendable () -> Bool)?

  /// Nil if nothing can end the run: without a deadline, and outside of tasks.
  init?(_ limits: EvaluationLimits) {
    let limits = limits.beginning()
    deadline = limits.deadline
    time = limits.time
    isInterrupted = limits.isInterrupted
    guard deadline == nil, isInterrupted == nil else { return }
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return nil }
  }

  /// The error if the run has to end; nil if it continues.
  func reason(at range: SourceRange?) -> EvaluationError? {
    if isInterrupted?() == true || Task.isCancelled {
      return EvaluationError(.cancelled, at: range)
    }
    guard let deadline, deadline.hasPassed else { return nil }
    return EvaluationError(.tooLong(limit: time), at: range)
  }
}
