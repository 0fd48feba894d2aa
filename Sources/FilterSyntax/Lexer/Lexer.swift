/// Splits a text into tokens, one at a time and in linear time.
struct Lexer {
  /// The whole text, for errors.
  let text: String

  /// The text as UTF-8.
  let bytes: [UInt8]

  /// The offset of the first unread byte.
  var position = 0

  /// Whether extensions are refused.
  let strict: Bool

  /// Whether only the kinds and ranges of tokens are wanted. Errors then have no description and numbers no value,
  /// so that no token allocates, and an error takes constant time.
  let isScanning: Bool

  init(_ text: String, strict: Bool, isScanning: Bool = false) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.strict = strict
    self.isScanning = isScanning
  }

  /// The byte `distance` bytes ahead; 0 past the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
  }

  /// The text of `range`.
  @inline(never)
  func slice(_ range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  /// The next token. At the end of the text, every call returns `end`.
  @inline(never)
  mutating func next() throws(SyntaxError) -> Token {
    try skipBlanks()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, range: SourceRange(start, start)) }
    let kind = try kind(of: bytes[start])
    return Token(kind: kind, range: SourceRange(start, position))
  }

  private mutating func kind(of first: UInt8) throws(SyntaxError) -> Token.Kind {
    if first.startsName || first >= 0x80 { return try readName() }
    if first.isDigit { return try readNumber() }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readString()
    case UInt8(ascii: "`"): return try readQuotedName()
    case UInt8(ascii: "#"): return try readHash()
    case UInt8(ascii: "@"): return try readSigned(.collectionOperator, expecting: .operatorName)
    case UInt8(ascii: "$"): return try readSigned(.variable, expecting: .variableName)
    case UInt8(ascii: "%") where startsArgument: return try readArgument()
    default: return try readSymbol()
    }
  }

  private mutating func readSymbol() throws(SyntaxError) -> Token.Kind {
    if let sign = readTildeOperator() { return sign }
    guard let symbol = Symbol(byte(), byte(1)) else {
      throw unknownCharacter(at: SourceRange(position, position + 1))
    }
    position += symbol.length
    return .symbol(symbol)
  }

  /// An error in the text.
  func error(
    _ kind: @autoclosure () -> SyntaxError.Kind, at range: SourceRange,
    fix: @autoclosure () -> String? = nil
  ) -> SyntaxError {
    isScanning ? unknownToken : made(kind(), at: range, fix: fix())
  }

  @inline(never)
  private func made(
    _ kind: SyntaxError.Kind, at range: SourceRange, fix: String?
  ) -> SyntaxError {
    SyntaxError(
      kind, at: range, in: text,
      fix: fix.map { SyntaxError.Fix(range: range, replacement: $0) })
  }

  /// The error that a scan gets for each part of the text that begins no token.
  @inline(never)
  var unknownToken: SyntaxError {
    SyntaxError(.unknownCharacter(""), at: SourceRange(position, position), in: text)
  }

  /// Throws where extensions are refused.
  @inline(never)
  func refuse(
    _ feature: String, instead: String?, at range: SourceRange, fix: String? = nil
  ) throws(SyntaxError) {
    guard strict else { return }
    throw error(.notPortable(feature: feature, instead: instead), at: range, fix: fix)
  }
}

extension Lexer {
  /// Skips blanks and `/* comments */`.
  mutating func skipBlanks() throws(SyntaxError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09...0x0D: position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try skipComment()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        throw error(.lineComment, at: SourceRange(position, position + 2))
      default: return
      }
    }
  }

  /// Skips a comment, at its `/*`.
  @inline(never)
  mutating func skipComment() throws(SyntaxError) {
    let start = position
    position += 2
    while position < bytes.count {
      if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        return try refuse("a comment", instead: nil, at: SourceRange(start, position), fix: "")
      }
      position += 1
    }
    throw error(.unterminatedComment, at: SourceRange(start, start + 2))
  }
}
