import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// The engine against the reference, over random trees and items.
@Suite struct PropertyTests {
  private static let bindings: [String: FilterValue] = ["v": 5, "text": "abc"]

  /// The answer of the engine, or the family of its error.
  static func outcome<Item>(
    _ predicate: FilterPredicate<Item>, _ item: Item, _ bindings: [String: FilterValue] = bindings
  ) -> ReferenceOutcome {
    do throws(EvaluationError) {
      return .answer(try predicate.matches(item, bindings: bindings))
    } catch {
      return .failure(error.kind)
    }
  }

  @Test func theEngineAgreesWithTheReference() throws {
    var kinds: [String: Int] = [:]
    let seeds = RandomSearch.seeds(250)
    for seed in seeds {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let items = (0..<4).map { _ in PropertySample.random(&generator.random) }
      generator.hint = items[0].text
      let tree = generator.predicate(3)
      let predicate = try FilterPredicate<FilterValue>(tree)
      for item in items.map(\.object) {
        let expected = ReferenceEvaluator.outcome(tree, item, bindings: Self.bindings)
        let found = Self.outcome(predicate, item)
        if !found.agrees(with: expected) {
          Issue.record(
            "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText) is \(expected) and not \(found) of \(item)"
          )
        }
        kinds[expected.description, default: 0] += 1
      }
    }
    // The trees are worth something: both answers and errors are common.
    #expect(seeds.count < 100 || kinds["true", default: 0] > 20 && kinds["false", default: 0] > 20)
  }

  @Test func everySpellingOfATreeGivesItsAnswer() throws {
    for seed in RandomSearch.seeds(400) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      generator.isReckless = true
      let item = PropertySample.random(&generator.random)
      generator.hint = item.text
      let tree = generator.predicate(3)
      let predicate = try FilterPredicate<FilterValue>(tree)
      let expected = Self.outcome(predicate, item.object)
      let texts = [tree.sourceText, tree.description]
      for text in texts {
        let read = try FilterPredicate<FilterValue>(text: text)
        let found = Self.outcome(read, item.object)
        // The description writes 2.0 as 2: integers can overflow or be divided by zero, and decimals
        // have results where doubles have none.
        let arithmetic = ReferenceOutcome.failure(.arithmetic)
        if text != tree.sourceText, found == arithmetic || expected == arithmetic,
          text.isShortOf(tree)
        {
          continue
        }
        #expect(found == expected, "FRC_SEED=\(seed) FRC_ROUNDS=1: \(text)")
      }
      let again = try AST.Predicate(parsing: tree.sourceText, arguments: SyntaxArguments())
      #expect(again == tree, "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText)")
      #expect(
        try AST.Predicate(parsing: tree.description, arguments: SyntaxArguments()).description
          == tree.description, "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.description)")
    }
  }

  @Test func aTypedItemAnswersAsTheSameObject() throws {
    var refused = 0
    let seeds = RandomSearch.seeds(600)
    for seed in seeds {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      let items = (0..<4).map { _ in PropertySample.random(&generator.random) }
      generator.hint = items[0].text
      let tree = generator.predicate(3)
      let dynamic = try FilterPredicate<FilterValue>(tree)
      guard let typed = try? FilterPredicate<PropertySample>(tree) else {
        refused += 1
        continue
      }
      for item in items {
        let expected = Self.outcome(dynamic, item.object)
        let found = Self.outcome(typed, item)
        if !found.agrees(with: expected) {
          Issue.record(
            "FRC_SEED=\(seed) FRC_ROUNDS=1: \(tree.sourceText) is \(expected) and not \(found) of \(item)\n\(typed.explain())"
          )
        }
      }
    }
    #expect(seeds.count < 100 || refused < seeds.count / 5)
  }

  /// Rows are tested 64 at a time and one at a time; both must say the same.
  @Test(arguments: [0, 1, 63, 64, 65, 200])
  func aPassOverManyRowsAnswersAsEachRowAlone(count: Int) throws {
    // A round is a pass over many rows, in six sizes.
    for seed in RandomSearch.seeds(80).prefix((RandomSearch.rounds(80) + 19) / 20) {
      var generator = PredicateGenerator(SeededGenerator(seed: seed), .sample)
      let items = (0..<count).map { _ in PropertySample.random(&generator.random) }
      generator.hint = items.first?.text ?? "ab"
      let tree = generator.predicate(4)
      guard let typed = try? FilterPredicate<PropertySample>(tree) else { continue }
      let context =
        "FRC_SEED=\(seed) FRC_ROUNDS=1, \(count) rows: \(tree.sourceText)"
      let outcomes = items.map { Self.outcome(typed, $0) }
      let expected = items.indices.filter { outcomes[$0] == .answer(true) }.map { items[$0].object }
      let firstFailure = outcomes.first(where: \.isFailure)
      do throws(EvaluationError) {
        let found = try items.filter(typed, bindings: Self.bindings)
        #expect(found.map(\.object) == expected && firstFailure == nil, "\(context)")
        #expect(
          try items.count(where: typed, bindings: Self.bindings) == expected.count, "\(context)")
      } catch {
        #expect(firstFailure == .failure(error.kind), "\(context)")
        let counted = Result { () throws(EvaluationError) in
          try items.count(where: typed, bindings: Self.bindings)
        }
        #expect(throws: EvaluationError.self, "\(context)") { try counted.get() }
      }
      var failures = 0
      let tolerant = items.filter(typed, bindings: Self.bindings) { _, _ in failures += 1 }
      #expect(tolerant.map(\.object) == expected, "\(context)")
      #expect(failures == outcomes.count(where: \.isFailure), "\(context)")
      // The same rows where no array lies in memory.
      if firstFailure == nil {
        let sparse = try AnySequence(items).filter(typed, bindings: Self.bindings)
        #expect(sparse.map(\.object) == expected, "\(context)")
      }
    }
  }
}

extension String {
  /// Whether the tree has doubles without a fraction, which a description writes as integers.
  fileprivate func isShortOf(_ tree: AST.Predicate) -> Bool {
    (try? AST.Predicate(parsing: self, arguments: SyntaxArguments())) != tree
      && tree.sourceText.contains(".0")
  }
}
