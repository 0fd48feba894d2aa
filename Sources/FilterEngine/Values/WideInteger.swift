/// An integer of any size with a sign.
///
/// Used only for values that do not fit `Int64`, so that every integer has one form.
public struct WideInteger: Hashable, Sendable {
  /// Whether it is below zero.
  public let isNegative: Bool

  /// The absolute value; nil if it does not fit 128 bits.
  public let magnitude: UInt128?

  /// The digits of an absolute value that does not fit 128 bits, without leading zeros; otherwise empty.
  ///
  /// They are not converted to binary, which takes time quadratic in their number.
  let longDigits: String

  /// An integer with a sign and an absolute value of up to 128 bits.
  init(isNegative: Bool, magnitude: UInt128) {
    self.isNegative = isNegative
    self.magnitude = magnitude
    longDigits = ""
  }

  fileprivate init(isNegative: Bool, longDigits: String) {
    self.isNegative = isNegative
    magnitude = nil
    self.longDigits = longDigits
  }
}

extension FilterValue {
  /// The integer, as `.int` if it fits 64 bits and otherwise as `.wide`.
  public init(integer value: some BinaryInteger) {
    if let small = Int64(exactly: value) {
      self = .int(small)
    } else if let magnitude = UInt128(exactly: value.magnitude) {
      self = .wide(WideInteger(isNegative: value < 0, magnitude: magnitude))
    } else {
      let digits = value.magnitude.description
      self = .wide(WideInteger(isNegative: value < 0, longDigits: digits))
    }
  }

  /// The integer of decimal digits, with or without a minus sign before them; nil for any other text.
  ///
  /// - Complexity: O(n) in the number of digits.
  package init?(integerDigits text: some Collection<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text[...]
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, !digits.isEmpty else { return nil }
    let significant = String(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
    guard !significant.isEmpty else {
      self = .int(0)
      return
    }
    // 2^128 has 39 digits.
    if significant.utf8.count <= 39, let magnitude = UInt128(significant) {
      let limit = UInt128(Int64.max) + (isNegative ? 1 : 0)
      self =
        magnitude <= limit
        ? .int(Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude))
        : .wide(WideInteger(isNegative: isNegative, magnitude: magnitude))
    } else {
      self = .wide(WideInteger(isNegative: isNegative, longDigits: significant))
    }
  }
}

extension WideInteger: Comparable, CustomStringConvertible {
  /// Whether `lhs` is less than `rhs`.
  public static func < (lhs: WideInteger, rhs: WideInteger) -> Bool {
    guard lhs.isNegative == rhs.isNegative else { return lhs.isNegative }
    let order = lhs.magnitudeOrder(rhs)
    return order == (lhs.isNegative ? .descending : .ascending)
  }

  private func magnitudeOrder(_ other: WideInteger) -> ComparisonOrder {
    switch (magnitude, other.magnitude) {
    case (let left?, let right?): return ComparisonOrder(left, right)
    case (.some, nil): return .ascending
    case (nil, .some): return .descending
    case (nil, nil):
      let (left, right) = (longDigits.utf8, other.longDigits.utf8)
      guard left.count == right.count else { return ComparisonOrder(left.count, right.count) }
      return ComparisonOrder(longDigits, other.longDigits)
    }
  }

  /// The digits.
  public var description: String {
    (isNegative ? "-" : "") + (magnitude.map { String($0) } ?? longDigits)
  }
}
