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

  /// The letters of conversions other than `@` and `K`.
  static let conversions = Set("dDiouxXcCsSaAeEfFgGp".utf8)

  /// The lengths that can be before a conversion, longer ones first.
  static let lengths = ["hh", "h", "ll", "l", "q", "z", "t", "j", "L"]

  private mutating func skipLength() {
    for length in Self.lengths where bytes[position...].starts(with: length.utf8) {
      position += length.utf8.count
      return
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
