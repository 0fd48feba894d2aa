/// A sum of numbers that are integers times powers of two, without loss.
///
/// The digits of base 2^64 in two's complement, lowest first, as many as the numbers need. Doubles of all
/// exponents need 35 of them, and prices three or four.
struct FixedPointSum: Sendable {
  /// The last digit is only a sign, 0 or all ones: a carry into it shows when one more is needed.
  private var limbs: [UInt64] = []

  /// The power of 2^64 that the first digit counts.
  private var low = 0

  /// Adds ±`magnitude` × 2^`exponent`.
  @inline(__always)
  mutating func add(_ magnitude: UInt64, exponent: Int, isNegative: Bool) {
    // Shifts and masks round down, also for negative exponents.
    let (place, shift) = (exponent &>> 6, UInt64(truncatingIfNeeded: exponent & 63))
    if limbs.isEmpty || place < low || place &+ 2 > low &+ limbs.count &- 1 {
      widen(from: place, to: place &+ 2)
    }
    let first = magnitude &<< shift
    let second = (magnitude &>> 1) &>> (63 &- shift)
    let index = place &- low
    if isNegative {
      let (digit, borrow) = limbs[index].subtractingReportingOverflow(first)
      limbs[index] = digit
      // The sum of the upper part and a borrow does not overflow: the part has its highest bit clear.
      subtract(second &+ (borrow ? 1 : 0), at: index &+ 1)
    } else {
      let (digit, carry) = limbs[index].addingReportingOverflow(first)
      limbs[index] = digit
      add(second &+ (carry ? 1 : 0), at: index &+ 1)
    }
  }

  /// Adds `value` × 2^`exponent`.
  mutating func add(_ value: Int128, exponent: Int) {
    let magnitude = value.magnitude
    for (part, digit) in [UInt64(truncatingIfNeeded: magnitude), UInt64(magnitude >> 64)]
      .enumerated()
    where digit > 0 {
      add(digit, exponent: exponent + 64 * part, isNegative: value < 0)
    }
  }

  /// Adds ±`magnitude`.
  mutating func add(_ magnitude: BigMagnitude, isNegative: Bool) {
    for (index, limb) in magnitude.limbs.enumerated() {
      add(limb, exponent: index * 64, isNegative: isNegative)
    }
  }

  /// Adds another sum, or subtracts it.
  mutating func add(_ other: FixedPointSum, isNegative: Bool) {
    guard let sign = other.limbs.last else { return }
    let last = other.low + other.limbs.count - 1
    if limbs.isEmpty || other.low < low || last > low + limbs.count - 1 {
      widen(from: other.low, to: last)
    }
    for (place, limb) in zip(other.low..<last, other.limbs) {
      isNegative ? subtract(limb, at: place - low) : add(limb, at: place - low)
    }
    // The sign digit counts as 0 or -1.
    guard sign != 0 else { return }
    isNegative ? add(1, at: last - low) : subtract(1, at: last - low)
  }

  /// Multiplies a sum of integers by a power of ten.
  mutating func multiply(byTenTo exponent: Int) {
    var (isNegative, magnitude, twos) = parts
    magnitude.multiply(byTenTo: exponent)
    magnitude.multiply(byTwoTo: twos)
    self = FixedPointSum()
    add(magnitude, isNegative: isNegative)
  }

  /// The sum as ±magnitude × 2^twos, where `twos` is not negative if the sum is an integer.
  var parts: (isNegative: Bool, magnitude: BigMagnitude, twos: Int) {
    let zeros = limbs.prefix { $0 == 0 }.count
    guard zeros < limbs.count else { return (false, BigMagnitude(0), 0) }
    let isNegative = limbs.last != 0
    var digits = Array(limbs[zeros...])
    if isNegative {
      // The lowest digit is not zero: its complement takes the carry of one.
      for index in digits.indices { digits[index] = ~digits[index] }
      digits[0] &+= 1
    }
    return (isNegative, BigMagnitude(limbs: digits), (low + zeros) * 64)
  }

  @inline(__always)
  private mutating func add(_ value: UInt64, at start: Int) {
    var (index, value) = (start, value)
    while value > 0 {
      let (digit, carry) = limbs[index].addingReportingOverflow(value)
      limbs[index] = digit
      index &+= 1
      if index == limbs.count { return extendSign() }
      value = carry ? 1 : 0
    }
  }

  @inline(__always)
  private mutating func subtract(_ value: UInt64, at start: Int) {
    var (index, value) = (start, value)
    while value > 0 {
      let (digit, borrow) = limbs[index].subtractingReportingOverflow(value)
      limbs[index] = digit
      index &+= 1
      if index == limbs.count { return extendSign() }
      value = borrow ? 1 : 0
    }
  }

  /// Adds a digit if the last one is more than a sign after a carry of one into it.
  private mutating func extendSign() {
    guard let last = limbs.last, last != 0, last != .max else { return }
    widen(from: low, to: low + limbs.count + 1, sign: last >> 63 == 0 ? 0 : .max)
  }

  /// Makes space for the digits from `start` up to `end` and a sign.
  private mutating func widen(from start: Int, to end: Int) {
    widen(from: start, to: end + 1, sign: limbs.last ?? 0)
  }

  @inline(never)
  private mutating func widen(from start: Int, to end: Int, sign: UInt64) {
    let old = limbs.isEmpty ? start..<start : low..<low + limbs.count
    let new = min(start, old.lowerBound)..<max(end, old.upperBound)
    // As many as are needed, because one sum can be kept for each of many sections.
    var wider: [UInt64] = []
    wider.reserveCapacity(new.count)
    wider.append(contentsOf: repeatElement(0, count: old.lowerBound - new.lowerBound))
    wider.append(contentsOf: limbs)
    wider.append(contentsOf: repeatElement(sign, count: new.upperBound - old.upperBound))
    (limbs, low) = (wider, new.lowerBound)
  }
}
