import FilterEngine
import FilterJSON
import TestSupport
import Testing

@testable import FrcQuery

/// Numbers of cells that are read in place, beside the reader of JSON.
struct DelimitedNumberTests {
  /// What the reader of JSON says of a text, if it is a number and nothing else.
  private func expected(_ text: String) -> FilterValue? {
    guard let first = text.utf8.first, first == 0x2D || first.isDigit,
      text.utf8.last?.isDigit == true
    else {
      return nil
    }
    return try? JSONReader().read(text)
  }

  private func expectSame(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let reader = JSONReader()
    let slot = Array(text.utf8).withUnsafeBufferPointer { DelimitedNumber.slot($0, reader) }
    switch expected(text) {
    case .int(let number):
      #expect(
        slot?.kind == .integer && slot?.integer == number, "\(text)", sourceLocation: location)
    case .double(let number):
      #expect(
        slot?.kind == .double && slot?.double.bitPattern == number.bitPattern, "\(text)",
        sourceLocation: location)
    // Integers that need more than 64 bits are read as values.
    case .wide: #expect(slot?.kind == .wide, "\(text)", sourceLocation: location)
    default: #expect(slot == nil, "\(text)", sourceLocation: location)
    }
  }

  @Test(arguments: [
    "", "-", "0", "-0", "00", "-00", "01", "-01", "0.0", "-0.0", "1.", ".1", "-.1", "1.0", "1e3",
    "1E+2", "1e", "1e999",
    "-1e-3", "+1", "1 ", " 1", "1x", "x", "1.x", "1.2.3", "1-2", "--1", "0x1", "Infinity", "NaN",
    "1_000", "0.1e1", "10.",
    "9007199254740992", "9007199254740993", "900719925474099.3", "0.9007199254740993",
    "9007199254740.993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "0.1234567890123456789", "5e-324", "2.2250738585072011e-308",
  ])
  func aCellIsReadAsJSON(_ text: String) { expectSame(text) }

  /// Numbers that JSON lacks have one word each.
  @Test func wordsAreNumbers() {
    for (text, number) in [("nan", Double.nan), ("inf", .infinity), ("-inf", -.infinity)] {
      let slot = Array(text.utf8).withUnsafeBufferPointer {
        DelimitedNumber.slot($0, JSONReader())
      }
      #expect(slot?.kind == .double && slot?.double.bitPattern == number.bitPattern, "\(text)")
    }
    for text in ["+inf", "-nan", "nan ", "in"] {
      let slot = Array(text.utf8).withUnsafeBufferPointer {
        DelimitedNumber.slot($0, JSONReader())
      }
      #expect(slot == nil, "\(text)")
    }
  }

  /// Digits of every number up to twenty, with the point at every place.
  @Test func digitsOfEveryLengthAreExact() {
    for digits in [
      "12345678901234567890", "99999999999999999999", "90071992547409929007",
      "10000000000000000001",
    ] {
      for count in 1...20 {
        let text = digits.prefix(count)
        for sign in ["", "-"] {
          expectSame(sign + text)
          for place in 1..<count {
            expectSame(sign + text.prefix(place) + "." + text.dropFirst(place))
          }
          expectSame(sign + "0." + text)
          expectSame(sign + "0.000" + text)
        }
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(20))
  func whateverStandsInACell(_ seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      expectSame(
        (0..<1 + dice.below(6)).map { _ in dice.pick(["0", "1", "9", "-", ".", "e", "+", "5"]) }
          .joined())
    }
  }
}
