internal import EssentialFoundation
internal import FilterSyntax

/// Numbers as text, in the formats of the C library and Foundation.
enum NumberText {
  /// The shortest text of the double, without `.0`.
  static func text(_ value: Double) -> String {
    let text = value.description
    return text.ends(with: ".0") ? String(text.dropLast(2)) : text
  }

  /// The integer at the beginning of a text after the rule of `strtoll`: blanks, a sign, `0x` for
  /// base 16, `0` for base 8, otherwise base 10; what follows the digits is ignored, and a text
  /// without digits is 0. Nil for an integer of too many digits in a base other than ten.
  static func integer(_ text: String) -> FilterValue? {
    var rest = Substring(text).utf8.drop(while: isBlank)
    let isNegative = takeSign(&rest)
    var base: UInt64 = 10
    if rest.first == UInt8(ascii: "0") {
      let afterZero = rest.dropFirst()
      if let letter = afterZero.first, letter | 0x20 == UInt8(ascii: "x"),
        let digit = afterZero.dropFirst().first, value(of: digit, base: 16) != nil
      {
        base = 16
        rest = afterZero.dropFirst()
      } else {
        base = 8
      }
    }
    if let value = magnitude(rest, base: base).flatMap({ signed($0, isNegative) }) {
      return .int(value)
    }
    let digits = rest.prefix { value(of: $0, base: base) != nil }
    guard base == 10 || digits.count <= IntegerDigits.maximum else { return nil }
    let decimal = IntegerDigits.decimal(digits, base: Int(base))
    return FilterValue(integerDigits: ((isNegative ? "-" : "") + decimal).utf8)
  }

  /// The decimal integer at the beginning of a text after the rule of `NSString.integerValue`: 0
  /// without digits, the nearest limit where `limits` cannot hold it.
  static func clampedInteger(_ text: String, _ limits: ClosedRange<Int64>) -> Int64 {
    var rest = Substring(text).utf8.drop(while: isBlank)
    let isNegative = takeSign(&rest)
    let limit = isNegative ? limits.lowerBound : limits.upperBound
    guard let value = magnitude(rest, base: 10).flatMap({ signed($0, isNegative) }) else {
      return limit
    }
    return min(max(value, limits.lowerBound), limits.upperBound)
  }

  /// Whether a text is true by the rule of `NSString.boolValue`: blanks, a sign and zeros,
  /// then Y, y, T, t or a digit.
  static func boolean(_ text: String) -> Bool {
    var rest = Substring(text).utf8.drop(while: isBlank)
    _ = takeSign(&rest)
    guard let byte = rest.first(where: { $0 != UInt8(ascii: "0") }) else { return false }
    return "YyTt123456789".utf8.contains(byte)
  }

  /// The double at the beginning of a text; 0 if there is none.
  static func double(_ text: String) -> Double { prefix(text).flatMap(Double.init) ?? 0 }

  /// The decimal number at the beginning of a text; nil if there is none, or if it does not fit.
  static func decimal(_ text: String) -> Decimal? {
    guard let prefix = prefix(text) else { return nil }
    // Exponents of a decimal have three digits.
    if let mark = prefix.lastIndex(of: "e"),
      prefix.utf8.distance(from: mark, to: prefix.endIndex) > 6
    {
      return nil
    }
    return Decimal(string: prefix).flatMap { $0.isNaN ? nil : $0 }
  }

