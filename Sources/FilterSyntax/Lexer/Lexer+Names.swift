extension Lexer {
  /// `name`, `AND`, `modulus:by:`, `UTI-EQUALS`
  mutating func readName() throws(SyntaxError) -> Token.Kind {
    let start = position
    guard let isASCII = skipName() else {
      if let sign = readMathematicalSign() { return sign }
      throw unknownScalar()
    }
    if !isASCII {
      let range = SourceRange(start, position)
      try refuse("a name outside ASCII", instead: "%K and an argument", at: range)
    }
    if skipSelector() { return .selector }
    guard isASCII else { return .identifier }
    if let word = skipTypeIdentifierOperator(from: start) { return .keyword(word) }
    if position - start <= Keyword.longest,
      let word = Keyword(spelledBy: bytes[start..<position])
    {
      return .keyword(word)
    }
    return .identifier
  }

  /// `UTI`, directly followed by `-EQUALS` or `-CONFORMS-TO`.
  private mutating func skipTypeIdentifierOperator(from start: Int) -> Keyword? {
    guard byte() == UInt8(ascii: "-"), position - start == 3,
      bytes[start] | 0x20 == UInt8(ascii: "u")
    else { return nil }
    for word in [Keyword.conformsToUTI, .equalsUTI] {
      let end = start + word.spelling.utf8.count
      guard end <= bytes.count, Keyword(spelledBy: bytes[start..<end]) == word,
        end == bytes.count || !bytes[end].continuesName
      else { continue }
      position = end
      return word
    }
    return nil
  }

  /// Skips a name in any script. Returns whether it is ASCII, or nil if no name is next.
  mutating func skipName() -> Bool? {
    let start = position
    var isASCII = true
    while position < bytes.count {
      if bytes[position] < 0x80 {
        guard position == start ? bytes[position].startsName : bytes[position].continuesName
        else { break }
        position += 1
      } else {
        guard let scalar = scalar(), Self.isNamePart(scalar, first: position == start)
        else { break }
        isASCII = false
        position += UTF8.width(scalar)
      }
    }
    return position == start ? nil : isASCII
  }

  // The joiners are part of words of Persian and of Indian scripts.
  private static func isNamePart(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    if first { return scalar.properties.isXIDStart }
    return scalar.properties.isXIDContinue || scalar.value == 0x200C || scalar.value == 0x200D
  }

  /// The scalar at the position.
  func scalar() -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes[position..<min(position + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  /// Skips the colons and further words of a selector, but not `:=`.
  private mutating func skipSelector() -> Bool {
    guard endsSelectorPart else { return false }
    position += 1
    while true {
      let start = position
      guard skipName() != nil, endsSelectorPart else {
        position = start
        return true
      }
      position += 1
    }
  }

  private var endsSelectorPart: Bool { byte() == UInt8(ascii: ":") && byte(1) != UInt8(ascii: "=") }

  /// `@count`, `$name`: a sign with a name.
  mutating func readSigned(
    _ kind: Token.Kind, expecting expectation: SyntaxError.Expectation
  ) throws(SyntaxError) -> Token.Kind {
    let start = position
    position += 1
    guard let isASCII = skipName() else {
      if kind == .variable, byte().isDigit {
        // `$0`, as in Realm.
        while byte().isDigit { position += 1 }
        let range = SourceRange(start, position)
        if byte() == UInt8(ascii: "."), byte(1).startsName {
          // `$0.name`, as in Swift: a key path begins at the item.
          if isScanning { throw unknownToken }
          throw SyntaxError(
            .unknownCharacter(slice(range)), at: range, in: text,
            fix: SyntaxError.Fix(range: SourceRange(start, position + 1), replacement: ""))
        }
        throw error(.unknownConversion(slice(range)), at: range, fix: "%@")
      }
      throw error(.expected(expectation), at: SourceRange(start, start + 1))
    }
    if !isASCII {
      try refuse("a name outside ASCII", instead: nil, at: SourceRange(start, position))
    }
    return kind
  }

  /// `#size`, `#2026-11-21#`
  mutating func readHash() throws(SyntaxError) -> Token.Kind {
    let start = position
    if byte(1).isDigit { return .date(try readDate()) }
    position += 1
    guard let isASCII = skipName() else {
      throw error(.expected(.key), at: SourceRange(start, start + 1))
    }
    if !isASCII {
      let range = SourceRange(start, position)
      try refuse("a name outside ASCII", instead: "%K and an argument", at: range)
    }
    return .escapedIdentifier
  }

  /// `` `any text` ``, in which a doubled backquote means one.
  mutating func readQuotedName() throws(SyntaxError) -> Token.Kind {
    let start = position
    position += 1
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "`") else {
        position += 1
        continue
      }
      position += 1
      if byte() == UInt8(ascii: "`") {
        position += 1
        continue
      }
      let range = SourceRange(start, position)
      try refuse("a key in backquotes", instead: "%K and an argument", at: range)
      guard range.count > 2 else { throw error(.emptyKey, at: range) }
      return .quotedIdentifier
    }
    throw error(.unterminatedKey, at: SourceRange(start, start + 1))
  }

  /// The name without its sign or quotes.
  func name(of token: Token) -> String {
    switch token.kind {
    case .escapedIdentifier, .collectionOperator, .variable:
      return slice(SourceRange(token.range.lowerBound + 1, token.range.upperBound))
    case .quotedIdentifier:
      var name: [UInt8] = []
      var index = token.range.lowerBound + 1
      while index < token.range.upperBound - 1 {
        name.append(bytes[index])
        index += bytes[index] == UInt8(ascii: "`") ? 2 : 1
      }
      return String(decoding: name, as: UTF8.self)
    default:
      return slice(token.range)
    }
  }
}
