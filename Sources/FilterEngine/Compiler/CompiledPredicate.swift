/// A predicate on its way to closures.
struct CompiledPredicate: Sendable {
  /// The truth for many rows.
  let filter: RowFilter

  /// How it is evaluated, for people.
  let plan: Plan

  /// Nil where the filter always has an answer, and so never a reason for having none.
  private let precise: PredicateEvaluator?

  /// A predicate whose evaluation may fail.
  init(_ evaluator: PredicateEvaluator, _ filter: RowFilter? = nil, plan: Plan) {
    self.filter = filter ?? .precise(evaluator)
    self.plan = plan
    precise = evaluator
  }

  /// A predicate that has an answer for every row, without a run.
  init(unfailing filter: RowFilter, plan: Plan) {
    self.filter = filter
    self.plan = plan
    precise = nil
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
