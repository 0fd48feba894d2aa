import FoundationEssentials
import Testing

@testable import FilterEngine

@Suite struct ValuesArithmeticTests {
  typealias Operation = @Sendable (FilterValue, FilterValue) throws(EvaluationError) -> FilterValue

  static let operations: [String: Operation] = [
    "+": FilterArithmetic.add, "-": FilterArithmetic.subtract, "*": FilterArithmetic.multiply,
    "/": FilterArithmetic.divide, "%": FilterArithmetic.modulus, "**": FilterArithmetic.power,
    "&": FilterArithmetic.bitwiseAnd, "|": FilterArithmetic.bitwiseOr,
    "^": FilterArithmetic.bitwiseXor, "<<": FilterArithmetic.shiftLeft,
    ">>": FilterArithmetic.shiftRight,
  ]

  @Test(
    arguments: [
      (2, "+", 3, 5), (2, "+", 0.5, 2.5), (true, "+", 1, 2), (2, "-", 5, -3), (10, "/", 4, 2),
      (-7, "/", 2, -3), (7, "/", 2.0, 3.5), (1.0, "/", 0, FilterValue.double(.infinity)),
      (17, "%", 5, 2), (-17, "%", 5, -2), (17, "%", -5, 2), (.int(.min), "%", -1, 0),
      (5.5, "%", 2, 1.5), (2, "**", 10, .double(1024)), (2, "**", -1, 0.5),
      (10, "**", 400, .double(.infinity)), (6, "&", 3, 2), (6.0, "|", 3, 7), (9, "^", 5, 12),
      (3, "<<", 2, 12), (1, "<<", 63, .int(.min)), (40, ">>", 3, 5), (-1, ">>", 63, -1),
      // The difference of two numbers of 129 and 128 bits.
      (
        Samples.decimal("340282366920938463463374607431768211460"), "-",
        Samples.decimal("340282366920938463463374607431768211455"), Samples.decimal("5")
      ),
      (Samples.decimal("0.1"), "+", Samples.decimal("0.2"), Samples.decimal("0.3")),
      (Samples.decimal("0.1"), "*", 3, Samples.decimal("0.3")),
      (Samples.decimal("7.5"), "%", 2, Samples.decimal("1.5")),
      (Samples.decimal("-7.5"), "%", Samples.decimal("0.2"), Samples.decimal("-0.1")),
      (Samples.decimal("1e127"), "%", Samples.decimal("7e-100"), Samples.decimal("5e-100")),
      (Samples.decimal("1e-100"), "%", Samples.decimal("1e100"), Samples.decimal("1e-100")),
      (Samples.decimal("0.5"), "+", 0.25, 0.75),
      (Samples.decimal("1"), "/", 8, Samples.decimal("0.125")),
      (Samples.decimal("2"), "/", 3, Samples.decimal("0.66666666666666666666666666666666666667")),
      (Samples.decimal("1e-100"), "*", Samples.decimal("1e100"), Samples.decimal("1")),
      (Samples.decimal("1e127"), "+", 1, Samples.decimal("1e127")),
      (Samples.decimal("-5"), "+", Samples.decimal("2.5"), Samples.decimal("-2.5")),
      (Samples.decimal("2.5"), "-", Samples.decimal("2.5"), Samples.decimal("0")),
      (
        Samples.decimal("18446744073709551617"), "*", Samples.decimal("18446744073709551615"),
        Samples.decimal("340282366920938463463374607431768211455")
      ),
      (
        Samples.decimal("340282366920938463463374607431768211455"), "+", 1,
        Samples.decimal("340282366920938463463374607431768211460")
      ),
      (
        Samples.decimal("1"), "/", Samples.decimal("340282366920938463463374607431768211455"),
        Samples.decimal("2.93873587705571876992184134305561419456e-39")
      ),
      (
        Samples.wide("1" + String(repeating: "0", count: 50)), "+", Samples.decimal("0"),
        Samples.decimal("1e50")
      ),
      (Samples.wide("-340282366920938463463374607431768211456"), "*", 0.5, .double(-0x1p127)),
      (Samples.wide("1" + String(repeating: "0", count: 400)), "*", -0.5, .double(-.infinity)),
    ] as [(FilterValue, String, FilterValue, FilterValue)])
  func anOperationHasItsResult(
    _ left: FilterValue, _ name: String, _ right: FilterValue, _ expected: FilterValue
  ) throws {
    let operation = try #require(Self.operations[name])
    let result = try operation(left, right)
    #expect(isSame(result, expected), "\(result)")
  }

