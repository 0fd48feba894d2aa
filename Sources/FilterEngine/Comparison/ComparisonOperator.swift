import FilterSyntax

/// An operator of the language with its options: what it says of values, and what is known of it once
/// one side is constant.
protocol ComparisonOperator: Sendable {
  /// The answer for any two values, with the errors.
  var body: ComparisonBody { get }

  /// How `body` compares, for people.
  var method: Plan.Method { get }

  /// Whether two equal pairs of values always have the same answer.
  var isPure: Bool { get }

  /// The operator that says the same with the sides exchanged.
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

  /// The test that any element of a list on the left has to pass.
  var membership: ComparisonTest?

  /// The answer for any value on the left, where the constant makes it faster.
  var body: ComparisonBody?

  /// How that body compares, for people.
  var method: Plan.Method?

  init(_ test: ComparisonTest, membership: ComparisonTest? = nil) {
    self.test = test
    self.membership = membership
  }
}
