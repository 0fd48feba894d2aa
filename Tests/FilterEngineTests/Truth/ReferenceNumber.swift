import FilterEngine
import Foundation
import Synchronization

/// A number as its decimal digits: slow, and exact whatever the kinds.
struct ReferenceNumber {
  enum Form {
    case notANumber
    case infinite
    /// Without leading zeros before the point and trailing ones after it.
    case digits(whole: [UInt8], fraction: [UInt8])
  }

  let isNegative: Bool
  let form: Form

  /// The integers and doubles that were read before, by their kind and bits: a double has up to a
  /// thousand digits.
  private static let known = Mutex<[Key: ReferenceNumber]>([:])

  private struct Key: Hashable {
    let isDouble: Bool
    let bits: UInt64
  }

  /// Nil of what is no number.
  init?(_ value: FilterValue) {
    let key: Key? =
      switch value {
      case .int(let number): Key(isDouble: false, bits: UInt64(bitPattern: number))
      case .double(let number): Key(isDouble: true, bits: number.bitPattern)
      default: nil
      }
    if let key, let known = Self.known.withLock({ $0[key] }) {
      self = known
      return
    }
    guard let number = Self(reading: value) else { return nil }
    if let key { Self.known.withLock { $0[key] = number } }
    self = number
  }

  private init?(reading value: FilterValue) {
    switch value {
    case .bool(let flag): self.init(text: flag ? "1" : "0")
    case .int(let number): self.init(text: "\(number)")
    case .wide(let number): self.init(text: "\(number)")
    case .decimal(let number) where number.isNaN: self.init(isNegative: false, form: .notANumber)
    case .decimal(let number): self.init(text: NSDecimalNumber(decimal: number).stringValue)
    case .double(let number): self.init(number)
    default: return nil
    }
  }

  init(_ number: Double) {
    if number.isNaN {
      self.init(isNegative: false, form: .notANumber)
    } else if number.isInfinite {
      self.init(isNegative: number < 0, form: .infinite)
    } else {
      // Every digit: the C library prints doubles exactly.
      self.init(text: Self.short(number) ?? String(format: "%.1080f", number))
    }
  }

  /// The digits of a number with at most ten bits behind the point.
  private static func short(_ number: Double) -> String? {
    let scaled = number.magnitude * 1024
    guard scaled.rounded() == scaled, scaled < 1e15 else { return nil }
    let (whole, fraction) = Int(scaled).quotientAndRemainder(dividingBy: 1024)
    // 1/1024 is 0.0009765625.
    let digits = String(fraction * 9_765_625)
    let zeros = String(repeating: "0", count: 10 - digits.count)
    return "\(number < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
  }

  private init(isNegative: Bool, form: Form) {
    self.isNegative = isNegative
    self.form = form
  }

  private init(text: String) {
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let whole = Array(parts[0].utf8.drop { $0 == UInt8(ascii: "0") })
    var fraction = parts.count > 1 ? Array(parts[1].utf8) : []
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    let isZero = whole.isEmpty && fraction.isEmpty
    self.init(
      isNegative: text.hasPrefix("-") && !isZero, form: .digits(whole: whole, fraction: fraction))
  }

  /// Below zero, zero or above it; NaN lies above every negative and below every other number.
  func order(_ other: ReferenceNumber) -> Int {
    switch (form, other.form) {
    case (.notANumber, .notANumber): return 0
    case (.notANumber, _): return other.isNegative ? 1 : -1
    case (_, .notANumber): return isNegative ? -1 : 1
    default: break
    }
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let order = orderOfMagnitudes(other)
    return isNegative ? -order : order
  }

  private func orderOfMagnitudes(_ other: ReferenceNumber) -> Int {
    guard case .digits(let whole, let fraction) = form else {
      if case .infinite = other.form { return 0 }
      return 1
    }
    guard case .digits(let otherWhole, let otherFraction) = other.form else { return -1 }
    if whole.count != otherWhole.count { return whole.count < otherWhole.count ? -1 : 1 }
    // Digits without trailing zeros compare as words do.
    if whole != otherWhole { return whole.lexicographicallyPrecedes(otherWhole) ? -1 : 1 }
    if fraction == otherFraction { return 0 }
    return fraction.lexicographicallyPrecedes(otherFraction) ? -1 : 1
  }
}
