internal import EssentialFoundation

/// The sum and the average of numbers that are added and removed, exact however often they change.
///
/// Both depend on the numbers that are present, and not on their history. Sums of integers are exact. Sums with
/// a double are rounded once to the nearest double, and sums with a decimal and no double once to 38 digits. A
/// Boolean counts as 0 or 1, as in `@sum`. NaN and infinities are counted beside the sum.
///
/// An addition takes constant time, and for integers and doubles allocates no memory in the steady state.
package struct ExactSum: Sendable {
  /// The number of numbers that are present.
  package private(set) var count = 0

  /// The number of doubles among them, including NaN and infinities.
  private var doubles = 0

  /// The sum of the integers of 64 bits. So many rows that this overflows cannot be counted.
  private var whole: Int128 = 0

  /// The sum of the finite doubles and of wider integers.
  private var binary = FixedPointSum()

  /// Numbers that most sums do not have.
  private var rare: [Rare] = []

  /// Decimals, NaN and infinities.
  private struct Rare: Sendable {
    var notANumber = 0
    var infinite = 0
    var negativeInfinite = 0
    var decimals = 0

    /// The sum of the decimals × 10^`places`.
    var sum = FixedPointSum()
    var places = 0

    /// Makes space for as many digits after the point.
    mutating func rescale(to places: Int) {
      guard places > self.places else { return }
      sum.multiply(byTenTo: places - self.places)
      self.places = places
    }
  }

  /// The sum of nothing, 0.
  package init() {}

  /// Adds a number; false for a value that is not a number, and for an integer of more than 309 digits.
  package mutating func add(_ value: FilterValue) -> Bool { change(value, by: 1) }

  /// Removes a number that was added; false for a value that `add` does not take.
  package mutating func remove(_ value: FilterValue) -> Bool { change(value, by: -1) }

  /// Adds integers by their sum.
  package mutating func add(sum: Int128, of count: Int) {
    self.count &+= count
    whole &+= sum
  }

  /// Adds an integer.
  package mutating func add(_ value: Int64) {
    count &+= 1
    whole &+= Int128(value)
  }

  /// Removes an integer that was added.
  package mutating func remove(_ value: Int64) {
    count &-= 1
    whole &-= Int128(value)
  }

  /// Adds a double.
  package mutating func add(_ value: Double) { change(value, by: 1) }

  /// Adds integers by their words, which have their order.
  package mutating func add(orderedIntegers words: [UInt64]) {
    count &+= words.count
    for word in words { whole &+= Int128(ValueWords.integer(ofOrdered: word)) }
  }

  /// Adds doubles by their words, which have their order.
  ///
  /// Neighbours of similar size are first added in 128 bits, which takes a fraction of the time of adding each alone.
  package mutating func add(orderedDoubles words: [UInt64]) {
    var (place, part, room) = (0, 0 as Int128, 0)
    for word in words {
      let value = ValueWords.double(ofOrdered: word)
      let (exponent, fraction) = (Int(value.exponentBitPattern), value.significandBitPattern)
      guard exponent < 0x7FF else {
        changeSpecial(value, by: 1)
        continue
      }
      let significand = exponent > 0 ? fraction | 1 << 52 : fraction
      if significand == 0 { continue }
      let power = max(exponent, 1) &- 1075
      if power &>> 6 != place || room == 0 {
        binary.add(part, exponent: place &* 64)
        // A significand of 53 bits is shifted by less than 64: so many of them do not overflow.
        (place, part, room) = (power &>> 6, 0, 1 << 10)
      }
      let magnitude = Int128(significand) &<< Int128(power & 63)
      part = value.sign == .minus ? part &- magnitude : part &+ magnitude
      room &-= 1
    }
    binary.add(part, exponent: place &* 64)
    count &+= words.count
    doubles &+= words.count
  }

  /// Removes a double that was added.
  package mutating func remove(_ value: Double) { change(value, by: -1) }

  /// Adds all numbers of another sum.
  package mutating func merge(_ other: ExactSum) { change(other, by: 1) }

  /// Removes all numbers of another sum, which were added.
  package mutating func unmerge(_ other: ExactSum) { change(other, by: -1) }

  // MARK: - Results

  /// The sum: 0 of nothing.
  ///
  /// Of integers it is an integer, or a decimal beyond 64 bits. A double among the numbers makes it a double, and
  /// otherwise a decimal among them makes it a decimal. A zero is positive. A sum beyond the decimals is a double.
  package var sum: FilterValue {
    if let special { return .double(special) }
    if doubles > 0 { return .double(quotient(by: 1)) }
    if decimals == 0, let small = Int64(exactly: whole), binary.parts.magnitude.limbs.isEmpty {
      return .int(small)
    }
    let (isNegative, magnitude, _, places) = total
    let most = decimals == 0 && magnitude.uint128 != nil ? UInt128.max : Self.mostOf38Digits
    guard let sum = DecimalArithmetic.rounded(isNegative, magnitude, -places, most: most) else {
      return .double(quotient(by: 1))
    }
    let plain = ExactNumber(finite: sum).int64
    return if decimals == 0, let plain { .int(plain) } else { .decimal(sum.withoutTrailingZeros) }
  }

  /// The double nearest to the exact average; nil of nothing.
  package var average: FilterValue? {
    guard count > 0 else { return nil }
    return .double(special ?? quotient(by: UInt64(count)))
  }

  private static let mostOf38Digits = (0..<38).reduce(1 as UInt128) { power, _ in power * 10 } - 1

  private var decimals: Int { rare.first?.decimals ?? 0 }

  /// The sum with NaN or an infinity; nil without one.
  private var special: Double? {
    guard let rare = rare.first else { return nil }
    let (above, below) = (rare.infinite > 0, rare.negativeInfinite > 0)
    if rare.notANumber > 0 || above && below { return .nan }
    return above ? .infinity : below ? -.infinity : nil
  }

  /// The finite numbers together: ±magnitude × 2^twos ÷ 10^places, where `twos` is 0 without doubles.
  private var total: (isNegative: Bool, magnitude: BigMagnitude, twos: Int, places: Int) {
    var sum = binary
    sum.add(BigMagnitude(whole.magnitude), isNegative: whole < 0)
    var (isNegative, magnitude, twos) = sum.parts
    if twos > 0 {
      magnitude.multiply(byTwoTo: twos)
      twos = 0
    }
    guard let rare = rare.first, rare.decimals > 0 else { return (isNegative, magnitude, twos, 0) }
    magnitude.multiply(byTenTo: rare.places)
    var (isOtherNegative, other, zeros) = rare.sum.parts
    other.multiply(byTwoTo: zeros - twos)
    if isNegative == isOtherNegative {
      magnitude.add(other)
    } else {
      if magnitude.order(other) == .ascending {
        swap(&magnitude, &other)
        isNegative = isOtherNegative
      }
      magnitude.subtract(other)
    }
    return (isNegative, magnitude, twos, rare.places)
  }

  private func quotient(by divisor: UInt64) -> Double {
    let (isNegative, magnitude, twos, places) = total
    let value = magnitude.nearestDouble(twos: twos, dividedBy: divisor, tens: places)
    // A negative quotient that is rounded to zero is a zero without a sign as well.
    return isNegative && value > 0 ? -value : value
  }

  // MARK: - Changes

  /// Adds a number, or removes it if `step` is -1.
  private mutating func change(_ value: FilterValue, by step: Int) -> Bool {
    switch value {
    case .int(let number): step > 0 ? add(number) : remove(number)
    case .bool(let flag): step > 0 ? add(flag ? 1 as Int64 : 0) : remove(flag ? 1 as Int64 : 0)
    case .double(let number): change(number, by: step)
    case .decimal(let number): change(number, by: step)
    case .wide(let number):
      guard let magnitude = BigMagnitude(magnitudeOf: number) else { return false }
      count &+= step
      binary.add(magnitude, isNegative: number.isNegative != (step < 0))
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func change(_ value: Double, by step: Int) {
    count &+= step
    doubles &+= step
    let exponent = Int(truncatingIfNeeded: value.exponentBitPattern)
    if exponent == 0x7FF { return changeSpecial(value, by: step) }
    let isNormal = exponent > 0
    binary.add(
      isNormal ? value.significandBitPattern | 1 << 52 : value.significandBitPattern,
      exponent: (isNormal ? exponent : 1) &- 1075, isNegative: (value.sign == .minus) != (step < 0))
  }

  @inline(never)
  private mutating func changeSpecial(_ value: Double, by step: Int) {
    changeRare { rare in
      if value.isNaN {
        rare.notANumber += step
      } else if value > 0 {
        rare.infinite += step
      } else {
        rare.negativeInfinite += step
      }
    }
  }

  private mutating func change(_ value: Decimal, by step: Int) {
    count &+= step
    changeRare { rare in
      guard !value.isNaN else {
        rare.notANumber += step
        return
      }
      rare.decimals += step
      let number = ExactNumber(finite: value)
      rare.rescale(to: -number.tens)
      let tens = number.tens + rare.places
      var magnitude = BigMagnitude(number.significand)
      magnitude.multiply(byTenTo: tens)
      rare.sum.add(magnitude, isNegative: number.isNegative != (step < 0))
    }
  }

  private mutating func change(_ other: ExactSum, by step: Int) {
    count &+= step * other.count
    doubles &+= step * other.doubles
    if step > 0 { whole &+= other.whole } else { whole &-= other.whole }
    binary.add(other.binary, isNegative: step < 0)
    guard var others = other.rare.first else { return }
    changeRare { rare in
      rare.notANumber += step * others.notANumber
      rare.infinite += step * others.infinite
      rare.negativeInfinite += step * others.negativeInfinite
      rare.decimals += step * others.decimals
      rare.rescale(to: others.places)
      others.rescale(to: rare.places)
      rare.sum.add(others.sum, isNegative: step < 0)
    }
  }

  private mutating func changeRare(_ body: (inout Rare) -> Void) {
    if rare.isEmpty { rare = [Rare()] }
    body(&rare[0])
  }
}

extension BigMagnitude {
  /// The absolute value of an integer of at most 309 digits, as many as the greatest double has.
  fileprivate init?(magnitudeOf number: WideInteger) {
    if let magnitude = number.magnitude {
      self.init(magnitude)
    } else if number.longDigits.utf8.count <= ExactNumber.mostDigits {
      self.init(digits: number.longDigits.utf8)
    } else {
      return nil
    }
  }
}

extension Decimal {
  /// The same number with the greatest exponent that it can have.
  fileprivate var withoutTrailingZeros: Decimal {
    let number = ExactNumber(finite: self)
    var (significand, tens) = (number.significand, number.tens)
    while significand > 0, tens < 127, significand.isMultiple(of: 10) {
      significand /= 10
      tens += 1
    }
    return DecimalArithmetic.decimal(number.isNegative, significand, tens) ?? self
  }
}
