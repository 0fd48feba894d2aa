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

  /// Marks are put in order after each starter by itself, and after ASCII of any length.
  @Test(arguments: TextOptions.allOfText)
  func runsOfMarksCompareByTheRules(_ options: TextOptions) {
    let starters = ["b", "é", "가", "abcdefgh"]
    let runs = ["", "\u{307}\u{323}", "\u{323}\u{307}"]
    let parts = starters.flatMap { starter in runs.map { starter + $0 } }
    let texts = parts.flatMap { part in parts.map { part + $0 } }
    #expect(mismatches(texts, RandomSearch.sample(parts, oneOf: 6), options).isEmpty)
    #expect(mismatches(texts, ["b" + runs[2], "éb" + runs[1]], options).isEmpty)
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

  /// What lies between two stars begins and ends where a match can, and may vanish.
  @Test(arguments: TextOptions.allOfText)
  func partsBetweenStarsFitByTheRules(_ options: TextOptions) {
    let parts = ["", "e", "é", "\u{301}", "s", "ß", "?", "?e", "e?", "\u{301}?", "?\u{301}"]
    let patterns = parts.flatMap { first in
      parts.flatMap { part in parts.map { "\(first)*\(part)*\($0)" } }
    }
    let texts = TextFixtures.texts(["e", "é", "\u{301}", "ß", "s"], 3)
    let fixed = ["e*\u{301}*", "*\u{301}*e", "*\u{301}?*e", "*e*?", "?*ß*s", "*s*s", "*é*\u{301}"]
    var wrong: [String] = []
    for pattern in fixed + RandomSearch.sample(patterns, oneOf: 100) {
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
    let needles = TextFixtures.texts(alphabet, needleLength)
    return mismatches(
      TextFixtures.texts(alphabet, textLength), RandomSearch.sample(needles, oneOf: 6), options)
  }

  private func mismatches(
    _ texts: [String], _ needles: [String], _ options: TextOptions
  ) -> [String] {
    let comparison = TextComparison(options)
    let texts = texts.map { ($0, TextReference($0, options)) }
    var wrong: [String] = []
    for needle in needles {
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
