import FilterableResults
import TestSupport
import Testing

/// What the language means to a controller: rows that match are shown, rows without an answer are
/// hidden and counted.
@Suite struct PredicateScenarioTests {
  struct Example: CustomTestStringConvertible {
    var text: String
    var arguments: [FilterValue] = []
    var values: [FilterValue]
    var shown: [Int64]
    var failing = 0

    init(
      _ text: String, _ arguments: [FilterValue] = [], on values: [FilterValue], shows: [Int64],
      failing: Int = 0
    ) {
      self.text = text
      self.arguments = arguments
      self.values = values
      self.shown = shows
      self.failing = failing
    }

    var testDescription: String { text }
    var rows: [FilterValue] { values.enumerated().map { dynamic($0.offset, $0.element) } }

    func predicate() throws -> FilterPredicate<FilterValue> {
      try FilterPredicate(text: text, arguments: arguments)
    }
  }

  /// Data that comes to a filter, a filter that comes to data, and rows that come one by one.
  private func check(_ example: Example) throws {
    let filter = try ResultsFilter("f", predicate: try example.predicate())
    let loaded = try ResultsController<FilterValue>.dynamic()
    loaded.filters.add(filter)
    try loaded.setItems(example.rows)
    #expect(loaded.shownIDs == example.shown)
    #expect(loaded.failures.count == example.failing)
    let filtered = try ResultsController<FilterValue>.dynamic()
    try filtered.setItems(example.rows)
    filtered.filters.add(filter)
    #expect(filtered.shownIDs == example.shown)
    #expect(filtered.failures.count == example.failing)
    let grown = try ResultsController<FilterValue>.dynamic()
    grown.filters.add(filter)
    try grown.setItems([])
    var failing = 0
    for row in example.rows {
      try grown.add(row)
      failing += grown.failures.count
    }
    #expect(grown.shownIDs == example.shown)
    #expect(failing == example.failing)
  }

  static let texts = [
    Example("x BEGINSWITH[c] %@", ["AN"], on: ["Anna", "Bea", nil, 5], shows: [0], failing: 1),
    Example("x CONTAINS[cd] 'E'", on: ["été", "bab", nil, 5], shows: [0], failing: 1),
    Example("x ENDSWITH 'a'", on: ["Anna", "Ben", nil, 5], shows: [0], failing: 1),
    Example("x LIKE 'a?c*'", on: ["abcd", "xabc", nil, 5], shows: [0], failing: 1),
    Example("%K != nil", ["x"], on: ["a", nil, 5], shows: [0, 2]),
    Example("SELF = %@", [dynamic(1, "b")], on: ["a", "b", nil, 5], shows: [1]),
  ]

