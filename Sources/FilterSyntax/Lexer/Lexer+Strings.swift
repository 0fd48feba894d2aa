extension Lexer {
  /// `"text"`, `'text'`
  mutating func readString() throws(SyntaxError) -> Token.Kind {
    let start = position
    let quote = bytes[start]
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        position += 1
        return .string
      }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    // A backslash at the end would make the quote of the fix a part of the text.
    let closing = (position > bytes.count ? "\\" : "") + String(UnicodeScalar(quote))
    position = bytes.count
    let end = SourceRange(bytes.count, bytes.count)
    throw SyntaxError(
      .unterminatedString, at: SourceRange(start, start + 1), in: text,
      fix: SyntaxError.Fix(range: end, replacement: closing))
  }

  /// The text of a string literal, without quotes and escapes.
  func string(of token: Token) throws(SyntaxError) -> String {
    let content = SourceRange(token.range.lowerBound + 1, token.range.upperBound - 1)
    guard bytes[content.lowerBound..<content.upperBound].contains(UInt8(ascii: "\\")) else {
      return slice(content)
    }
    var decoder = EscapeDecoder(lexer: self, range: content)
    return try decoder.decode()
  }

  /// The error for a character that begins no token.
  func unknownScalar() -> SyntaxError {
    if isScanning { return unknownToken }
    guard let scalar = scalar() else {
      return error(.unknownCharacter("?"), at: SourceRange(position, position + 1))
    }
    let range = SourceRange(position, position + UTF8.width(scalar))
    if scalar.properties.isWhitespace { return error(.unusualBlank, at: range, fix: " ") }
    let quotes = Self.typographicQuotes.map { Array($0.unicodeScalars) }
    guard let marks = quotes.first(where: { $0[0] == scalar }) else {
      return error(.unknownCharacter(String(scalar)), at: range)
    }
    return typographicQuote(range, String(marks[1]), Array(marks[2...]))
  }

  // The fix replaces both quotes, where the text has a closing one.
  private func typographicQuote(
    _ range: SourceRange, _ straight: String, _ closing: [Unicode.Scalar]
  ) -> SyntaxError {
    var probe = self
    probe.position = range.upperBound
    while probe.position < bytes.count, let scalar = probe.scalar() {
      if closing.contains(scalar) || String(scalar) == straight {
        let content = slice(SourceRange(range.upperBound, probe.position))
        let whole = SourceRange(range.lowerBound, probe.position + UTF8.width(scalar))
        return SyntaxError(
          .typographicQuote, at: range, in: text,
          fix: SyntaxError.Fix(range: whole, replacement: straight + content + straight))
      }
      probe.position += UTF8.width(scalar)
    }
    return error(.typographicQuote, at: range, fix: straight)
  }

  private static let typographicQuotes = """
    \u{201C}"\u{201D}\u{201C} \u{201D}"\u{201D} \u{201E}"\u{201C}\u{201D} \u{2018}'\u{2019}
    \u{2019}'\u{2019} \u{201A}'\u{2018}\u{2019} \u{00AB}"\u{00BB} \u{00BB}"\u{00AB}
    """.words
}
