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
}
