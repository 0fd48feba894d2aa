import FilterSyntax
import Testing

@testable import FilterEngine

@Suite struct TextLikeTests {
  static let c = TextOptions.caseInsensitive
  static let d = TextOptions.diacriticInsensitive

  @Test(
    arguments: [
      ("kit", "k*t", [], true), ("kits", "k*t", [], false), ("kiit", "k?t", [], false),
      ("", "*", [], true), ("", "", [], true), ("a", "", [], false), ("", "?", [], false),
      ("", "*?", [], false), ("knmr", "k*m*n?r", [], false), ("kxmyn-r", "k*m*n?r", [], true),
      ("a.c", "a.c", [], true), ("abc", "a.c", [], false), ("a", "[ab]", [], false),
      ("a?c", "a\\?c", [], true), ("abc", "a\\?c", [], false), ("a*", "a\\*", [], true),
      ("a\\b", "a\\\\b", [], true), ("a\\", "a\\", [], true), ("a\\b", "a\\b", [], true),
      ("a\nb", "a?b", [], true), ("a\r\nb", "a*b", [], true), ("a\r\nb", "a??b", [], true),
      ("é", "?", [], true), ("e\u{301}", "??", [], true), ("e\u{301}", "?", [], false),
      ("é", "??", [], false), ("é", "e*", [], false), ("e\u{301}", "e*", [], false),
      ("é", "e\u{301}", [], true), ("é", "e\u{301}", .normalized, false),
      ("e\u{301}", "?", d, true),
      ("dune", "D?NE", c, true), ("straße", "STRASSE", c, true), ("ß", "?", c, true),
      ("ß", "??", c, false), ("ß", "s*", c, false), ("ß", "s?", c, false), ("👍🏽", "??", [], true),
      ("été", "E*E", [c, d], true), ("각", "?", [], true), ("aXbXc", "*X*", [], true),
      ("abab", "*ab", [], true), ("ab", "ab*ab", [], false), ("aab", "*ab", [], true),
      ("\u{301}x", "\u{301}*", d, true),
    ] as [(String, String, TextOptions, Bool)])
  func textsFit(_ text: String, _ pattern: String, _ options: TextOptions, _ expected: Bool) {
    #expect(LikePattern(pattern, options).matches(text) == expected)
    #expect(TextReference.like(text, pattern, options) == expected)
  }

  @Test(
    arguments: [
      ("abc", .exact("abc")), ("", .exact("")), ("abc*", .prefix("abc")), ("*abc", .suffix("abc")),
      ("**abc*", .contains("abc")), ("*", .anything), ("***", .anything), ("a*b", .general),
      ("?", .general), ("a\\*", .exact("a*")), ("\\*\\\\*", .prefix("*\\")), ("?*", .general),
    ] as [(String, LikePattern.Shape)])
  func patternsHaveAShape(_ pattern: String, _ shape: LikePattern.Shape) {
    #expect(LikePattern(pattern, []).shape == shape)
  }

  @Test func aPatternOfDroppedMarksIsNoNeedle() {
    #expect(LikePattern("\u{301}*", Self.d).shape == .general)
    #expect(LikePattern("\u{301}*", []).shape == .prefix("\u{301}"))
  }

  @Test(arguments: ["*a*a*a*a*b", "*?a*?a*?a*b", "a*a*a*a*a*a*a*a*?b"])
  func patternsNeverExplode(_ pattern: String) {
    #expect(!LikePattern(pattern, []).matches(String(repeating: "a", count: 10_000)))
    #expect(!LikePattern(pattern, Self.c).matches(String(repeating: "á", count: 10_000)))
    #expect(LikePattern(pattern, []).matches(String(repeating: "a", count: 100) + "-b"))
  }

  @Test func asciiFitsByTheRules() {
    let patterns = TextFixtures.texts(["a", "B", "?", "*"], 4)
    var wrong: [String] = []
    for options in [[], Self.c] {
      for pattern in patterns {
        let like = LikePattern(pattern, options)
        for text in TextFixtures.texts(["a", "b"], 4)
        where like.matches(text) != TextReference.like(text, pattern, options) {
          wrong.append("\(text) LIKE \(pattern)")
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}
