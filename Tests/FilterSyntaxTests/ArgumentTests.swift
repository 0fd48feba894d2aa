import Testing

@testable import FilterSyntax

@Suite struct ArgumentTests {
  @Test func argumentsFillTheirPlacesInOrder() throws {
    let arguments = SyntaxArguments([
      .constant(.text("a.b.@max.größe")), .constant(.list([.integer(1)])),
    ])
    let filter = try AST.Predicate(parsing: "%K IN %@", arguments: arguments)
    #expect(filter.sourceText == "a.b.@max.größe IN {1}")
  }

  @Test func anExpressionIsInsertedAsItIs() throws {
    let sum = try AST.Expression(parsing: "a + b")
    let filter = try AST.Predicate(
      parsing: "%@ * 2 == 1", arguments: SyntaxArguments([.expression(sum)]))
    #expect(filter.description == "(a + b) * 2 == 1")
  }

  @Test func aPlaceOfAnInterpolationTakesItsOwnValue() throws {
    let arguments = SyntaxArguments(
      [.constant(.integer(2))], interpolated: [5: .constant(.integer(1))])
    let filter = try AST.Predicate(parsing: "x == %@ AND y == %@", arguments: arguments)
    #expect(filter.description == "x == 1 AND y == 2")
  }

  @Test(arguments: ["x == '%@'", "x == `%@`", "x ==/*%@*/ 1", "x == 1 /*%@*/", "x == \"%@\" AND"])
  func anInterpolationInsideQuotesIsAnError(_ text: String) {
    let arguments = SyntaxArguments(interpolated: [text.utf8.count: .constant(.null)])
    let inside = text.utf8.enumerated().first { $0.element == UInt8(ascii: "%") }?.offset ?? 0
    for offset in [inside] {
      let arguments = SyntaxArguments(interpolated: [
        offset: .constant(.text("' OR TRUEPREDICATE OR '"))
      ])
      let error = #expect(throws: SyntaxError.self) {
        try AST.Predicate(parsing: text, arguments: arguments)
      }
      #expect(error?.kind == .interpolationInside)
    }
    #expect(throws: SyntaxError.self) { try AST.Predicate(parsing: text, arguments: arguments) }
  }

  @Test func injectionStaysText() throws {
    let text = "' OR TRUEPREDICATE OR '"
    let filter = try AST.Predicate(
      parsing: "name == %@", arguments: SyntaxArguments([.constant(.text(text))]))
    #expect(filter.sourceText == "name == \"\(text)\"")
  }

  @Test func aTemplateKeepsItsPlaces() throws {
    let filter = try AST.Predicate(parsing: "%K.a == %@ AND b.%K < %lld")
    #expect(filter.description == "%K.a == %@ AND b.%K < %lld")
    #expect(try AST.Predicate(parsing: filter.sourceText) == filter)
  }

  @Test func surplusArgumentsAreIgnored() throws {
    let filter = try AST.Predicate(
      parsing: "x == 1", arguments: SyntaxArguments([.constant(.null)]))
    #expect(filter.description == "x == 1")
  }

  /// Where they are refused, a placeholder in quotes is the usual reason.
  @Test(arguments: [
    ("x == 1", 1, "an argument has no placeholder: ‹x == 1›"),
    ("x == %@ OR y == 2", 3, "2 arguments have no placeholder: ‹x == %@ OR y == 2›"),
    (
      "y == %@ AND x == '%@'", 2,
      "an argument has no placeholder: y == %@ AND x == ‹'%@'› → y == %@ AND x == %@"
    ),
    ("x LIKE \"*%@*\"", 1, "an argument has no placeholder: x LIKE ‹\"*%@*\"›"),
    ("x == %@", 1, "x == 7"),
  ])
  func surplusArgumentsAreRefused(_ text: String, _ count: Int, _ expected: String) {
    var arguments = SyntaxArguments(Array(repeating: .constant(.integer(7)), count: count))
    arguments.refusesUnused = true
    #expect(Reading.filter(text, arguments: arguments) == expected)
  }

  /// The placeholders of a template are numbered in the order of the text.
  @Test func theArgumentsOfATemplateAreNumbered() throws {
    let tree = try AST.Predicate(parsing: "%@ == %K AND %K.a == b.%K.%K OR %d IN {%@, %K.%K}")
    var numbers: [Int] = []
    try tree.visit(
      expressions: { node in
        if case .argument(let node) = node { numbers.append(node.index) }
        guard case .keyPath(let path) = node else { return }
        numbers += path.components.filter { $0.kind == .argument }.compactMap { Int($0.name) }
      }, comparisons: { _ in })
    #expect(numbers.sorted() == Array(0..<9))
    #expect(Array(numbers.prefix(2)) == [0, 1])
  }

  /// An argument after any token, with or without a blank.
  @Test(arguments: [
    "x==%@", "x == %@", "(%@)==%@", "{%@,%@}==%@", "f(%@)<%@", "-%@==%@", "x>%@ AND y<%@",
    "a[%@]==%@",
  ])
  func anInterpolationMayTouchATokenBeforeIt(_ text: String) throws {
    let places = text.utf8.enumerated().filter { $0.element == UInt8(ascii: "%") }.map(\.offset)
    let values = places.map { ($0, SyntaxArguments.Value.constant(.text("p\($0)"))) }
    let arguments = SyntaxArguments(interpolated: Dictionary(uniqueKeysWithValues: values))
    let tree = try AST.Predicate(parsing: text, arguments: arguments)
    var found: [String] = []
    try tree.visit(
      expressions: {
        if case .literal(let node) = $0, case .text(let text) = node.value { found.append(text) }
      },
      comparisons: { _ in })
    #expect(found == places.map { "p\($0)" })
    for place in places {
      // The argument of the offset before it or after it is at no placeholder.
      for other in [place - 1, place + 1] where other >= 0 {
        let wrong = SyntaxArguments(interpolated: [other: .constant(.null)])
        let error = #expect(throws: SyntaxError.self) {
          try AST.Predicate(parsing: text, arguments: wrong)
        }
        guard error?.kind == .interpolationInside else { continue }
        #expect(error?.range == SourceRange(other, min(other + 2, text.utf8.count)))
      }
    }
  }

  @Test(arguments: ["x == 'a%", "x == /* %", "x == 'a%@'", "x == `%`"])
  func theInterpolationItselfIsMarked(_ text: String) throws {
    let place = try #require(text.utf8.enumerated().first { $0.element == UInt8(ascii: "%") })
      .offset
    let arguments = SyntaxArguments(interpolated: [place: .constant(.null)])
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: text, arguments: arguments)
    }
    guard error?.kind == .interpolationInside else { return }
    #expect(error?.range == SourceRange(place, min(place + 2, text.utf8.count)))
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b", "@", "a.@", "@.a"])
  func aPathWithoutAKeyIsRefused(_ path: String) {
    let arguments = SyntaxArguments([.constant(.text(path))])
    #expect(
      Reading.filter("x == %K AND y", arguments: arguments)
        == "a key cannot be empty: x == ‹%K› AND y")
    #expect(
      Reading.filter("x.%K == 1", arguments: arguments) == "a key cannot be empty: x.‹%K› == 1")
  }

  @Test func whatIsMissingIsNumbered() {
    let arguments = SyntaxArguments([.constant(.integer(1)), .constant(.text("k"))])
    for (text, expected) in [
      ("%@ == %K", "1 == k"), ("%K == 1", "the argument of %K has to be text: ‹%K› == 1"),
      (
        "{%@, %@, %@} == 1",
        "there is no argument number 3 for this placeholder: {%@, %@, ‹%@›} == 1"
      ),
      ("%@ == x.%K.%K", "there is no argument number 3 for this placeholder: %@ == x.%K.‹%K›"),
      ("x.%@ == 1", "expected a key: x.‹%@› == 1"),
    ] {
      #expect(Reading.filter(text, arguments: arguments) == expected)
    }
    #expect(
      Reading.filter("x == %@", arguments: SyntaxArguments())
        == "there is no argument number 1 for this placeholder: x == ‹%@›")
  }

  /// An inserted expression takes steps and indices as if it were in parentheses.
  @Test(arguments: ["a", "a.b", "-a", "a + b", "a[0]", "5", "SELF", "$a UNION b"])
  func anInsertedExpressionIsInParentheses(_ text: String) throws {
    let inserted = SyntaxArguments([.expression(try AST.Expression(parsing: text))])
    for form in [
      "%@.k == 1", "%@[0] == 1", "%@ * 2 == 1", "-%@ == 1", "1 - %@ == 1", "x IN %@",
      "%@.$k.@count > 1",
    ] {
      // A number in parentheses is not negated where it is read.
      guard !(text == "5" && form.hasPrefix("-")) else { continue }
      let tree = try AST.Predicate(parsing: form, arguments: inserted)
      #expect(try tree == AST.Predicate(parsing: form.replacing("%@", with: "(\(text))")))
    }
  }

  /// A path of an argument binds an index to its last step as a written one does.
  @Test(arguments: ["a", "a.b", "a.b.c", "a.@max.b"])
  func anIndexAfterAPathOfAnArgumentIsThatOfTheText(_ path: String) throws {
    for isStrict in [false, true] {
      let options = SyntaxOptions(strict: isStrict)
      let arguments = SyntaxArguments([.constant(.text(path))])
      let tree = try AST.Predicate(parsing: "%K[0] == 1", options: options, arguments: arguments)
      #expect(try tree == AST.Predicate(parsing: "\(path)[0] == 1", options: options))
    }
  }

  /// The operands of a comparison in an argument are not those of the text.
  @Test func aChainAfterAnArgumentIsMarkedInTheText() throws {
    let long = try AST.Expression(parsing: String(repeating: "k", count: 90) + " & b")
    #expect(
      Reading.filter("a == %@ == 2", arguments: SyntaxArguments([.expression(long)]))
        == "comparisons do not chain, join them with AND: a == %@ ‹==› 2")
  }
}