  /// The number that is the whole text, in decimal: `-12`, `007`, `1.50`, `.5`, `2e3`, with blanks around it; nil for any
  /// other text, and for a double that does not fit. An integer has any size.
  static func whole(_ text: String) -> FilterValue? {
    var rest = Substring(text).utf8.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    let written = rest
    let isNegative = takeSign(&rest)
    let whole = takeDigits(&rest)
    var isInteger = true
    var fraction = ""
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
      isInteger = false
      if fraction.isEmpty { return nil }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      _ = takeSign(&rest)
      isInteger = false
      if takeDigits(&rest).isEmpty { return nil }
    }
    guard rest.isEmpty else { return nil }
    guard isInteger else {
      return Double(String(Substring(written))).flatMap { $0.isFinite ? .double($0) : nil }
    }
    return FilterValue(integerDigits: ((isNegative ? "-" : "") + whole).utf8)
  }

  /// Whether a text is a number such as `-12` or `0.5`, which every rule reads whole. Most texts of numbers are.
  static func isPlain(_ text: String) -> Bool {
    var rest = text.utf8.makeIterator()
    var byte = rest.next()
    func isDigit() -> Bool { byte?.isDigit ?? false }
    if byte == UInt8(ascii: "-") { byte = rest.next() }
    let isZero = byte == UInt8(ascii: "0")
    guard isDigit() else { return false }
    byte = rest.next()
    if isZero, isDigit() { return false }
    while isDigit() { byte = rest.next() }
    guard byte == UInt8(ascii: ".") else { return byte == nil }
    byte = rest.next()
    guard isDigit() else { return false }
    while isDigit() { byte = rest.next() }
    return byte == nil
  }

  /// Whether `CAST` has read a number of a part of a text, or of digits in base 8.
  static func isPart(_ number: FilterValue, of text: String) -> Bool {
    switch (whole(text), number) {
    case (.int(let read), .int(let converted)): return read != converted
    case (.wide(let read), .wide(let converted)): return read != converted
    case (.int, .wide), (.wide, .int), (.double, .int), (.double, .wide): return true
    case (.some, _): return false
    case (nil, .decimal): return true
    case (nil, _):
      // A number in base 16 is a whole one.
      var rest = Substring(text).utf8.drop(while: isBlank)
      _ = takeSign(&rest)
      guard rest.count > 2, rest.removeFirst() == UInt8(ascii: "0"),
        rest.removeFirst() | 0x20 == UInt8(ascii: "x")
      else { return true }
      return !rest.allSatisfy { value(of: $0, base: 16) != nil }
    }
  }

  // MARK: - Scanning

  /// `[+-] digits [. digits] [e [+-] digits]` after blanks, with a lower-case `e` and without a plus.
  private static func prefix(_ text: String) -> String? {
    var rest = Substring(text).utf8.drop(while: isBlank)
    var result = takeSign(&rest) ? "-" : ""
    let whole = takeDigits(&rest)
    var fraction = ""
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    result += (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      let sign = takeSign(&rest) ? "-" : ""
      let exponent = takeDigits(&rest).drop { $0 == "0" }
      if !exponent.isEmpty { result += "e" + sign + exponent }
    }
    return result
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  private static func takeSign(_ rest: inout Substring.UTF8View) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else {
      return false
    }
    rest = rest.dropFirst()
    return byte == UInt8(ascii: "-")
  }

  private static func takeDigits(_ rest: inout Substring.UTF8View) -> String {
    let digits = rest.prefix { value(of: $0, base: 10) != nil }
    rest = rest[digits.endIndex...]
    return String(Substring(digits))
  }

  private static func value(of byte: UInt8, base: UInt64) -> UInt64? {
    let value: UInt64
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = UInt64(byte - UInt8(ascii: "A")) + 10
    default: return nil
    }
    return value < base ? value : nil
  }

  private static func magnitude(_ digits: Substring.UTF8View, base: UInt64) -> UInt64? {
    var result: UInt64 = 0
    for byte in digits {
      guard let digit = value(of: byte, base: base) else { break }
      let (product, isTooLarge) = result.multipliedReportingOverflow(by: base)
      let (sum, overflow) = product.addingReportingOverflow(digit)
      guard !isTooLarge, !overflow else { return nil }
      result = sum
    }
    return result
  }

  private static func signed(_ magnitude: UInt64, _ isNegative: Bool) -> Int64? {
    Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
  }
}

extension FilterValue {
  /// The number that is a whole text in decimal, as the function `number` reads it; nil for any other text.
  package init?(spelledNumber text: String) {
    guard let number = NumberText.whole(text) else { return nil }
    self = number
  }
}
