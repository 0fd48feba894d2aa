import Testing

@testable import FilterSyntax

/// The range of a node is the text of the node.
@Suite struct RangeTests {
  private static func part(_ range: SourceRange, of text: String) -> String {
    String(decoding: Array(text.utf8)[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  /// What a range holds is read as the node again.
  @Test(
    arguments: Corpus.portable + [
      "x == .5", "ANY {1, .25e1}.a > 1_0", "(a.b).c.d[0].e == `f g`", "a % b == -c.d",
    ])
  func aRangeHoldsItsNode(_ text: String) throws {
    let tree = try AST.Predicate(parsing: text)
    var nodes = 0
    try tree.visit(
      expressions: { node in
        let part = Self.part(node.range, of: text)
        // The item and the index of a path can be unwritten.
        if case .selfReference = node, part.uppercased() != "SELF" { return }
        nodes += 1
        #expect((try? AST.Expression(parsing: part)) == node, "\(part)")
      },
      comparisons: { node in
        let part = Self.part(node.range, of: text)
        #expect((try? AST.Predicate(parsing: part)) == .comparison(node), "\(part)")
      })
    #expect(nodes > 0 || text.lowercased().hasPrefix("truepredicate"))
    #expect((try? AST.Predicate(parsing: Self.part(tree.range, of: text))) == tree)
  }

  /// The range of an operator holds its words and its options.
  @Test(arguments: [
    "a ‹==› b", "a‹<=›b", "a ‹NOT  IN› b", "a ‹LIKE[cd]› b",
    "a ‹==[c]› b", "a ‹not like [ c ]› b", "a ‹IS NULL›", "a ‹is not null› AND b",
    "ANY a ‹BEGINSWITH› b", "a ‹IN [c]› b", "a ‹IN› [c]", "a ‹BETWEEN› 1 AND 2",
    "a ‹isEqual:› b", "a ‹WITHIN› b", "a ‹NOT WITHIN› b", "‹a›",
    "a ‹UTI-EQUALS› b",
  ])
  func theRangeOfAnOperatorIsItsText(_ marked: String) throws {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(wordOperators: ["WITHIN"]))
    let bytes = Array(marked.utf8)
    let open = try #require(bytes.firstIndex(of: 0xE2))
    let close = try #require(bytes.lastIndex(of: 0xE2)) - 3
    let expected = SourceRange(open, close)
    var found: [SourceRange] = []
    try AST.Predicate(parsing: text, options: options).visit(
      expressions: { _ in }, comparisons: { found.append($0.operatorRange) })
    #expect(found.first == expected)
  }

  /// The place of a selector, a variable and the steps of a path.
  @Test func thePartsOfANodeHaveTheirRanges() throws {
    let text = "FUNCTION(a.b.@sum.c, 'f:', 1) == SUBQUERY(d, $xy, TRUEPREDICATE)"
    var parts: [String] = []
    try AST.Predicate(parsing: text).visit(
      expressions: { node in
        switch node {
        case .message(let node): parts.append(Self.part(node.selectorRange, of: text))
        case .subquery(let node): parts.append(Self.part(node.variable.range, of: text))
        case .keyPath(let node): parts += node.components.map { Self.part($0.range, of: text) }
        default: break
        }
      }, comparisons: { _ in })
    #expect(parts == ["'f:'", "a", "b", "@sum", "c", "$xy", "d"])
  }

  /// A word operator has at most 256 bytes.
  @Test(arguments: [1, 255, 256, 257])
  func aWordOperatorIsSoLong(_ count: Int) {
    let word = String(repeating: "w", count: count)
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(wordOperators: [word.uppercased()]))
    let tree = try? AST.Predicate(parsing: "a \(word) b", options: options)
    #expect((tree != nil) == (count <= 256))
  }

  /// Each position of a text, against a count of its characters.
  @Test(arguments: [
    "", "a", "ab\ncd", "a\r\nb\rc\n", "é🙂\n日e\u{301}x\r\n\r\n", "\n\n", "🇩🇪🇫🇷\u{200D}",
  ])
  func aPositionIsThatOfItsCharacter(_ text: String) {
    var expected: [SourcePosition] = []
    var position = SourcePosition(utf8Offset: 0, utf16Offset: 0, line: 1, column: 1)
    for character in text {
      expected += Array(repeating: position, count: character.utf8.count)
      position.utf8Offset += character.utf8.count
      position.utf16Offset += character.utf16.count
      position.column += 1
      if character.isNewline { (position.line, position.column) = (position.line + 1, 1) }
    }
    expected += [position, position]
    for (offset, position) in expected.enumerated() {
      #expect(SourcePosition(utf8Offset: offset, in: text) == position)
    }
    #expect(SourcePosition(utf8Offset: -1, in: text) == expected[0])
    let ends = SourceRange(0, text.utf8.count).positions(in: text)
    #expect(ends.start == expected[0] && ends.end == position)
  }
}
