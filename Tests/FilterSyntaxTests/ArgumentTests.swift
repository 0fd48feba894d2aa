import FilterSyntax
import Testing

@Suite struct ArgumentTests {
  @Test func argumentsFillTheirPlacesInOrder() throws {
    let arguments = Arguments([.constant(.text("a.b.@max.größe")), .constant(.list([.integer(1)]))])
    let filter = try AST.Predicate(parsing: "%K IN %@", arguments: arguments)
    #expect(filter.sourceText == "a.b.@max.größe IN {1}")
  }

  @Test func anExpressionIsInsertedAsItIs() throws {
    let sum = try AST.Expression(parsing: "a + b")
    let filter = try AST.Predicate(parsing: "%@ * 2 == 1", arguments: Arguments([.expression(sum)]))
    #expect(filter.description == "(a + b) * 2 == 1")
  }

  @Test func aPlaceOfAnInterpolationTakesItsOwnValue() throws {
    let arguments = Arguments([.constant(.integer(2))], interpolated: [5: .constant(.integer(1))])
    let filter = try AST.Predicate(parsing: "x == %@ AND y == %@", arguments: arguments)
    #expect(filter.description == "x == 1 AND y == 2")
  }

  @Test(arguments: ["x == '%@'", "x == `%@`", "x ==/*%@*/ 1", "x == 1 /*%@*/", "x == \"%@\" AND"])
  func anInterpolationInsideQuotesIsAnError(_ text: String) {
    let arguments = Arguments(interpolated: [text.utf8.count: .constant(.null)])
    let inside = text.utf8.enumerated().first { $0.element == UInt8(ascii: "%") }?.offset ?? 0
    for offset in [inside] {
      let arguments = Arguments(interpolated: [offset: .constant(.text("' OR TRUEPREDICATE OR '"))])
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
      parsing: "name == %@", arguments: Arguments([.constant(.text(text))]))
    #expect(filter.sourceText == "name == \"\(text)\"")
  }

  @Test func aTemplateKeepsItsPlaces() throws {
    let filter = try AST.Predicate(parsing: "%K.a == %@ AND b.%K < %lld")
    #expect(filter.description == "%K.a == %@ AND b.%K < %lld")
    #expect(try AST.Predicate(parsing: filter.sourceText) == filter)
  }

  @Test func surplusArgumentsAreIgnored() throws {
    let filter = try AST.Predicate(parsing: "x == 1", arguments: Arguments([.constant(.null)]))
    #expect(filter.description == "x == 1")
  }
}
