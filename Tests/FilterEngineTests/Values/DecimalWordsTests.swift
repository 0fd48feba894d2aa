import Foundation
import TestSupport
import Testing

@testable import FilterEngine

@Suite struct DecimalWordsTests {
  /// Every form in which arithmetic leaves decimals is read as its text says.
  @Test func theDigitsAreThoseOfTheText() throws {
    var dice = SeededGenerator(seed: RandomSearch.seeds(1).lowerBound)
    var values: [Decimal] = [0, 1, -1, .greatestFiniteMagnitude, .leastFiniteMagnitude, .pi]
    for _ in 0..<400 {
      let first = values[Int.random(in: 0..<values.count, using: &dice)]
      let digits = Decimal(Int.random(in: -100_000...100_000, using: &dice))
      let exponent = Int.random(in: -20...20, using: &dice)
      let other = Decimal(sign: .plus, exponent: exponent, significand: digits)
      let result =
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: DecimalArithmetic.add(first, other)
        case 1: DecimalArithmetic.multiply(first, other)
        case 2: DecimalArithmetic.divide(first, other)
        default: Optional(other)
        }
      if let result { values.append(result) }
    }
    for value in values {
      let (read, told) = (try #require(DecimalWords(value)), DecimalWords(publicly: value))
      #expect(read.isNegative == told.isNegative, "\(value)")
      #expect(read.significand == told.significand, "\(value)")
      #expect(read.exponent == told.exponent, "\(value)")
    }
  }
}
