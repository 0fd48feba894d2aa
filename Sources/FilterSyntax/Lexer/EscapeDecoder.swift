/// Decodes the `\` of a string literal.
struct EscapeDecoder {
  private let lexer: Lexer
  private var position: Int
  private let end: Int
  private var output: [UInt8] = []

  /// The escapes that the language does not know, whose backslash is dropped. Those after the first ones are left out.
  private(set) var unknown: [SourceRange] = []

  /// The most unknown escapes that are kept.
  static let maximumUnknown = 100

  init(lexer: Lexer, range: SourceRange) {
    self.lexer = lexer
    position = range.lowerBound
    end = range.upperBound
    output.reserveCapacity(range.count)
  }

  /// The text of the literal, with its escapes replaced.
  mutating func decode() throws(SyntaxError) -> String {
    while position < end {
      let byte = lexer.bytes[position]
      position += 1
      if byte == UInt8(ascii: "\\"), position < end {
        try decodeEscape()
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func decodeEscape() throws(SyntaxError) {
    let letter = lexer.bytes[position]
    switch letter {
    case UInt8(ascii: "n"): emit(0x0A)
    case UInt8(ascii: "t"): emit(0x09)
    case UInt8(ascii: "r"): emit(0x0D)
    case UInt8(ascii: "a"): emit(0x07)
    case UInt8(ascii: "b"): emit(0x08)
    case UInt8(ascii: "f"): emit(0x0C)
    case UInt8(ascii: "v"): emit(0x0B)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): decodeOctal()
    case UInt8(ascii: "x"), UInt8(ascii: "X"): try decodeHexadecimal(2)
    case UInt8(ascii: "u"), UInt8(ascii: "U"): try decodeHexadecimal(4)
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): emit(letter)
    default: emitUnknown(letter)
    }
  }

  /// An unknown escape drops the backslash.
  private mutating func emitUnknown(_ letter: UInt8) {
    if unknown.count < Self.maximumUnknown {
      let width = letter < 0x80 ? 1 : (~letter).leadingZeroBitCount
      unknown.append(SourceRange(position - 1, min(position + width, end)))
    }
    emit(letter)
  }

  private mutating func emit(_ byte: UInt8) {
    output.append(byte)
    position += 1
  }

  private mutating func decodeOctal() {
    var value = UInt32(0)
    var digits = 0
    while digits < 3, position < end, lexer.bytes[position] & 0xF8 == 0x30 {
      value = value << 3 | UInt32(lexer.bytes[position] & 7)
      position += 1
      digits += 1
    }
    append(value)
  }

  private mutating func decodeHexadecimal(_ count: Int) throws(SyntaxError) {
    let start = position - 1
    guard var value = hexadecimal(at: position + 1, count) else {
      return emitUnknown(lexer.bytes[position])
    }
    position += 1 + count
    if 0xD800..<0xE000 ~= value {
      guard value < 0xDC00, position + 1 < end, lexer.bytes[position] == UInt8(ascii: "\\"),
        lexer.bytes[position + 1] | 0x20 == UInt8(ascii: "u"),
        let low = hexadecimal(at: position + 2, 4), 0xDC00..<0xE000 ~= low
      else { throw lexer.error(.loneSurrogate, at: SourceRange(start, position)) }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      position += 6
    }
    append(value)
  }

  private func hexadecimal(at start: Int, _ count: Int) -> UInt32? {
    guard start + count <= end else { return nil }
    var value = UInt32(0)
    for index in start..<start + count {
      guard let digit = lexer.bytes[index].digitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func append(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

extension AST.Literal {
  /// The escapes of a string literal that the language does not know, such as `\d`, in order. None for a literal that
  /// `text` does not have in quotes. Of a great number only the first ones are listed.
  package func unknownEscapes(in text: String) -> [SourceRange] {
    // A literal without escapes is as long as its value.
    guard case .text(let value) = value, range.count != value.utf8.count + 2 else { return [] }
    let written = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    guard let quote = written.first, quote == written.last, written.count > 1,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return [] }
    let lexer = Lexer(String(Substring(written)), strict: false)
    var decoder = EscapeDecoder(lexer: lexer, range: SourceRange(1, written.count - 1))
    guard (try? decoder.decode()) != nil else { return [] }
    return decoder.unknown.map {
      SourceRange(range.lowerBound + $0.lowerBound, range.lowerBound + $0.upperBound)
    }
  }
}
