extension Lexer {
  /// `5`, `5.0`, `5e3`, `0xff`, `1_000`
  mutating func readNumber() throws(SyntaxError) -> Token.Kind {
    let start = position
    if byte() == UInt8(ascii: "0"), let base = Self.bases[byte(1) | 0x20] {
      return try readInteger(base, from: start)
    }
    skipDigits()
    var isDouble = skipFraction()
    if skipExponent() { isDouble = true }
    try checkEnd(of: start)
    return isDouble ? .double(try double(from: start)) : integer(digits: start, base: 10)
  }

  /// `.5`, at its dot.
  mutating func readFraction() throws(SyntaxError) -> Double {
    let start = position
    _ = skipFraction()
    _ = skipExponent()
    try checkEnd(of: start)
    if isScanning { return 0 }
    let range = SourceRange(start, position)
    let portable = "0" + slice(range)
    try refuse("a number that begins with a dot", instead: portable, at: range, fix: portable)
    return try double(from: start)
  }

  /// The bases of integers after `0` and a small letter.
  static let bases: [UInt8: Int] = [
    UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
  ]

  private mutating func readInteger(_ base: Int, from start: Int) throws(SyntaxError) -> Token.Kind
  {
    position += 2
    let digits = position
    while let value = byte().digitValue, value < base { position += 1 }
    guard position > digits else {
      _ = skipName()
      throw error(.malformedNumber, at: SourceRange(start, position))
    }
    try checkEnd(of: start)
    guard position - digits <= IntegerDigits.maximum else {
      throw error(.integerOutOfRange, at: SourceRange(start, position))
    }
    return integer(digits: digits, base: base)
  }

  // A digit sequence with single underscores between its digits.
  private mutating func skipDigits() {
    while byte().isDigit || (byte() == UInt8(ascii: "_") && byte(1).isDigit) { position += 1 }
  }

  private mutating func skipFraction() -> Bool {
    guard byte() == UInt8(ascii: ".") else { return false }
    position += 1
    if byte().isDigit { skipDigits() }
    return true
  }

  private mutating func skipExponent() -> Bool {
    guard byte() | 0x20 == UInt8(ascii: "e") else { return false }
    let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
    guard byte(1 + sign).isDigit else { return false }
    position += 1 + sign
    skipDigits()
    return true
  }

  // Letters directly after a number: a value without quotes, or a word without a blank before it.
  private mutating func checkEnd(of start: Int) throws(SyntaxError) {
    let end = position
    guard byte().continuesName || byte() >= 0x80 else { return try checkUnderscores(start, end) }
    // Digits outside the base, then letters.
    while byte().isDigit { position += 1 }
    guard skipName() != nil || position > end else { return try checkUnderscores(start, end) }
    if isScanning { throw unknownToken }
    let range = SourceRange(start, position)
    if let fix = separated(SourceRange(start, end), slice(SourceRange(end, position))) {
      throw error(.gluedNumber(slice(range)), at: range, fix: fix)
    }
    throw gluedNumber(at: range)
  }

  // `1ANDy`: a number, a connective, and an operand.
  private func separated(_ number: SourceRange, _ letters: String) -> String? {
    let upper = letters.uppercased()
    let words = Self.joiningWords.filter { upper.begins(with: $0) }
    guard let word = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    let rest = letters.dropping(word.utf8.count)
    let head = letters.dropping(0, last: rest.utf8.count)
    return "\(slice(number)) \(head)" + (rest.isEmpty ? "" : " " + rest)
  }

  private static let joiningWords =
    (Keyword.comparisons + [.and, .or, .union, .intersect, .minus]).map(\.spelling)

  private func checkUnderscores(_ start: Int, _ end: Int) throws(SyntaxError) {
    guard strict, bytes[start..<end].contains(UInt8(ascii: "_")) else { return }
    let portable = slice(SourceRange(start, end)).filter { $0 != "_" }
    try refuse(
      "a number with underscores", instead: portable, at: SourceRange(start, end), fix: portable)
  }

