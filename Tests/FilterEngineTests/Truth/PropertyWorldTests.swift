import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Every operator between every two of a small world of values, as literals and as keys.
@Suite struct PropertyWorldTests {
  static let world: [FilterValue] = [
    .null, .bool(true), .bool(false), .int(0), .int(1), .int(-1), .int(.max), .int(.min),
    FilterValue(integer: UInt64.max), .double(0.5), .double(1), .double(-0.0), .double(.nan),
    .double(.infinity), .double(0x1p63), .decimal(1), .decimal(0.5), .string(""), .string("a"),
    .string("A"), .string("ab"), .string("é"), .string("e\u{301}"), .string("E"), .string("ß"),
    .string("SS"), .string("a*"), .string("("), .string("\u{0}"),
    .date(Date(timeIntervalSinceReferenceDate: 0)), .date(Date(timeIntervalSinceReferenceDate: 1)),
    .data(Data([1])), .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    .list([]), .list([.null]), .list([.int(1), .string("A")]), .list([.int(2), .int(0)]),
    .list([.string("b"), .string("a")]), .set(FilterSet([])),
    .set(FilterSet([.string("é"), .int(1)])), .object(FilterObject([])),
    .object(FilterObject([("k", .string("a")), ("n", .int(1))])),
  ]

  static let operators: [AST.Comparison.Operator] = [
    .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .beginsWith,
    .endsWith, .contains, .like, .matches, .in, .between,
  ]

  static let options: [AST.Comparison.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized, .localeSensitive,
  ]

  /// Both sides as keys, so that nothing is known before a row is seen.
  @Test(arguments: operators, options)
  func keysCompareAsTheReferenceSays(
    operation: AST.Comparison.Operator, options: AST.Comparison.Options
  ) throws {
    guard operation != .between || options.isEmpty else { return }
    for quantifier in quantifiers(options) {
      // Only membership differs.
      for isStrict in [.in, .contains].contains(operation) ? [false, true] : [false] {
        let tree = AST.Predicate.comparison(
          AST.Comparison(quantifier: quantifier, key("l"), operation, options: options, key("r")))
        let predicate = try FilterPredicate<FilterValue>(
          tree, options: FilterOptions(rules: isStrict ? .strict : .standard))
        for left in world(options) {
          guard quantifier == nil || Self.isTelling(left) else { continue }
          for right in world(options) {
            check(predicate, tree, ["l": left, "r": right], isStrict)
          }
        }
      }
    }
  }

  /// The right side as a constant, which the engine prepares when the predicate is made.
  @Test(arguments: operators, options)
  func constantsCompareAsTheReferenceSays(
    operation: AST.Comparison.Operator, options: AST.Comparison.Options
  ) throws {
    guard operation != .between || options.isEmpty else { return }
    for quantifier in quantifiers(options) {
      for right in world(options) {
        let literal = AST.Expression.literal(AST.Literal(right.constant))
        let tree = AST.Predicate.comparison(
          AST.Comparison(quantifier: quantifier, key("l"), operation, options: options, literal))
        let predicate = try FilterPredicate<FilterValue>(tree)
        for left in world(options) where quantifier == nil || Self.isTelling(left) {
          check(predicate, tree, ["l": left], false)
        }
      }
    }
  }

  /// Both sides as constants, which the engine decides when the predicate is made.
  @Test(arguments: operators)
  func decidedComparisonsAreTheSame(operation: AST.Comparison.Operator) throws {
    for left in Self.world {
      for right in Self.world {
        let tree = AST.Predicate.comparison(
          AST.Comparison(
            .literal(AST.Literal(left.constant)), operation,
            .literal(AST.Literal(right.constant))))
        check(try FilterPredicate<FilterValue>(tree), tree, .null, false)
      }
    }
  }

  /// Whether a quantifier makes something else of a value than of others: a collection is gone through,
  /// and one value that is none says what becomes of all of them.
  private static func isTelling(_ value: FilterValue) -> Bool {
    RandomSearch.isExhaustive || [.null, .list, .set, .object].contains(value.kind)
      || value == .string("a") || value == .int(1)
  }

  /// Options matter to texts alone.
  private func world(_ options: AST.Comparison.Options) -> [FilterValue] {
    options.isEmpty
      ? Self.world : Self.world.filter { [.string, .list, .set, .null].contains($0.kind) }
  }

  private func quantifiers(_ options: AST.Comparison.Options) -> [AST.Comparison.Quantifier?] {
    options.isEmpty ? [nil, .any, .all, AST.Comparison.Quantifier.none] : [nil, .any]
  }

  private func key(_ name: String) -> AST.Expression {
    .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, name)]))
  }

  private func check(
    _ predicate: FilterPredicate<FilterValue>, _ tree: AST.Predicate, _ item: FilterValue,
    _ isStrict: Bool
  ) {
    let expected = ReferenceEvaluator.outcome(tree, item, isStrict: isStrict)
    let found = PropertyTests.outcome(predicate, item, [:])
    // Asking the test library for each of a million answers takes minutes.
    if !found.agrees(with: expected) {
      Issue.record("\(tree) of \(item): \(expected), not \(found)")
    }
  }
}
