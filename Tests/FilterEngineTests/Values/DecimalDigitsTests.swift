import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Numbers of decimal digits with a point and an exponent, as databases write them.
struct DecimalDigitsTests {
  private func number(_ text: String) -> FilterValue? { FilterValue(decimalDigits: text.utf8) }

  @Test func aNumberIsADecimalIfOneHasItsDigits() {
    for (text, same) in [
      ("0", "0"), ("-0", "0"), ("0.000", "0"), ("00012.3400", "12.34"), ("-1.5", "-1.5"),
      ("1e3", "1000"), ("12e-1", "1.2"), ("0e999999999", "0"),
      ("0." + String(repeating: "0", count: 127) + "1", "1e-128"), ("1e-128", "1e-128"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
      ("1" + String(repeating: "0", count: 127), "1e127"), ("12e126", "12e126"),
      ("1e164", "10000000000000000000000000000000000000e127"),
    ] {
      #expect(number(text) == Decimal(string: same).map { .decimal($0) }, "\(text)")
    }
  }

  @Test func anIntegerWithOtherDigitsIsExact() {
    for text in [
      "123456789012345678901234567890123456789", "1" + String(repeating: "0", count: 200),
      "-1" + String(repeating: "7", count: 2_000), "1" + String(repeating: "0", count: 5_000),
    ] {
      #expect(number(text) == FilterValue(integerDigits: text.utf8), "\(text)")
    }
    #expect(number("1e200") == number("1" + String(repeating: "0", count: 200)))
  }

  @Test func otherTextsAreNoNumbers() {
    for text in [
      "", "-", ".", "e", "1e", "1e1e1", "1.2.3", "NaN", "Infinity", "-Infinity", "+1",
      "1e99999999999",
      "1e1001", "1e131071", "1e-129", "1e-16383", "0x1", " 1", "1 ", "--1", "½",
      "1." + String(repeating: "1", count: 38), "0.1" + String(repeating: "0", count: 38) + "1",
    ] {
      #expect(number(text) == nil, "\(text)")
    }
  }

  /// Beside Foundation, which reads each number of at most 38 digits.
  @Test func numbersOf38DigitsAreThoseOfFoundation() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...38, using: &generator)
      var digits = (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }
      let point = Int.random(in: 0...count, using: &generator)
      if point < count { digits.insert(".", at: point) }
      let text =
        (Bool.random(using: &generator) ? "-" : "") + (point == 0 ? "0" : "") + digits.joined()
      #expect(number(text) == Decimal(string: text).map { .decimal($0) }, "\(text)")
    }
  }
}
