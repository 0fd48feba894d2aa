/// A predicate that is being compiled.
struct CompiledPredicate: Sendable {
  /// The truth for many rows.
  let filter: RowFilter

  /// A description of its evaluation.
  let plan: Plan

  /// Whether a row can have an answer. Only a predicate over slots may have none: its lines are then read as
  /// values.
  let hasAnswers: Bool

  /// Nil if the filter always has an answer, and therefore no error to report.
  private let precise: PredicateEvaluator?

  /// A predicate whose evaluation may fail.
  init(
    _ evaluator: PredicateEvaluator, _ filter: RowFilter? = nil, plan: Plan, hasAnswers: Bool = true
  ) {
    self.hasAnswers = hasAnswers
    self.filter = filter ?? .precise(evaluator)
    self.plan = plan
    precise = evaluator
  }

  /// A predicate that has an answer for every row, without a run.
  init(unfailing filter: RowFilter, plan: Plan) {
    self.filter = filter
    self.plan = plan
    hasAnswers = true
    precise = nil
  }

  /// A predicate that has no answer for any line in slots.
  init(unanswered plan: Plan) {
    let evaluator = PredicateEvaluator { _, _ throws(EvaluationError) in
      throw .needsValue(at: nil)
    }
    self.init(evaluator, .failure, plan: plan, hasAnswers: false)
  }

  /// Whether there is an answer for every row.
  var isUnfailing: Bool { precise == nil }

  /// The truth for a row, or the error if there is none.
  var evaluator: PredicateEvaluator {
    if let precise { return precise }
    let one = filter.one
    return PredicateEvaluator { row, run in one(row, run) == .yes }
  }
}
