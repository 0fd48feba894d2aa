import FilterSyntax
import Testing

/// The kinds of tokens, in texts that parse and in texts that do not.
@Suite struct FilterTokensTests {
  /// The kinds of a text and its parts, as in `key:age operator:> number:3`.
  private func tokens(_ text: String, _ options: SyntaxOptions = SyntaxOptions()) -> String {
    let bytes = Array(text.utf8)
    return FilterTokens(text, options: options).map { token in
      let part = bytes[token.range.lowerBound..<token.range.upperBound]
      return "\(token.kind.rawValue):\(String(decoding: part, as: UTF8.self))"
    }
    .joined(separator: " ")
  }

  @Test func eachKindHasItsTokens() {
    #expect(tokens("age > 3") == "key:age operator:> number:3")
    #expect(
      tokens("NOT name BEGINSWITH[cd] 'a' AND $x.#size != nil")
        == "keyword:NOT key:name operator:BEGINSWITH punctuation:[ option:cd punctuation:] string:'a' "
        + "keyword:AND variable:$x punctuation:. key:#size operator:!= keyword:nil")
    #expect(
      tokens("sqrt(%@) == tags.@count /* a */ && d < #2026-11-21#")
        == "function:sqrt punctuation:( placeholder:%@ punctuation:) operator:== key:tags "
        + "punctuation:. function:@count comment:/* a */ operator:&& key:d operator:< "
        + "date:#2026-11-21#")
    #expect(tokens("a NOT IN b") == "key:a operator:NOT operator:IN key:b")
    #expect(tokens("a IS NOT NULL") == "key:a operator:IS operator:NOT keyword:NULL")
    #expect(tokens("a == .5") == "key:a operator:== number:.5")
  }

  /// The words and brackets that have several meanings.
  @Test func theMeaningOfAWordDependsOnItsNeighbors() {
    #expect(
      tokens("tags[FIRST] == first")
        == "key:tags punctuation:[ keyword:FIRST punctuation:] operator:== key:first")
    #expect(tokens("ANY any == 1") == "keyword:ANY key:any operator:== number:1")
    #expect(
      tokens("a IN[c] b")
        == "key:a operator:IN punctuation:[ option:c punctuation:] key:b")
    #expect(tokens("a IN [c]") == "key:a operator:IN punctuation:[ key:c punctuation:]")
    #expect(
      tokens("x[c] == 1")
        == "key:x punctuation:[ key:c punctuation:] operator:== number:1")
    #expect(
      tokens("max == max(a)")
        == "key:max operator:== function:max punctuation:( key:a punctuation:)")
    #expect(
      tokens("a.@sum.self > 1")
        == "key:a punctuation:. function:@sum punctuation:. key:self operator:> number:1")
    #expect(tokens("size == 1", SyntaxOptions(strict: true)) == "keyword:size operator:== number:1")
  }

  @Test func aLibraryHasOperators() {
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(wordOperators: ["NEAR"]))
    #expect(tokens("a near b", options) == "key:a operator:near key:b")
    #expect(tokens("a near b") == "key:a unknown:near key:b")
    #expect(tokens("near near near", options) == "key:near operator:near key:near")
  }

  /// A text that is being typed keeps its colors.
  @Test func anUnfinishedTokenExtendsToTheEnd() {
    #expect(tokens("a == 'b AND c") == "key:a operator:== string:'b AND c")
    #expect(tokens("`a b") == "key:`a b")
    #expect(tokens("a /* b") == "key:a comment:/* b")
    #expect(tokens("a > #2026-1") == "key:a operator:> date:#2026-1")
    #expect(tokens("a ? b") == "key:a unknown:? key:b")
    #expect(tokens("12ab > ≥") == "unknown:12ab operator:> unknown:≥")
    #expect(tokens("@ $ # %q") == "unknown:@ unknown:$ unknown:# unknown:%q")
    #expect(tokens("a // b") == "key:a unknown:// key:b")
    #expect(tokens("") == "")
    #expect(tokens(" \n\t") == "")
  }

  @Test func offsetsCountBothUnits() {
    let tokens = Array(FilterTokens("'🙂é' == ключ"))
    #expect(tokens.map(\.range) == [SourceRange(0, 8), SourceRange(9, 11), SourceRange(12, 20)])
    #expect(tokens.map(\.utf16Range) == [0..<5, 6..<8, 9..<13])
  }

  /// Errors take constant time each, so a text of errors takes linear time.
  @Test func manyErrorsTakeLinearTime() {
    for part in ["‚", "?", "“", "; ", "@ ", "%k ", "1a "] {
      let text = String(repeating: part, count: 50_000)
      #expect(FilterTokens(text).allSatisfy { $0.kind == .unknown })
    }
  }
}
