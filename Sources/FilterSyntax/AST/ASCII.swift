extension UInt8 {
  /// `0` to `9`
  var isDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z`, `a` to `z`
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// A letter or `_`
  var startsName: Bool { isLetter || self == UInt8(ascii: "_") }

  /// A letter, a digit or `_`
  var continuesName: Bool { startsName || isDigit }

  /// The value of a digit of base 16 or less.
  var digitValue: Int? {
    if isDigit { return Int(self) - 0x30 }
    let lower = self | 0x20
    return isLetter && lower < 0x67 ? Int(lower) - 0x57 : nil
  }
}
