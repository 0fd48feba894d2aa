import FoundationEssentials
import TestSupport
import Testing

@testable import FilterEngine

/// Decimals of all exponents, and integers and doubles beside them.
@Suite struct ValuesExactNumberTests {
  /// A decimal with the digits that it has by definition.
  private struct Number {
    let value: FilterValue
    let digits: DigitText.Ranked

    /// `significand` × 10^`exponent`; nil beyond what a decimal holds.
    init?(_ significand: UInt128, _ exponent: Int, isNegative: Bool) {
      guard (-128...127).contains(exponent),
        let decimal = Decimal(string: "\(isNegative ? "-" : "")\(significand)e\(exponent)"),
        !decimal.isNaN
      else { return nil }
      value = .decimal(decimal)
      let zeros = String(repeating: "0", count: abs(exponent))
      let text = exponent < 0 ? zeros + "\(significand)" : "\(significand)" + zeros
      let point = exponent < 0 ? "." : ""
      let number = text.dropLast(max(0, -exponent)) + point + text.suffix(max(0, -exponent))
      digits = DigitText.Ranked(DigitText((isNegative ? "-" : "") + number))
    }
  }

  private static let significands: [UInt128] = [
    0, 1, 2, 5, 9, 10, 11, 99, 1 << 63, 18_446_744_073_709_551_615, 18_446_744_073_709_551_616,
    10_000_000_000_000_000_000, 100_000_000_000_000_000_000, UInt128.max / 10, UInt128.max - 5,
    .max,
  ]

  /// Each distance of exponents beside those at which powers of ten need more bits, with the same digits
  /// moved by it.
  @Test func decimalsOfAllExponentsAreInOrder() throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let distances = Array(0...2) + Array(17...22) + Array(36...41) + [77, 127, 128, 254, 255]
    for distance in distances {
      for base in [-128, 127 - distance, dice.below(256 - distance) - 128] {
        for isNegative in [false, true] {
          let numbers = Self.significands.flatMap { significand in
            [base, base + distance].compactMap { Number(significand, $0, isNegative: isNegative) }
          }
          let left = dice.pick(numbers)
          for right in numbers {
            let order = try left.value.compare(to: right.value)
            #expect(order == left.digits.order(right.digits), "\(left.value) \(right.value)")
            #expect(try right.value.compare(to: left.value) == order.reversed)
            #expect((order == .same) == (left.value == right.value))
          }
        }
      }
    }
  }

  /// A significand times powers of two and ten, moved between them, is one number.
  @Test func formsOfANumberAreOneNumber() {
    for significand in [0, 1, 3, 5, 7, 25, 999, 1 << 63, (1 << 64) + 1, 1 << 90, 3 << 85 + 5]
      as [UInt128]
    {
      for isNegative in [false, true] {
        var forms: [ExactNumber] = []
        for (twos, tens) in [(0, 0), (3, 0), (0, 2), (-4, 1), (5, -3)] {
          for (two, ten) in [(0, 0), (1, 0), (7, 0), (0, 1), (0, 5), (3, 4)] {
            let factor = (0..<ten).reduce(UInt128(1) << UInt128(two)) { power, _ in power * 10 }
            forms.append(
              ExactNumber(
                isNegative: isNegative, significand: significand * factor, twos: twos - two,
                tens: tens - ten))
          }
          // One more is another number.
          let next = ExactNumber(
            isNegative: isNegative, significand: significand + 1, twos: twos, tens: tens)
          for form in forms {
            #expect(form == forms[0] && form.order(forms[0]) == .same)
            #expect(form.hashValue == forms[0].hashValue)
            #expect(form.int64 == forms[0].int64)
            #expect(form != next && form.order(next) == (isNegative ? .descending : .ascending))
          }
          forms = []
        }
      }
    }
  }

  /// A number with more and more zeros after its point, as an integer, and as a double if one is exact.
  @Test func aNumberIsOneHoweverItIsHeld() {
    for significand in Self.significands + [3, 15, 25, 1 << 52, 5 << 100, 48_828_125, 1 << 124] {
      for sign in ["", "-"] {
        var forms: [FilterValue] = []
        for zeros in 0..<40 - "\(significand)".count {
          let digits = "\(significand)" + String(repeating: "0", count: zeros)
          guard UInt128(digits) != nil, let decimal = Decimal(string: "\(sign)\(digits)e-\(zeros)")
          else { break }
          forms.append(.decimal(decimal))
        }
        if let integer = Int128("\(sign)\(significand)") {
          forms.append(FilterValue(integer: integer))
        }
        if let double = Double("\(sign)\(significand)"),
          UInt128(exactly: double.magnitude) == significand
        {
          forms.append(.double(double))
        }
        #expect(!forms.isEmpty)
        for form in forms {
          #expect(form == forms[0] && form.hashValue == forms[0].hashValue, "\(form) \(forms[0])")
        }
      }
    }
  }
}

extension DigitText.Ranked {
  fileprivate init(_ digits: DigitText) {
    rank = digits.isNegative ? 1 : 3
    self.digits = digits
  }
}
