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

  /// The error if the run must end; nil if it continues.
  func reason(at range: SourceRange?) -> EvaluationError? {
    if isInterrupted?() == true || Task.isCancelled {
      return EvaluationError(.cancelled, at: range)
    }
    guard let deadline, deadline.hasPassed else { return nil }
    return EvaluationError(.tooLong(limit: time), at: range)
  }
}

/// The budget of one row: the limits that count.
struct EvaluationBudget: Equatable {
  var steps: Int
  var elements: Int
  var bytes: Int

  /// The whole budget.
  init(_ limits: EvaluationLimits) {
    steps = Self.clamped(limits.steps)
    elements = Self.clamped(limits.elements)
    bytes = Self.clamped(limits.bytes)
  }

  /// A limit as a number that can be decreased without overflow.
  private static func clamped(_ limit: Int) -> Int { min(max(limit, 0), .max >> 1) }

  /// Subtracts `count`. If less is left, nothing is left afterwards, and the result is false.
  static func take(_ count: Int, of left: inout Int) -> Bool {
    let rest = left - min(max(count, 0), left + 1)
    left = max(rest, 0)
    return rest >= 0
  }
}
