import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Every field of a typed item against constants that can be compared with it: the ways that read a
/// field in place, which only such comparisons take.
@Suite struct PropertyFieldTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let key: String
    let constants: [AST.Constant]
    var options: [AST.Comparison.Options] = [[]]
    var operators: [AST.Comparison.Operator] = PropertyWorldTests.operators.filter {
      ![.beginsWith, .endsWith, .contains, .like, .matches].contains($0)
    }
    var quantifier: AST.Comparison.Quantifier?
    var testDescription: String { "\(quantifier.map { "\($0) " } ?? "")\(key)" }
  }

  static let numberConstants: [AST.Constant] =
    PropertyValues.integers.map { .integer($0) } + PropertyValues.doubles.map { .double($0) }
    + [
      .boolean(true), .boolean(false), .null, .double(127.5), .double(-128.5), .double(65535.5),
      .integer(-32769), .integer(256), .integer(4_294_967_296), .decimal("18446744073709551615"),
      .decimal("0.5"), .double(0x1p64), .double(-1.5),
    ]

  static let textConstants: [AST.Constant] =
    PropertyValues.texts.map { .text($0) } + PropertyValues.likes.map { .text($0) }
    + PropertyValues.patterns.map { .text($0) } + [.null, .text("red"), .text("TEAL"), .text("É")]

  static let textOptions: [AST.Comparison.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized,
  ]

  static let cases: [Case] =
    PredicateVocabulary.sample.numbers.map { Case(key: $0, constants: numberConstants) }
    + Set(PredicateVocabulary.sample.texts).sorted().map {
      Case(
        key: $0, constants: textConstants, options: textOptions,
        operators: PropertyWorldTests.operators)
    }
    + PredicateVocabulary.sample.dates.map {
      Case(key: $0, constants: PropertyValues.dates.map { .seconds($0) } + [.null])
    }
    + [AST.Comparison.Quantifier.any, .all, AST.Comparison.Quantifier.none].flatMap { quantifier in
      PredicateVocabulary.sample.numberLists.map {
        Case(key: $0, constants: numberConstants, quantifier: quantifier)
      }
        + PredicateVocabulary.sample.textLists.map {
          Case(
            key: $0, constants: textConstants, options: [[], .caseInsensitive],
            operators: PropertyWorldTests.operators, quantifier: quantifier)
        }
    }

  @Test(arguments: cases)
  func aFieldComparesAsTheReferenceSays(_ example: Case) throws {
    var random = SeededGenerator(seed: RandomSearch.seed)
    let items = (0..<70).map { _ in PropertySample.random(&random) }
    let objects = items.map(\.object)
    var accepted = 0
    for operation in example.operators {
      for options in operation == .between ? [[]] : example.options {
        for constant in constants(example, operation, &random) {
          let tree = AST.Predicate.comparison(
            AST.Comparison(
              quantifier: example.quantifier, Self.key(example.key), operation, options: options,
              constant))
          guard let predicate = try? FilterPredicate<PropertySample>(tree) else { continue }
          accepted += 1
          // A few rows alone and all of them at once.
          let expected = objects.map { ReferenceEvaluator.outcome(tree, $0) }
          for index in 0..<8
          where !PropertyTests.outcome(predicate, items[index]).agrees(with: expected[index]) {
            Issue.record(
              "\(tree) of \(objects[index]) is \(expected[index])\n\(predicate.explain())")
          }
          let found = items.indices.filter { index in expected[index] == .answer(true) }
          guard !expected.contains(where: \.isFailure) else { continue }
          let selected = try items.filter(predicate)
          let counted = try items.count(where: predicate)
          if counted != found.count
            || !zip(selected, found).allSatisfy({ $0.object == objects[$1] })
            || selected.count != found.count
          {
            Issue.record(
              "\(tree) selects \(selected.count) rows, not \(found.count)\n\(predicate.explain())")
          }
        }
      }
    }
    #expect(accepted > 0)
  }

  private static func key(_ path: String) -> AST.Expression {
    .keyPath(
      AST.KeyPath(path.split(separator: ".").map { AST.KeyPath.Component(.key, String($0)) }))
  }

  /// The right sides; a few of many unless the search is exhaustive.
  private func constants(
    _ example: Case, _ operation: AST.Comparison.Operator, _ random: inout SeededGenerator
  ) -> [AST.Expression] {
    func literal(_ constant: AST.Constant) -> AST.Expression { .literal(AST.Literal(constant)) }
    func list(_ count: Int) -> AST.Expression {
      .aggregate(AST.Aggregate((0..<count).map { _ in literal(random.pick(example.constants)) }))
    }
    let sample = RandomSearch.rounds(example.options.count > 1 ? 1 : 2)
    switch operation {
    case .between: return (0..<sample).map { _ in list(2) }
    case .in: return (0..<sample).map { _ in list(.random(in: 0...12, using: &random)) }
    default:
      if RandomSearch.isExhaustive { return example.constants.map(literal) }
      return example.constants.shuffled(using: &random).prefix(sample).map(literal)
    }
  }
}