  @Test(
    arguments: [
      (.int(.max), "+", 1), (.int(.min), "-", 1), (.int(.max), "*", 2), (.int(.min), "/", -1),
      (1, "/", 0), (1, "%", 0), (1, "<<", 64), (1, "<<", -1), (1, ">>", 64), (1.5, "&", 1),
      (.double(.nan), "|", 1), (FilterValue(integer: UInt64.max), "+", 1),
      (FilterValue(integer: UInt64.max), "&", 1), (Samples.decimal("1"), "/", 0),
      (Samples.decimal("1"), "%", Samples.decimal("0")), (Samples.decimal("1.5"), "^", 1),
      (Samples.decimal("1e127"), "*", Samples.decimal("1e127")),
      (Samples.decimal("1e-128"), "*", Samples.decimal("0.1")),
      (Samples.decimal("1e-128"), "/", Samples.decimal("1e127")),
      (.decimal(.nan), "+", 1), (.decimal(.nan), "%", Samples.decimal("1")),
      // A decimal does not hold 46 digits, and would round them.
      (Samples.wide("1234567890123456789012345678901234567890123456"), "+", Samples.decimal("1")),
    ] as [(FilterValue, String, FilterValue)])
  func whatHasNoResultIsAnArithmeticError(
    _ left: FilterValue, _ name: String, _ right: FilterValue
  ) throws {
    let operation = try #require(Self.operations[name])
    #expect(LibraryRun.error { try operation(left, right) } == .arithmetic)
  }

  @Test(arguments: operations.keys.sorted())
  func nilAndOtherKindsAreErrors(_ name: String) throws {
    let operation = try #require(Self.operations[name])
    #expect(LibraryRun.error { try operation(1, nil) } == .missingValue)
    #expect(LibraryRun.error { try operation(nil, 1.5) } == .missingValue)
    for other in Samples.others where !other.isNull {
      #expect(LibraryRun.error { try operation(1, other) } == .kindMismatch, "\(other)")
      #expect(LibraryRun.error { try operation(other, 1) } == .kindMismatch, "\(other)")
    }
  }

  @Test(arguments: operations.keys.sorted())
  func noPairOfNumbersTraps(_ name: String) throws {
    let operation = try #require(Self.operations[name])
    for left in Samples.numbers {
      for right in Samples.numbers {
        let kind = LibraryRun.error { try operation(left, right) }
        #expect(kind == nil || kind == .arithmetic, "\(left) \(name) \(right)")
      }
    }
  }

  @Test func signsAreTurned() throws {
    #expect(try isSame(FilterArithmetic.negate(5), -5))
    #expect(try isSame(FilterArithmetic.negate(2.5), -2.5))
    #expect(try isSame(FilterArithmetic.negate(true), -1))
    #expect(try isSame(FilterArithmetic.absolute(-5), 5))
    #expect(try isSame(FilterArithmetic.absolute(-2.5), 2.5))
    #expect(try isSame(FilterArithmetic.complement(20), -21))
    #expect(LibraryRun.error { try FilterArithmetic.negate(.int(.min)) } == .arithmetic)
    #expect(LibraryRun.error { try FilterArithmetic.absolute(.int(.min)) } == .arithmetic)
    #expect(LibraryRun.error { try FilterArithmetic.absolute(nil) } == .missingValue)
    #expect(LibraryRun.error { try FilterArithmetic.negate("1") } == .kindMismatch)
  }

  @Test func aMessageNamesTheOperandsAndIsClipped() throws {
    let long = FilterValue.string(String(repeating: "a", count: 1_000))
    let error = try #require(throws: EvaluationError.self) { try FilterArithmetic.add(1, long) }
    #expect(error.message.hasPrefix("'+' needs a number and got a string, \"aaa"))
    #expect(error.message.count < 110)
    let overflow = try #require(throws: EvaluationError.self) {
      try FilterArithmetic.add(.int(.max), 1)
    }
    #expect(overflow.message == "9223372036854775807 + 1 overflows 64 bits")
  }
}
