import FilterSyntax
import Testing

@testable import FilterEngine

/// One example a rule.
@Suite struct TextRuleTests {
  static let c = TextOptions.caseInsensitive
  static let d = TextOptions.diacriticInsensitive
  static let n = TextOptions.normalized
  static let l = TextOptions.localeSensitive

  @Test(
    arguments: [
      ("abc", [], "abc", true), ("é", [], "e\u{301}", false), ("\u{212A}", [], "K", false),
      ("ABC", c, "abc", true), ("é", c, "E\u{301}", true), ("ß", c, "SS", true),
      ("ΣΑΣ", c, "σας", true), ("\u{212A}", c, "k", true), ("İ", c, "i\u{307}", true),
      ("ı", c, "i", false), ("Ａ", c, "a", false), ("Ａ", c, "ａ", true), ("ﬃ", c, "FFI", true),
      ("ᾳ", c, "ΑΙ", true), ("ᾴ", c, "α\u{301}ι", true), ("привет", c, "ПРИВЕТ", true),
      ("été", d, "ete", true), ("ø", d, "o", false), ("ł", d, "l", false), ("ß", d, "ss", false),
      ("が", d, "か", false), ("ぱ", d, "は", false), ("ñ", d, "N", false), ("\u{301}", d, "", true),
      ("Ü", [c, d], "u", true), ("ΰ", [c, d], "Υ", true), ("é", l, "é", true),
      ("ABC", [c, n], "abc", false), ("é", [d, n], "e", false), ("I", [c, l], "i", true),
    ] as [(String, TextOptions, String, Bool)])
  func textsAreEqual(_ a: String, _ options: TextOptions, _ b: String, _ expected: Bool) {
    #expect(TextComparison(options).areEqual(a, b) == expected)
    #expect(TextComparison(options).areEqual(b, a) == expected)
    #expect(TextNeedle(b, options).equals(a) == expected)
    #expect(TextNeedle(a, options).equals(b) == expected)
  }

  @Test(
    arguments: [
      ("a", [], "b", -1), ("é", [], "f", -1), ("é", [], "e", 1), ("é", [], "e\u{301}", 0),
      ("Z", [], "a", -1), ("Z", c, "a", 1), ("é", d, "e", 0), ("é", n, "f", 1), ("", [], "a", -1),
      ("e\u{301}\u{323}", [], "e\u{323}\u{301}", 0), ("\u{FFFD}", [], "😀", -1),
    ] as [(String, TextOptions, String, Int)])
  func textsHaveAnOrder(_ a: String, _ options: TextOptions, _ b: String, _ expected: Int) {
    #expect(TextComparison(options).order(a, b).signum() == expected)
    #expect(TextComparison(options).order(b, a).signum() == -expected)
  }

  @Test(
    arguments: [
      ("e\u{301}a", [], "e", false), ("e\u{301}a", [], "é", true), ("éa", [], "e\u{301}", true),
      ("é", [], "\u{301}", false), ("\u{301}", [], "\u{301}", true), ("é", d, "e", true),
      ("é", n, "e", false), ("e\u{301}", n, "e", true), ("ß", c, "ss", true), ("ß", c, "s", false),
      ("ßs", c, "sss", true), ("a\r\n", [], "a\r", true), ("👩‍🚀", [], "👩", true),
      ("각", [], "가", false),
      ("\u{1100}\u{1161}\u{11A8}", [], "가", false), ("가", [], "가", true), ("कि", [], "क", false),
      ("a", [], "", false), ("", [], "", false), ("a", [c, d], "", false), ("a", n, "", false),
      ("a\u{301}", d, "\u{301}", false), ("uvw", [c, d], "Ü", true), ("\u{212A}g", [], "K", true),
      ("ﬁn", c, "fi", true), ("ﬁn", c, "f", false),
    ] as [(String, TextOptions, String, Bool)])
  func textsBegin(_ text: String, _ options: TextOptions, _ needle: String, _ expected: Bool) {
    #expect(TextAnswers(text, TextNeedle(needle, options)).begins == expected)
    #expect(TextComparison(options).begins(text, with: needle) == expected)
    // What begins a text is contained in a longer one.
    #expect(
      TextComparison(options).contains("-" + text, needle) == (expected && needle != "\u{301}"))
  }

  @Test func aLongTextIsFoundInside() {
    let text = String(repeating: "é", count: 5_000) + "ß" + String(repeating: "z", count: 5_000)
    #expect(TextComparison([Self.c, Self.d]).contains(text, "ESSZ"))
    #expect(!TextComparison([Self.c, Self.d]).contains(text, "ESZ"))
  }

  /// A scalar outside ASCII that decomposes to one ASCII character is that character, wherever it is in
  /// a text of any length, in typed fields as in values.
  @Test(arguments: [("\u{1FEF}", "`"), ("\u{37E}", ";"), ("\u{212A}", "K")])
  func anASCIICharacterHasAnotherSpelling(_ other: String, _ ascii: String) throws {
    for length in [0, 1, 7, 12, 13, 14, 16, 40, 70] {
      let filling = String(repeating: "x", count: length)
      for (text, isAtStart, isAtEnd) in [
        (other + filling, true, length == 0), (filling + other, length == 0, true),
        (filling + other + filling, length == 0, length == 0),
      ] {
        for (filter, expected) in [
          ("name CONTAINS %@", true), ("name CONTAINS[c] %@", true), ("name CONTAINS[d] %@", true),
          ("name CONTAINS[cd] %@", true), ("name CONTAINS[n] %@", false), ("name == %@", false),
          ("name BEGINSWITH %@", isAtStart), ("name ENDSWITH %@", isAtEnd),
          ("name BEGINSWITH[n] %@", false), ("name ==[d] %@", isAtStart && isAtEnd),
          ("name LIKE %@", isAtStart && isAtEnd), ("name MATCHES %@", false),
          ("name MATCHES[d] %@", isAtStart && isAtEnd), ("ANY tags CONTAINS %@", true),
          ("note CONTAINS %@", true), ("note IN {%@}", false),
        ] {
          let argument = FilterValue.string(ascii)
          let entry = Line(name: text, note: text, tags: ["", text])
          let typed = try FilterPredicate<Line>(text: filter, arguments: [argument])
          #expect(try typed.matches(entry) == expected, "\(filter) of \(text)")
          #expect(try [entry, entry].filter(typed).isEmpty != expected, "\(filter) of \(text)")
          let value = FilterValue.object(
            FilterObject([
              (key: "name", value: .string(text)), (key: "note", value: .string(text)),
              (key: "tags", value: .list(["", .string(text)])),
            ]))
          let untyped = try FilterPredicate<FilterValue>(text: filter, arguments: [argument])
          #expect(try untyped.matches(value) == expected, "\(filter) of \(text)")
        }
      }
    }
  }
}

private struct Line: Filterable {
  let name: String
  let note: String?
  let tags: [String]

  static let filterFields = FilterFields<Line>(
    FilterField("name", \.name), FilterField("note", \.note), FilterField("tags", \.tags))
}
