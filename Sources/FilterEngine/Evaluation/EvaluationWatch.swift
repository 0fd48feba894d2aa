import FilterSyntax

/// Ends a run from outside: a deadline, the cancellation of the task, the caller.
///
/// It is asked after at most `interval` units of work, each a step or what takes about as long. A look takes less
/// than a microsecond, and a unit some nanoseconds or more.
struct EvaluationWatch {
  /// The most work between two looks, in units.
  static let interval = 1 << 16

  private let deadline: ContinuousClock.Instant?
  private let time: Duration?
  private let isInterrupted: (@Sendable () -> Bool)?

  /// Nil where nothing can end the run: without a deadline, outside of tasks.
  init?(_ limits: EvaluationLimits) {
    let limits = limits.beginning()
    deadline = limits.deadline
    time = limits.time
    isInterrupted = limits.isInterrupted
    guard deadline == nil, isInterrupted == nil else { return }
    guard withUnsafeCurrentTask(body: { $0 != nil }) else { return nil }
  }

  /// Why the run has to end, nil where it goes on.
  func reason(at range: SourceRange?) -> EvaluationError? {
    if isInterrupted?() == true || Task.isCancelled {
      return EvaluationError(.cancelled, at: range)
    }
    guard let deadline, deadline <= .now else { return nil }
    return EvaluationError(.tooLong(limit: time), at: range)
  }
}
