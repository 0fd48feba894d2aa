import TestSupport
import Testing

@testable import FilterEngine

/// All short texts against short needles, held against the rules in words: against all of them in an
/// exhaustive run, else a sixth.
@Suite struct TextExhaustiveTests {
  @Test(arguments: TextOptions.allOfText)
  func lettersCompareByTheRules(_ options: TextOptions) {
    #expect(mismatches(TextFixtures.letters, 2, 2, options).isEmpty)
    #expect(mismatches(["e", "\u{301}", "é", "ß", "s", "e\u{323}"], 3, 2, options).isEmpty)
  }

  @Test(arguments: TextOptions.allOfText)
  func marksCompareByTheRules(_ options: TextOptions) {
    #expect(mismatches(TextFixtures.marks, 2, 2, options).isEmpty)
    #expect(mismatches(["\u{345}", "\u{301}", "\u{323}", "\u{344}"], 4, 2, options).isEmpty)
  }

  @Test(arguments: TextOptions.allOfText)
  func patternsFitByTheRules(_ options: TextOptions) {
    let patterns = TextFixtures.texts(["e", "é", "\u{301}", "ß", "s", "?", "*"], 3)
    let texts = TextFixtures.texts(["e", "é", "\u{301}", "ß", "s"], 3)
    var wrong: [String] = []
    for pattern in RandomSearch.sample(patterns, oneOf: 6) {
      let like = LikePattern(pattern, options)
      for text in texts
      where like.matches(text) != TextReference.like(text, pattern, options) {
        wrong.append("\(TextFixtures.written(text)) LIKE \(TextFixtures.written(pattern))")
      }
    }
    #expect(wrong.isEmpty)
  }

  private func mismatches(
    _ alphabet: [String], _ textLength: Int, _ needleLength: Int, _ options: TextOptions
  ) -> [String] {
    let comparison = TextComparison(options)
    let texts = TextFixtures.texts(alphabet, textLength).map { ($0, TextReference($0, options)) }
    var wrong: [String] = []
    let needles = TextFixtures.texts(alphabet, needleLength)
    for needle in RandomSearch.sample(needles, oneOf: 6) {
      let reference = TextReference(needle, options)
      let prepared = TextNeedle(needle, options)
      for (text, textReference) in texts {
        let expected = TextAnswers(textReference, reference)
        if TextAnswers(text, prepared) != expected
          || TextAnswers(text, needle, comparison) != expected
        {
          wrong.append("\(TextFixtures.written(text)), \(TextFixtures.written(needle))")
        }
      }
    }
    return wrong
  }
}
