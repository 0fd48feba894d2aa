import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@Suite struct ExplanationTests {
  private static let item: FilterValue = [
    "name": "Ada", "age": 36, "tags": ["a", "c"], "nothing": nil,
    "orders": [["price": 5, "paid": true], ["price": 2, "paid": false]],
  ]

  private func explanation(
    _ text: String, _ item: FilterValue = item, bindings: [String: FilterValue] = [:]
  ) throws -> FilterExplanation {
    try FilterPredicate<FilterValue>(text: text).explanation(of: item, bindings: bindings)
  }

  /// One line for each part, as people read it.
  @Test(arguments: [
    ("age > 30", "✓ age > 30    age is 36"),
    (
      "age > 30 AND ANY tags == 'b' AND name == 'x'",
      """
      ✗ AND
        ✓ age > 30    age is 36
        ✗ ANY tags == "b"    tags is {"a", "c"}; decided by "a", "c"
        · name == "x"
      """
    ),
    (
      "NOT (age < 30 OR ALL tags < 'b')",
      """
      ✓ NOT
        ✗ OR
          ✗ age < 30    age is 36
          ✗ ALL tags < "b"    tags is {"a", "c"}; decided by "c"
      """
    ),
    (
      "SUBQUERY(orders, $o, $o.price > 3).@count > 1",
      """
      ✗ SUBQUERY(orders, $o, $o.price > 3).@count > 1    \
      SUBQUERY(orders, $o, $o.price > 3).@count is 1; passed: {"price": 5, "paid": TRUE}
      """
    ),
    (
      "SUBQUERY(orders, $o, $o.price > 9) == nil",
      """
      ✗ SUBQUERY(orders, $o, $o.price > 9) == nil    \
      SUBQUERY(orders, $o, $o.price > 9) is {}; no element passed
      """
    ),
    (
      "name + 1 > 3 OR TRUEPREDICATE",
      """
      ! OR
        ! name + 1 > 3    '+' requires numbers, found a string: "Ada"
        · TRUEPREDICATE
      """
    ),
    ("1 == 2", "✗ 1 == 2"),
    ("nothing == name", "✗ nothing == name    nothing is nil, name is \"Ada\""),
    ("NONE tags IN {'a'}", "✗ NONE tags IN {\"a\"}    tags is {\"a\", \"c\"}; decided by \"a\""),
    (
      "ANY nothing == 1",
      "✗ ANY nothing == 1    nothing is nil; ANY is false without elements"
    ),
    (
      "ALL nothing == 1",
      "✓ ALL nothing == 1    nothing is nil; ALL is true without elements"
    ),
    ("NONE {} == name", "✓ NONE {} == name    name is \"Ada\"; NONE is true without elements"),
  ])
  func theDescriptionIsReadAtATerminal(text: String, expected: String) throws {
    let found = try explanation(text).description
    // The words of an error are tested elsewhere.
    guard !expected.contains("requires") else {
      #expect(
        found.hasPrefix("! OR\n  ! name + 1 > 3    ") && found.hasSuffix("\n  · TRUEPREDICATE"))
      return
    }
    #expect(found == expected)
  }

  @Test func rangesAndTextsAreThoseOfTheFilter() throws {
    let text = "age > %d AND (tags.@count == 1 OR name == 'é')"
    let predicate = try FilterPredicate<FilterValue>(text: text, arguments: [30])
    let explanation = predicate.explanation(of: Self.item)
    #expect(explanation.range == SourceRange(0, text.utf8.count))
    #expect(explanation.parts[0].range == SourceRange(0, 8))
    #expect(explanation.parts[0].text == "age > 30")
    let last = explanation.parts[1].parts[1]
    let bytes = try #require(last.range)
    #expect(
      String(decoding: Array(text.utf8)[bytes.lowerBound..<bytes.upperBound], as: UTF8.self)
        == "name == 'é'")
    // Parts that were not parsed have no range.
    let made = try FilterPredicate<FilterValue>(.not(AST.Negation(predicate.syntax)))
    #expect(made.explanation(of: Self.item).range == nil)
    #expect(made.explanation(of: Self.item).parts[0].range == explanation.range)
  }

  @Test func assignmentsAreMadeOnceFromLeftToRight() throws {
    let text =
      "($x := age) > 30 AND ($x := $x + 1) == 37 AND $x == 37 AND ($y := 1) == 2 AND $y == 1"
    let parts = try explanation(text).parts
    #expect(parts.map(\.verdict) == [.matches, .matches, .matches, .doesNotMatch, .notEvaluated])
    #expect(parts[1].left == 37)
    #expect(parts[2].left == 37)
    #expect(try explanation("$x == 1 OR ($x := 2) == 2").parts[1].verdict == .notEvaluated)
    // The application's value is read before the filter binds the variable.
    let bound = try explanation("$x == 1 AND ($x := 2) == 2 AND $x == 2", bindings: ["x": 1])
    #expect(bound.verdict == .matches)
  }

  @Test func joinedPredicatesAreExplained() throws {
    let old = try FilterPredicate<FilterValue>(text: "age > 40")
    let named = try FilterPredicate<FilterValue>(text: "name == 'Ada'")
    let explanation = try (named && !old).explanation(of: Self.item)
    #expect(explanation.verdict == .matches)
    #expect(explanation.parts.map(\.verdict) == [.matches, .matches])
    #expect(explanation.parts[1].parts[0].left == 36)
  }

  @Test func emptyConnectivesHaveTheirAnswers() throws {
    for (connective, verdict) in [
      (AST.Compound.Connective.and, FilterExplanation.Verdict.matches), (.or, .doesNotMatch),
    ] {
      let tree = AST.Predicate.compound(AST.Compound(connective, []))
      let predicate = try FilterPredicate<FilterValue>(tree)
      #expect(predicate.explanation(of: Self.item).verdict == verdict)
      #expect(try predicate.matches(Self.item) == (verdict == .matches))
    }
  }

  @Test func atMostTenElementsAreKept() throws {
    let numbers = FilterValue.list((0..<50).map { .int($0) })
    let any = try explanation("ANY n > 100", ["n": numbers])
    #expect(any.elements == (0..<10).map { .int($0) })
    let passed = try explanation("SUBQUERY(n, $x, $x > 5).@count > 3", ["n": numbers])
    #expect(passed.passed == (6..<16).map { .int($0) })
    #expect(try explanation("ANY n == 20", ["n": numbers]).elements == [20])
    // An error at an element.
    let failed = try explanation("ANY n < 5", ["n": [9, "x", 1]])
    #expect(failed.elements == ["x"])
    guard case .failed = failed.verdict else { return #expect(Bool(false), "\(failed)") }
  }

  @Test func theFirstSubqueryIsShown() throws {
    let item: FilterValue = ["a": [1, 2, 3], "b": [4, 5]]
    #expect(
      try explanation(
        "SUBQUERY(a, $x, $x > 1).@count > SUBQUERY(b, $x, $x > 4).@count", item
      ).passed == [2, 3])
    #expect(
      try explanation(
        "TERNARY(1 == 2, SUBQUERY(a, $x, $x > 1), SUBQUERY(b, $x, $x > 4)) != nil", item
      ).passed == [5])
    #expect(
      try explanation("SUBQUERY(SUBQUERY(a, $x, $x > 1), $y, $y > 2).@count > 0", item).passed
        == [3])
    #expect(
      try explanation(
        "SUBQUERY(a, $x, SUBQUERY(b, $y, $y > $x + 2).@count == 2).@count > 0", item
      ).passed == [1])
    #expect(try explanation("a.@count > 0", item).passed == nil)
  }

  @Test func largeValuesAreCut() throws {
    let many = FilterValue.list(Array(repeating: ["k": 1], count: 5_000))
    let left = try #require(try explanation("n != nil", ["n": many]).left)
    guard case .list(let list) = left else { return #expect(Bool(false)) }
    #expect(list.count > 100 && list.count <= 1_000)
    var deep: FilterValue = 1
    for _ in 0..<200 { deep = ["k": deep] }
    var shown = try #require(try explanation("n != nil", ["n": deep]).left)
    var levels = 0
    while case .object(let object) = shown, let next = object["k"] {
      (shown, levels) = (next, levels + 1)
    }
    #expect(levels == 31)
    // A long text is whole, and cut in the description.
    let text = String(repeating: "ä", count: 9_000)
    let long = try explanation("s == 'x'", ["s": .string(text)])
    #expect(long.left == .string(text))
    #expect(long.description.count < 200)
  }

  @Test func aTerminalIsSafe() throws {
    let text = "`a\u{1b}[2J` == 'x\ny\u{202e}'"
    let explanation = try explanation(text, ["a\u{1b}[2J": "\u{9b}31m\u{2028}"])
    #expect(explanation.description.split(separator: "\n").count == 1)
    #expect(
      explanation.description.unicodeScalars.allSatisfy {
        $0 == " "
          || $0.value > 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202e
            && $0.value != 0x2028
      })
  }

  @Test func deepTreesAreExplainedOnASmallStack() {
    for text in [
      String(repeating: "NOT ", count: 198) + "x == 1",
      String(repeating: "(x == 1 OR (x == 2 AND ", count: 90) + "x == 1"
        + String(repeating: "))", count: 90),
    ] {
      onSmallStack {
        guard let predicate = try? FilterPredicate<FilterValue>(text: text) else {
          return #expect(Bool(false), "it is not read")
        }
        let explanation = predicate.explanation(of: ["x": 2])
        let answer = (try? predicate.matches(["x": 2])) == true
        #expect(explanation.verdict == (answer ? .matches : .doesNotMatch))
        #expect(explanation.description.utf8.count > 100)
      }
    }
  }

  @Test func aPredicateThatWasNotCompiledHasItsError() {
    let tree = AST.Predicate.comparison(
      AST.Comparison(
        .variable(AST.Variable("x")), .word("NO_SUCH_OPERATOR"), .variable(AST.Variable("y"))))
    let predicate = FilterPredicate<FilterValue>(compilingLater: tree)
    var expected: EvaluationError?
    do { _ = try predicate.matches(1) } catch { expected = error }
    #expect(expected != nil)
    #expect(expected.map { predicate.explanation(of: 1).verdict == .failed($0) } == true)
  }
}
