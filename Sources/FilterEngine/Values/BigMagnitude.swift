/// A natural number of any size, with the operations that exact numbers need.
///
/// After both sides of a comparison are scaled to integers, a number has at most about 1,700 bits, so
/// schoolbook arithmetic is fast enough.
struct BigMagnitude {
  /// Digits of base 2^64, lowest first, without trailing zeros.
  private(set) var limbs: [UInt64]

  init(_ value: UInt128) {
    limbs = [UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)]
    trim()
  }

  /// The number of decimal digits, of which there are at most a few hundred.
  init(digits: some Collection<UInt8>) {
    limbs = []
    var rest = digits[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(19)
      rest = rest.dropFirst(19)
      multiply(byTenTo: chunk.count)
      add(BigMagnitude(chunk.reduce(0) { $0 * 10 + UInt128($1 &- UInt8(ascii: "0")) }))
    }
  }

  /// The number with these digits of base 2^64, lowest first.
  init(limbs: [UInt64]) {
    self.limbs = limbs
    trim()
  }

  /// Multiplies by one limb.
  @inline(never)
  mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let (high, low) = limbs[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[index] = sum
      // The high half of a product is below 2^64 - 1, so this cannot overflow.
      carry = high + (overflow ? 1 : 0)
    }
    if carry > 0 { limbs.append(carry) }
    trim()
  }

  /// Multiplies by 2^`exponent`.
  mutating func multiply(byTwoTo exponent: Int) {
    guard !limbs.isEmpty, exponent > 0 else { return }
    multiply(by: 1 << UInt64(exponent % 64))
    limbs.insert(contentsOf: repeatElement(0, count: exponent / 64), at: 0)
  }

  /// Multiplies by 10^`exponent`.
  @inline(never)
  mutating func multiply(byTenTo exponent: Int) {
    var rest = exponent
    while rest > 0 {
      let step = min(rest, 19)
      multiply(by: (0..<step).reduce(into: 1) { power, _ in power *= 10 })
      rest -= step
    }
  }

  /// Divides by the greatest power of two that divides a number that is not zero, and returns the exponent.
  mutating func removeTwos() -> Int {
    let zeros = limbs.prefix { $0 == 0 }.count
    limbs.removeFirst(zeros)
    guard let shift = limbs.first?.trailingZeroBitCount else { return 0 }
    for index in limbs.indices {
      let next = index + 1 < limbs.count ? limbs[index + 1] : 0
      // A shift by 64 gives zero.
      limbs[index] = limbs[index] >> shift | next << (64 - shift)
    }
    trim()
    return zeros * 64 + shift
  }

  /// Adds another number.
  mutating func add(_ other: BigMagnitude) {
    var carry: UInt64 = 0
    for index in 0..<max(limbs.count, other.limbs.count) {
      if index == limbs.count { limbs.append(0) }
      let term = index < other.limbs.count ? other.limbs[index] : 0
      let (partial, first) = limbs[index].addingReportingOverflow(term)
      let (sum, second) = partial.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = first || second ? 1 : 0
    }
    if carry > 0 { limbs.append(carry) }
  }

  /// Subtracts a number that is not greater.
  mutating func subtract(_ other: BigMagnitude) {
    var borrow: UInt64 = 0
    for index in limbs.indices {
      let term = index < other.limbs.count ? other.limbs[index] : 0
      let (partial, first) = limbs[index].subtractingReportingOverflow(term)
      let (difference, second) = partial.subtractingReportingOverflow(borrow)
      limbs[index] = difference
      borrow = first || second ? 1 : 0
    }
    trim()
  }

  /// Divides by one limb, which is not zero, and returns the remainder.
  mutating func divide(by divisor: UInt64) -> UInt64 {
    var rest: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], rest) = divisor.dividingFullWidth((rest, limbs[index]))
    }
    trim()
    return rest
  }

  /// The number; nil if it does not fit 128 bits.
  var uint128: UInt128? {
    guard limbs.count <= 2 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 64 | UInt128($1) }
  }

  /// The double nearest to the number × 2^`twos` ÷ (`divisor` × 10^`tens`), to even from the middle of two;
  /// infinite beyond the doubles.
  ///
  /// - Complexity: O(n) in the number of limbs for each nineteen of `tens`.
  func nearestDouble(twos: Int = 0, dividedBy divisor: UInt64 = 1, tens: Int = 0) -> Double {
    guard !limbs.isEmpty else { return 0 }
    var quotient = self
    var divisors = divisor > 1 ? [divisor] : []
    for start in stride(from: 0, to: tens, by: 19) {
      divisors.append((start..<min(start + 19, tens)).reduce(into: 1) { power, _ in power *= 10 })
    }
    // Leaves 64 bits of the quotient at least. The rests of all divisions only matter if they are not zero.
    let shift = divisors.isEmpty ? 0 : (divisors.count + 1) * 64
    quotient.multiply(byTwoTo: shift)
    var isInexact = false
    for divisor in divisors where quotient.divide(by: divisor) > 0 { isInexact = true }
    return quotient.rounded(twos: twos - shift, isInexact: isInexact)
  }

  /// The double nearest to (the number + a part of one if it is inexact) × 2^`twos`. An inexact number has more
  /// than 54 bits.
  private func rounded(twos: Int, isInexact: Bool) -> Double {
    let length = limbs.count * 64 - (limbs.last?.leadingZeroBitCount ?? 0)
    guard length + twos <= 1024 else { return .infinity }
    // The exponent of the last bit that a double of this size has.
    let unit = max(length + twos - 53, -1074)
    let dropped = unit - twos
    var kept = dropped > 0 ? bits(from: dropped) : bits(from: 0) << UInt64(-dropped)
    if dropped > 0, bits(from: dropped - 1) & 1 == 1 {
      let isAboveHalf = isInexact || hasBits(below: dropped - 1)
      if isAboveHalf || kept & 1 == 1 { kept += 1 }
    }
    // The highest bit of a normal number counts up the exponent, and so does a carry, up to infinity.
    return Double(bitPattern: UInt64(unit + 1074) << 52 + kept)
  }

  /// The 64 bits from a place on.
  private func bits(from place: Int) -> UInt64 {
    let (index, shift) = (place / 64, UInt64(place % 64))
    guard index < limbs.count else { return 0 }
    let next = index + 1 < limbs.count ? limbs[index + 1] : 0
    // A shift by 64 gives zero.
    return limbs[index] >> shift | next << (64 - shift)
  }

  /// Whether one of the bits below a place is set.
  private func hasBits(below place: Int) -> Bool {
    let (index, shift) = (place / 64, UInt64(place % 64))
    guard index < limbs.count else { return true }
    return limbs[..<index].contains { $0 != 0 } || limbs[index] << (64 - shift) != 0
  }

  /// The order of the number and another.
  func order(_ other: BigMagnitude) -> ComparisonOrder {
    guard limbs.count == other.limbs.count else {
      return ComparisonOrder(limbs.count, other.limbs.count)
    }
    for (left, right) in zip(limbs, other.limbs).reversed() where left != right {
      return ComparisonOrder(left, right)
    }
    return .same
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
