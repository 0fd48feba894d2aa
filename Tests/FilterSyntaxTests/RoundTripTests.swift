import FilterSyntax
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: Corpus.all)
  func theSourceTextGivesTheTreeBack(_ text: String) throws {
    let filter = try AST.Predicate(parsing: text)
    let again = try AST.Predicate(parsing: filter.sourceText)
    #expect(again == filter)
    #expect(again.hashValue == filter.hashValue)
    #expect(again.sourceText == filter.sourceText)
  }

  @Test(arguments: Corpus.portable)
  func theSourceTextGivesTheStrictTreeBack(_ text: String) throws {
    let strict = SyntaxOptions(strict: true)
    let filter = try AST.Predicate(parsing: text, options: strict)
    #expect(try AST.Predicate(parsing: filter.sourceText, options: strict) == filter)
  }

  @Test(arguments: Corpus.portable)
  func thePortableTextIsPrintedOfItself(_ text: String) throws {
    let strict = SyntaxOptions(strict: true)
    let printed = try AST.Predicate(parsing: text, options: strict).description
    #expect(try AST.Predicate(parsing: printed, options: strict).description == printed)
  }

  @Test(arguments: Corpus.extended)
  func extensionsAreRefusedByStrict(_ text: String) throws {
    // These are read by Foundation too, and only their meaning is extended.
    guard
      ![
        "x IN [c] y", "x IN (1)", "a.d[0] == 1", "list.@flatten.items == 1", "%@ == %K",
        "%K.a == %ld", "a.%K.b == %@",
      ].contains(text)
    else { return }
    let error = #expect(throws: SyntaxError.self) {
      try AST.Predicate(parsing: text, options: SyntaxOptions(strict: true))
    }
    guard case .notPortable = error?.kind else {
      Issue.record("\(error?.description ?? "no error")")
      return
    }
  }

  @Test func whatIsCutOrChangedNeverCrashes() {
    for text in Corpus.all {
      let bytes = Array(text.utf8)
      for index in RandomSearch.sample(bytes.indices, oneOf: 8) {
        read(bytes[..<index])
        read(bytes[..<index] + bytes[(index + 1)...])
        for byte in "(['\"#%`-.".utf8 {
          read(bytes[..<index] + [byte] + bytes[index...])
        }
      }
    }
  }

  private func read(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let filter = try AST.Predicate(parsing: text)
      #expect((try? AST.Predicate(parsing: filter.sourceText)) == filter, "\(text)")
    } catch {
      #expect(error.range.lowerBound <= error.range.upperBound, "\(text)")
      #expect(error.range.upperBound <= text.utf8.count, "\(text)")
      #expect(error.description.hasPrefix("error: "), "\(text)")
    }
  }

  /// Trees that differ in one place, in each position of a node with several parts.
  @Test(arguments: [
    ["a == 1", "b == 1", "a == 2", "a != 1", "ANY a == 1", "a ==[c] 1"],
    ["a == 1 AND b == 2", "b == 1 AND b == 2", "a == 1 AND b == 3", "a == 1 OR b == 2"],
    ["NOT a == 1 AND b == 2", "a == 1 AND NOT b == 2", "NOT (a == 1 AND b == 2)"],
    ["a BETWEEN {1, 2}", "a BETWEEN {0, 2}", "a BETWEEN {1, 3}", "a BETWEEN {1, 2, 3}"],
    ["a + 1 > b", "b + 1 > b", "a + 2 > b", "a - 1 > b", "a + 1 > a"],
    ["max({a, b, 1}) == 1", "max({c, b, 1}) == 1", "max({a, c, 1}) == 1", "max({a, b, 2}) == 1"],
    ["modulus:by:(a, b) == 1", "modulus:by:(b, b) == 1", "modulus:by:(a, a) == 1"],
    ["FUNCTION(a, 'f:', b) == 1", "FUNCTION(b, 'f:', b) == 1", "FUNCTION(a, 'f:', a) == 1"],
    [
      "TERNARY(a == 1, 2, 3) == 4", "TERNARY(a == 0, 2, 3) == 4", "TERNARY(a == 1, 0, 3) == 4",
      "TERNARY(a == 1, 2, 0) == 4",
    ],
    [
      "SUBQUERY(a, $x, $x == 1) == b", "SUBQUERY(b, $x, $x == 1) == b",
      "SUBQUERY(a, $y, $y == 1) == b", "SUBQUERY(a, $x, $x == 2) == b",
    ],
    ["(a)[b] == 1", "(b)[b] == 1", "(a)[a] == 1", "(a)[FIRST] == 1"],
    ["(a UNION b) == c", "(b UNION b) == c", "(a UNION a) == c", "(a MINUS b) == c"],
    ["CAST(a, 'NSDate') == b", "CAST(b, 'NSDate') == b", "CAST(a, 'NSString') == b"],
    ["($x := a) == b", "($y := a) == b", "($x := b) == b"],
  ])
  func treesThatDifferInOnePlaceAreNotEqual(_ texts: [String]) throws {
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(functions: nil))
    let trees = try texts.map { try AST.Predicate(parsing: $0, options: options) }
    #expect(Set(trees).count == trees.count)
    for (index, tree) in trees.enumerated() {
      #expect(trees.filter { $0 == tree }.count == 1, "\(texts[index])")
    }
  }
}
