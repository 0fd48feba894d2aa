import FilterSyntax

/// The meaning of a comparison, decided once before any row is read.
///
/// Every way of reading a field uses it: a field in memory, a slot of a line, a value. If one side is constant,
/// `test` gives the answer without making values. `body` gives the answer for any two values, or an error.
///
/// A class, because making a predicate copies it many times.
final class DecidedComparison: Sendable {
  /// A side of a comparison.
  enum Side: Sendable { case left, right }

  /// The operator with the constant on its right: `5 < x` becomes `x > 5`.
  let `operator`: AST.Comparison.Operator

  let options: AST.Comparison.Options
  let quantifier: AST.Comparison.Quantifier?

  /// The constant side; nil if both sides change.
  let constant: FilterValue?

  /// The constant for comparisons with decimals.
  var decimalConstant: FilterValue? {
    (subject == .left ? decimals?.right : decimals?.left) ?? constant
  }

  /// The side that is compared with the constant.
  let subject: Side?

  /// The operator as it is written.
  let operation: any ComparisonOperator

  /// The form with the constant; empty without a constant.
  private let form: ConstantForm

  /// The sides as they are read beside a decimal, if they differ.
  private let decimals: DecimalSides?

  /// The answer for any left and right value.
  ///
  /// Made on demand: a field that is tested in place needs none.
  @inline(never)
  var body: ComparisonBody {
    let body = form.body ?? operation.body
    return decimals.map { $0.body(operation, else: body) } ?? body
  }

  /// A description of how `body` compares.
  var method: Plan.Method { form.method ?? operation.method }

  /// Whether two equal pairs of values always have the same answer.
  var isPure: Bool { operation.isPure }

  /// The answer for the subject; with a quantifier, for each of its elements.
  var test: ComparisonTest { form.test }

  /// The test that an element of a list must pass, if the comparison has no quantifier: `tags CONTAINS "a"`.
  var membership: ComparisonTest? { quantifier == nil ? form.membership : nil }

  /// The answer for a subject that is `nil`, unless `test` is `values`.
  var whenNil: Bool {
    switch test {
    case .always(let holds): holds
    case .nilness(let whenNil): whenNil
    case .numbers, .text, .oneOf, .pattern, .values: `operator` == .notEqual
    }
  }

  init(
    _ operator: AST.Comparison.Operator, _ options: AST.Comparison.Options,
    _ quantifier: AST.Comparison.Quantifier?, constant: FilterValue?, subject: Side?,
    _ operation: any ComparisonOperator, _ form: ConstantForm, _ decimals: DecimalSides? = nil
  ) {
    self.operator = `operator`
    self.options = options
    self.quantifier = quantifier
    self.constant = constant
    self.subject = subject
    self.operation = operation
    self.form = form
    self.decimals = decimals
  }

  /// The comparison of one element, where a quantifier goes through them.
  var ofElement: DecidedComparison {
    DecidedComparison(
      `operator`, options, nil, constant: constant, subject: subject, operation, form,
      decimals)
  }

  /// The quantifier and test for the elements of a list; nil if a list is compared as a whole.
  var elements: (quantifier: AST.Comparison.Quantifier, test: ComparisonTest)? {
    if let quantifier { return (quantifier, test) }
    return membership.map { (.any, $0) }
  }
}

/// Decides `x operator constant` without making a value of `x`.
///
/// Each case names the kinds of `x` that it decides. For other kinds, and for errors, values are compared.
/// Large cases are indirect, because making a predicate copies a test many times.
package enum ComparisonTest: Sendable {
  /// The same answer for values of every kind, `nil` included
  case always(Bool)

  /// One answer for `nil`, the other for values of every other kind
  case nilness(whenNil: Bool)

  /// Numbers, truth values among them, or dates
  indirect case numbers(NumberRange)

  /// Strings
  indirect case text(TextTest)

  /// Numbers and strings that a constant list may hold
  indirect case oneOf(ValueSet)

  /// Strings
  case pattern(CompiledPattern)

  /// Nothing: values must be compared
  case values
}
