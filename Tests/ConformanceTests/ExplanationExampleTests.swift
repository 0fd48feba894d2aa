import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// The examples of `Grammar`, explained.
@Suite struct ExplanationExampleTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// One test, because an example takes less time than a report on it. A run takes some of the examples.
  @Test func everyFilterIsExplainedAsItAnswers() throws {
    var count = 0
    for example in RandomSearch.sample(try ConformanceSuite.all(), oneOf: 10)
    where !example.isRejected && !example.isValue && example.text.utf8.count < 10_000 {
      guard
        let predicate = try? FilterPredicate<FilterValue>(
          text: example.text, arguments: example.arguments,
          options: FilterOptions(rules: example.isStrict ? .strict : .standard))
      else { continue }
      count += 1
      for item in [example.item] + example.fixtures.map(\.item) {
        check(predicate, item, example)
      }
    }
    #expect(count > (RandomSearch.isExhaustive ? 1_000 : 20))
  }

  private func check(
    _ predicate: FilterPredicate<FilterValue>, _ item: FilterValue, _ example: ConformanceCase
  ) {
    let explanation = predicate.explanation(
      of: item, bindings: example.variables, now: Self.now)
    let text = predicate.syntax.sourceText
    if !text.contains("random") {
      let expected = verdict(predicate, item, example)
      if explanation.verdict != expected {
        Issue.record("\(example.testDescription): \(explanation.verdict) and not \(expected)")
      }
    }
    if explanation.description.split(separator: "\n").count != Self.count(explanation) {
      Issue.record("\(example.testDescription): a part has not one line")
    }
    // Parts that share variables have no answer alone.
    guard !text.contains(":="), !text.contains("random") else { return }
    for (part, operand) in zip(explanation.parts, Self.operands(predicate.syntax))
    where part.verdict != .notEvaluated {
      guard
        let alone = try? FilterPredicate<FilterValue>(
          operand, options: FilterOptions(rules: example.isStrict ? .strict : .standard))
      else {
        continue
      }
      if part.verdict != verdict(alone, item, example) {
        Issue.record("\(example.testDescription): \(part.text) is \(part.verdict)")
      }
    }
  }

  private func verdict(
    _ predicate: FilterPredicate<FilterValue>, _ item: FilterValue, _ example: ConformanceCase
  ) -> FilterExplanation.Verdict {
    do throws(EvaluationError) {
      return try predicate.matches(item, bindings: example.variables, now: Self.now)
        ? .matches : .doesNotMatch
    } catch {
      return .failed(error)
    }
  }

  private static func count(_ explanation: FilterExplanation) -> Int {
    1 + explanation.parts.map(count).reduce(0, +)
  }

  private static func operands(_ tree: AST.Predicate) -> [AST.Predicate] {
    switch tree {
    case .not(let node): [node.operand]
    case .compound(let node): node.operands
    default: []
    }
  }
}
