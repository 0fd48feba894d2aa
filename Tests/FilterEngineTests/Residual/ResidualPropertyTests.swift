import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// What remains of random predicates for random divisions of items into known and unknown keys.
@Suite struct ResidualPropertyTests {
  private static let bindings: [String: FilterValue] = ["v": 5, "text": "abc"]

  /// The answer; nil for an error.
  private static func answer<Item>(_ predicate: FilterPredicate<Item>, _ item: Item) -> Bool? {
    try? predicate.matches(item, bindings: bindings)
  }

  /// About half of the members of an object.
  private static func some(
    _ members: [(key: String, value: FilterValue)], _ random: inout SeededGenerator
  ) -> [String: FilterValue] {
    Dictionary(members.filter { _ in Bool.random(using: &random) }.map { ($0.key, $0.value) }) {
      $1
    }
  }

  /// The row and others that have the same known keys.
  private static func rows(
    _ object: FilterObject, knowing known: [String: FilterValue], _ random: inout SeededGenerator
  ) -> [FilterObject] {
    var rows = [object]
    for _ in 0..<3 {
      guard case .object(let other) = PropertySample.random(&random).object else { continue }
      rows.append(FilterObject(other.members.map { ($0.key, known[$0.key] ?? $0.value) }))
    }
    return rows
  }

  @Test func theRestAnswersAsTheWhole() throws {
    var outcomes: [String: Int] = [:]
    let seeds = RandomSearch.seeds(100)
    for seed in seeds {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      let tree = generator.predicate(3)
      guard case .object(let object) = item.object else { continue }
      let whole = try FilterPredicate<FilterValue>(tree)
      for _ in 0..<3 {
        let known = Self.some(object.members.map { ($0.key, $0.value) }, &generator.random)
        let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText) knowing \(known)"
        let residual = try whole.residual(knowing: known)
        for row in Self.rows(object, knowing: known, &generator.random) {
          let context = "\(context) of \(row)"
          let expected = Self.answer(whole, .object(row))
          switch residual {
          case .decided(let answer): #expect(expected == answer, "\(context)")
          case .failed: #expect(expected == nil, "\(context)")
          case .open(let rest, let keys):
            #expect(Self.answer(rest, .object(row)) == expected, "\(context): \(rest)")
            guard keys.isEmpty else { continue }
            let unknown = row.members.filter { known[$0.key] == nil }.map { ($0.key, $0.value) }
            #expect(
              Self.answer(rest, .object(FilterObject(unknown))) == expected,
              "\(context): \(rest) without known keys")
          }
        }
        switch residual {
        case .decided: outcomes["decided", default: 0] += 1
        case .failed: outcomes["failed", default: 0] += 1
        case .open(let rest, _):
          outcomes["open", default: 0] += 1
          let (text, arguments) = rest.syntax.template
          let again = try FilterPredicate<FilterValue>(
            text: text, arguments: arguments.map { FilterValue(constant: $0) })
          #expect(again == rest, "\(context): \(rest) is read as \(again)")
        }
      }
    }
    #expect(seeds.count < 1_000 || outcomes.values.allSatisfy { $0 > 5 } && outcomes.count == 3)
  }

  /// The filters that a policy joins are divided as the rest is, and stay hidden.
  @Test func theRestUnderAPolicyAnswersAsTheWhole() throws {
    for seed in RandomSearch.seeds(100) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      var policy = FilterPolicy.unrestricted
      policy.always = [generator.predicate(2)]
      let tree = generator.predicate(2)
      guard case .object(let object) = item.object,
        let whole = try? FilterPredicate<FilterValue>(tree, options: FilterOptions(policy: policy))
      else { continue }
      let known = Self.some(object.members.map { ($0.key, $0.value) }, &generator.random)
      let residual = try whole.residual(knowing: known)
      for row in Self.rows(object, knowing: known, &generator.random) {
        let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(whole.syntax.sourceText) knowing \(known)"
        let expected = Self.answer(whole, .object(row))
        switch residual {
        case .decided(let answer): #expect(expected == answer, "\(context) of \(row)")
        case .failed: #expect(expected == nil, "\(context) of \(row)")
        case .open(let rest, let keys):
          let unknown = row.members.filter { keys.isEmpty ? known[$0.key] == nil : true }
          let left = FilterObject(unknown.map { ($0.key, $0.value) })
          #expect(
            Self.answer(rest, .object(left)) == expected,
            "\(context) of \(row): \(rest.syntax.sourceText)")
        }
      }
    }
  }

  @Test func theRestOfATypedItemAnswersAsTheWhole() throws {
    for seed in RandomSearch.seeds(100) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      let tree = generator.predicate(3)
      guard let whole = try? FilterPredicate<PropertySample>(tree),
        case .object(let object) = item.object
      else { continue }
      let expected = Self.answer(whole, item)
      for _ in 0..<3 {
        let known = Self.some(object.members.map { ($0.key, $0.value) }, &generator.random)
        let context = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText) knowing \(known)"
        switch try whole.residual(knowing: known) {
        case .decided(let answer): #expect(expected == answer, "\(context)")
        case .failed: #expect(expected == nil, "\(context)")
        case .open(let rest, _):
          #expect(Self.answer(rest, item) == expected, "\(context): \(rest)")
        }
      }
    }
  }
}
