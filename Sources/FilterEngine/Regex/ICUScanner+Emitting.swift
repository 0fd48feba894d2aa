extension ICUScanner {
  /// Adds an item that matches a part of the text and can be repeated.
  ///
  /// `length` counts scalars.
  mutating func emitAtom(_ text: String, length: PatternLengths.Length = .one) {
    emitAtom(Array(text.utf8), length: length)
  }

  mutating func emitAtom(_ text: [UInt8], length: PatternLengths.Length = .one) {
    output += text
    lengths.add(length)
    canRepeat = true
    add(.opaque)
  }

  /// Adds the dot. It matches line ends only with the flag `s`, and then CR LF is one.
  ///
  /// If it is repeated without a count, CR LF need not be one.
  mutating func emitDot() {
    let isAll = flags.contains(.dotAll)
    _ = skipFreeSpace()
    lengths.add(isAll ? .varying : .one)
    if isAll, dialect != .icu, next != "*", next != "+" {
      output += "(?>\\r\\n|.)".utf8
    } else {
      output += !isAll && flags.contains(.unixLines) ? "[^\\n]".utf8 : ".".utf8
    }
    canRepeat = true
    add(isAll ? .anyScalar : .opaque)
  }

  /// Adds an item that matches an empty part and cannot be repeated.
  mutating func emitAssertion(_ text: String, _ piece: PatternPiece) {
    output += text.utf8
    lengths.add(.zero)
    canRepeat = false
    add(piece)
  }

  /// Adds `^` or `$`, the only assertions that ICU repeats.
  mutating func emitLineEdge(_ text: String, _ piece: PatternPiece) {
    let start = output.count
    emitAssertion(text, piece)
    canRepeat = true
    edge = start..<output.count
  }

  /// Adds a literal scalar.
  mutating func emitLiteral(_ scalar: Unicode.Scalar) {
    // Only letters, and scalars outside ASCII, have case.
    let isCertain =
      !flags.contains(.caseInsensitive) || scalar.isASCII && !scalar.properties.isAlphabetic
    emitScalar(scalar, isAlone: dialect == .icu && !isCertain)
    lengths.add(.one)
    isASCII = isASCII && scalar.isASCII
    canRepeat = true
    add(isCertain ? .literal(scalar) : .opaque)
  }

  /// A scalar as a set, because ICU would fold it together with adjacent ones: "ss" as "ß".
  private mutating func emitScalar(_ scalar: Unicode.Scalar, isAlone: Bool) {
    if isAlone { output.append(UInt8(ascii: "[")) }
    Self.append(scalar, to: &output)
    if isAlone { output.append(UInt8(ascii: "]")) }
  }

  /// Adds a scalar from an escape, which was not folded with the text of the pattern.
  mutating func emitEscaped(_ scalar: Unicode.Scalar) {
    let scalars = folded(scalar)
    if scalars.count == 1 {
      return emitLiteral(scalars[0])
    }
    var group = Array("(?:".utf8)
    for scalar in scalars {
      Self.append(scalar, to: &group)
      isASCII = isASCII && scalar.isASCII
    }
    emitAtom(group + [UInt8(ascii: ")")], length: PatternLengths.Length(fixed: scalars.count))
  }

  /// The scalars that an escaped one matches.
  func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard foldsDiacritics, !scalar.isASCII else { return [scalar] }
    return Array(RegexFolding.foldDiacritics(String(scalar)).unicodeScalars)
  }

  /// Records a piece of the top level.
  @inline(never)
  mutating func add(_ piece: PatternPiece) {
    if groups.isEmpty {
      pieces.append(piece)
    }
  }

  /// Writes a scalar so that it is literal, inside and outside of a set.
  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x20: bytes.append(UInt8(scalar.value))
    case 0x21...0x7E: bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
    case 0x80...: bytes += Array(String(scalar).utf8)
    default: bytes += Array("\\x{\(String(scalar.value, radix: 16))}".utf8)
    }
  }
}
