import FilterSyntax

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

/// How the answers for the elements of a list determine the answer for the list.
struct ElementQuantifier: Sendable {
  /// The answer for an element that decides the list.
  let decisive: Bool

  /// The answer for the list if an element decides it. Otherwise the answer is the opposite.
  let whenDecided: Bool

  init(_ quantifier: AST.Comparison.Quantifier) {
    switch quantifier {
    case .any: (decisive, whenDecided) = (true, true)
    case .none: (decisive, whenDecided) = (true, false)
    case .all: (decisive, whenDecided) = (false, false)
    }
  }
}
