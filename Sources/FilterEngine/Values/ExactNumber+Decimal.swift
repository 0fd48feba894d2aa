internal import FoundationEssentials

extension ExactNumber {
  /// What is left of `left` when it is divided by `right`, exactly, with the sign of `left`.
  ///
  /// A quotient of decimals is rounded, so that it cannot be used to find the rest. Neither may be
  /// NaN, and `right` not zero.
  static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal {
    let dividend = ExactNumber(finite: left)
    let divisor = ExactNumber(finite: right)
    var rest = dividend.significand
    if dividend.tens >= divisor.tens {
      // rest × 10 goes beyond 128 bits, its remainder does not.
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
    return decimal(exact.isNegative, isAwayFromZero ? whole + 1 : whole, 0)
  }

  private static func decimal(_ isNegative: Bool, _ significand: UInt128, _ tens: Int) -> Decimal {
    // Every significand of 128 bits and every exponent of a decimal can be read back.
    Decimal(string: "\(isNegative ? "-" : "")\(significand)e\(tens)") ?? .nan
  }
}
