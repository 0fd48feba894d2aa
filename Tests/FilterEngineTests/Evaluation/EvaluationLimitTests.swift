import Synchronization
import Testing

@testable import FilterEngine

/// Each member of `EvaluationLimits`: one value is hit, and the next one lets the evaluation pass.
@Suite struct EvaluationLimitTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var bindings: [String: FilterValue] = [:]
    var member: any WritableKeyPath<EvaluationLimits, Int> & Sendable
    /// The least value that lets it pass.
    var value: Int
    var kind: EvaluationError.Kind
    var message: String

    var testDescription: String { text }
  }

  private static let list = FilterValue.list([1, 2, 3])
  private static let text = FilterValue.string("twelve bytes")

  private static func replacing(_ target: String, _ other: String) -> String {
    "FUNCTION($t, 'stringByReplacingOccurrencesOfString:withString:', '\(target)', '\(other)') != ''"
  }

  static let cases = [
    Case(
      text: "ANY $l == 4", bindings: ["l": list], member: \.steps, value: 3, kind: .budget,
      message: "gave up after 2 steps for one item"),
    Case(
      text: "{$a, $a, $a, $a}[SIZE] == 4", bindings: ["a": 1], member: \.elements, value: 4,
      kind: .elements, message: "gave up making more than 3 elements for one item"),
    Case(
      text: "SUBQUERY($l, $x, $x > 1)[SIZE] == 2", bindings: ["l": list], member: \.elements,
      value: 2,
      kind: .elements, message: "gave up making more than 1 elements for one item"),
    Case(
      text: "($l UNION $l)[SIZE] == 3", bindings: ["l": list], member: \.elements, value: 3,
      kind: .elements, message: "gave up making more than 2 elements for one item"),
    Case(
      text: "FUNCTION($t, 'componentsSeparatedByString:', ' ')[SIZE] == 2", bindings: ["t": text],
      member: \.elements, value: 2, kind: .elements,
      message: "gave up making more than 1 elements for one item"),
    Case(
      text: "uppercase($t) != '' AND $t.lowercaseString != ''", bindings: ["t": text],
      member: \.bytes, value: 24, kind: .bytes,
      message: "gave up making more than 23 bytes of text for one item"),
    Case(
      text: "FUNCTION($t, 'stringByAppendingString:', $t) != ''", bindings: ["t": text],
      member: \.textBytes, value: 24, kind: .bytes,
      message: "gave up making a string of more than 23 bytes"),
    Case(
      text: Self.replacing("q", "a longer text than that"), bindings: ["t": text],
      member: \.textBytes, value: 12, kind: .bytes,
      message: "gave up making a string of more than 11 bytes"),
    Case(
      text: Self.replacing("e", "0123456789"), bindings: ["t": text], member: \.textBytes,
      value: 39, kind: .bytes, message: "gave up making a string of more than 38 bytes"),
    Case(
      text: "{{$a}}[SIZE] == 1", bindings: ["a": 1], member: \.depth, value: 2, kind: .depth,
      message: "a value is nested deeper than 1 levels"),
    Case(
      text: "$a[SIZE] == 1", bindings: ["a": [[1]]], member: \.depth, value: 2, kind: .depth,
      message: "a value is nested deeper than 1 levels"),
  ]

  @Test(arguments: cases)
  func theLeastValueLetsPassAndOneLessIsHit(_ sample: Case) throws {
    let predicate = try FilterPredicate<FilterValue>(text: sample.text)
    var limits = EvaluationLimits.standard
    limits[keyPath: sample.member] = sample.value
    _ = try predicate.matches(nil, bindings: sample.bindings, limits: limits)
    limits[keyPath: sample.member] = sample.value - 1
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: sample.bindings, limits: limits)
    }
    #expect(error?.kind == sample.kind)
    #expect(error?.message == sample.message)
    #expect(error?.range != nil)
    limits[keyPath: sample.member] = -1
    #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: sample.bindings, limits: limits)
    }
  }

  @Test func aRowHasItsOwnBudget() throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: "{a, a}[SIZE] == 2 AND uppercase(b) == 'X'")
    var limits = EvaluationLimits.standard
    (limits.elements, limits.bytes) = (2, 1)
    let items = Array(repeating: ["a": 1, "b": "x"] as FilterValue, count: 100)
    #expect(try items.count(where: predicate, limits: limits) == 100)
  }

  @Test func theComparisonsOfARowShareItsBudget() throws {
    let rows = Array(repeating: ["l": Self.list] as FilterValue, count: 100)
    let predicate = try FilterPredicate<FilterValue>(text: "ANY l == 4 OR NONE l == 4")
    var limits = EvaluationLimits.standard
    limits.steps = 6
    #expect(try rows.count(where: predicate, limits: limits) == 100)
    #expect(try rows.allSatisfy(predicate, limits: limits))
    limits.steps = 5
    #expect(throws: EvaluationError.self) { try rows.count(where: predicate, limits: limits) }
    #expect(throws: EvaluationError.self) { try rows.allSatisfy(predicate, limits: limits) }
    #expect(throws: EvaluationError.self) { try predicate.matches(rows[0], limits: limits) }
  }

  private struct Score: Filterable, Sendable {
    var points: Int

    static let filterFields = FilterFields<Score>(FilterField("points", \.points))
  }

  private struct Game: Filterable, Sendable {
    var scores: [Score]

    static let filterFields = FilterFields<Game>(FilterField("scores", \.scores))
  }

  /// What is tested in place needs no run, until a row fails.
  @Test func aRowThatFailsInPlaceHasTheLimitsOfTheCall() throws {
    let predicate = try FilterPredicate<Game>(
      "SUBQUERY(scores, $s, $s.points + 1 > 0).@count > 0")
    let game = Game(scores: [Score(points: .max)])
    var limits = EvaluationLimits.standard
    #expect { try predicate.matches(game) } throws: {
      ($0 as? EvaluationError)?.kind == .arithmetic
    }
    limits.steps = 0
    #expect { try predicate.matches(game, limits: limits) } throws: {
      ($0 as? EvaluationError)?.kind == .budget
    }
  }

  @Test func depthIsAtMostThatOfValues() throws {
    var limits = EvaluationLimits.standard
    limits.depth = 1_000
    let doubling = Array(repeating: "($a := {$a}) == {}", count: 257).joined(separator: " OR ")
    let predicate = try FilterPredicate<FilterValue>(text: doubling)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: ["a": 1], limits: limits)
    }
    #expect(error?.message == "a value is nested deeper than 256 levels")
  }

  @Test func triesOfARegularExpressionAreLimited() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "SELF MATCHES '(a+)+[bc]'")
    // Each letter may begin a run of its own: 2 to the power of 13 ways to try.
    let text = FilterValue.string(String(repeating: "a", count: 14))
    var limits = EvaluationLimits.standard
    #expect(try !predicate.matches(text, limits: limits))
    limits.regularExpressions.tries = 1_000
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(text, limits: limits)
    }
    #expect(error?.kind == .pattern)
    #expect(error?.message.hasSuffix("gave up: match limit exceeded") == true)
    limits.regularExpressions.tries = 50_000
    #expect(try !predicate.matches(text, limits: limits))
  }

  @Test func aRegularExpressionChargesItsTries() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "SELF MATCHES '(a+)+[bc]'")
    let text = FilterValue.string(String(repeating: "a", count: 40))
    #expect(throws: EvaluationError.self) { try predicate.matches(text) }
    var limits = EvaluationLimits.standard
    limits.steps = 5_000
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(text, limits: limits)
    }
    #expect(error?.kind == .budget)
    // Without an end it is the tries that end it.
    limits.steps = 10_000_000
    #expect(
      (#expect(throws: EvaluationError.self) { try predicate.matches(text, limits: limits) })?.kind
        == .pattern)
  }

  #if canImport(CPCRE2)
    /// What is too deep for the machine code of PCRE2 is interpreted.
    @Test func theInterpreterOfPatternsHasLimits() throws {
      let predicate = try FilterPredicate<FilterValue>(text: "SELF MATCHES '(?:(a)|(b))*'")
      let text = FilterValue.string(String(repeating: "ab", count: 40_000))
      var generous = EvaluationLimits.standard
      generous.regularExpressions.tries = 10_000_000
      generous.regularExpressions.depth = 10_000_000
      generous.regularExpressions.memory = 1 << 30
      #expect(try predicate.matches(text, limits: generous))
      for (name, change) in [
        ("matching depth limit exceeded", { $0.depth = 1_000 }),
        ("heap limit exceeded", { $0.memory = 1 << 20 }),
        ("match limit exceeded", { $0.tries = 1_000 }),
      ] as [(String, (inout EvaluationLimits.RegularExpressions) -> Void)] {
        var limits = generous
        change(&limits.regularExpressions)
        let error = #expect(throws: EvaluationError.self) {
          try predicate.matches(text, limits: limits)
        }
        #expect(error?.kind == .pattern)
        #expect(error?.message.hasSuffix("gave up: \(name)") == true, "\(error as Any)")
      }
    }
  #endif

  // MARK: - All calls

  private static let rows = Array(repeating: ["l": list] as FilterValue, count: 3)

  @Test func everyCallTakesLimits() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "ANY l == 3")
    let value = try FilterExpression<FilterValue>(text: "l.@sum.#self")
    var few = EvaluationLimits.standard
    few.steps = 2
    let rows = Self.rows
    #expect(throws: EvaluationError.self) { try rows.filter(predicate, limits: few) }
    #expect(throws: EvaluationError.self) { try rows.count(where: predicate, limits: few) }
    #expect(throws: EvaluationError.self) { try rows.first(where: predicate, limits: few) }
    #expect(throws: EvaluationError.self) { try rows.contains(where: predicate, limits: few) }
    #expect(throws: EvaluationError.self) { try rows.allSatisfy(predicate, limits: few) }
    #expect(throws: EvaluationError.self) { _ = try value.value(of: rows[0], limits: few) }
    var errors = 0
    #expect(rows.filter(predicate, limits: few) { _, _ in errors += 1 }.isEmpty)
    #expect(errors == 3)
    few.steps = 6
    #expect(try rows.filter(predicate, limits: few).count == 3)
    #expect(try rows.count(where: predicate, limits: few) == 3)
    #expect(try rows.first(where: predicate, limits: few) != nil)
    #expect(try rows.contains(where: predicate, limits: few))
    #expect(try rows.allSatisfy(predicate, limits: few))
    #expect(try value.value(of: rows[0], limits: few) == 6)
  }
}
