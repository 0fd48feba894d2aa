import FilterSyntax
import Testing

@testable import FrcQuery

struct WidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("각", 2), ("क्ष", 2), ("か\u{3099}", 2), ("ｶﾞ", 2), ("1️⃣", 2), ("a\u{AD}b", 3), ("👩🏽‍🚀", 2),
    ("🇩🇪", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("\u{200B}", 0), ("…", 1),
  ])
  func aTextTakesItsColumns(_ text: String, _ width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("日本語", 4, "日…"), ("日本", 4, "日本")])
  func aClippedTextFits(_ text: String, _ width: Int, _ clipped: String) {
    #expect(TextWidth.clip(text, to: width) == clipped)
  }

  @Test func nothingThatSteersATerminalIsLeft() {
    #expect(TerminalText.line("a\u{1b}[0m\t\u{202e}\u{9b}é") == "a\\u{1b}[0m\\t\\u{202e}\\u{9b}é")
  }
}