  /// The integer whose digits go from `digits` to here.
  private func integer(digits: Int, base: Int) -> Token.Kind {
    var value = UInt64(0)
    for byte in bytes[digits..<position] where byte != UInt8(ascii: "_") {
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(base))
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte.digitValue ?? 0))
      // The magnitude of Int64.min exceeds Int64.max by one. The parser checks for its sign.
      guard !overflow, !carry, sum <= 1 << 63 else { return .wideInteger }
      value = sum
    }
    return .integer(value)
  }

  /// The decimal digits of an integer outside 64 bits, which a strict reading refuses.
  func wideInteger(at range: SourceRange) throws(SyntaxError) -> String {
    let text = bytes[range.lowerBound..<range.upperBound]
    let base = text.first == UInt8(ascii: "0") ? Self.bases[text[range.lowerBound + 1] | 0x20] : nil
    let digits = IntegerDigits.decimal(base == nil ? text : text.dropFirst(2), base: base ?? 10)
    let portable =
      digits.utf8.count <= Self.digitsOfDecimals ? "CAST(\"\(digits)\", \"NSDecimalNumber\")" : nil
    try refuse("an integer outside 64 bits", instead: portable, at: range, fix: portable)
    return digits
  }

  /// The most digits that every decimal number holds exactly.
  private static let digitsOfDecimals = 38

  private func double(from start: Int) throws(SyntaxError) -> Double {
    if isScanning { return 0 }
    var digits = bytes[start..<position].filter { $0 != UInt8(ascii: "_") }
    if digits.first == UInt8(ascii: ".") { digits.insert(UInt8(ascii: "0"), at: 0) }
    if let dot = digits.firstIndex(of: UInt8(ascii: ".")),
      dot + 1 == digits.count || !digits[dot + 1].isDigit
    {
      digits.insert(UInt8(ascii: "0"), at: dot + 1)
    }
    guard let value = Double(String(decoding: digits, as: UTF8.self)) else {
      throw error(.malformedNumber, at: SourceRange(start, position))
    }
    return value
  }
}

extension Lexer {
  /// `#2026-11-21#`, `#2026-11-21T10:00:00.5+01:00#`, in seconds since 2001-01-01T00:00:00Z.
  mutating func readDate() throws(SyntaxError) -> Double {
    let start = position
    var end = start + 1
    while end < bytes.count, bytes[end] > 0x20, bytes[end] < 0x80, bytes[end] != UInt8(ascii: "#") {
      end += 1
    }
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "#")
    let range = SourceRange(start, isClosed ? end + 1 : end)
    position = range.upperBound
    if isScanning { return 0 }
    let time: (seconds: Int, fraction: Double)
    do throws(DateText.Mistake) {
      guard isClosed else { throw .malformed }
      time = try bytes[start + 1..<end].withUnsafeBufferPointer { bytes throws(DateText.Mistake) in
        try DateText.read(bytes, lenient: false)
      }
    } catch {
      throw self.error(error == .malformed ? .malformedDate : .impossibleDate, at: range)
    }
    let portable = "%@ and an argument, or CAST(seconds, \"NSDate\")"
    try refuse("a date literal", instead: portable, at: range)
    return Double(time.seconds) + time.fraction
  }
}

/// The decimal digits of integers of any size.
package enum IntegerDigits {
  /// The most digits in a base other than ten. A conversion takes time quadratic in their number.
  package static let maximum = 1_000

  /// The decimal digits, without leading zeros, of an integer with digits in a base. Underscores are left out.
  package static func decimal(_ digits: some Sequence<UInt8>, base: Int) -> String {
    let digits = digits.lazy.filter { $0 != UInt8(ascii: "_") }
    guard base != 10 else {
      let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
      return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    }
    // Digits of base 10^18, lowest first: each times 16 fits 64 bits.
    let limit: UInt64 = 1_000_000_000_000_000_000
    var limbs: [UInt64] = [0]
    for digit in digits {
      var carry = UInt64(digit.digitValue ?? 0)
      for index in limbs.indices {
        let product = limbs[index] * UInt64(base) + carry
        limbs[index] = product % limit
        carry = product / limit
      }
      if carry > 0 { limbs.append(carry) }
    }
    return limbs.dropLast().reversed().reduce(String(limbs[limbs.count - 1])) { result, limb in
      let text = String(limb)
      return result + String(repeating: "0", count: 18 - text.utf8.count) + text
    }
  }
}
