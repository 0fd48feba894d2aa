public import FoundationEssentials

/// What one run needs beside the row: one evaluation, or one pass over a list.
///
/// Made once a run and confined to it; nothing is kept for a thread or globally.
public final class EvaluationRun {
  /// The current time, the same for the whole run.
  public let now: Date

  /// Values of `$variables`; subqueries and `:=` add theirs.
  var bindings: [String: FilterValue]

  /// How many more steps may be taken where work can multiply.
  var remainingSteps: Int

  init(now: Date, bindings: [String: FilterValue], steps: Int = EvaluationLimits.maximumSteps) {
    self.now = now
    self.bindings = bindings
    self.remainingSteps = steps
  }

  /// Takes `count` steps of the budget.
  func spend(_ count: Int) throws(EvaluationError) {
    remainingSteps -= count
    guard remainingSteps >= 0 else {
      throw EvaluationError(
        .budget, "gave up after \(EvaluationLimits.maximumSteps) steps in one evaluation")
    }
  }
}
