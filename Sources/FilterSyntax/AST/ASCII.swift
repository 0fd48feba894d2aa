// Inlined in other modules, which call these for each byte of a text.
extension UInt8 {
  /// `0` to `9`
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z`, `a` to `z`
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// A letter or `_`
  @inlinable package var startsName: Bool { isLetter || self == UInt8(ascii: "_") }

  /// A letter, a digit or `_`
  @inlinable package var continuesName: Bool { startsName || isDigit }

  /// The value of a digit of base 16 or less.
  @inlinable package var digitValue: Int? {
    if isDigit { return Int(self) - 0x30 }
    let lower = self | 0x20
    return isLetter && lower < 0x67 ? Int(lower) - 0x57 : nil
  }
}
