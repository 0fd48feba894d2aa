/// An integer of up to 128 bits and a sign, for fields wider than 64 bits.
///
/// Used only for values that do not fit `Int64`, so that every integer has one form.
public struct WideInteger: Hashable, Sendable {
  /// Whether it is below zero.
  public let isNegative: Bool

  /// The absolute value.
  public let magnitude: UInt128

  /// An integer with a sign and an absolute value.
  init(isNegative: Bool, magnitude: UInt128) {
    self.isNegative = isNegative
    self.magnitude = magnitude
  }
}

extension FilterValue {
  /// The integer, as `.int` if it fits 64 bits and otherwise as `.wide`.
  public init(integer value: some BinaryInteger) {
    if let small = Int64(exactly: value) {
      self = .int(small)
    } else {
      self = .wide(
        WideInteger(isNegative: value < 0, magnitude: UInt128(truncatingIfNeeded: value.magnitude)))
    }
  }
}

extension WideInteger: Comparable, CustomStringConvertible {
  /// Whether `lhs` is less than `rhs`.
  public static func < (lhs: WideInteger, rhs: WideInteger) -> Bool {
    switch (lhs.isNegative, rhs.isNegative) {
    case (true, false): true
    case (false, true): false
    case (true, true): lhs.magnitude > rhs.magnitude
    case (false, false): lhs.magnitude < rhs.magnitude
    }
  }

  /// The digits.
  public var description: String { (isNegative ? "-" : "") + String(magnitude) }
}
