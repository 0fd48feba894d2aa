internal import EssentialFoundation
internal import FilterEngine

/// A number with all of its digits, as PostgreSQL reads `numeric`.
enum DecimalText: Equatable {
  case number(String)
  case notANumber
  case infinite(isNegative: Bool)

  /// Nil if the value is not a number.
  init?(_ value: FilterValue) {
    switch value {
    case .bool(let flag): self = .number(flag ? "1" : "0")
    case .int(let integer): self = .number(String(integer))
    case .wide(let integer): self = .number(integer.description)
    case .decimal(let decimal): self = decimal.isNaN ? .notANumber : .number(decimal.description)
    case .double(let double):
      self =
        double.isNaN
        ? .notANumber
        : double.isInfinite ? .infinite(isNegative: double < 0) : .number(Self.text(double))
    default: return nil
    }
  }

  /// A finite double without rounding: its significand times a power of two or five, with a decimal point.
  static func text(_ double: Double) -> String {
    guard double != 0 else { return "0" }
    let isNormal = double.exponentBitPattern > 0
    var significand = double.significandBitPattern | (isNormal ? 1 << 52 : 0)
    var twos = Int(isNormal ? double.exponentBitPattern : 1) - 1075
    let zeros = significand.trailingZeroBitCount
    significand >>= UInt64(zeros)
    twos += zeros
    var digits = Self.digits(of: significand, times: twos < 0 ? 5 : 2, to: abs(twos))
    if twos < 0 {
      if digits.count <= -twos {
        digits = String(repeating: "0", count: 1 - twos - digits.count) + digits
      }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: twos))
    }
    return double < 0 ? "-" + digits : digits
  }

  /// The decimal digits of `number * factor ** exponent`.
  private static func digits(of number: UInt64, times factor: UInt64, to exponent: Int) -> String {
    let base: UInt64 = 1_000_000_000
    var limbs = [number % base, number / base % base, number / base / base]
    for _ in 0..<exponent {
      var carry: UInt64 = 0
      for index in limbs.indices {
        let product = limbs[index] * factor + carry
        limbs[index] = product % base
        carry = product / base
      }
      if carry > 0 { limbs.append(carry) }
    }
    while limbs.count > 1, limbs.last == 0 { limbs.removeLast() }
    return limbs.reversed().enumerated().map { index, limb in
      let digits = String(limb)
      return index == 0 ? digits : String(repeating: "0", count: 9 - digits.utf8.count) + digits
    }.joined()
  }
}
