/// An integer of any size with schoolbook arithmetic: the definition that exact sums are tested against.
struct NaiveInteger {
  /// Digits of base 2^32, lowest first. Any of them can be negative or too large until they are settled.
  private var digits: [Int64] = []

  init() {}

  init(_ value: Int128, twos: Int = 0, tens: Int = 0) {
    let magnitude = value.magnitude
    for part in 0..<4 {
      let digit = Int64(truncatingIfNeeded: magnitude >> UInt128(32 * part) & 0xFFFF_FFFF)
      digits.append(value < 0 ? -digit : digit)
    }
    for _ in 0..<tens { multiply(by: 10) }
    for _ in 0..<twos / 30 { multiply(by: 1 << 30) }
    multiply(by: 1 << Int64(twos % 30))
  }

  /// value × 2^1074 of a finite double.
  init(scaled value: Double) {
    let exponent = Int(value.exponentBitPattern)
    let fraction = Int64(value.significandBitPattern)
    let significand = exponent > 0 ? fraction + (1 << 52) : fraction
    let shift = max(exponent, 1) - 1
    digits = Array(repeating: 0, count: shift / 32)
    let shifted = UInt128(significand) << UInt128(shift % 32)
    for part in 0..<3 {
      let digit = Int64(truncatingIfNeeded: shifted >> UInt128(32 * part) & 0xFFFF_FFFF)
      digits.append(value < 0 ? -digit : digit)
    }
  }

  mutating func multiply(by factor: Int64) {
    settle()
    for index in digits.indices { digits[index] *= factor }
    settle()
  }

  mutating func add(_ other: NaiveInteger, times factor: Int64 = 1) {
    while digits.count < other.digits.count { digits.append(0) }
    for (index, digit) in other.digits.enumerated() { digits[index] += digit * factor }
  }

  /// Brings all digits but the last one between 0 and 2^32; the last one has the sign of the integer.
  mutating func settle() {
    guard var last = digits.popLast() else { return }
    var carry: Int64 = 0
    for index in digits.indices {
      let sum = digits[index] + carry
      digits[index] = sum & 0xFFFF_FFFF
      carry = sum >> 32
    }
    last += carry
    while last >> 32 != 0, last >> 32 != -1 {
      digits.append(last & 0xFFFF_FFFF)
      last >>= 32
    }
    digits.append(last)
    while digits.last == 0 { digits.removeLast() }
  }

  /// -1, 0 or 1.
  var sign: Int {
    var settled = self
    settled.settle()
    return Int((settled.digits.last ?? 0).signum())
  }

  func minus(_ other: NaiveInteger) -> NaiveInteger {
    var result = self
    result.settle()
    var other = other
    other.settle()
    result.add(other, times: -1)
    return result
  }

  /// The decimal digits of the absolute value, without leading zeros.
  var text: String {
    var rest = self
    rest.settle()
    if rest.sign < 0 {
      rest = NaiveInteger().minus(rest)
      rest.settle()
    }
    var text = ""
    while rest.sign > 0 {
      var remainder: Int64 = 0
      for index in rest.digits.indices.reversed() {
        let value = remainder << 32 + rest.digits[index]
        rest.digits[index] = value / 1_000_000_000
        remainder = value % 1_000_000_000
      }
      rest.settle()
      let part = String(remainder)
      text = String(repeating: "0", count: 9 - part.count) + part + text
    }
    return String(text.drop { $0 == "0" })
  }

  /// Whether a double is the nearest one to the integer ÷ (2^1074 × `divisor`), in the middle the even one, and a
  /// zero positive.
  func isNearest(_ double: Double, dividedBy divisor: Int64 = 1) -> Bool {
    if sign < 0 {
      return double <= 0 && NaiveInteger().minus(self).isNearest(-double + 0, dividedBy: divisor)
    }
    guard double.sign == .plus, !double.isNaN else { return false }
    let beyond = NaiveInteger(1, twos: 1024 + 1074)
    func scaled(_ value: Double) -> NaiveInteger {
      value.isFinite ? NaiveInteger(scaled: value) : beyond
    }
    func order(toMiddleOf first: Double, _ second: Double) -> Int {
      var middles = scaled(first)
      middles.add(scaled(second))
      middles.settle()
      middles.multiply(by: divisor)
      var doubled = self
      doubled.multiply(by: 2)
      return doubled.minus(middles).sign
    }
    let isEven = double.significandBitPattern & 1 == 0
    let below = double > 0 ? order(toMiddleOf: double.nextDown, double) : 1
    let above = double.isFinite ? order(toMiddleOf: double, double.nextUp) : -1
    return below >= (isEven ? 0 : 1) && above <= (isEven ? 0 : -1)
  }
}
