internal import EssentialFoundation

extension FilterValue {
  /// The number of decimal digits, with or without a minus sign, a point and an exponent: a decimal, or an integer if no
  /// decimal has its digits. Nil for any other text, and for a number that neither of them is exactly.
  ///
  /// An exponent adds zeros up to 1,000 digits.
  ///
  /// - Complexity: O(n) in the number of digits.
  package init?(decimalDigits text: some Collection<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "e"), maxSplits: 1, omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int32(String(decoding: parts[1], as: UTF8.self)) : 0
    let halves = parts[0].split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    var digits = Array(halves.joined())
    guard let exponent, !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    var tens = Int(exponent) - (halves.count > 1 ? halves[1].count : 0)
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      tens += 1
    }
    if digits.isEmpty { tens = 0 }
    let most = max(1_000, text.count)
    if let decimal = DecimalArithmetic.decimal(isNegative, digits, tens) {
      self = .decimal(decimal)
    } else if tens >= 0, digits.count + tens <= most {
      digits += repeatElement(UInt8(ascii: "0"), count: tens)
      self.init(integerDigits: (isNegative ? [UInt8(ascii: "-")] : []) + digits)
    } else {
      return nil
    }
  }
}

extension DecimalArithmetic {
  /// The decimal of digits without zeros at either end, times a power of ten; nil if there is none that is exact.
  fileprivate static func decimal(
    _ isNegative: Bool, _ digits: [UInt8], _ tens: Int
  ) -> Decimal? {
    if digits.isEmpty { return 0 }
    let zeros = max(0, tens - exponents.upperBound)
    guard digits.count + zeros <= 38, tens >= exponents.lowerBound else { return nil }
    let text = String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: zeros)
    return UInt128(text).flatMap { decimal(isNegative, $0, tens - zeros) }
  }
}
