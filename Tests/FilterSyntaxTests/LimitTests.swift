import TestSupport
import Testing

@testable import FilterSyntax

@Suite struct LimitTests {
  /// A text that nests `depth` deep, made of one level again and again.
  struct Nest: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var opening: String
    var core: String
    var closing: String
    /// What makes a filter of it.
    var suffix = " == 1"
    /// How many levels one opening makes.
    var levels = 1

    func text(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
        + suffix
    }
  }

  static let nests = [
    Nest(testDescription: "parentheses", opening: "(", core: "x", closing: ")"),
    Nest(testDescription: "predicates", opening: "(", core: "x == 1", closing: ")", suffix: ""),
    Nest(testDescription: "NOT", opening: "NOT ", core: "x", closing: ""),
    Nest(testDescription: "minus", opening: "- ", core: "x", closing: ""),
    Nest(testDescription: "calls", opening: "f(", core: "x", closing: ")"),
    Nest(testDescription: "aggregates", opening: "{", core: "x", closing: "}"),
    Nest(testDescription: "indices", opening: "x[", core: "x", closing: "]"),
    Nest(testDescription: "indices behind one another", opening: "", core: "x", closing: "[0]"),
    Nest(testDescription: "additions", opening: "", core: "x", closing: " + 1"),
    Nest(testDescription: "unions", opening: "", core: "x", closing: " UNION y"),
    Nest(testDescription: "modulus", opening: "", core: "x", closing: " % 3"),
    Nest(testDescription: "additions in parentheses", opening: "1 + (", core: "x", closing: ")"),
    Nest(testDescription: "assignments", opening: "$x := ", core: "x", closing: ""),
    Nest(testDescription: "casts", opening: "CAST(", core: "x", closing: ", \"T\")"),
    Nest(testDescription: "messages", opening: "FUNCTION(", core: "x", closing: ", \"f:\", 1)"),
    Nest(testDescription: "ternaries", opening: "TERNARY(a == ", core: "x", closing: ", 1, 2)"),
    Nest(
      testDescription: "negated operators", opening: "TERNARY(a NOT IN ", core: "x",
      closing: ", 1, 2)", levels: 2),
    Nest(
      testDescription: "subqueries", opening: "SUBQUERY(a, $x, 1 == ", core: "x", closing: ")"),
    Nest(
      testDescription: "subqueries of all connectives",
      opening: "SUBQUERY(a, $x, ANY b == 1 OR c == 2 AND 1 == ", core: "x", closing: ")",
      levels: 2),
    Nest(
      testDescription: "groups", opening: "(a == 1 OR b == 2 AND ", core: "c == 3", closing: ")",
      suffix: "", levels: 2),
    Nest(
      testDescription: "bounds", opening: "(a BETWEEN b AND ", core: "c == 3", closing: ")",
      suffix: ""),
  ]

  @Test(arguments: nests)
  func whatIsNotTooDeepFitsASmallStack(_ nest: Nest) {
    onSmallStack {
      let limit = SyntaxLimits.maximumDepth / nest.levels
      guard let filter = try? AST.Predicate(parsing: nest.text(limit)) else {
        Issue.record("\(nest.testDescription) are refused at the limit")
        return
      }
      #expect(filter == filter)
      #expect(Set([filter, filter]).count == 1)
      #expect(!filter.description.isEmpty)
      #expect((try? AST.Predicate(parsing: filter.sourceText)) == filter)
    }
  }

  @Test(arguments: nests)
  func whatIsTooDeepIsRefused(_ nest: Nest) {
    let limit = SyntaxLimits.maximumDepth / nest.levels
    for depth in [limit + 1, 1000, 10_000] {
      let error = #expect(throws: SyntaxError.self) {
        try AST.Predicate(parsing: nest.text(depth))
      }
      #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
    }
  }

  @Test func aMillionParenthesesAreTooDeep() {
    let text = String(repeating: "(", count: 1_000_000)
    let error = #expect(throws: SyntaxError.self) { try AST.Predicate(parsing: text) }
    #expect(error?.kind == .tooDeep(limit: SyntaxLimits.maximumDepth))
    #expect(error?.range == SourceRange(200, 201))
  }

  @Test(arguments: ["AND", "OR"])
  func aLongChainIsNotADeepTree(_ connective: String) throws {
    let count = RandomSearch.isExhaustive ? 100_000 : 10_000
    let text = Array(repeating: "x == 1", count: count).joined(separator: " \(connective) ")
    let filter = try AST.Predicate(parsing: text)
    guard case .compound(let node) = filter else {
      Issue.record("not a chain")
      return
    }
    #expect(node.operands.count == count)
    #expect(filter.description == text)
    #expect(filter.sourceText == text)
    #expect(filter.hashValue == filter.hashValue)
  }

  @Test func aLongTextIsRefused() throws {
    let most = SyntaxLimits.maximumLength
    #expect(most == 16 << 20)
    // A parser refuses the text before it reads more than the first token.
    let longest = "x" + String(repeating: " ", count: most - 1)
    #expect(throws: Never.self) {
      try Parser(longest, options: SyntaxOptions(), arguments: nil)
    }
    let error = #expect(throws: SyntaxError.self) { try AST.Predicate(parsing: longest + " ") }
    #expect(error?.kind == .tooLong(limit: most))
  }

  @Test func aTreeOfTooManyNodesIsRefused() throws {
    let limit = SyntaxLimits.maximumNodes
    #expect(limit == 1_000_000)
    // A comparison, its two sides and three numbers, after as many nodes as are left for them.
    var parser = try Parser("x IN {1, 2, 3}", options: SyntaxOptions(), arguments: nil)
    parser.nodes = limit - 6
    _ = try parser.parseFilter()
    parser = try Parser("x IN {1, 2, 3}", options: SyntaxOptions(), arguments: nil)
    parser.nodes = limit - 5
    let error = #expect(throws: SyntaxError.self) { try parser.parseFilter() }
    #expect(error?.kind == .tooManyNodes(limit: limit))
  }

  // Linear time takes seconds, quadratic time hours.
  @Test(
    arguments: [
      "x == \"a\" OR ", "(", "[", "- ", "!", "\"", "`", "/*", "a.", "1 + ", "x ", "%@ ", "é",
    ])
  func aLongTextDoesNotHang(_ part: String) {
    let length = RandomSearch.isExhaustive ? 1 << 20 : 1 << 17
    let text = String(repeating: part, count: length / part.utf8.count)
    // A long name is a value alone.
    let isName = part == "`" || part == "é"
    #expect(((try? AST.Predicate(parsing: text)) != nil) == isName)
  }

  @Test func anInsertedExpressionCountsAsDeepAsItIs() throws {
    let deep = try AST.Expression(parsing: String(repeating: "-", count: 150) + "x")
    let arguments = SyntaxArguments([.expression(deep)])
    #expect(throws: Never.self) {
      try AST.Predicate(
        parsing: String(repeating: "-", count: 49) + " %@ == 1", arguments: arguments)
    }
    #expect(throws: SyntaxError.self) {
      try AST.Predicate(
        parsing: String(repeating: "-", count: 50) + " %@ == 1", arguments: arguments)
    }
  }
}
