import FoundationEssentials

@testable import FilterEngine

/// A number as decimal digits, the naive definition that the order is tested against.
struct DigitText {
  var isNegative = false
  var whole = ""
  var fraction = ""

  init(_ text: String) {
    var text = Substring(text)
    if text.first == "-" {
      isNegative = true
      text.removeFirst()
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    whole = String(parts[0].drop { $0 == "0" })
    fraction = parts.count > 1 ? String(parts[1]) : ""
    while fraction.last == "0" { fraction.removeLast() }
    if whole.isEmpty, fraction.isEmpty { isNegative = false }
  }

  /// The digits of a double by doubling and halving digit texts, exactly.
  init(_ value: Double) {
    var digits: [Int] = String(
      value.magnitude.significandBitPattern | (value.isNormal ? 1 << 52 : 0)
    )
    .compactMap(\.wholeNumberValue)
    var exponent = Int(max(value.exponentBitPattern, 1)) - 1075
    var places = 0
    while exponent > 0 {
      var carry = 0
      for index in digits.indices.reversed() {
        let sum = digits[index] * 2 + carry
        digits[index] = sum % 10
        carry = sum / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
      exponent -= 1
    }
    while exponent < 0 {
      // Halving is multiplying by five and moving the point.
      var carry = 0
      for index in digits.indices.reversed() {
        let sum = digits[index] * 5 + carry
        digits[index] = sum % 10
        carry = sum / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
      places += 1
      exponent += 1
    }
    while digits.count <= places { digits.insert(0, at: 0) }
    let text = digits.map(String.init).joined()
    self.init((value < 0 ? "-" : "") + text.dropLast(places) + "." + text.suffix(places))
  }

  init?(_ value: FilterValue) {
    switch value {
    case .bool(let value): self.init(value ? "1" : "0")
    case .int(let value): self.init(String(value))
    case .wide(let value): self.init(value.description)
    case .double(let value) where value.isFinite: self.init(value)
    case .decimal(let value) where !value.isNaN: self.init(value.description)
    default: return nil
    }
  }

  /// -∞, negative numbers, NaN, other numbers, ∞; numbers with their digits.
  struct Ranked {
    var rank: Int
    var digits: DigitText?

    init(_ value: FilterValue) {
      digits = DigitText(value)
      if let digits {
        rank = digits.isNegative ? 1 : 3
      } else if case .double(let number) = value, number.isInfinite {
        rank = number < 0 ? 0 : 4
      } else {
        rank = 2
      }
    }

    func order(_ other: Ranked) -> ComparisonOrder {
      guard rank == other.rank, let left = digits, let right = other.digits else {
        return ComparisonOrder(rank, other.rank)
      }
      let order =
        left.whole.count == right.whole.count
        ? ComparisonOrder(left.whole + left.fraction, right.whole + right.fraction)
        : ComparisonOrder(left.whole.count, right.whole.count)
      return left.isNegative ? order.reversed : order
    }
  }
}
