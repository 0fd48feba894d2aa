package import EssentialFoundation

/// A predicate over values, ready for one row after another.
///
/// It keeps the state of a run, so that nothing is allocated for each row. Used by one thread at a time.
package final class FilterMatcher {
  package let predicate: FilterPredicate<FilterValue>

  let run: EvaluationContext

  /// A matcher whose rows all see the same variables and the same time.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue], now: Date,
    limits: EvaluationLimits = .standard
  ) {
    self.predicate = predicate
    run = predicate.program.run(bindings, now, limits)
  }

  /// The error that ended the run early: time, cancellation, or that of `finish(_:)`.
  package var end: EvaluationError? { run.end }

  /// Ends the run: every later row fails with `error`.
  package func finish(_ error: EvaluationError) { run.finish(error) }

  /// Removes and returns the parts of the predicate that have lost something since the last call.
  package func takeLostParts() -> [LostPart] { run.takeLostParts() }

  /// Counts work of the caller, such as a unit for 32 bytes of a line. Returns the error if the run must end.
  package func work(_ units: Int) -> EvaluationError? { run.work(units) }

  /// Whether `value` matches. Throws if there is no answer. A value for which a filter of a policy has none does not match.
  package func matches(_ value: FilterValue) throws(EvaluationError) -> Bool {
    if let end = run.work(predicate.program.program.weight) { throw end }
    run.beginRow()
    do throws(EvaluationError) {
      return try withUnsafePointer(to: value) { address throws(EvaluationError) in
        try predicate.program.program.matches(Row(address), run, orMake: { run })
      }
    } catch {
      guard predicate.program.terms.leavesOut(error) else { throw error }
      return false
    }
  }
}

extension FilterPredicate<FilterValue> {
  /// The same predicate compiled again, for use by another thread. Threads that share a predicate count references of
  /// its parts at one address, which takes most of the time of a short one.
  package func separate() -> FilterPredicate {
    (try? replacing(syntax)) ?? self
  }
}

/// An expression over values, ready for one row after another.
///
/// It keeps the state of a run, so that nothing is allocated for each row. Used by one thread at a time.
package final class ExpressionReader {
  private let expression: FilterExpression<FilterValue>
  private let run: EvaluationContext
  private let request: EvaluationContext

  /// A reader whose rows all see the same variables and the same time.
  ///
  /// All readers of `request` charge what it has left: the budget of a row, which the caller begins, and the time.
  package init(
    _ expression: FilterExpression<FilterValue>, bindings: [String: FilterValue], now: Date,
    in request: EvaluationContext
  ) {
    self.expression = expression
    self.request = request
    run = expression.environment.run(bindings: bindings, now: now, limits: request.limits)
  }

  /// Removes and returns the parts of the expression that have lost something since the last call.
  package func takeLostParts() -> [LostPart] { run.takeLostParts() }

  /// The value for a row. Throws if the row has no value.
  package func value(of row: FilterValue) throws(EvaluationError) -> FilterValue {
    try request.pass(expression.weight)
    if !expression.environment.variables.isEmpty { run.resetVariables() }
    return try request.lend(to: run) { () throws(EvaluationError) in
      try withUnsafePointer(to: row) { address throws(EvaluationError) in
        try expression.evaluator.evaluate(Row(address), run)
      }
    }
  }
}