  @Test(arguments: texts)
  func textsMatch(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("x MATCHES 'a+'", on: ["aaa", "aab", "xaa", nil], shows: [0]),
    Example("x MATCHES 'a|ab'", on: ["ab", "a", "abc"], shows: [0, 1]),
    Example("x MATCHES[c] 'A+'", on: ["aaa", "b"], shows: [0]),
    Example("x MATCHES '('", on: ["a", "("], shows: [], failing: 2),
  ])
  func patternsMatchTheWholeText(_ example: Example) throws {
    try check(example)
  }

  @Test func aBadPatternIsNamedBeforeAnyRow() throws {
    let predicate = try FilterPredicate<FilterValue>("x MATCHES 'a('")
    let note = try #require(predicate.notes.first)
    #expect(
      (note.range.lowerBound..<note.range.upperBound).contains(11) && note.code == "fails-on-texts")
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.filters.add(ResultsFilter("f", predicate: predicate))
    try controller.setItems([dynamic(1, "a")])
    #expect(controller.failures.first?.kind == .pattern)
  }

  @Test func aPatternThatGivesUpHidesItsRow() throws {
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.filters.add(
      ResultsFilter("f", predicate: FilterPredicate<FilterValue>("x MATCHES '(a+)+[bc]'")))
    let long = String(repeating: "a", count: 40)
    try controller.setItems([
      dynamic(1, .string(long)), dynamic(2, "aab"), dynamic(3, .string(long)),
    ])
    #expect(controller.shownIDs == [2])
    #expect(controller.failures.count == 2)
    #expect(controller.failures.first?.kind == .pattern)
  }

  @Test(arguments: [
    Example("x ==[c] 'I'", on: ["i", "ı", "I"], shows: [0, 2]),
    Example("x ==[c] 'SS'", on: ["ß", "ss", "s"], shows: [0, 1]),
    Example("x ==[c] 'ΣΑΣ'", on: ["σας", "σασ", "σα"], shows: [0, 1]),
    Example("x ==[d] 'e'", on: ["é", "e\u{301}", "e", "f"], shows: [0, 1, 2]),
    Example("x ==[n] 'é'", on: ["é", "e\u{301}"], shows: [0]),
    Example("x ==[l] 'é'", on: ["é", "e\u{301}", "e"], shows: [0, 1]),
  ])
  func optionsFold(_ example: Example) throws {
    try check(example)
  }

  @Test func wordsBindAsTheyShould() throws {
    var rows: [FilterValue] = []
    var loose: [Int64] = []
    var bracketed: [Int64] = []
    for id in 0..<8 as Range<Int64> {
      let (a, b, c) = (id & 1 != 0, id & 2 != 0, id & 4 != 0)
      rows.append(["id": .int(id), "a": .bool(a), "b": .bool(b), "c": .bool(c)])
      if (!a && b) || c { loose.append(id) }
      if !(a && (b || c)) { bracketed.append(id) }
    }
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.setItems(rows)
    try controller.filters.add(
      ResultsFilter(
        "f", group: "g",
        predicate: FilterPredicate<FilterValue>("NOT a == TRUE AND b == TRUE OR c == TRUE")))
    #expect(controller.shownIDs == loose)
    try controller.filters.add(
      ResultsFilter(
        "f", group: "g",
        predicate: FilterPredicate<FilterValue>("NOT (a == TRUE AND (b == TRUE OR c == TRUE))"))
    )
    #expect(controller.shownIDs == bracketed)
    let deep = String(repeating: "(", count: 10_000) + "a == 1"
    #expect(throws: SyntaxError.self) {
      try FilterPredicate<FilterValue>(text: deep + String(repeating: ")", count: 10_000))
    }
  }

  @Test(arguments: [
    Example("x == \"a'b\"", on: ["a'b", "ab"], shows: [0]),
    Example("x == 'a\"b'", on: ["a\"b", "ab"], shows: [0]),
    Example("x == 'it\\'s'", on: ["it's", "it\\'s"], shows: [0]),
    Example("x == '50%'", on: ["50%", "50"], shows: [0]),
    Example("x == '%@'", on: ["a", "%@"], shows: [1]),
    Example("x.#in == 5", on: [["in": 5], ["in": 6]], shows: [0]),
  ])
  func quotesHoldText(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("x IN {1, 2, 3}", on: [1, 4, 2.0, "1"], shows: [0, 2]),
    Example("x IN %@", [[1, 4]], on: [1, 4, 2], shows: [0, 1]),
    Example("x IN {}", on: [1, nil], shows: []),
    Example("x BETWEEN {5, 1}", on: [0, 1, 3, 5, 6], shows: [1, 2, 3]),
    Example("x BETWEEN {1, 5}", on: [0, 1, 3, 5, 6, nil], shows: [1, 2, 3]),
  ])
  func listsAndBoundsHoldValues(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("ANY x > 1", on: [[], [1], [2], nil], shows: [2]),
    Example("SOME x > 1", on: [[], [1], [1, 2], nil], shows: [2]),
    Example("ALL x > 1", on: [[], [1], [2], nil], shows: [0, 2, 3]),
    Example("NONE x > 1", on: [[], [1], [2], nil], shows: [0, 1, 3]),
  ])
  func quantifiersCountNothingToo(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("x.@count == 0", on: [[], nil, [1]], shows: [0]),
    Example("x.@sum.#self == 0", on: [[], [0], [1, 2]], shows: [0, 1]),
    Example("x.@avg.#self == nil", on: [[], nil, [1]], shows: [0, 1]),
    Example("x.@min.#self == nil", on: [[], nil, [1]], shows: [0, 1]),
    Example("x.@max.#self == 2", on: [[1, 2], [], nil, [3]], shows: [0]),
  ])
  func operatorsHaveAnAnswerForNothing(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("x[FIRST] == 1", on: [[1, 2], [2, 1], []], shows: [0]),
    Example("x[LAST] == 1", on: [[1, 2], [2, 1], []], shows: [1]),
    Example("x[FIRST] == nil", on: [[1], []], shows: [1]),
    Example("x[SIZE] == 2", on: [[1, 2], [], [1]], shows: [0]),
    Example("x[3] == 1", on: [[1], [0, 0, 0, 1]], shows: [1], failing: 1),
  ])
  func placesInListsAreRead(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example(
      "SUBQUERY(x, $y, $y.a > 1).@count > 0", on: [[["a": 1], ["a": 2]], [["a": 1]], []],
      shows: [0]),
    Example(
      "SUBQUERY(x, $y, SUBQUERY($y.b, $y, $y > 1).@count > 0 AND $y.a == 1).@count == 1",
      on: [[["a": 1, "b": [1, 2]]], [["a": 1, "b": [1]]], [["a": 2, "b": [2]]]], shows: [0]),
  ])
  func queriesInQueriesKeepTheirVariables(_ example: Example) throws {
    try check(example)
  }

  @Test func aVariableNeedsAValue() throws {
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.setItems([dynamic(1, 1), dynamic(2, 2)])
    let predicate = try FilterPredicate<FilterValue>("x == $wanted")
    let error = #expect(throws: EvaluationError.self) {
      try ResultsFilter("f", predicate: predicate, bindings: ["wantd": 1])
    }
    #expect(error?.message == "the variable $wanted has no value")
    #expect(error?.rendered(in: "x == $wanted").hasSuffix("     ^^^^^^^") == true)
    // One that the filter binds itself needs no value.
    _ = try ResultsFilter<FilterValue>("f", predicate: FilterPredicate("($n := x) == 1 AND $n > 0"))
    try controller.filters.add(ResultsFilter("f", predicate: predicate, bindings: ["wanted": 2]))
    #expect(controller.shownIDs == [2])
    #expect(controller.failures.count == 0)
  }

  @Test(arguments: [
    Example("x = nil", on: [nil, 1], shows: [0]), Example("x != nil", on: [nil, 1], shows: [1]),
    Example("x < 3", on: [nil, 1, 5], shows: [1]),
    Example("NOT (x < 3)", on: [nil, 1, 5], shows: [0, 2]),
  ])
  func nothingComparesInTwoValues(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: [
    Example("x == 1.0", on: [1, 1.0, "1", true, 2], shows: [0, 1, 3]),
    Example("x / 0 == 1", on: [1], shows: [], failing: 1),
    Example("x == x", on: [.double(.nan), 1], shows: [0, 1]),
    Example(
      "x > 9223372036854775807",
      on: [FilterValue(integer: UInt64(1) << 63), .int(.max), .double(9.3e18)], shows: [0, 2]),
  ])
  func numbersCompareExactly(_ example: Example) throws {
    try check(example)
  }

  static let words = [
    Example("TRUEPREDICATE", on: [1, nil], shows: [0, 1]),
    Example("falsepredicate", on: [1, nil], shows: []),
    Example("x == TRUE", on: [true, 1, false], shows: [0, 1]),
    Example("x == yes and not x == no", on: [true, false], shows: [0]),
    Example("x == NULL", on: [1, nil], shows: [1]), Example("x == nil", on: [1, nil], shows: [1]),
    Example("x == NIL", on: [1, nil], shows: [1]),
    Example("x =< 2", on: [1, 2, 3], shows: [0, 1]),
    Example("x => 2", on: [1, 2, 3], shows: [1, 2]),
    Example("x <> 2", on: [1, 2, 3], shows: [0, 2]),
    Example("x = 2", on: [1, 2, 3], shows: [1]),
  ]

  @Test(arguments: words)
  func wordsHaveSeveralSpellings(_ example: Example) throws {
    try check(example)
  }

  @Test(arguments: texts.dropLast() + words)
  func aPrintedPredicateShowsTheSameRows(_ example: Example) throws {
    let predicate = try example.predicate()
    let printed = predicate.syntax.description
    let again = try FilterPredicate<FilterValue>(text: printed)
    #expect(again.syntax.description == printed)
    let exact = try FilterPredicate<FilterValue>(text: predicate.syntax.sourceText)
    #expect(exact.syntax.sourceText == predicate.syntax.sourceText)
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let values: [FilterValue] = [
      nil, true, false, 1, 2, 2.0, 3, "a", "Anna", "b", "abc", "été", [1], [],
    ]
    let rows = (0..<60).map { dynamic($0, values.randomElement(using: &dice) ?? nil) }
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.setItems(rows)
    try controller.filters.add(ResultsFilter("f", group: "g", predicate: predicate))
    let (shown, failing) = (controller.shownIDs, controller.failures.count)
    controller.filters.removeAll()
    for other in [again, exact] {
      try controller.filters.add(ResultsFilter("f", group: "g", predicate: other))
      #expect(controller.shownIDs == shown)
      #expect(controller.failures.count == failing)
      controller.filters.removeAll()
    }
  }
}
