import FilterEngine
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// Numbers as texts with all of their digits, beside the C library.
@Suite struct DecimalTextTests {
  @Test func aDoubleHasAllOfItsDigits() {
    for seed in RandomSearch.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let double =
        random.chance(30)
        ? random.pick(PropertyValues.finiteDoubles) : Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      var expected = String(format: "%.1074f", double)
      while expected.hasSuffix("0") { expected.removeLast() }
      if expected.hasSuffix(".") { expected.removeLast() }
      if expected == "-0" { expected = "0" }
      #expect(DecimalText.text(double) == expected, "FRC_SEED=\(seed): \(double)")
    }
  }

  @Test func numbersOfEachKindHaveAText() {
    #expect(DecimalText(.int(.min)) == .number("-9223372036854775808"))
    #expect(DecimalText(.bool(true)) == .number("1"))
    #expect(DecimalText(.double(0.1))?.digits.count == 57)
    #expect(DecimalText(.double(-2.5)) == .number("-2.5"))
    #expect(DecimalText(.double(.nan)) == .notANumber)
    #expect(DecimalText(.double(-.infinity)) == .infinite(isNegative: true))
    #expect(DecimalText(.string("1")) == nil)
  }
}

extension DecimalText {
  fileprivate var digits: String { if case .number(let digits) = self { digits } else { "" } }
}
