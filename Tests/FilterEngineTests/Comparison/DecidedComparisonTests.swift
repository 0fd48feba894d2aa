import FilterSyntax
import Testing

@testable import FilterEngine

/// What a comparison with a constant is decided to mean, whichever side the constant is on.
@Suite struct DecidedComparisonTests {
  private func decided(
    _ text: String, strict: Bool = false
  ) throws -> DecidedComparison {
    guard case .comparison(let node) = try AST.Predicate(parsing: text) else {
      throw EvaluationError(.custom, "'\(text)' is no comparison")
    }
    func constant(_ expression: AST.Expression) -> FilterValue? {
      switch expression {
      case .literal(let literal): FilterValue(constant: literal.value)
      case .aggregate(let aggregate): .list(FilterList(aggregate.elements.compactMap(constant)))
      default: nil
      }
    }
    return DecidedComparison(
      node, left: constant(node.left), right: constant(node.right),
      OperatorTable(options: node.options, isStrict: strict))
  }

  @Test(arguments: [
    ("5 < x", ">"), ("5 <= x", ">="), ("5 > x", "<"), ("5 >= x", "<="), ("5 == x", "=="),
    ("5 != x", "!="), ("'a' IN x", "CONTAINS"), ("{1, 2} CONTAINS x", "IN"),
  ])
  func aConstantOnTheLeftIsMirrored(_ text: String, _ spelling: String) throws {
    let comparison = try decided(text)
    #expect(comparison.operator.spelling == spelling)
    #expect(comparison.subject == .right)
    #expect(comparison.constant != nil)
  }

  @Test func whatHasNoMirrorIsComparedAsValues() throws {
    for text in ["'abc' BEGINSWITH x", "3 BETWEEN x", "'a' MATCHES x", "x == y", "ANY {1} == x"] {
      let comparison = try decided(text)
      #expect(comparison.subject == nil && comparison.constant == nil, "\(text)")
      guard case .values = comparison.test else {
        Issue.record("\(text) is decided")
        continue
      }
    }
  }

  @Test func eachKindOfConstantHasATest() throws {
    func name(_ text: String) throws -> String {
      switch try decided(text).test {
      case .always(let holds): "always \(holds)"
      case .nilness(let whenNil): "nil \(whenNil)"
      case .numbers(let range): "\(range.isInverted ? "outside" : "inside") numbers"
      case .text(let test):
        switch test.form {
        case .equal(let isInverted): isInverted ? "other text" : "same text"
        case .order: "order"
        case .prefix: "prefix \(test.constant)"
        case .suffix: "suffix \(test.constant)"
        case .contains: "contains \(test.constant)"
        case .like: "like \(test.constant)"
        }
      case .oneOf(let set): "one of \(set.values.count)"
      case .pattern: "pattern"
      case .values: "values"
      }
    }
    for (text, wanted) in [
      ("x == nil", "nil true"), ("x != nil", "nil false"), ("x <= nil", "nil true"),
      ("x < nil", "always false"), ("x IN nil", "always false"), ("x LIKE nil", "always false"),
      ("x CONTAINS nil", "always false"), ("x BETWEEN nil", "always false"),
      ("x > 5", "inside numbers"), ("x != 5.5", "outside numbers"),
      ("x BETWEEN {5, 1}", "inside numbers"), ("x BETWEEN {'a', 'b'}", "values"),
      ("x == 'a'", "same text"), ("x != 'a'", "other text"), ("x < 'a'", "order"),
      ("x BEGINSWITH 'a'", "prefix a"), ("x LIKE 'a*'", "prefix a"), ("x LIKE '*a'", "suffix a"),
      ("x LIKE '*a*'", "contains a"), ("x LIKE 'a?'", "like a?"), ("x CONTAINS 'a'", "contains a"),
      ("x IN {1, 'a'}", "one of 2"), ("x CONTAINS 5", "values"), ("x BEGINSWITH 5", "values"),
    ] {
      #expect(try name(text) == wanted, "\(text)")
    }
  }

  /// The options count for the elements of a list, unless the language is strict.
  @Test func membershipIsOfEqualElements() throws {
    func element(_ text: String, strict: Bool = false) throws -> TextTest? {
      guard case .text(let test)? = try decided(text, strict: strict).membership else { return nil }
      return test
    }
    #expect(try element("x CONTAINS[c] 'a'")?.options == .caseInsensitive)
    #expect(try element("x CONTAINS[c] 'a'", strict: true)?.options == [])
    #expect(try element("'a' IN x")?.constant == "a")
    #expect(try element("ANY x CONTAINS 'a'") == nil)
    #expect(try decided("ANY x CONTAINS 'a'").elements?.quantifier == .any)
    #expect(try decided("x == 'a'").elements == nil)
  }

  @Test func nilDiffersFromEveryConstant() throws {
    for (text, whenNil) in [
      ("x != 5", true), ("x == 5", false), ("x < 5", false), ("x IN {nil, 5}", false),
      ("x != 'a'", true), ("x == nil", true), ("x < nil", false),
    ] {
      #expect(try decided(text).whenNil == whenNil, "\(text)")
    }
  }
}

extension DecidedComparison {
  /// `k operator constant`
  convenience init(
    _ operation: AST.Comparison.Operator, _ options: AST.Comparison.Options, _ constant: FilterValue
  ) {
    let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "k")]))
    let node = AST.Comparison(key, operation, options: options, .literal(AST.Literal(.null)))
    var operators = OperatorTable(options: options, isStrict: false)
    if operation == .matches, case .string(let pattern) = constant {
      operators.pattern = CompiledPattern { () throws(EvaluationError) in
        try RegexBackend.compile(pattern, options)
      }
    }
    self.init(node, left: nil, right: constant, operators)
  }
}
