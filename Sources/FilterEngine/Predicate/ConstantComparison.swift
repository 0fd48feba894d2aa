package import FilterSyntax

/// The meaning of a comparison with a constant, for translation into another language.
///
/// All ways of evaluation use the same decision.
package struct ConstantComparison: Sendable {
  /// The test for `x operator constant`. Each case names the kinds of `x` that it decides.
  package enum Decision: Sendable {
    /// The same answer for values of every kind, `nil` included
    case always(Bool)

    /// One answer for `nil`, the other for values of every other kind
    case nilness(whenNil: Bool)

    /// Numbers, truth values among them, or dates
    case numbers(NumberRange)

    /// Strings
    case text(Text)

    /// Numbers and strings that a constant list may hold
    case oneOf([FilterValue], foldsText: Bool)

    /// Strings, by a regular expression without a simpler form
    case pattern

    /// Strings, each with an error: the pattern is invalid
    case unusablePattern

    /// Nothing: values have to be compared
    case values
  }

  /// A comparison of a string with a constant one.
  package struct Text: Sendable {
    package enum Form: Sendable {
      case equal(isInverted: Bool)

      /// `<`, `<=`, `>` or `>=`: the answers for a string below, equal to and above the constant
      case order(below: Bool, same: Bool, above: Bool)
      case prefix
      case suffix
      case contains

      /// A pattern of `LIKE` without a simpler form; the constant is the literal text at its beginning
      case like
    }

    package let form: Form

    /// The constant text; for a pattern, its literal part.
    package let constant: String

    /// Whether UTF-8 bytes are compared.
    package let comparesBytes: Bool

    /// Whether `[c]` folds the case of letters.
    package let foldsCase: Bool

    /// Whether `[d]` drops marks.
    package let dropsMarks: Bool

    /// Whether the constant is empty after folding, so that no text contains it.
    package let isEmpty: Bool
  }

  /// The operator with the constant on its right: `5 < x` becomes `x > 5`.
  package let `operator`: AST.Comparison.Operator

  /// The answer for an `x` that is not a collection.
  package let test: Decision

  /// The test that an element has to pass if `x` is a list: `tags CONTAINS "a"`.
  package let membership: Decision?

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
    test = Decision(decided.test)
    membership = decided.membership.map { Decision($0) }
    decimalConstant = decided.decimalConstant ?? constant
  }
}

extension ConstantComparison.Decision {
  fileprivate init(_ test: ComparisonTest) {
    self =
      switch test {
      case .always(let holds): .always(holds)
      case .nilness(let whenNil): .nilness(whenNil: whenNil)
      case .numbers(let range): .numbers(range)
      case .text(let text): .text(ConstantComparison.Text(text))
      case .oneOf(let set): .oneOf(set.values, foldsText: set.foldsText)
      case .pattern(.success): .pattern
      case .pattern(.failure): .unusablePattern
      case .values: .values
      }
  }
}

extension ConstantComparison.Text {
  fileprivate init(_ test: TextTest) {
    let folding = TextFolding(test.options)
    foldsCase = folding.foldsCase
    dropsMarks = folding.dropsMarks
    switch test.form {
    case .equal(let isInverted):
      (form, constant) = (.equal(isInverted: isInverted), test.constant)
      comparesBytes = folding.comparesBytes
      isEmpty = false
    case .order(let answers):
      form = .order(below: answers.below, same: answers.same, above: answers.above)
      constant = test.constant
      comparesBytes = folding.isLiteral
      isEmpty = false
    case .prefix, .suffix, .contains:
      form =
        switch test.form {
        case .prefix: .prefix
        case .suffix: .suffix
        default: .contains
        }
      constant = test.constant
      comparesBytes = folding.isLiteral
      isEmpty = test.needle.isEmpty
    case .like(let pattern):
      form = .like
      constant = pattern.head
      comparesBytes = folding.isLiteral
      isEmpty = false
    }
  }
}
