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

  /// Multiplies by one limb.
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

  /// Divides by ten and returns the remainder.
  mutating func divideByTen() -> UInt64 {
    var rest: UInt64 = 0
    for index in limbs.indices.reversed() {
      (limbs[index], rest) = (10 as UInt64).dividingFullWidth((rest, limbs[index]))
    }
    trim()
    return rest
  }

  /// The number; nil if it does not fit 128 bits.
  var uint128: UInt128? {
    guard limbs.count <= 2 else { return nil }
    return limbs.reversed().reduce(0) { $0 << 64 | UInt128($1) }
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
