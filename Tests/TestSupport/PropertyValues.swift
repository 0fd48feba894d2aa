import Foundation

/// Values that operators stumble over.
package enum PropertyValues {
  package static let integers: [Int64] = [
    0, 1, -1, 2, 3, 7, 100, -128, 127, 255, 256, -32768, 65535, 2_147_483_648, .max, .min, .max - 1,
    9_007_199_254_740_993,
  ]

  package static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.5, 1.5, 2, 0.1, 100, 1e300, -1e300, 9_007_199_254_740_992, 0x1p63, -0x1p63,
    .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
  ]

  /// Doubles that a text can hold.
  package static let finiteDoubles = doubles.filter(\.isFinite)

  package static let texts: [String] = [
    "", "a", "A", "b", "ab", "AB", "abc", "é", "e\u{301}", "E\u{301}x", "e", "ß", "ss", "SS",
    "straße",
    "\u{1E9E}", "İ", "ı", "i", "ﬁ", "fi", "Σ", "ς", "σ", "が", "か\u{3099}", "か", "한",
    "\u{1112}\u{1161}",
    "a\u{0}b", "\u{0}", "a\nb", "\r\n", "a*b", "a?", "\\", "%@", "' OR TRUEPREDICATE OR '", "\"",
    "日本",
    "👩‍👩‍👧", "K", "k", "Å", "å", "Ångström", "ångstro\u{308}m", "q\u{307}\u{323}", "q\u{323}\u{307}",
    "\u{301}",
    "1", "10", "-7", "true", "abcdefg", "abcdefgh", "abcdefghijklmno", "abcdefghijklmnop",
    "abcdefghijklmnopq", "ABCDEFGHIJKLMNOP", "abcdefghijklmnopqrstuvwxyzabcdef",
    "abcdefghijklmnopqrstuvwxyzabcdefg", "abcdefghijklmno\u{E9}", "Abcdefghijklmn\u{E9}",
  ]

  package static let patterns: [String] = [
    "a.*", "[a-c]+", "(?i)AB", "\\w+", ".*b", ".", "..", "é", "e.", "^a$", "a|ab", "\\d+", "[^a]*",
    "\\p{L}*", "(", "a{2", "", "(?s).*", "s+", ".*é.*", "abc.*", ".*op", ".*fgh.*", "k", "\\bab\\b",
  ]

  package static let likes: [String] = [
    "*", "?", "??", "a*", "*a", "*b*", "a?c", "", "\\*", "a\\*b", "*\\?", "e*", "*é", "?*?", "s*",
    "*s",
    "**", "abc*", "*op", "a*c*e*", "*fgh*", "é", "?\u{301}", "K", "a\\", "*e?", "AB*", "??*",
  ]

  package static let dates: [Double] = [0, 1.5, -86_400, 978_307_200, 64_092_211_200]

  /// A text of `length` bytes or a little more, native and sometimes with room to spare, or cut out of
  /// a longer one.
  package static func text(_ generator: inout SeededGenerator) -> String {
    if generator.chance(50) { return generator.pick(texts) }
    let length =
      generator.chance(50)
      ? generator.pick([7, 8, 15, 16, 17, 32]) : .random(in: 0...40, using: &generator)
    let letters =
      generator.chance(30) ? ["a", "b", "A", "é", "\u{301}", "ß", "\u{0}"] : ["a", "b", "A", "c"]
    var text = ""
    if generator.chance(30) { text.reserveCapacity(200) }
    while text.utf8.count < length { text += generator.pick(letters) }
    return generator.chance(20) ? String(("xx" + text + "yy").dropFirst(2).dropLast(2)) : text
  }

  /// A part of `text`, often with other case.
  package static func part(of text: String, _ generator: inout SeededGenerator) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    let start = generator.chance(40) ? 0 : Int.random(in: 0..<scalars.count, using: &generator)
    let end =
      generator.chance(40)
      ? scalars.count : Int.random(in: start...scalars.count, using: &generator)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<end])
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: String(part).uppercased()
    case 1: String(part).decomposedStringWithCanonicalMapping
    default: String(part)
    }
  }
}
