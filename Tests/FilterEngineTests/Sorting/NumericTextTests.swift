import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// Bytes of texts with numbers against the comparison part by part.
@Suite struct NumericTextTests {
  private static let optionSets: [AST.Comparison.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized, .localeSensitive,
  ]

  /// Parts that texts are made of: digits with zeros in front, many of them, digits of other scripts,
  /// marks that follow digits or vanish, letters that fold to several, and what lies around digits.
  private static let parts = [
    "", "0", "00", "1", "01", "9", "10", "010", "99", "100", "18446744073709551616", "a", "A", "b",
    "ab", "é", "e\u{301}", "É", "ß", "ss", "ﬁ", "İ", "ᾳ", "\u{345}", "\u{301}", "\u{20E3}", "\0",
    "\0\0", " ", "-", "/", ":", ".", "１", "٣", "²", "①", "𝟎", "日本", "한", "각", "か\u{3099}", "😀",
    "\u{7F}", "\u{10FFFF}", "zzzzzzzzz",
    String(repeating: "7", count: 254), String(repeating: "7", count: 255),
    String(repeating: "7", count: 256), String(repeating: "0", count: 300),
    String(repeating: "7", count: 255) + "8", "00" + String(repeating: "7", count: 255),
  ]

  private static func bytes(_ text: String, _ comparison: SortComparison) -> [UInt8] {
    var text = text
    var numeric = NumericText()
    text.withUTF8 { numeric.write($0, comparison.text) }
    return numeric.bytes
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private func check(_ texts: [String], _ options: AST.Comparison.Options) {
    let comparison = SortComparison(options: options, isNumeric: true)
    let bytes = texts.map { Self.bytes($0, comparison) }
    for left in texts.indices {
      for right in texts.indices {
        let expected = comparison.order(.string(texts[left]), .string(texts[right])).signum()
        let found = Self.order(bytes[left], bytes[right])
        guard found != expected else { continue }
        Issue.record("\(texts[left].debugDescription) \(texts[right].debugDescription) \(options)")
        return
      }
    }
  }

  @Test(arguments: optionSets)
  func allPairsOfPartsAreOrderedAsTheirTextsAre(_ options: AST.Comparison.Options) {
    check(Self.parts, options)
    check(Self.parts.map { "a" + $0 } + Self.parts.map { "7" + $0 }, options)
  }

  @Test(arguments: optionSets, RandomSearch.seeds(2))
  func randomTextsAreOrderedAsTheComparisonDoes(
    _ options: AST.Comparison.Options, _ seed: UInt64
  ) {
    var dice = SeededGenerator(seed: seed)
    let fewParts = (0..<5).map { _ in Self.parts[Int.random(in: 0..<38, using: &dice)] }
    for parts in [Self.parts, fewParts] {
      let texts = (0..<40).map { _ in
        (0..<Int.random(in: 0..<7, using: &dice))
          .map { _ in parts[Int.random(in: 0..<parts.count, using: &dice)] }.joined()
      }
      check(texts, options)
    }
  }

  @Test(
    arguments: [
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ] as [AST.Comparison.Options])
  func nothingButDigitsIsComparedAsDigits(_ options: AST.Comparison.Options) {
    let folding = TextFolding(options)
    var digits: [Unicode.Scalar] = []
    for number in RandomSearch.sample(UInt32(0x80)...0x10FFFF, oneOf: 16) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      var text = String(scalar)
      let hasDigit = text.withUTF8 { text in
        folding.withFolded(text) { $0.bytes.contains { 0x30...0x39 ~= $0 } }
      }
      if hasDigit { digits.append(scalar) }
    }
    #expect(digits == [])
  }
}
