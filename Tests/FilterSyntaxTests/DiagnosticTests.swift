import FilterSyntax
import Testing

@Suite struct DiagnosticTests {
  @Test(arguments: Mistake.all)
  func aMistakeIsExplained(_ mistake: Mistake) {
    let functions: [String: ClosedRange<Int>] = [
      "sqrt:": 1...1, "now": 0...0, "modulus:by:": 2...2, "sum:": 1...(.max),
    ]
    let options = SyntaxOptions(
      strict: mistake.isStrict, vocabulary: SyntaxVocabulary(functions: functions))
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: mistake.text, options: options, arguments: SyntaxArguments())
    }
    #expect(error?.description == mistake.message)
  }

  /// A value by itself ends before an operator of predicates, and does not begin with one.
  @Test(arguments: [
    ("a == 1", "expected the end of the filter", 2..<4),
    ("a + 1 AND b", "expected the end of the filter", 6..<9),
    ("a IN b", "expected the end of the filter", 2..<4),
    ("a UNION b, c", "expected the end of the filter", 9..<10),
    ("NOT a", "expected an expression", 0..<3), ("! a", "expected an expression", 0..<1),
    ("ANY a", "expected an expression", 0..<3),
    ("(a == 1)", "a predicate is not a value", 0..<8),
  ])
  func aPredicateIsNoValue(_ text: String, _ message: String, _ range: Range<Int>) {
    let error = #expect(throws: SyntaxError.self) { try AST.Expression(parsing: text) }
    #expect(error?.message == message)
    #expect(error?.range == SourceRange(range.lowerBound, range.upperBound))
  }

  @Test func onlyTheLineConcernedIsShown() {
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: "a == 1 AND\nb CONTAIN 2 AND\nc == 3")
    }
    #expect(
      error?.description == """
        error: there is no operator 'CONTAIN', did you mean 'CONTAINS'?
         | b CONTAIN 2 AND
         |   ^^^^^^^
         fix: replace CONTAIN with CONTAINS
        """)
  }

  @Test func aLongLineIsClippedAroundTheError() {
    let padding = String(repeating: "a == 1 AND ", count: 1000)
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: padding + "b ! 2 AND " + padding + "c == 3")
    }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count < 100 })
    #expect(lines[1].hasPrefix(" | …") && lines[1].hasSuffix("…"))
  }

  @Test func wideCharactersCountTwoColumns() {
    let text = DiagnosticRenderer(text: "日本 ? 1").rendered("here", at: SourceRange(7, 8))
    #expect(text == "error: here\n | 日本 ? 1\n |      ^")
    let wide = DiagnosticRenderer(text: "日本").rendered("here", at: SourceRange(0, 6), label: "note")
    #expect(wide == "note: here\n | 日本\n | ^^^^")
  }

  /// Without a list of functions the colons of a name are its arguments; a name with one colon can take more.
  @Test(
    arguments: [
      ("f() == 1", nil), ("f(1) == 1", nil), ("f:(1) == 1", nil), ("f:(1, 2) == 1", nil),
      ("f:g:(1, 2) == 1", nil), ("f:() == 1", 1), ("f:g:() == 1", 2), ("f:g:(1) == 1", 2),
      ("f:g:(1, 2, 3) == 1", 2), ("f:g:h:(1, 2) == 1", 3),
    ] as [(String, Int?)])
  func theColonsOfANameAreItsArguments(_ text: String, _ expected: Int?) {
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(functions: nil))
    guard let expected else {
      #expect(throws: Never.self) { try AST.Predicate(parsing: text, options: options) }
      return
    }
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: text, options: options)
    }
    guard case .wrongArgumentCount(_, expected...expected, _)? = error?.kind else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  /// A strict text calls the functions that Foundation has.
  @Test func anExtensionIsRefusedByStrict() {
    let vocabulary = SyntaxVocabulary(
      functions: ["f:": 1...1, "g:": 1...1], extensionFunctions: ["g:"])
    #expect(Reading.filter("f(1) == g(2)", vocabulary: vocabulary) == "f:(1) == g:(2)")
    #expect(Reading.filter("f(1) == 2", strict: true, vocabulary: vocabulary) == "f:(1) == 2")
    #expect(
      Reading.filter("f(1) == g(2)", strict: true, vocabulary: vocabulary)
        == "the function g: is not portable: f(1) == ‹g›(2)")
  }

  @Test(arguments: [
    ("CONTAIN", "CONTAINS"), ("nmae", "name"), ("LIEK", "LIKE"), ("xyzzy", nil), ("", nil),
  ])
  func theNearestNameIsFound(_ name: String, _ expected: String?) {
    #expect(EditDistance.nearest(to: name, in: ["name", "LIKE", "CONTAINS"]) == expected)
  }

  /// Names come from files too, and may be many.
  @Test func aLimitedNumberOfNamesIsCompared() {
    var count = 0
    let names = sequence(state: 0) { (number: inout Int) -> String? in
      count += 1
      number += 1
      return number <= 50_000 ? "column\(number)" : nil
    }
    #expect(EditDistance.nearest(to: "colum", in: names) == "column1")
    #expect(count <= EditDistance.mostCandidates + 1)
    let late = Array(repeating: "x", count: EditDistance.mostCandidates - 1) + ["name", "nama"]
    #expect(EditDistance.nearest(to: "nama", in: late) == "name")
  }
}
