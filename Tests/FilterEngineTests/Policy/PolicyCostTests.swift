import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// The estimate of a policy is never below the steps that an evaluation takes.
@Suite struct PolicyCostTests {
  private static let bindings: [String: FilterValue] = ["v": 5, "text": "abc"]

  /// The steps that one evaluation takes, whether it answers or fails.
  private func steps<Item: Filterable>(
    of predicate: FilterPredicate<Item>, _ item: Item, _ bindings: [String: FilterValue]
  ) -> Int {
    let run = predicate.makeRun(bindings: bindings, now: nil)
    let before = run.remainingSteps
    // An error ends an evaluation, and what it took until then counts.
    _ = try? predicate.matches(item, in: run)
    return before - run.remainingSteps
  }

  /// How large an item is, as `FilterPolicy.Sizes` counts.
  private func sizes(of values: [FilterValue]) -> FilterPolicy.Sizes {
    var sizes = FilterPolicy.Sizes(values: 0, bytes: 0)
    func add(_ value: FilterValue) {
      sizes.values += 1
      switch value {
      case .string(let text): sizes.bytes = max(sizes.bytes, text.utf8.count)
      case .data(let data): sizes.bytes = max(sizes.bytes, data.count)
      case .list(let list): list.elements.forEach(add)
      case .set(let set): set.elements.forEach(add)
      case .object(let object): object.values.forEach(add)
      case .item(let item): item.filterKeys.forEach { add(item.filterValue(forKey: $0) ?? .null) }
      default: break
      }
    }
    values.forEach(add)
    return sizes
  }

  @Test func theEstimateOfARandomPredicateHolds() throws {
    var taken = 0
    for seed in RandomSearch.seeds(300) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let sample = PropertySample.random(&generator.random)
      generator.hint = sample.text
      let tree = generator.predicate(3)
      var policy = try FilterPolicy(keyPaths: ["SELF"])
      policy.sizes = sizes(of: [sample.object])
      let predicate = try FilterPredicate<FilterValue>(tree)
      let steps = steps(of: predicate, sample.object, Self.bindings)
      taken += steps
      if let estimate = policy.estimatedSteps(of: predicate), estimate < steps {
        Issue.record(
          "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText) takes \(steps), not \(estimate)")
      }
      guard let typed = try? FilterPredicate<PropertySample>(tree) else { continue }
      let typedSteps = self.steps(of: typed, sample, Self.bindings)
      if let estimate = policy.estimatedSteps(of: typed), estimate < typedSteps {
        Issue.record(
          "FRC_SEED=\(seed) FRC_ROUNDS=1: typed \(tree.sourceText) takes \(typedSteps), not \(estimate)"
        )
      }
    }
    #expect(taken > 100)
  }

  /// The forms of the tests of the budget, on lists that cost something.
  @Test(arguments: EvaluationBudgetTests.cases)
  func theEstimateOfAFormHolds(_ example: EvaluationBudgetTests.Case) throws {
    var policy = try FilterPolicy(keyPaths: ["SELF"])
    policy.sizes = sizes(of: Array(example.bindings.values))
    let predicate = try FilterPredicate<FilterValue>(text: example.text)
    let steps = steps(of: predicate, .null, example.bindings)
    let estimate = policy.estimatedSteps(of: predicate) ?? .max
    #expect(estimate >= steps && estimate >= example.steps)
  }

  /// An estimate that is never below is worth something only where it is not far above.
  @Test(arguments: [
    ("name == 'a' AND age > 3", 100_000), ("ANY tags.name CONTAINS 'x'", 150_000),
    ("SUBQUERY(comments, $c, $c.text CONTAINS 'x').@count > 3", 200_000),
    ("length(title) > 3 OR title LIKE 'a*'", 100_000),
  ])
  func theEstimateOfAnOrdinaryFilterIsSmall(_ text: String, _ most: Int) throws {
    let policy = try FilterPolicy(keyPaths: ["SELF"])
    let steps = try #require(policy.estimatedSteps(of: FilterPredicate<FilterValue>(text: text)))
    #expect(steps <= most)
  }

  /// `Estimates.txt` has a line for each form, with the estimates for items of three sizes. A part that is left out
  /// makes it smaller, and mostly not too small for a test above. `RECORD_SNAPSHOTS=1` writes the file.
  @Test func theEstimateOfEachFormIsAsRecorded() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Estimates.txt")
    let sizes: [FilterPolicy.Sizes] = [
      .init(values: 1, bytes: 10), .init(values: 100, bytes: 64), .init(values: 20, bytes: 5_000),
    ]
    var lines = ""
    for text in PlanMethodTests.forms + EvaluationBudgetTests.cases.map(\.text) {
      guard let predicate = try? FilterPredicate<FilterValue>(text: text) else { continue }
      let estimates = try sizes.map { sizes in
        var policy = try FilterPolicy(keyPaths: ["SELF"])
        policy.sizes = sizes
        return policy.estimatedSteps(of: predicate).map { "\($0)" } ?? "none"
      }
      lines += "\(text): \(estimates.joined(separator: " "))\n"
    }
    let recorded = try RecordedText.read(file, recording: lines)
    for (line, old) in zip(lines.split(separator: "\n"), recorded.split(separator: "\n")) {
      #expect(line == old)
    }
    #expect(lines.utf8.count == recorded.utf8.count)
  }

  /// Values that grow where they are bound again have no bound.
  @Test(arguments: [
    "($a := {$a, $a}) == {} OR ($a := {$a, $a}) == {}",
    "SUBQUERY(l, $x, ($a := {$a, $x}) == nil).@count == 1",
    "($a := {$b}) == {} OR ($b := {$a}) == {}",
  ])
  func whatGrowsHasNoBound(_ text: String) throws {
    let policy = try FilterPolicy(keyPaths: ["SELF"])
    #expect(policy.estimatedSteps(of: try FilterPredicate<FilterValue>(text: text)) == nil)
  }
}
