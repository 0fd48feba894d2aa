/// Two words that represent a value among others of one field.
///
/// Equal words represent equal values. If the field is not a string, equal values also have equal words.
/// Numbers and dates have the order of their words, `high` first, which is 0 for `nil`.
package struct ValueWords: Equatable, Sendable {
  package var low: UInt64
  package var high: UInt64

  @inline(__always)
  package init(low: UInt64, high: UInt64 = 1) {
    self.low = low
    self.high = high
  }

  /// `nil`
  static var missing: ValueWords { ValueWords(low: 0, high: 0) }

  /// The word of a number, ordered without a sign.
  @inline(__always)
  static func ordered(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (1 << 63) }

  /// The word of a number, to be compared as an unsigned integer: NaN is above every negative number and below
  /// every other one, and both zeros are the same.
  @inline(__always)
  static func ordered(_ value: Double) -> UInt64 {
    if value == 0 { return 1 << 63 }
    if value.isNaN { return (1 << 63) - 1 }
    return value < 0 ? ~value.bitPattern : value.bitPattern | 1 << 63
  }
}
