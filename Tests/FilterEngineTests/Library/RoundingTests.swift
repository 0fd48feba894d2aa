import TestSupport
import Testing

@testable import FilterEngine

/// `round:`, held against the rounding of integers.
@Suite struct RoundingTests {
  /// `digits` divided by `divisor`, rounded half away from zero.
  private static func quotient(_ digits: Int128, by divisor: Int128) -> Int128 {
    let magnitude = (abs(digits) * 2 + divisor) / (divisor * 2)
    return digits < 0 ? -magnitude : magnitude
  }

  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// A double of 15 digits has these as its shortest ones.
  @Test(arguments: RandomSearch.seeds(200))
  func theReferenceAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let limit = Int64(Self.power(random.below(15) + 1))
      let digits = Int64.random(in: -limit + 1..<limit, using: &random)
      let (scale, places) = (random.below(21), random.below(26) - 5)
      let (number, lost) = (try #require(Double("\(digits)e-\(scale)")), scale - places)
      let expected =
        lost <= 0
        ? number
        : Double("\(Self.quotient(Int128(digits), by: Self.power(lost)))e\(-places)")
      let found = try LibraryRun.call("round:", [.double(number), .int(Int64(places))])
      let wanted = try #require(expected)
      #expect(found == .double(wanted), "FRC_SEED=\(seed) \(number), \(places)")

      let tens = random.below(25)
      let unit = Self.power(tens)
      let rounded = Self.quotient(Int128(digits), by: unit) * unit
      let integer = try LibraryRun.call("round:", [.int(digits), .int(Int64(-tens))])
      #expect(
        isSame(integer, FilterValue(integer: rounded)), "FRC_SEED=\(seed) \(digits), -\(tens)")
    }
  }

  @Test(
    arguments: [
      ([2.5], .double(3)), ([-0.4], .double(-0.0)), ([7], 7), ([true], 1), ([nil], nil),
      ([1.005, 2], 1.01), ([0.1, nil], nil),
      ([.double(.leastNonzeroMagnitude), 400], .double(.leastNonzeroMagnitude)),
      ([.double(.leastNonzeroMagnitude), 322], .double(0)), ([9.5e307, -307], .double(1e308)),
      ([.double(.infinity), 2], .double(.infinity)), ([1e22, 2], .double(1e22)),
      ([99.995, 2], .double(100)), ([.int(.max), -19], Samples.wide("10000000000000000000")),
      ([.int(.min), -1], Samples.wide("-9223372036854775810")), ([.int(.max), .int(.min)], 0),
      ([1.5, .int(.max)], 1.5), ([1.5, .int(.min)], .double(0)),
      ([Samples.wide("18446744073709551615"), -3], Samples.wide("18446744073709552000")),
      ([Samples.decimal("2.675"), 2], Samples.decimal("2.68")),
      ([Samples.decimal("-0.05"), 1], Samples.decimal("-0.1")),
      ([Samples.decimal("12345"), -2], Samples.decimal("12300")),
    ] as [([FilterValue], FilterValue)])
  func aNumberIsRounded(_ arguments: [FilterValue], _ expected: FilterValue) throws {
    let found = try LibraryRun.call("round:", arguments)
    #expect(isSame(found, expected), "\(found)")
  }

  @Test(
    arguments: [
      (["1"], .kindMismatch), ([1.5, 0.5], .arithmetic), ([1.5, "1"], .kindMismatch),
    ] as [([FilterValue], EvaluationError.Kind)])
  func whatIsNoNumberFails(_ arguments: [FilterValue], _ expected: EvaluationError.Kind) {
    #expect(LibraryRun.error { try LibraryRun.call("round:", arguments) } == expected)
  }
}
