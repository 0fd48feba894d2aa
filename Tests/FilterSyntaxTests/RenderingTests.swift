import FilterSyntax
import Testing

/// What is shown of a long line, counted in characters.
@Suite struct RenderingTests {
  /// Characters that differ from their neighbours.
  private static func letters(_ count: Int, from first: UInt8) -> String {
    String(decoding: (0..<count).map { first + UInt8($0 % 23) }, as: UTF8.self)
  }

  private static let lengths = [0, 1, 39, 40, 41, 90]

  /// Forty characters are shown before an error, forty of it, and forty after it.
  @Test(arguments: lengths, lengths)
  func aLineIsClippedOnBothSides(_ before: Int, _ marked: Int) {
    for after in Self.lengths {
      for wide in [false, true] {
        var parts = [before, marked, after].enumerated().map {
          Self.letters($1, from: UInt8(ascii: "a") + UInt8($0))
        }
        if wide { parts = parts.map { String($0.map { $0 == "d" ? "é" : $0 }) } }
        let range = SourceRange(parts[0].utf8.count, parts[0].utf8.count + parts[1].utf8.count)
        let start = before > 40 ? "…" + parts[0].suffix(40) : parts[0]
        let middle = marked > 40 ? parts[1].prefix(40) + "…" : parts[1]
        let rest = marked > 40 ? "" : after > 40 ? parts[2].prefix(40) + "…" : parts[2]
        let indent = String(repeating: " ", count: start.count)
        let carets = String(repeating: "^", count: max(1, middle.count))
        for (lines, next) in [("", ""), ("é\n\r", "\nlast")] {
          let shift = lines.utf8.count
          let shown = DiagnosticRenderer(text: lines + parts.joined() + next).rendered(
            "words", at: SourceRange(range.lowerBound + shift, range.upperBound + shift))
          #expect(shown == "error: words\n | \(start)\(middle)\(rest)\n | \(indent)\(carets)")
        }
      }
    }
  }

  /// What lies outside of the text counts as its nearest end, and a range of several lines is marked on its first.
  @Test(arguments: [
    (SourceRange(-5, 1), "ab\ncd", " | ab\n | ^"), (SourceRange(-5, -3), "ab", " | ab\n | ^"),
    (SourceRange(1, 90), "ab", " | ab\n |  ^"), (SourceRange(80, 90), "ab", " | ab\n |   ^"),
    (SourceRange(1, 5), "abc\ndef", " | abc\n |  ^^"),
    (SourceRange(3, 4), "abc\ndef", " | abc\n |    ^"),
    (SourceRange(4, 7), "abc\ndef\nghi", " | def\n | ^^^"), (SourceRange(0, 0), "", " | \n | ^"),
    (SourceRange(0, 1), "\u{7}b\tc", " |  b c\n | ^"),
    (SourceRange(2, 3), "a\u{1B}b", " | a b\n |   ^"),
  ])
  func aRangeIsMarkedWithinItsLine(_ range: SourceRange, _ text: String, _ lines: String) {
    #expect(
      DiagnosticRenderer(text: text).rendered("m", at: range, label: "note") == "note: m\n" + lines)
  }

  /// A fix shows forty characters of what goes and of what comes.
  @Test(arguments: lengths, lengths)
  func aFixIsClipped(_ old: Int, _ new: Int) throws {
    let (gone, come) = (
      Self.letters(old, from: UInt8(ascii: "a")), Self.letters(new, from: UInt8(ascii: "b"))
    )
    func shown(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
    let error = SyntaxError(
      .emptyText, at: SourceRange(0, 1), in: "(" + gone + ")",
      fix: SyntaxError.Fix(range: SourceRange(1, 1 + old), replacement: come))
    let expected =
      switch (old, new) {
      case (0, _): "insert \(shown(come))"
      case (_, 0): "remove \(shown(gone))"
      default: "replace \(shown(gone)) with \(shown(come))"
      }
    #expect(error.description.split(separator: "\n").last.map(String.init) == " fix: " + expected)
  }

  /// A name of a hundred scalars is shown whole.
  @Test(arguments: ["a", "é", "日", "🙂", "e\u{301}"])
  func aLongNameIsCut(_ letter: String) {
    for count in [1, 99, 100, 101, 300] {
      let scalars = String(repeating: letter, count: count).unicodeScalars.prefix(count)
      let name = String(scalars)
      #expect(name.shown == (count > 100 ? String(name.unicodeScalars.prefix(99)) + "…" : name))
    }
  }

  /// The columns at the bounds of what is wide, and of what has none.
  @Test(arguments: [
    (0x10FF, 1), (0x1100, 2), (0x115F, 2), (0x1160, 0), (0x11FF, 0), (0x1200, 1), (0x303E, 2),
    (0x303F, 1), (0x3041, 2), (0xAC00, 2), (0xD7A3, 2), (0xD7B0, 0), (0xFF60, 2), (0xFF61, 1),
    (0xAD, 1), (0x200D, 0), (0x301, 0), (0x1F600, 2), (0x2764, 1), (0x231A, 2), (0x1F1E6, 2),
    (0x2FFFD, 2), (0x41, 1), (0x7, 0),
  ])
  func theColumnsOfACharacterAreThoseOfUnicode(_ value: UInt32, _ columns: Int) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(TextWidth.of(String(scalar)) == columns)
  }

  @Test func aTextIsClippedToItsColumns() {
    for (text, width, expected) in [
      ("", 1, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本", 4, "日本"), ("日本語", 4, "日…"),
      ("日本語", 5, "日本…"), ("a日", 2, "a…"), ("ab", 1, "…"), ("a\u{301}bc", 2, "a\u{301}…"),
    ] {
      #expect(TextWidth.clip(text, to: width) == expected)
    }
  }
}
