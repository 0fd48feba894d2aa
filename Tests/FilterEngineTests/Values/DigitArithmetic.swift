import FoundationEssentials

/// A decimal number as a row of digits and a power of ten: the naive definition that the arithmetic of decimals
/// is tested against.
struct DigitNumber {
  var isNegative: Bool
  /// The highest digit first, without leading zeros.
  var digits: [Int]
  var tens: Int

  init(_ isNegative: Bool, _ digits: [Int], _ tens: Int) {
    self.isNegative = isNegative
    self.digits = Array(digits.drop { $0 == 0 })
    self.tens = tens
  }

  /// `-12e5`, `12`.
  init(_ text: String) {
    let parts = text.split(separator: "e")
    self.init(
      text.hasPrefix("-"), parts[0].compactMap(\.wholeNumberValue),
      parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }

  var isZero: Bool { digits.isEmpty }

  // MARK: - Rows of digits

  static func isLess(_ left: [Int], _ right: [Int]) -> Bool {
    left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  static func sum(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var carry = 0
    for place in 0..<max(left.count, right.count) + 1 {
      let digit = carry + digit(left, place) + digit(right, place)
      result.append(digit % 10)
      carry = digit / 10
    }
    return result.reversed().drop { $0 == 0 } + []
  }

  /// `right` is at most `left`.
  static func difference(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var borrow = 0
    for place in left.indices {
      let digit = digit(left, place) - digit(right, place) - borrow
      result.append((digit + 10) % 10)
      borrow = digit < 0 ? 1 : 0
    }
    return result.reversed().drop { $0 == 0 } + []
  }

  static func product(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    for digit in right {
      result.append(0)
      if result == [0] { result = [] }
      for _ in 0..<digit { result = sum(result, left) }
    }
    return result
  }

  static func quotient(_ left: [Int], _ right: [Int]) -> (quotient: [Int], rest: [Int]) {
    var rest: [Int] = []
    var result: [Int] = []
    for digit in left {
      if !rest.isEmpty || digit > 0 { rest.append(digit) }
      var count = 0
      while !isLess(rest, right) {
        rest = difference(rest, right)
        count += 1
      }
      result.append(count)
    }
    return (result.drop { $0 == 0 } + [], rest)
  }

  /// The digit of a power of ten.
  private static func digit(_ digits: [Int], _ place: Int) -> Int {
    place < digits.count ? digits[digits.count - 1 - place] : 0
  }

  // MARK: - Operations

  /// The same number in units of a lower power of ten.
  private func digits(inTens lower: Int) -> [Int] {
    isZero ? [] : digits + Array(repeating: 0, count: tens - lower)
  }

  func adding(_ other: DigitNumber) -> DigitNumber {
    let tens = min(tens, other.tens)
    let (left, right) = (digits(inTens: tens), other.digits(inTens: tens))
    if isNegative == other.isNegative {
      return DigitNumber(isNegative, Self.sum(left, right), tens)
    }
    return Self.isLess(left, right)
      ? DigitNumber(other.isNegative, Self.difference(right, left), tens)
      : DigitNumber(isNegative, Self.difference(left, right), tens)
  }

  func multiplied(by other: DigitNumber) -> DigitNumber {
    DigitNumber(
      isNegative != other.isNegative, Self.product(digits, other.digits), tens + other.tens)
  }

  /// To 60 digits more than those of the divisor, which are enough for a result of 39 to be rounded.
  func divided(by other: DigitNumber) -> DigitNumber {
    let more = other.digits.count + 60
    let (quotient, _) = Self.quotient(
      digits + Array(repeating: 0, count: more), other.digits)
    return DigitNumber(isNegative != other.isNegative, quotient, tens - more - other.tens)
  }

  /// With the sign of the dividend.
  func remainder(dividingBy other: DigitNumber) -> DigitNumber {
    let tens = min(tens, other.tens)
    let (_, rest) = Self.quotient(digits(inTens: tens), other.digits(inTens: tens))
    return DigitNumber(isNegative, rest, tens)
  }

  // MARK: - Results

  private static let greatest = "\(UInt128.max)".compactMap(\.wholeNumberValue)

  /// What a `Decimal` holds of the number, half away from zero; nil for a number that is too great, or so small
  /// that nothing is left of it.
  var rounded: DigitNumber? {
    guard !isZero else { return self }
    var result = self
    while Self.isLess(Self.greatest, result.digits) || result.tens < -128 {
      let excess = max(1, result.digits.count - 39, -128 - result.tens)
      guard result.digits.count >= excess else { return nil }
      let half = result.digits[result.digits.count - excess] >= 5
      var kept = Array(result.digits.dropLast(excess))
      // One digit more goes where 39 are too many, before anything is rounded.
      if Self.isLess(Self.greatest, kept) {
        let last = kept.removeLast()
        if last >= 5 { kept = Self.sum(kept, [1]) }
        result = DigitNumber(isNegative, kept, result.tens + excess + 1)
        continue
      }
      if half { kept = Self.sum(kept, [1]) }
      result = DigitNumber(isNegative, kept, result.tens + excess)
    }
    while result.tens > 127 {
      result = DigitNumber(isNegative, result.digits + [0], result.tens - 1)
      if Self.isLess(Self.greatest, result.digits) { return nil }
    }
    return result.isZero ? nil : result
  }

  var decimal: Decimal? {
    isZero
      ? 0
      : Decimal(
        string: (isNegative ? "-" : "") + digits.map(String.init).joined() + "e\(tens)")
  }
}
