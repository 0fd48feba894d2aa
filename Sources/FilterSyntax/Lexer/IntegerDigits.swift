/// The decimal digits of integers of any size.
package enum IntegerDigits {
  /// The most digits in a base other than ten. A conversion takes time quadratic in their number.
  package static let maximum = 1_000

  /// The decimal digits, without leading zeros, of an integer with digits in a base. Underscores are left out.
  package static func decimal(_ digits: some Sequence<UInt8>, base: Int) -> String {
    let digits = digits.lazy.filter { $0 != UInt8(ascii: "_") }
    guard base != 10 else {
      let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
      return significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    }
    // Digits of base 10^18, lowest first: each times 16 fits 64 bits.
    let limit: UInt64 = 1_000_000_000_000_000_000
    var limbs: [UInt64] = [0]
    for digit in digits {
      var carry = UInt64(digit.digitValue ?? 0)
      for index in limbs.indices {
        let product = limbs[index] * UInt64(base) + carry
        limbs[index] = product % limit
        carry = product / limit
      }
      if carry > 0 { limbs.append(carry) }
    }
    return limbs.dropLast().reversed().reduce(String(limbs[limbs.count - 1])) { result, limb in
      let text = String(limb)
      return result + String(repeating: "0", count: 18 - text.utf8.count) + text
    }
  }
}
