import FilterSyntax

@testable import FilterEngine

typealias TextOptions = AST.Comparison.Options

extension AST.Comparison.Options {
  /// The options that make a difference.
  static let allOfText: [TextOptions] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized,
  ]
}

enum TextFixtures {
  /// Letters and marks of every kind that the rules speak of.
  static let letters = [
    "a", "A", "é", "e", "\u{301}", "ß", "s", "K", "\u{212A}", "が", "か", "\u{3099}", "ø",
  ]

  /// Marks that change places, that fold to a letter or are kept; syllables; vowels that compose.
  static let marks = [
    "a", "\u{345}", "\u{301}", "\u{323}", "\u{1F82}", "\u{344}", "각", "\u{1100}", "\u{1161}",
    "\u{11A8}", "\u{93F}", "\u{941}", "\u{CCB}", "\u{16D63}", "\u{16D67}",
  ]

  /// All texts of up to `length` of these.
  static func texts(_ alphabet: [String], _ length: Int) -> [String] {
    var all = [""]
    var longest = [""]
    for _ in 0..<length {
      longest = longest.flatMap { text in alphabet.map { text + $0 } }
      all += longest
    }
    return all
  }

  /// A text as it would be written in a test.
  static func written(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

/// The answers about one text and one needle.
struct TextAnswers: Equatable {
  var begins: Bool
  var ends: Bool
  var contains: Bool
  var order: Int

  init(_ text: TextReference, _ needle: TextReference) {
    begins = text.begins(with: needle)
    ends = text.ends(with: needle)
    contains = text.contains(needle)
    order = text.order(needle)
  }

  init(_ text: String, _ needle: TextNeedle) {
    let utf8 = Array(text.utf8)
    self = utf8.withUnsafeBufferPointer { TextAnswers($0, needle) }
  }

  init(_ text: UnsafeBufferPointer<UInt8>, _ needle: TextNeedle) {
    begins = needle.begins(text)
    ends = needle.ends(text)
    contains = needle.isContained(in: text)
    order = needle.order(text).signum()
  }

  init(_ text: String, _ needle: String, _ comparison: TextComparison) {
    begins = comparison.begins(text, with: needle)
    ends = comparison.ends(text, with: needle)
    contains = comparison.contains(text, needle)
    order = comparison.order(text, needle).signum()
  }
}

extension LikePattern {
  func matches(_ text: String) -> Bool {
    let utf8 = Array(text.utf8)
    return utf8.withUnsafeBufferPointer { matches($0) }
  }
}

extension TextNeedle {
  func equals(_ text: String) -> Bool {
    let utf8 = Array(text.utf8)
    return utf8.withUnsafeBufferPointer { equals($0) }
  }
}
