extension ICUScanner {
  /// The scalar of an escape whose letter has been read.
  mutating func scanScalarEscape(
    _ letter: Unicode.Scalar, from start: Int
  ) throws(PatternFailure) -> Unicode.Scalar {
    switch letter {
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "c":
      guard let control = next, (0x3F...0x7E).contains(control.value) else {
        throw failure("bad \\c", at: start)
      }
      index += 1
      return Unicode.Scalar(UInt8(control.value & 0x1F))
    case "0":
      let octal = takeNumber(radix: 8, limit: 3, largest: 0xFF)
      guard octal.count > 0 else {
        throw failure("an octal number is \\00 to \\0377", at: start)
      }
      return try scalar(octal.value, from: start)
    case "x": return try scanHexadecimal(from: start)
    case "u": return try scanUTF16(from: start)
    case "U":
      let number = takeNumber(radix: 16, limit: 8)
      guard number.count == 8 else { throw failure("\\U takes eight digits", at: start) }
      return try scalar(number.value, from: start)
    case "N": throw failure("\\N{…}, a scalar by its name, is not supported", at: start)
    case "1"..."9": throw failure("an octal number begins with \\0", at: start)
    default:
      guard !Self.isLetter(letter) else { throw failure("unknown escape \\\(letter)", at: start) }
      return letter
    }
  }

  /// `\xhh`, `\x{h…}`.
  private mutating func scanHexadecimal(from start: Int) throws(PatternFailure) -> Unicode.Scalar {
    let isBraced = take("{")
    let number = takeNumber(radix: 16, limit: isBraced ? 6 : 2)
    guard number.count > 0, !isBraced || take("}") else {
      throw failure("\\x takes two digits, or up to six in braces", at: start)
    }
    return try scalar(number.value, from: start)
  }

  /// `\uhhhh`, or two of them that form a surrogate pair.
  private mutating func scanUTF16(from start: Int) throws(PatternFailure) -> Unicode.Scalar {
    let high = takeNumber(radix: 16, limit: 4)
    guard high.count == 4 else { throw failure("\\u takes four digits", at: start) }
    guard (0xD800...0xDBFF).contains(high.value), take("\\"), take("u") else {
      return try scalar(high.value, from: start)
    }
    let low = takeNumber(radix: 16, limit: 4)
    guard low.count == 4, (0xDC00...0xDFFF).contains(low.value) else {
      throw failure("half a surrogate pair", at: start)
    }
    return try scalar(0x10000 + ((high.value - 0xD800) << 10) + (low.value - 0xDC00), from: start)
  }

  private func scalar(_ value: UInt32, from start: Int) throws(PatternFailure) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(value) else {
      throw failure("not a scalar value: \(String(value, radix: 16))", at: start)
    }
    return scalar
  }
}
