/// An ICU regular expression, rewritten for a library.
struct ICUPattern {
  /// The pattern for the library.
  let text: [UInt8]

  /// Whether every scalar that the pattern names is ASCII.
  let isASCII: Bool

  /// The pieces of the top level. A pattern of several branches is one opaque piece.
  let pieces: [PatternPiece]

  private let scanner: ICUScanner

  /// Rewrites `pattern`, to match a whole text or to search it.
  init(
    _ pattern: String, for dialect: ICUScanner.Dialect, caseInsensitive: Bool,
    foldsDiacritics: Bool, searches: Bool
  ) throws(PatternFailure) {
    var scanner = ICUScanner(
      Array(pattern.unicodeScalars), for: dialect, caseInsensitive: caseInsensitive,
      foldsDiacritics: foldsDiacritics, searches: searches)
    try scanner.scan()
    self.scanner = scanner
    text = scanner.output
    isASCII = scanner.isASCII
    pieces = searches || scanner.hasAlternatives ? [.opaque] : scanner.pieces
  }

  /// The position in the original pattern for an offset of the rewritten one.
  func position(at offset: Int) -> Int {
    guard offset < text.count else { return scanner.source.count }
    return scanner.places.last { $0.output <= offset }?.source ?? 0
  }

  /// The position in the original pattern of the first group or set that is inside `limit` others in the
  /// rewritten one.
  func position(nestedDeeperThan limit: Int) -> Int? {
    var depth = 0
    var isEscaped = false
    for (offset, byte) in text.enumerated() {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "("), UInt8(ascii: "["):
        depth += 1
        if depth > limit { return position(at: offset) }
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return nil
  }

  /// Whether a group contains a reference to itself, as in `(a|\1?)`.
  var refersToItself: Bool { scanner.refersToItself }

  /// Whether the pattern is empty.
  var isEmpty: Bool { scanner.source.isEmpty }

  /// The properties that the library may not know: their original text, position and rewritten text.
  var properties: [(name: String, source: Int, text: String)] {
    scanner.properties.map { ($0.name, $0.source, $0.text) }
  }

  /// The property that ends at an offset of the rewritten pattern, and its position in the original one.
  func property(at offset: Int) -> (name: String, source: Int)? {
    let before = scanner.properties.filter { $0.output < offset }
    // All properties of a set have its place in the rewritten pattern.
    let ending = before.last {
      text[..<offset].suffix($0.text.utf8.count).elementsEqual($0.text.utf8)
    }
    return (ending ?? before.last).map { ($0.name, $0.source) }
  }
}
