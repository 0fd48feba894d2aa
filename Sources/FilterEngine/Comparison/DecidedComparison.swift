import FilterSyntax

/// What a comparison means, decided once before any row is read.
///
/// Each way of reading a field asks this value: a field in memory, a slot of a line, a value. Where one
/// side is constant, `test` says the answer without making values; `body` gives the answer for any two
/// values, and the errors.
struct DecidedComparison: Sendable {
  /// A side of a comparison.
  enum Side: Sendable { case left, right }

  /// The operator, as it reads with the constant on its right: `5 < x` is `x > 5`.
  let `operator`: AST.Comparison.Operator

  let options: AST.Comparison.Options
  var quantifier: AST.Comparison.Quantifier?

  /// The constant side; nil where both sides change.
  let constant: FilterValue?

  /// The side that is compared with the constant.
  let subject: Side?

  /// The answer for any left and right value, as they are written.
  let body: ComparisonBody

  /// How `body` compares, for people.
  let method: Plan.Method

  /// Whether two equal pairs of values always have the same answer.
  let isPure: Bool

  /// The answer for the subject; with a quantifier, for each of its elements.
  let test: ComparisonTest

  /// The test that any element of a list has to pass where no quantifier goes through it:
  /// `tags CONTAINS "a"`.
  let membership: ComparisonTest?

  /// The answer for a subject that is `nil`, where `test` is not `values`.
  var whenNil: Bool {
    switch test {
    case .always(let holds): holds
    case .nilness(let whenNil): whenNil
    case .numbers, .text, .oneOf, .pattern, .values: `operator` == .notEqual
    }
  }

  /// The comparison of one element, where a quantifier goes through them.
  var ofElement: DecidedComparison {
    var comparison = self
    comparison.quantifier = nil
    return comparison
  }

  /// How the elements of a list answer for the list; nil where a list is compared as a whole.
  var elements: (quantifier: AST.Comparison.Quantifier, test: ComparisonTest)? {
    if let quantifier { return (quantifier, test) }
    return membership.map { (.any, $0) }
  }
}

/// What decides `x operator constant` without making a value of `x`.
///
/// Each case says which kinds of `x` it decides; for others, and for errors, values are compared.
enum ComparisonTest: Sendable {
  /// The same answer for values of every kind, `nil` included
  case always(Bool)

  /// One answer for `nil`, the other for values of every other kind
  case nilness(whenNil: Bool)

  /// Numbers, truth values among them, or dates
  case numbers(NumberRange)

  /// Strings
  case text(TextTest)

  /// Numbers and strings that a constant list may hold
  case oneOf(ValueSet)

  /// Strings
  case pattern(CompiledPattern)

  /// Nothing: values have to be compared
  case values
}

/// A constant pattern, or why it cannot be one; that is an error only where a string has to match it.
typealias CompiledPattern = Result<RegularExpression, EvaluationError>
