import FilterSyntax

/// An operator of the language with its options: its answers for values, and its form with a constant side.
protocol ComparisonOperator: Sendable {
  /// The answer for any two values, or an error.
  var body: ComparisonBody { get }

  /// A description of how `body` compares.
  var method: Plan.Method { get }

  /// Whether two equal pairs of values always have the same answer.
  var isPure: Bool { get }

  /// The operator with the same meaning when the sides are exchanged.
  var mirror: AST.Comparison.Operator? { get }

  /// The form of `x operator constant`.
  func form(with constant: FilterValue) -> ConstantForm
}

extension ComparisonOperator {
  var isPure: Bool { true }
  var mirror: AST.Comparison.Operator? { nil }
}

/// The form of an operator with a constant on its right.
struct ConstantForm: Sendable {
  /// The answer for the left side.
  var test: ComparisonTest

  /// The test that any element of a list on the left must pass.
  var membership: ComparisonTest?

  /// The answer for any value on the left, if the constant makes it faster.
  var body: ComparisonBody?

  /// A description of how this body compares.
  var method: Plan.Method?

  @inline(never)
  init(_ test: ComparisonTest, membership: ComparisonTest? = nil) {
    self.test = test
    self.membership = membership
  }
}
