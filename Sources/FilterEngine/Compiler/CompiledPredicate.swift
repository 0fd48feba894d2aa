/// A predicate on its way to closures.
struct CompiledPredicate: Sendable {
  /// The truth for a row, with the reason where there is none.
  let evaluator: PredicateEvaluator

  /// The truth for many rows.
  let filter: RowFilter

  /// How it is evaluated, for people.
  let plan: Plan

  init(_ evaluator: PredicateEvaluator, _ filter: RowFilter? = nil, plan: Plan) {
    self.evaluator = evaluator
    self.filter = filter ?? .precise(evaluator)
    self.plan = plan
  }
}
