import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Explanations of random predicates over random items.
@Suite struct ExplanationPropertyTests {
  private static let bindings: [String: FilterValue] = ["v": 5, "text": "abc"]

  @Test func everyPartOfAnObjectIsExplained() throws {
    var recomputed = 0
    let seeds = RandomSearch.seeds(300)
    for seed in seeds {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      // Parsed, so that parts have ranges.
      let tree = generator.predicate(3)
      let predicate = try FilterPredicate<FilterValue>(text: tree.sourceText)
      var rules = ExplanationRules(item.object, Self.bindings)
      rules.check(predicate)
      recomputed += rules.recomputed
      if let violation = rules.violations.first {
        Issue.record("FRC_SEED=\(seed) FRC_ROUNDS=1: \(violation)\nof \(tree.sourceText)")
      }
    }
    #expect(seeds.count < 300 || recomputed > 5, "FRC_SEED=\(seeds.lowerBound): \(recomputed)")
  }

  @Test func everyPartOfATypedItemIsExplained() throws {
    for seed in RandomSearch.seeds(100) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      guard let predicate = try? FilterPredicate<PropertySample>(generator.predicate(3)) else {
        continue
      }
      var rules = ExplanationRules(item, Self.bindings)
      rules.check(predicate)
      if let violation = rules.violations.first {
        Issue.record("FRC_SEED=\(seed) FRC_ROUNDS=1: \(violation)")
      }
    }
  }

  /// Each limit from none to enough: the answer or the error is that of `matches`.
  @Test func theRootIsTheOutcomeUnderEveryLimit() throws {
    for seed in RandomSearch.seeds(40) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      let tree = generator.predicate(3)
      let dynamic = try FilterPredicate<FilterValue>(tree)
      let typed = try? FilterPredicate<PropertySample>(tree)
      for bound in [0, 1, 2, 3, 5, 8, 13, 40, 200] {
        var limits = EvaluationLimits.standard
        (limits.steps, limits.elements, limits.bytes, limits.depth) = (bound, bound, bound, bound)
        Self.compare(dynamic, item.object, limits, "FRC_SEED=\(seed) FRC_ROUNDS=1 under \(bound)")
        guard let typed else { continue }
        Self.compare(typed, item, limits, "FRC_SEED=\(seed) FRC_ROUNDS=1 under \(bound), typed")
      }
    }
  }

  /// The same for limits that the predicate was made with, which bound its constant parts.
  @Test(arguments: [
    "{1, 2, 3, 4, 5} CONTAINS 7 OR name == 'a'", "ANY {1, 2, 3, 4} == 3", "1 + 1 == 2",
    "SUBQUERY({1, 2, 3}, $x, $x > 1).@count == 2 AND 'abc' LIKE 'a*'",
    "uppercase('abcdefghij') == name", "tags.@count > 1", "ANY tags == 'b'",
  ])
  func theRootIsTheOutcomeUnderLimitsOfTheCompiler(text: String) throws {
    let item: FilterValue = ["name": "a", "tags": ["a", "b"]]
    for bound in 0...30 {
      var limits = EvaluationLimits.standard
      (limits.steps, limits.elements, limits.bytes) = (bound, bound, bound)
      guard
        let predicate = try? FilterPredicate<FilterValue>(
          text: text, options: FilterOptions(limits: limits))
      else {
        continue
      }
      Self.compare(predicate, item, limits, "\(text) under \(bound)")
      Self.compare(predicate, item, .standard, "\(text) made under \(bound)")
    }
  }

  private static func compare<Item: Filterable>(
    _ predicate: FilterPredicate<Item>, _ item: Item, _ limits: EvaluationLimits, _ context: String
  ) {
    let expected: FilterExplanation.Verdict
    do throws(EvaluationError) {
      expected =
        try predicate.matches(item, bindings: bindings, limits: limits) ? .matches : .doesNotMatch
    } catch {
      expected = .failed(error)
    }
    let found = predicate.explanation(of: item, bindings: bindings, limits: limits).verdict
    #expect(found == expected, "\(context): \(predicate.syntax.sourceText)")
  }
}
