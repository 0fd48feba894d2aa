import FoundationEssentials
import TestSupport
import Testing

@testable import FilterEngine

/// Exact sums against integers with schoolbook arithmetic, over the numbers that are present.
@Suite struct ExactSumTests {
  // MARK: - Doubles

  /// A double of any exponent, or near the ends of the exponents.
  private static func double(_ dice: inout SeededGenerator) -> Double {
    switch dice.below(8) {
    case 0: Double(bitPattern: dice.next() & 0x800F_FFFF_FFFF_FFFF)
    case 1: Double(bitPattern: dice.next() & 0x801F_FFFF_FFFF_FFFF | 0x7FC0_0000_0000_0000)
    case 2: Double(dice.below(2001) - 1000) / 100
    case 3:
      [0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e308][
        dice.below(6)]
    default:
      Double(
        sign: dice.chance(50) ? .plus : .minus, exponent: dice.below(2098) - 1074,
        significand: Double(1 + dice.below(1 << 30)) / Double(1 << 30))
    }
  }

  @Test func sumsOfDoublesAreRoundedOnce() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    var present: [Double] = []
    var (sum, exact, checks) = (ExactSum(), NaiveInteger(), 0)
    for step in 0..<RandomSearch.rounds(100_000) {
      if dice.chance(present.count > 500 ? 70 : 30), !present.isEmpty {
        let value = present.remove(at: dice.below(present.count))
        sum.remove(value)
        exact.add(NaiveInteger(scaled: value), times: -1)
      } else {
        let value = dice.chance(10) && !present.isEmpty ? -dice.pick(present) : Self.double(&dice)
        guard value.isFinite else { continue }
        present.append(value)
        sum.add(value)
        exact.add(NaiveInteger(scaled: value))
      }
      guard step % 500 == 0 || present.count < 4, checks < 3000 else { continue }
      checks += 1
      exact.settle()
      #expect(sum.count == present.count)
      if present.isEmpty {
        #expect(sum.sum == .int(0) && sum.average == nil)
        continue
      }
      guard case .double(let double) = sum.sum, case .double(let average)? = sum.average else {
        Issue.record("the sum of doubles is \(sum.sum)")
        return
      }
      #expect(exact.isNearest(double), "\(double) of \(present), seed \(RandomSearch.seed)")
      #expect(
        exact.isNearest(average, dividedBy: Int64(present.count)),
        "average \(average) of \(present), seed \(RandomSearch.seed)")
    }
    #expect(checks > 100)
  }

  /// Words that are added together have the sum of numbers that are added one after another.
  @Test func wordsAreAddedAsTheirNumbers() {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    // The last has the greatest significand, shifted by most.
    let fixed = [0, -0.0, 0.01, -99.99, 1e9, 0x1.fffffffffffffp115]
    for round in 0..<RandomSearch.rounds(100) {
      var (sum, other) = (ExactSum(), ExactSum())
      let repeated = dice.pick(fixed)
      let doubles = (0..<dice.below(5_000)).map { _ in
        dice.chance(95) ? repeated : dice.chance(80) ? dice.pick(fixed) : Self.double(&dice)
      }
      sum.add(orderedDoubles: doubles.map { ValueWords.ordered($0) })
      for double in doubles { other.add(double) }
      let integers = round % 2 == 0 ? [] : [.max, .max, .min, 3, -7] as [Int64]
      sum.add(orderedIntegers: integers.map { ValueWords.ordered($0) })
      for integer in integers { other.add(integer) }
      #expect(sum.count == other.count)
      #expect(sum.sum.isSpelled(as: other.sum), "seed \(RandomSearch.seed)")
      for double in doubles { sum.remove(double) }
      for integer in integers { sum.remove(integer) }
      #expect(sum.sum.isSpelled(as: .int(0)), "seed \(RandomSearch.seed)")
    }
  }

  @Test func halvesGoToTheEvenDoubleAndOneBitDecides() {
    var sum = ExactSum()
    for value in [1, 0x1p-53] { sum.add(value) }
    #expect(sum.sum == .double(1))
    sum.add(.leastNonzeroMagnitude)
    #expect(sum.sum == .double(1.0.nextUp))
    sum.remove(.leastNonzeroMagnitude)
    sum.add(-.leastNonzeroMagnitude)
    #expect(sum.sum == .double(1))
    sum.add(0x1p-52)
    #expect(sum.sum == .double(1.0.nextUp))
    sum.add(2 * Double.leastNonzeroMagnitude)
    #expect(sum.sum == .double(1.0.nextUp.nextUp))
  }

  @Test func zerosArePositiveAndSumsCanPassTheGreatestDouble() {
    var sum = ExactSum()
    sum.add(-0.0)
    #expect(sum.sum.bits == (0.0).bitPattern && sum.average?.bits == (0.0).bitPattern)
    sum.add(-.leastNonzeroMagnitude)
    sum.add(0.0)
    // A third of the least double is rounded to zero.
    #expect(sum.sum == .double(-.leastNonzeroMagnitude) && sum.average?.bits == (0.0).bitPattern)
    var large = ExactSum()
    for _ in 0..<2 { large.add(1e308) }
    #expect(large.sum == .double(.infinity) && large.average == .double(1e308))
    large.add(-1e308)
    #expect(large.sum == .double(1e308))
    #expect(large.merging(large).merging(large).sum == .double(.infinity))
  }

  @Test func infinitiesAndNaNLeaveWithTheirRows() {
    var sum = ExactSum()
    sum.add(1 as Int64)
    sum.add(.infinity)
    #expect(sum.sum == .double(.infinity) && sum.average == .double(.infinity))
    sum.add(-.infinity)
    #expect(sum.sum == .double(.nan) && sum.average == .double(.nan))
    sum.remove(.infinity)
    #expect(sum.sum == .double(-.infinity))
    sum.add(.nan)
    sum.remove(-.infinity)
    #expect(sum.sum == .double(.nan))
    sum.drop(.double(.nan))
    #expect(sum.sum == .int(1) && sum.count == 1)
    sum.take(.decimal(.nan))
    #expect(sum.sum == .double(.nan))
    sum.drop(.decimal(.nan))
    #expect(sum.sum == .int(1))
  }

  // MARK: - Integers and kinds

  @Test func integersAreExact() {
    var sum = ExactSum()
    for _ in 0..<3 { sum.add(Int64.max) }
    #expect(sum.sum == .decimal(3 * Decimal(Int64.max)))
    #expect(sum.sum.isDecimal && sum.average == .double(0x1p63))
    for _ in 0..<2 { sum.remove(Int64.max) }
    #expect(sum.sum == .int(.max) && !sum.sum.isDecimal)
    sum.add(1 as Int64)
    sum.add(Int64.min)
    #expect(sum.sum == .int(0))
    sum.take(.bool(true))
    #expect(sum.sum == .int(1) && sum.count == 4)
  }

  @Test func wideIntegersAreExactUpToTheDecimals() throws {
    let (wide, negative) = (
      FilterValue(integer: Int128(1) << 80), FilterValue(integer: -(Int128(1) << 80))
    )
    var sum = ExactSum()
    sum.take(wide)
    #expect(sum.sum == wide && sum.sum.isDecimal)
    sum.add(5)
    sum.take(negative)
    #expect(sum.sum == .int(5) && !sum.sum.isDecimal)
    let long = try #require(FilterValue(integerDigits: String(repeating: "9", count: 60).utf8))
    sum.take(long, 1)
    sum.drop(5)
    #expect(sum.sum == .decimal(try #require(Decimal(string: "1e60"))))
    let longer = try #require(
      FilterValue(integerDigits: ("1" + String(repeating: "0", count: 308)).utf8))
    sum.take(longer)
    #expect(sum.sum == .double(1e308))
    sum.drop(longer, long)
    #expect(sum.sum == .int(1))
    let longest = try #require(
      FilterValue(integerDigits: ("1" + String(repeating: "0", count: 309)).utf8))
    let isTaken = sum.add(longest)
    #expect(!isTaken && sum.count == 3)
  }

  @Test func otherKindsAreNoNumbers() {
    var sum = ExactSum()
    for value in [.null, .string("1"), .list([1]), .date(Date())] as [FilterValue] {
      let (isAdded, isRemoved) = (sum.add(value), sum.remove(value))
      #expect(!isAdded && !isRemoved)
    }
    #expect(sum.count == 0 && sum.sum == .int(0) && sum.average == nil)
  }

  @Test func integersAndDoublesAreRoundedOnce() {
    var sum = ExactSum()
    sum.add(1 << 53 + 1)
    #expect(sum.sum == .int(1 << 53 + 1))
    sum.add(1.0)
    #expect(sum.sum == .double(0x1p53 + 2))
    sum.remove(1.0)
    #expect(sum.sum == .int(1 << 53 + 1))
  }

  // MARK: - Decimals

  @Test func decimalsAreExactAndRoundedTo38Digits() throws {
    var dice = SeededGenerator(seed: RandomSearch.seed &+ 1)
    var present: [(Int128, Int)] = []
    var (sum, exact) = (ExactSum(), NaiveInteger())
    for _ in 0..<RandomSearch.rounds(600) {
      let isRemoval = dice.chance(present.count > 8 ? 70 : 30) && !present.isEmpty
      let (significand, tens) =
        isRemoval
        ? present.remove(at: dice.below(present.count))
        : (
          Int128(Int64(bitPattern: dice.next())) << Int128(dice.below(60)) + Int128(dice.below(10)),
          dice.chance(50) ? -2 : dice.below(160) - 100
        )
      let decimal = try #require(Decimal(string: "\(significand)e\(tens)"))
      if isRemoval { sum.drop(.decimal(decimal)) } else { sum.take(.decimal(decimal)) }
      exact.add(NaiveInteger(significand, tens: tens + 128), times: isRemoval ? -1 : 1)
      exact.settle()
      if !isRemoval { present.append((significand, tens)) }
      guard !present.isEmpty else {
        #expect(sum.sum == .int(0) && exact.sign == 0)
        continue
      }
      // Rounds the digits half away from zero.
      var digits = Array(exact.text)
      var zeros = -128
      if digits.count > 38 {
        let isUp = digits[38] >= "5"
        zeros += digits.count - 38
        digits = Array(String(try #require(UInt128(String(digits[..<38]))) + (isUp ? 1 : 0)))
      }
      let text = (exact.sign < 0 ? "-" : "") + (digits.isEmpty ? "0" : String(digits))
      let expected = try #require(Decimal(string: "\(text)e\(zeros)"))
      #expect(sum.sum == .decimal(expected) && sum.sum.isDecimal, "seed \(RandomSearch.seed)")
      var scaled = exact
      for _ in 0..<1074 { scaled.multiply(by: 2) }
      // The integer ÷ 10^128 is near the average times the count.
      guard case .double(let average)? = sum.average else {
        throw EvaluationError(.negationOverflow(0))
      }
      var divided = NaiveInteger(scaled: average)
      for _ in 0..<128 { divided.multiply(by: 10) }
      divided.multiply(by: Int64(present.count))
      var ulp = NaiveInteger(scaled: average.ulp)
      for _ in 0..<128 { ulp.multiply(by: 10) }
      ulp.multiply(by: Int64(present.count))
      let difference = scaled.minus(divided)
      var twice = difference.sign < 0 ? NaiveInteger().minus(difference) : difference
      twice.multiply(by: 2)
      #expect(twice.minus(ulp).sign <= 0)
    }
  }

  @Test func decimalsBesideOtherNumbers() throws {
    let tenth = FilterValue.decimal(try #require(Decimal(string: "0.1")))
    var sum = ExactSum()
    sum.take(tenth, tenth, tenth)
    sum.add(2 as Int64)
    #expect(
      sum.sum.description == FilterValue.decimal(try #require(Decimal(string: "2.3"))).description)
    #expect(sum.average == .double(0.575))
    sum.add(0.1)
    #expect(sum.sum == .double(2.4))
    sum.remove(0.1)
    // A decimal of more places leaves no trace in the text of the sum.
    let fine = FilterValue.decimal(try #require(Decimal(string: "1e-30")))
    sum.take(fine)
    sum.drop(fine)
    #expect(
      sum.sum.description == FilterValue.decimal(try #require(Decimal(string: "2.3"))).description)
    sum.drop(tenth, tenth, tenth)
    #expect(sum.sum.description == "2")
  }

  // MARK: - Sums of sums

  @Test(arguments: RandomSearch.seeds(20))
  func partsMakeTheWhole(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    func value(_ dice: inout SeededGenerator) -> FilterValue {
      switch dice.below(5) {
      case 0: .int(Int64(bitPattern: dice.next()))
      case 1: .decimal(Decimal(string: "\(dice.below(10_000))e\(dice.below(20) - 10)") ?? 0)
      case 2: FilterValue(integer: Int128(dice.next()) << 50 * (dice.chance(50) ? -1 : 1))
      case 3: .double([.nan, .infinity, -.infinity, 1][dice.below(4)])
      default: .double(Self.double(&dice))
      }
    }
    let hasDoubles = dice.chance(70)
    var parts = Array(repeating: ExactSum(), count: 4)
    var all = ExactSum()
    for _ in 0..<200 {
      let value = value(&dice)
      if case .double = value, !hasDoubles { continue }
      let part = dice.below(4)
      parts[part].take(value)
      all.take(value)
    }
    let joined = parts.dropFirst().reduce(parts[0]) { $0.merging($1) }
    #expect(joined.sum == all.sum && joined.average == all.average && joined.count == all.count)
    var rest = all
    rest.unmerge(parts[2])
    let others = parts[0].merging(parts[1]).merging(parts[3])
    #expect(rest.sum == others.sum && rest.average == others.average)
  }

  @Test func aSumOfAllExponentsTakes300Bytes() {
    var sum = ExactSum()
    for exponent in -1074...1023 {
      sum.add(Double(sign: .minus, exponent: exponent, significand: 1))
    }
    sum.add(.greatestFiniteMagnitude)
    let digits = (Mirror(reflecting: sum).descendant("binary", "limbs") as? [UInt64])?.capacity ?? 0
    #expect(digits > 30 && MemoryLayout<ExactSum>.size + digits * 8 <= 400)
  }
}

extension ExactSum {
  fileprivate func merging(_ other: ExactSum) -> ExactSum {
    var result = self
    result.merge(other)
    return result
  }

  fileprivate mutating func add(_ value: Int) { add(Int64(value)) }

  fileprivate mutating func take(_ values: FilterValue...) {
    for value in values where !add(value) { Issue.record("\(value) is not added") }
  }

  fileprivate mutating func drop(_ values: FilterValue...) {
    for value in values where !remove(value) { Issue.record("\(value) is not removed") }
  }
}

extension FilterValue {
  fileprivate var isDecimal: Bool { if case .decimal = self { true } else { false } }

  fileprivate var bits: UInt64? {
    if case .double(let value) = self { value.bitPattern } else { nil }
  }
}
