import FoundationEssentials
import TestSupport
import Testing

@testable import FilterEngine

@Suite struct DecimalArithmeticTests {
  typealias Operation = @Sendable (Decimal, Decimal) -> Decimal?
  typealias Reference = @Sendable (DigitNumber, DigitNumber) -> DigitNumber

  static let operations: [(name: String, apply: Operation, reference: Reference)] = [
    ("+", DecimalArithmetic.add, { $0.adding($1) }),
    ("*", DecimalArithmetic.multiply, { $0.multiplied(by: $1) }),
    ("/", DecimalArithmetic.divide, { $0.divided(by: $1) }),
    ("%", DecimalArithmetic.remainder, { $0.remainder(dividingBy: $1) }),
  ]

  /// Significands at the edges of 64 and 128 bits and of the powers of ten, with exponents at theirs.
  static let edges = [
    "0", "1", "-3", "5e-1", "-49e-2", "18446744073709551615", "18446744073709551616e-3",
    "-18446744073709551617e-20", "340282366920938463463374607431768211455",
    "-340282366920938463463374607431768211455e-60", "340282366920938463463374607431768211449e7",
    "99999999999999999999999999999999999999e-37", "7e-128",
    "-340282366920938463463374607431768211455e-128",
    "34028236692093846346337460743176821145e88", "4e127",
  ]

  private func check(_ left: String, _ right: String) throws {
    let (first, second) = (DigitNumber(left), DigitNumber(right))
    let operands = (
      try #require(Decimal(string: left)), try #require(Decimal(string: right))
    )
    for (name, apply, reference) in Self.operations {
      if second.isZero, name == "/" || name == "%" {
        #expect(apply(operands.0, operands.1) == nil, "\(left) \(name) \(right)")
        continue
      }
      let expected = reference(first, second).rounded?.decimal
      #expect(apply(operands.0, operands.1) == expected, "\(left) \(name) \(right)")
    }
  }

  @Test func eachPairOfEdgesHasTheResultOfItsDigits() throws {
    for left in Self.edges {
      for right in Self.edges { try check(left, right) }
    }
  }

  @Test func anyTwoNumbersHaveTheResultOfTheirDigits() throws {
    for seed in RandomSearch.seeds(100) {
      var generator = SeededGenerator(seed: seed)
      let texts = (0..<2).map { _ in
        let length = Int.random(in: 1...38, using: &generator)
        let digits = (0..<length).map { _ in String(Int.random(in: 0...9, using: &generator)) }
        let exponent = Int.random(in: -60...60, using: &generator)
        return (Bool.random(using: &generator) ? "-" : "") + digits.joined() + "e\(exponent)"
      }
      try check(texts[0], texts[1])
    }
  }

  @Test(arguments: [
    ("2.5", "2", "3"), ("-2.5", "-3", "-2"), ("7", "7", "7"), ("0.1", "0", "1"),
    ("-0.1", "-1", "0"),
    ("-0.9", "-1", "0"), ("1e30", "1e30", "1e30"), ("0", "0", "0"), ("3.000", "3", "3"),
    ("1e-128", "0", "1"), ("-1e-128", "-1", "0"),
    ("12345678901234567890.5", "12345678901234567890", "12345678901234567891"),
  ])
  func aNumberIsBroughtToAnInteger(_ text: String, _ floor: String, _ ceiling: String) throws {
    let value = try #require(Decimal(string: text))
    #expect(DecimalArithmetic.rounded(value, .down) == Decimal(string: floor))
    #expect(DecimalArithmetic.rounded(value, .up) == Decimal(string: ceiling))
  }
}
