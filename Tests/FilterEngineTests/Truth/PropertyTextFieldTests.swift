import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// Every operator between a text field and every text at an edge of the forms of strings.
@Suite struct PropertyTextFieldTests {
  static let options: [AST.Comparison.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized, [.normalized, .caseInsensitive],
  ]

  static let operators: [AST.Comparison.Operator] = [
    .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
    .beginsWith, .endsWith, .contains,
  ]

  /// A field of texts, its optional, and lists of texts.
  @Test(arguments: options) func textsCompareAsTheReferenceSays(
    _ options: AST.Comparison.Options
  ) {
    let values = FieldTextEdges.values
    let texts = values.map { ReferenceText($0, options) }
    var plain = FieldTable(values)
    var optional = FieldTable<String?>(values + [nil])
    let lists =
      [[], Array(values.indices)] + stride(from: 0, to: values.count, by: 2).map { [$0] }
      + stride(from: 3, to: values.count, by: 7).map { [$0 - 3, $0] }
    var list = FieldTable(lists.map { $0.map { values[$0] } })
    let core = Set(FieldTextEdges.core)
    // Accents and literal comparison do not look at how a string lies in memory.
    let isWide = options.isEmpty || options == .caseInsensitive
    let needles = isWide ? FieldTextEdges.needles : FieldTextEdges.core
    for needle in needles {
      let literal = AST.Expression.literal(AST.Literal(.text(needle)))
      let part = ReferenceText(needle, options)
      let orders = texts.map { $0.order(part) }
      let places = texts.map { $0.places(of: part) }
      for operation in Self.operators {
        let expected = values.indices.map { index in
          ReferenceOutcome.answer(
            answer(operation, values[index], needle, options, orders[index], places[index]))
        }
        plain.check(
          AST.Comparison(FieldTable<String>.key, operation, options: options, literal), expected)
        // Lists and optionals are other ways to the same tests.
        guard isWide, core.contains(needle) else { continue }
        optional.check(
          AST.Comparison(FieldTable<String?>.key, operation, options: options, literal),
          expected + [.answer(operation == .notEqual)])
        for quantifier in [AST.Comparison.Quantifier.any, .all, .none] {
          list.check(
            AST.Comparison(
              quantifier: quantifier, FieldTable<[String]>.key, operation, options: options,
              literal), lists.map { quantifier.outcome($0.map { expected[$0] }) })
        }
      }
    }
    #expect(plain.accepted == needles.count * Self.operators.count)
    #expect(!isWide || optional.accepted > 200 && list.accepted > 500)
  }

  private func answer(
    _ operation: AST.Comparison.Operator, _ value: String, _ needle: String,
    _ options: AST.Comparison.Options, _ order: Int, _ places: [(atStart: Bool, atEnd: Bool)]
  ) -> Bool {
    let isEqual =
      options.isEmpty || options.contains(.normalized)
      ? Array(value.utf8) == Array(needle.utf8) : order == 0
    return switch operation {
    case .equal: isEqual
    case .notEqual: !isEqual
    case .lessThan: order < 0
    case .lessThanOrEqual: order <= 0
    case .greaterThan: order > 0
    case .greaterThanOrEqual: order >= 0
    case .beginsWith: places.contains { $0.atStart }
    case .endsWith: places.contains { $0.atEnd }
    default: !places.isEmpty
    }
  }

  @Test(arguments: [[], .caseInsensitive] as [AST.Comparison.Options])
  func patternsMatchAsTheReferenceSays(_ options: AST.Comparison.Options) {
    let comparison = ReferenceComparison(operation: .like, options: options, isStrict: false)
    check(.like, options, FieldTextEdges.patterns.map { .text($0) }) { value, right in
      try comparison.holds(value, right)
    }
  }

  @Test(arguments: [[], .caseInsensitive, .normalized] as [AST.Comparison.Options], [false, true])
  func membersAreFoundAsTheReferenceSays(_ options: AST.Comparison.Options, isStrict: Bool) {
    let lists = FieldTextEdges.lists.map { AST.Constant.list($0.map { .text($0) }) }
    let comparison = ReferenceComparison(operation: .in, options: options, isStrict: isStrict)
    check(.in, options, lists, isStrict: isStrict) { value, right in
      try comparison.holds(value, right)
    }
  }

  /// `tags CONTAINS "a"` and `"a" IN tags`, of which the strict language ignores the options.
  @Test(arguments: [[], .caseInsensitive] as [AST.Comparison.Options], [false, true])
  func elementsAreFoundAsTheReferenceSays(_ options: AST.Comparison.Options, isStrict: Bool) {
    let lists = [
      [], ["a"], ["A"], ["b", "A"], ["b", "a"], [FieldTextEdges.text(16)], ["[", "{"], [""],
    ]
    var table = FieldTable(lists)
    for needle in [
      "a", "A", "b", "{", "", FieldTextEdges.text(16), FieldTextEdges.text(16, "!", at: 15),
    ] {
      let literal = AST.Expression.literal(AST.Literal(.text(needle)))
      let comparison = ReferenceComparison(operation: .in, options: options, isStrict: isStrict)
      let expected = lists.map { list in
        referenceOutcome {
          try comparison.holds(.string(needle), .list(list.map { .string($0) }))
        }
      }
      let key = FieldTable<[String]>.key
      table.check(
        AST.Comparison(key, .contains, options: options, literal), expected, isStrict: isStrict)
      table.check(
        AST.Comparison(literal, .in, options: options, key), expected, isStrict: isStrict)
    }
    #expect(table.accepted == 14)
  }

  private func check(
    _ operation: AST.Comparison.Operator, _ options: AST.Comparison.Options,
    _ constants: [AST.Constant], isStrict: Bool = false,
    _ holds: (FilterValue, FilterValue) throws -> Bool
  ) {
    let values = FieldTextEdges.values
    var plain = FieldTable(values)
    var optional = FieldTable<String?>(values + [nil])
    for constant in constants {
      let literal = AST.Expression.literal(AST.Literal(constant))
      let right = ReferenceEvaluator.constant(constant)
      let expected = values.map { value in referenceOutcome { try holds(.string(value), right) } }
      plain.check(
        AST.Comparison(FieldTable<String>.key, operation, options: options, literal), expected,
        isStrict: isStrict)
      optional.check(
        AST.Comparison(FieldTable<String?>.key, operation, options: options, literal),
        expected + [.answer(false)], isStrict: isStrict)
    }
    #expect(plain.accepted == constants.count && optional.accepted == constants.count)
  }
}
