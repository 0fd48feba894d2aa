/// A predicate on its way to closures.
struct CompiledPredicate: Sendable {
  /// The truth for many rows.
  let filter: RowFilter

  /// How it is evaluated, for people.
  let plan: Plan

  /// Whether some row may have an answer. Only lines in slots may have none, before they are read as
  /// values.
  let hasAnswers: Bool

  /// Nil where the filter always has an answer, and so never a reason for having none.
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

  /// The truth for a row, with the reason where there is none.
  var evaluator: PredicateEvaluator {
    if let precise { return precise }
    let one = filter.one
    return PredicateEvaluator { row, run in one(row, run) == .yes }
  }
}
