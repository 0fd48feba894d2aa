import Foundation
import Testing

@testable import FilterEngine

/// What an evaluation charges: exactly as many steps as it takes pass, and one fewer fails.
@Suite struct EvaluationBudgetTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var steps: Int
    var bindings: [String: FilterValue] = [:]
    var answer = true

    var testDescription: String { text }
  }

  private static let ten = FilterValue.list(Array(repeating: 1, count: 10))
  /// 1 + 3 × (1 + 2) values.
  private static let nested: FilterValue = [[1, 2], [3, 4], [5, 6]]
  private static let needle = FilterValue.string(String(repeating: "x", count: 256))
  private static let text = FilterValue.string(String(repeating: "x", count: 320))

  static let cases = [
    Case(text: "ANY $l == 2", steps: 10, bindings: ["l": ten], answer: false),
    Case(text: "NONE $l == 2", steps: 10, bindings: ["l": ten]),
    Case(text: "ALL $l == 1", steps: 10, bindings: ["l": ten]),
    Case(text: "ANY $l == 1", steps: 1, bindings: ["l": ten]),
    Case(text: "2 IN $l", steps: 10, bindings: ["l": ten], answer: false),
    Case(text: "$l CONTAINS 1", steps: 1, bindings: ["l": ten]),
    Case(text: "SUBQUERY($l, $x, $x == 1)[SIZE] == 10", steps: 20, bindings: ["l": ten]),
    Case(text: "SUBQUERY($l, $x, ANY $l == 2)[SIZE] == 0", steps: 120, bindings: ["l": ten]),
    Case(text: "$l.@count == 10", steps: 10, bindings: ["l": ten]),
    Case(text: "sum($l) == 10", steps: 10, bindings: ["l": ten]),
    Case(text: "($l UNION $l)[SIZE] == 1", steps: 20, bindings: ["l": ten]),
    // Comparing collections visits what lies inside of them.
    Case(text: "$l == $m", steps: 9, bindings: ["l": nested, "m": nested]),
    Case(
      text: "$l != $m", steps: 9, bindings: ["l": nested, "m": nested], answer: false),
    Case(text: "$l ==[c] $m", steps: 9, bindings: ["l": nested, "m": nested]),
    Case(text: "{3, 4} IN $l", steps: 6, bindings: ["l": nested]),
    Case(text: "$e IN {{1, 2}, {3, 4}}", steps: 2, bindings: ["e": [3, 4]]),
    Case(
      text: "$l CONTAINS $e", steps: 2,
      bindings: ["l": .set(FilterSet([[1, 2], [3, 4]])), "e": [3, 4]]),
    Case(text: "($l UNION {})[SIZE] == 3", steps: 9, bindings: ["l": nested]),
    Case(
      text: "($l.@distinctUnionOfObjects.#self)[SIZE] == 3", steps: 12 + 6,
      bindings: ["l": nested]),
    Case(
      text: "FUNCTION($l, 'containsObject:', $e) == TRUE", steps: 6,
      bindings: ["l": nested, "e": [3, 4]]),
    // Making collections of collections, and texts.
    Case(text: "{$l, $l}[SIZE] == 2", steps: 18, bindings: ["l": nested]),
    Case(text: "uppercase($t) != ''", steps: 10, bindings: ["t": text]),
    Case(text: "$t.uppercaseString != ''", steps: 10, bindings: ["t": text]),
    Case(
      text: "FUNCTION($t, 'stringByAppendingString:', $t) != ''", steps: 20, bindings: ["t": text]),
    Case(
      text: "FUNCTION($t, 'componentsSeparatedByString:', 'x')[SIZE] == 321", steps: 321,
      bindings: ["t": text]),
    Case(text: "CAST($t, 'NSString') != ''", steps: 10, bindings: ["t": text]),
    Case(text: "{$t, $t}[SIZE] == 2", steps: 20, bindings: ["t": text]),
    // What differs in size or depth is known to differ, and scalars are free.
    Case(text: "$l != $m", steps: 0, bindings: ["l": nested, "m": ten]),
    Case(
      text: "{1, $n, 'a'}[SIZE] == 3 AND $n + 1 == 2 AND $n IN {1, 2}", steps: 0, bindings: ["n": 1]
    ),
    // Text that is read.
    Case(text: "$t CONTAINS 'x'", steps: 10, bindings: ["t": text]),
    Case(text: "'x' IN $t", steps: 10, bindings: ["t": text]),
    Case(text: "$t LIKE '*x?'", steps: 10, bindings: ["t": text]),
    Case(text: "$t ENDSWITH[c] 'x'", steps: 10, bindings: ["t": text]),
    Case(text: "$t BEGINSWITH 'x'", steps: 0, bindings: ["t": text]),
    Case(text: "$t BEGINSWITH $t", steps: 10, bindings: ["t": text]),
    Case(text: "$t == $t", steps: 10, bindings: ["t": text]),
    Case(text: "$t == 'x'", steps: 0, bindings: ["t": text], answer: false),
    Case(text: "$t ==[c] 'x'", steps: 10, bindings: ["t": text], answer: false),
    Case(text: "$t > 'x'", steps: 10, bindings: ["t": text]),
    Case(text: "$t BETWEEN {'x', 'y'}", steps: 20, bindings: ["t": text]),
    Case(text: "$t IN {'x', 'y'}", steps: 10, bindings: ["t": text], answer: false),
    Case(text: "$t IN {$t}", steps: 10 + 11, bindings: ["t": text]),
    Case(text: "length($t) == 320", steps: 10, bindings: ["t": text]),
    Case(text: "$t.length == 320", steps: 10, bindings: ["t": text]),
    Case(text: "$t MATCHES 'x+'", steps: 41, bindings: ["t": text]),
    Case(text: "$t CONTAINS $n", steps: 18, bindings: ["t": text, "n": needle]),
  ]

  private func matches(_ sample: Case, steps: Int) throws -> Bool {
    try FilterPredicate<FilterValue>(text: sample.text)
      .matches(.null, bindings: sample.bindings, steps: steps)
  }

  @Test(arguments: cases)
  func asManyStepsAsItTakesPassAndOneFewerFails(_ sample: Case) throws {
    #expect(try matches(sample, steps: sample.steps) == sample.answer)
    #expect(try matches(sample, steps: sample.steps + 1) == sample.answer)
    guard sample.steps > 0 else { return }
    let error = #expect(throws: EvaluationError.self) {
      try matches(sample, steps: sample.steps - 1)
    }
    #expect(error?.kind == .budget)
    #expect(error?.range != nil)
    #expect(error?.message == "gave up after \(sample.steps - 1) steps for one item")
  }

  private struct Tagged: Filterable {
    var tags: [Int]

    static let filterFields = FilterFields<Tagged>(FilterField("tags", \.tags))
  }

  /// A variable that is bound keeps the row from being tested in place, where lists take no steps.
  @Test(arguments: [
    ("tags.@count == 10", 10), ("NOT tags.@count < 10", 10), ("ALL tags == 1", 10),
    ("tags CONTAINS 1", 1), ("ANY tags == 1", 1),
  ])
  func aListOfATypedRowTakesTheStepsOfItsValue(_ text: String, _ steps: Int) throws {
    let text = "($a := 1) == 1 AND \(text)"
    let typed = try FilterPredicate<Tagged>(text: text)
    let value = try FilterPredicate<FilterValue>(text: text)
    let row = Tagged(tags: Array(repeating: 1, count: 10))
    var limits = EvaluationLimits()
    limits.steps = steps
    #expect(try typed.matches(row, limits: limits))
    #expect(try value.matches(row.filterValue, limits: limits))
    limits.steps = steps - 1
    #expect(throws: EvaluationError.self) { try typed.matches(row, limits: limits) }
    #expect(throws: EvaluationError.self) { try value.matches(row.filterValue, limits: limits) }
  }

  /// Every way to ask several rows gives each of them all steps.
  @Test(arguments: [
    ("ALL tags == 1", 10), ("tags CONTAINS 1 AND tags.@count == 10", 11), ("tags == {2}", 0),
    ("SUBQUERY(tags, $x, $x == 1).@count == 10", 20),
  ])
  func eachRowHasAllSteps(_ text: String, _ atLeast: Int) throws {
    let text = "($a := 1) == 1 AND \(text)"
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let typed = try FilterPredicate<Tagged>(text: text)
    let row = Tagged(tags: Array(repeating: 1, count: 10))
    var limits = EvaluationLimits()
    limits.steps = 0
    while (try? predicate.matches(row.filterValue, limits: limits)) == nil { limits.steps += 1 }
    #expect(limits.steps >= atLeast)
    let expected = try predicate.matches(row.filterValue, limits: limits)
    let rows = Array(repeating: row, count: 130)
    let values = rows.map(\.filterValue)
    let count = expected ? rows.count : 0
    let matcher = FilterMatcher(predicate, bindings: [:], now: Date(), limits: limits)
    for value in values { #expect(try matcher.matches(value) == expected) }
    #expect(try rows.filter(typed, limits: limits).count == count)
    #expect(try values.filter(predicate, limits: limits).count == count)
    #expect(try rows.count(where: typed, limits: limits) == count)
    #expect(try values.count(where: predicate, limits: limits) == count)
    #expect(try rows.lazy.map { $0 }.filter(typed, limits: limits).count == count)
    #expect(try values.lazy.map { $0 }.filter(predicate, limits: limits).count == count)
    #expect(rows.filter(typed, limits: limits) { _, error in Issue.record(error) }.count == count)
    #expect(try (rows.first(where: typed, limits: limits) != nil) == expected)
    #expect(try (values.first(where: predicate, limits: limits) != nil) == expected)
    // All that do not match are looked at before the first that does.
    let other = Tagged(tags: Array(repeating: 2, count: 10))
    let last = try (Array(repeating: other, count: 130) + [row]).first(where: typed, limits: limits)
    #expect((last != nil) == expected)
  }

  @Test func aStepLessThanTheBudgetIsLeftForTheNext() throws {
    let run = LibraryRun.run(steps: 10)
    try run.spend(9)
    try run.spend(1)
    #expect(throws: EvaluationError.self) { try run.spend(1) }
    // What is charged beyond all measure wraps nothing.
    #expect(throws: EvaluationError.self) { try run.spend(.max) }
    #expect(throws: EvaluationError.self) { try run.spend(.max) }
    run.beginRow()
    try run.spend(10)
  }

  // MARK: - Doubling

  private static func doubling(_ name: String, _ step: String, _ count: Int) -> String {
    Array(repeating: "(\(name) := \(step)) == {}", count: count).joined(separator: " OR ")
  }

  @Test func whatStaysBelowTheBudgetIsExact() throws {
    let text = "(\(Self.doubling("$a", "{$a, $a}", 9))) OR (\(Self.doubling("$b", "{$b, $b}", 9)))"
    let same = try FilterPredicate<FilterValue>(text: text + " OR $a == $b")
    #expect(try same.matches(nil, bindings: ["a": 1, "b": 1.0]))
    #expect(try !same.matches(nil, bindings: ["a": 1, "b": 2]))
  }

  @Test(arguments: [24, 60], ["{$a, $a}", "$a UNION {$a, {$a}}", "$a UNION {{$a, 1}, {$a, 2}}"])
  func doublingEndsWithTheBudget(count: Int, step: String) throws {
    let other = step.replacing("$a", with: "$b")
    let text =
      "(\(Self.doubling("$a", step, count))) OR (\(Self.doubling("$b", other, count))) OR $a == $b"
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: ["a": [1], "b": [1]])
    }
    #expect(error?.kind == .budget)
    #expect(error?.range != nil)
  }

  @Test func doublingTextEndsWithTheBudget() throws {
    let twice = "FUNCTION($a, 'stringByAppendingString:', $a)"
    let copies = Array(repeating: "$a", count: 100).joined(separator: ", ")
    let predicate = try FilterPredicate<FilterValue>(
      text: Self.doubling("$a", twice, 20) + " OR " + Self.doubling("$b", "{\(copies)}", 3))
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: ["a": "ab"])
    }
    #expect(error?.kind == .budget)
  }

  /// Constants share one budget while a predicate is made; what goes beyond is left to the rows.
  @Test func constantsEndWithTheBudgetToo() throws {
    let library = FilterLibrary(
      name: "test",
      functions: [
        FilterFunction(
          "pair:", parameters: [nil], result: .list,
          documentation: FilterDocumentation("A value twice.", example: "pair(1) == {1, 1}")
        ) { arguments, _ in .list([arguments[0], arguments[0]]) }
      ])
    let libraries = FilterLibraries([.standard, library])
    func nested(_ depth: Int) -> String {
      String(repeating: "pair(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    let fits = try FilterPredicate<FilterValue>(
      text: "\(nested(10)) == \(nested(10))", options: FilterOptions(libraries: libraries))
    #expect(try fits.matches(nil))
    let grows = try FilterPredicate<FilterValue>(
      text: "\(nested(60)) == \(nested(60))", options: FilterOptions(libraries: libraries))
    let error = #expect(throws: EvaluationError.self) { try grows.matches(nil) }
    #expect(error?.kind == .budget)
    // Each takes a fifth of the budget: together they are more than it, and each row has it anew.
    let fifth = "\(nested(19))[SIZE] == 2"
    let many = try FilterPredicate<FilterValue>(
      text: Array(repeating: fifth, count: 6).joined(separator: " AND "),
      options: FilterOptions(libraries: libraries))
    #expect(try many.matches(nil))
    #expect(try many.matches(nil))
    #expect(many.explain().contains("constant, true"))
    #expect(many.explain().contains("compares values"))
  }
}

extension FilterPredicate<FilterValue> {
  /// The answer for `item` within a budget of `steps`.
  func matches(
    _ item: FilterValue, bindings: [String: FilterValue] = [:], steps: Int
  ) throws -> Bool {
    var limits = EvaluationLimits.standard
    limits.steps = steps
    return try matches(item, bindings: bindings, limits: limits)
  }
}
