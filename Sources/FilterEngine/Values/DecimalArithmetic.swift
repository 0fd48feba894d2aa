internal import EssentialFoundation

/// Arithmetic of decimal numbers, rounded half away from zero to what a `Decimal` holds.
///
/// The operators of `Decimal` trap if exponents overflow, and return 0 for some quotients that fit. Each
/// function returns nil for a NaN operand and for a result that does not fit.
enum DecimalArithmetic {
  static func add(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard !left.isNaN, !right.isNaN else { return nil }
    let left = ExactNumber(finite: left)
    let right = ExactNumber(finite: right)
    var (larger, smaller) = left.scaled(with: right)
    var isNegative = left.isNegative
    if left.isNegative == right.isNegative {
      larger.add(smaller)
    } else {
      if larger.order(smaller) == .ascending {
        swap(&larger, &smaller)
        isNegative = right.isNegative
      }
      larger.subtract(smaller)
    }
    return rounded(isNegative, larger, min(left.tens, right.tens))
  }

  static func multiply(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard !left.isNaN, !right.isNaN else { return nil }
    let left = ExactNumber(finite: left)
    let right = ExactNumber(finite: right)
    // The upper half of one factor, shifted, and the lower half.
    var product = BigMagnitude(left.significand)
    product.multiply(by: UInt64(right.significand >> 64))
    product.multiply(byTwoTo: 64)
    var lower = BigMagnitude(left.significand)
    lower.multiply(by: UInt64(truncatingIfNeeded: right.significand))
    product.add(lower)
    return rounded(left.isNegative != right.isNegative, product, left.tens + right.tens)
  }

  static func divide(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard !left.isNaN, !right.isNaN, !right.isZero else { return nil }
    let left = ExactNumber(finite: left)
    let right = ExactNumber(finite: right)
    var (quotient, rest) = left.significand.quotientAndRemainder(dividingBy: right.significand)
    var tens = left.tens - right.tens
    // As many digits as fit 128 bits, and one more for rounding.
    while rest > 0, quotient <= UInt128.max / 10 - 1 {
      let (digit, next) = right.significand.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      quotient = quotient * 10 + digit
      rest = next
      tens -= 1
    }
    var magnitude = BigMagnitude(quotient)
    if rest > 0 {
      let (digit, _) = right.significand.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      magnitude.multiply(by: 10)
      magnitude.add(BigMagnitude(digit))
      tens -= 1
    }
    return rounded(left.isNegative != right.isNegative, magnitude, tens)
  }

  /// The exact remainder of `left` divided by `right`, with the sign of `left`.
  static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard !left.isNaN, !right.isNaN, !right.isZero else { return nil }
    let dividend = ExactNumber(finite: left)
    let divisor = ExactNumber(finite: right)
    var rest = dividend.significand
    if dividend.tens >= divisor.tens {
      // rest × 10 does not fit 128 bits, but its remainder does.
      rest %= divisor.significand
      for _ in 0..<(dividend.tens - divisor.tens) where rest > 0 {
        rest = divisor.significand.dividingFullWidth(rest.multipliedFullWidth(by: 10)).remainder
      }
      return decimal(dividend.isNegative, rest, divisor.tens)
    }
    var modulus = divisor.significand
    for _ in 0..<(divisor.tens - dividend.tens) {
      let (product, overflow) = modulus.multipliedReportingOverflow(by: 10)
      // A divisor beyond 128 bits is greater than the dividend.
      guard !overflow else { return left }
      modulus = product
    }
    return decimal(dividend.isNegative, rest % modulus, dividend.tens)
  }

  /// A decimal brought to an integer.
  static func rounded(_ value: Decimal, _ rule: FloatingPointRoundingRule) -> Decimal {
    guard !value.isNaN, value.exponent < 0 else { return value }
    let exact = ExactNumber(finite: value)
    var whole = exact.significand
    var hasFraction = false
    for _ in 0..<(-exact.tens) where whole > 0 {
      let (quotient, digit) = whole.quotientAndRemainder(dividingBy: 10)
      hasFraction = hasFraction || digit > 0
      whole = quotient
    }
    let isAwayFromZero = hasFraction && rule == (exact.isNegative ? .down : .up)
    return decimal(exact.isNegative, isAwayFromZero ? whole + 1 : whole, 0) ?? value
  }

  // MARK: - Results

  static let exponents = -128...127

  /// The nearest decimal whose significand is at most `most`.
  static func rounded(
    _ isNegative: Bool, _ magnitude: BigMagnitude, _ tens: Int, most: UInt128 = .max
  ) -> Decimal? {
    var magnitude = magnitude
    var tens = tens
    guard magnitude.uint128 != 0 else { return 0 }
    var isTooLong: Bool { magnitude.uint128.map { $0 > most } ?? true }
    while isTooLong || tens < exponents.lowerBound {
      var digit: UInt64 = 0
      while isTooLong || tens < exponents.lowerBound {
        // Only zeros are left.
        if magnitude.uint128 == 0 { return nil }
        digit = magnitude.divide(by: 10)
        tens += 1
      }
      // The result can be one bit too long again.
      if digit >= 5 { magnitude.add(BigMagnitude(1)) }
    }
    while tens > exponents.upperBound {
      magnitude.multiply(by: 10)
      tens -= 1
      if isTooLong { return nil }
    }
    guard let significand = magnitude.uint128, significand > 0 else { return nil }
    return decimal(isNegative, significand, tens)
  }

  static func decimal(
    _ isNegative: Bool, _ significand: UInt128, _ tens: Int
  ) -> Decimal? {
    // Every significand of 128 bits with every exponent of a decimal can be parsed.
    Decimal(string: "\(isNegative ? "-" : "")\(significand)e\(tens)")
  }
}
