/// A compiled expression. It returns the value for a row, or throws an error.
struct ValueEvaluator: Sendable {
  let evaluate: @Sendable (Row, EvaluationContext) throws(EvaluationError) -> FilterValue

  init(
    _ evaluate: @escaping @Sendable (Row, EvaluationContext) throws(EvaluationError) -> FilterValue
  ) {
    self.evaluate = evaluate
  }
}

/// A compiled predicate. It returns its truth for a row, or throws an error.
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
