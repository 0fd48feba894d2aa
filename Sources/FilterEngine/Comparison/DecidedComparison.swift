import FilterSyntax

/// The meaning of a comparison, decided once before any row is read.
///
/// Each way of reading a field asks this value: a field in memory, a slot of a line, a value. Where one
/// side is constant, `test` says the answer without making values; `body` gives the answer for any two
/// values, and the errors.
///
/// A class, as making a predicate passes it on many times.
final class DecidedComparison: Sendable {
  /// A side of a comparison.
  enum Side: Sendable { case left, right }

  /// The operator, as it reads with the constant on its right: `5 < x` is `x > 5`.
  let `operator`: AST.Comparison.Operator

  let options: AST.Comparison.Options
  let quantifier: AST.Comparison.Quantifier?

  /// The constant side; nil where both sides change.
  let constant: FilterValue?

  /// The constant as decimals are compared with it.
  var decimalConstant: FilterValue? {
    (subject == .left ? decimals?.right : decimals?.left) ?? constant
  }

  /// The side that is compared with the constant.
  let subject: Side?

  /// The operator as it is written.
  let operation: any ComparisonOperator

  /// The form with the constant; empty where there is none.
  private let form: ConstantForm

  /// The sides beside a decimal, where they are read as others.
  private let decimals: DecimalSides?

  /// The answer for any left and right value, as they are written.
  ///
  /// Made on demand: a field that is tested in place needs none.
  var body: ComparisonBody {
    let body = form.body ?? operation.body
    return decimals.map { $0.body(operation, else: body) } ?? body
  }

  /// How `body` compares, for people.
  var method: Plan.Method { form.method ?? operation.method }

  /// Whether two equal pairs of values always have the same answer.
  var isPure: Bool { operation.isPure }

  /// The answer for the subject; with a quantifier, for each of its elements.
  var test: ComparisonTest { form.test }

  /// The test that any element of a list has to pass where no quantifier goes through it:
  /// `tags CONTAINS "a"`.
  var membership: ComparisonTest? { quantifier == nil ? form.membership : nil }

  /// The answer for a subject that is `nil`, where `test` is not `values`.
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

  /// How the elements of a list answer for the list; nil where a list is compared as a whole.
  var elements: (quantifier: AST.Comparison.Quantifier, test: ComparisonTest)? {
    if let quantifier { return (quantifier, test) }
    return membership.map { (.any, $0) }
  }
}

/// Decides `x operator constant` without making a value of `x`.
///
/// Each case says which kinds of `x` it decides; for others, and for errors, values are compared. The large
/// ones are stored elsewhere, since a test is passed on many times while a predicate is made.
enum ComparisonTest: Sendable {
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

  /// Nothing: values have to be compared
  case values
}

/// A constant pattern, or why it cannot be one; that is an error only where a string has to match it.
typealias CompiledPattern = Result<any RegularExpression, EvaluationError>
