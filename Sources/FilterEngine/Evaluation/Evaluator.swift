/// A compiled expression: the value for a row, or the reason why there is none.
struct ValueEvaluator: Sendable {
  let evaluate: @Sendable (Row, EvaluationContext) throws(EvaluationError) -> FilterValue

  init(
    _ evaluate: @escaping @Sendable (Row, EvaluationContext) throws(EvaluationError) -> FilterValue
  ) {
    self.evaluate = evaluate
  }
}

/// A compiled predicate: its truth for a row, or the reason why there is none.
struct PredicateEvaluator: Sendable {
  let evaluate: @Sendable (Row, EvaluationContext) throws(EvaluationError) -> Bool

  init(_ evaluate: @escaping @Sendable (Row, EvaluationContext) throws(EvaluationError) -> Bool) {
    self.evaluate = evaluate
  }
}

/// The answer of a comparison for two values.
typealias ComparisonBody =
  @Sendable (_ left: FilterValue, _ right: FilterValue, _ run: EvaluationContext)
  throws(EvaluationError)
  -> Bool
