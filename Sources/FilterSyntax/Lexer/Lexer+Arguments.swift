extension Lexer {
  /// Whether the `%` at the position begins a placeholder, and is not the modulus operator.
  var startsArgument: Bool {
    byte(1).isLetter || byte(1) == UInt8(ascii: "@") || byte(1) == UInt8(ascii: "%")
  }

  /// `%@`, `%K`, `%lld`
  mutating func readArgument() throws(SyntaxError) -> Token.Kind {
    let start = position
    position += 1
    if byte() == UInt8(ascii: "@") || byte() == UInt8(ascii: "K") {
      position += 1
      return .argument
    }
    if byte() == UInt8(ascii: "%") {
      throw error(.doublePercent, at: SourceRange(start, start + 2))
    }
    skipLength()
    guard byte().isLetter, Self.conversions.contains(byte()) else {
      throw unknownConversion(from: start)
    }
    position += 1
    return .argument
  }

  private static let conversions = Set("dDiouxXcCsSaAeEfFgGp".utf8)

  private mutating func skipLength() {
    switch byte() {
    case UInt8(ascii: "h"), UInt8(ascii: "l"): position += byte(1) == byte() ? 2 : 1
    case UInt8(ascii: "q"), UInt8(ascii: "z"), UInt8(ascii: "t"), UInt8(ascii: "j"),
      UInt8(ascii: "L"):
      position += 1
    default: break
    }
  }

  private mutating func unknownConversion(from start: Int) -> SyntaxError {
    position = start + 1
    _ = skipName()
    if isScanning { return unknownToken }
    let range = SourceRange(start, position)
    let spelling = slice(range)
    return error(.unknownConversion(spelling), at: range, fix: spelling == "%k" ? "%K" : nil)
  }
}
