package import FilterSyntax

/// The meaning of a comparison with a constant, for translation into another language.
///
/// All ways of evaluation use the same decision.
package struct ConstantComparison: Sendable {
  /// The operator with the constant on its right: `5 < x` becomes `x > 5`.
  package let `operator`: AST.Comparison.Operator

  /// The answer for an `x` that is not a collection.
  package let test: ComparisonTest

  /// The constant as it is read beside a decimal number: a double that is written in the filter by its digits.
  package let decimalConstant: FilterValue

  /// The meaning of `node` with a constant on one side; nil if the operator has no form for a constant on its
  /// left.
  ///
  /// If the node has a quantifier, the test applies to the elements of `x`.
  package init?(_ node: AST.Comparison, constant: FilterValue, isLeft: Bool, isStrict: Bool) {
    var operators = OperatorTable(options: node.options, isStrict: isStrict)
    if node.operator == .matches, case .string(let pattern) = constant {
      operators.pattern = CompiledPattern { () throws(EvaluationError) in
        try RegexBackend.compile(
          pattern, node.options,
          PatternMemory(limit: EvaluationLimits.standard.regularExpressions.compiledBytes))
      }
    }
    // `nil` would be a value of the language.
    let other: FilterValue? = .none
    let decided = DecidedComparison(
      node, left: isLeft ? constant : other, right: isLeft ? other : constant, operators)
    guard decided.subject != nil else { return nil }
    self.operator = decided.operator
    test = decided.test
    decimalConstant = decided.decimalConstant ?? constant
  }
}
