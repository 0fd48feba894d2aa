internal import EssentialFoundation

/// A finite number of any kind without loss: ±significand × 2^twos × 10^tens.
struct ExactNumber {
  let isNegative: Bool
  let significand: UInt128
  let twos: Int
  let tens: Int

  init(isNegative: Bool, significand: UInt128, twos: Int = 0, tens: Int = 0) {
    self.isNegative = isNegative && significand > 0
    self.significand = significand
    self.twos = twos
    self.tens = tens
  }

  init(_ value: Int64) {
    self.init(isNegative: value < 0, significand: UInt128(value.magnitude))
  }

  /// The number of a wide integer; nil if more than 128 bits are left of it without its factors ten and two.
  ///
  /// Such an integer equals no double and no decimal.
  init?(_ value: WideInteger) {
    if let magnitude = value.magnitude {
      self.init(isNegative: value.isNegative, significand: magnitude)
      return
    }
    let digits = value.longDigits.utf8
    guard digits.count <= Self.mostDigits else { return nil }
    let significant = digits.prefix(
      digits.count - digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count)
    var magnitude = BigMagnitude(digits: significant)
    let twos = magnitude.removeTwos()
    guard let significand = magnitude.uint128 else { return nil }
    self.init(
      isNegative: value.isNegative, significand: significand, twos: twos,
      tens: digits.count - significant.count)
  }

  /// The digits before the point of the greatest double, which no decimal has more of.
  static let mostDigits = 309

  /// The number of a double, which must be finite.
  init(finite value: Double) {
    let isNormal = value.exponentBitPattern > 0
    let fraction = value.significandBitPattern
    self.init(
      isNegative: value < 0,
      significand: UInt128(isNormal ? fraction | 1 << 52 : fraction),
      twos: Int(isNormal ? value.exponentBitPattern : 1) - 1075)
  }

  /// The number of a decimal, which must not be NaN.
  init(finite value: Decimal) {
    let parts = DecimalWords(value) ?? DecimalWords(publicly: value)
    self.init(
      isNegative: parts.isNegative, significand: parts.significand, tens: parts.exponent)
  }

  /// The exact order of the number and another.
  func order(_ other: ExactNumber) -> ComparisonOrder {
    guard isNegative == other.isNegative else { return isNegative ? .ascending : .descending }
    if let order = magnitudeOrder(other) { return isNegative ? order.reversed : order }
    let (left, right) = scaled(with: other)
    return isNegative ? right.order(left) : left.order(right)
  }

  /// The order of the magnitudes; nil unless both fit 128 bits at the same power of ten.
  private func magnitudeOrder(_ other: ExactNumber) -> ComparisonOrder? {
    guard twos == 0, other.twos == 0, tens.distance(to: other.tens).magnitude < 20 else {
      return nil
    }
    func scaled(_ number: ExactNumber, by tens: Int) -> UInt128? {
      var power: UInt64 = 1
      for _ in 0..<tens { power *= 10 }
      let (result, overflows) = number.significand.multipliedReportingOverflow(by: UInt128(power))
      return overflows ? nil : result
    }
    guard let left = scaled(self, by: max(0, tens - other.tens)),
      let right = scaled(other, by: max(0, other.tens - tens))
    else { return nil }
    return ComparisonOrder(left, right)
  }

  /// The order of a wide integer of more than 128 bits and the number.
  func order(of wide: WideInteger) -> ComparisonOrder {
    guard wide.isNegative == isNegative else { return wide.isNegative ? .ascending : .descending }
    guard wide.longDigits.utf8.count <= Self.mostDigits else {
      return isNegative ? .ascending : .descending
    }
    var left = BigMagnitude(digits: wide.longDigits.utf8)
    left.multiply(byTwoTo: -twos)
    left.multiply(byTenTo: -tens)
    var right = BigMagnitude(significand)
    right.multiply(byTwoTo: twos)
    right.multiply(byTenTo: tens)
    return isNegative ? right.order(left) : left.order(right)
  }

  /// Both numbers as integers, times the same power of ten and of two.
  func scaled(with other: ExactNumber) -> (BigMagnitude, BigMagnitude) {
    let twos = min(twos, other.twos)
    let tens = min(tens, other.tens)
    func scale(_ number: ExactNumber) -> BigMagnitude {
      var magnitude = BigMagnitude(number.significand)
      magnitude.multiply(byTwoTo: number.twos - twos)
      magnitude.multiply(byTenTo: number.tens - tens)
      return magnitude
    }
    return (scale(self), scale(other))
  }
}

extension ExactNumber: Hashable {
  /// The unique form odd × 2^a × 5^b, in which the odd part is not divisible by five.
  private var factors: (rest: UInt128, twos: Int, fives: Int) {
    guard significand > 0 else { return (0, 0, 0) }
    let zeros = significand.trailingZeroBitCount
    var rest = significand >> UInt128(zeros)
    var fives = tens
    // 64-bit division is many times faster, and enough for doubles.
    if var small = UInt64(exactly: rest) {
      while small.isMultiple(of: 5) {
        small /= 5
        fives += 1
      }
      rest = UInt128(small)
    } else {
      while rest.isMultiple(of: 5) {
        rest /= 5
        fives += 1
      }
    }
    return (rest, twos + tens + zeros, fives)
  }

  static func == (lhs: ExactNumber, rhs: ExactNumber) -> Bool {
    lhs.isNegative == rhs.isNegative && lhs.factors == rhs.factors
  }

  func hash(into hasher: inout Hasher) {
    let (rest, twos, fives) = factors
    hasher.combine(isNegative)
    hasher.combine(rest)
    hasher.combine(twos)
    hasher.combine(fives)
  }

  /// The number as a 64-bit integer; nil if it is not one.
  var int64: Int64? {
    let (rest, twos, fives) = factors
    guard twos >= 0, fives >= 0, twos < 64, fives < 28 else { return nil }
    var magnitude = rest
    for _ in 0..<fives {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 5)
      guard !overflow else { return nil }
      magnitude = product
    }
    guard magnitude <= UInt128(UInt64.max) >> UInt128(twos) else { return nil }
    magnitude <<= UInt128(twos)
    return Int64(exactly: isNegative ? -Int128(magnitude) : Int128(magnitude))
  }
}
