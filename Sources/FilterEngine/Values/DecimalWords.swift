internal import EssentialFoundation

// Reads the digits of decimals in place. The layout of `Decimal` is not public. `isKnown` compares once what
// this file reads with the public view. If they differ, nothing in this file is used.
//
// A decimal takes 20 bytes: the exponent in the first; the number of digits of 16 bits in the high half of
// the second, and the sign in the bit below; from the fifth on eight digits of 16 bits, least first, of
// which those beyond the number may hold anything.

/// The parts of a finite decimal: ±significand × 10^exponent.
struct DecimalWords {
  let isNegative: Bool
  let significand: UInt128
  let exponent: Int

  /// The parts of a decimal that is not NaN. Requires that the layout is known.
  @inline(__always)
  init?(_ value: Decimal) {
    guard Self.isKnown else { return nil }
    self.init(reading: value)
  }

  @inline(__always)
  private init(reading value: Decimal) {
    self = withUnsafeBytes(of: value) { bytes in
      let flags = bytes[1]
      let length = UInt64(flags &>> 4)
      var low = bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self).littleEndian
      var high = bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self).littleEndian
      if length < 8 {
        high = length <= 4 ? 0 : high & ((1 &<< (16 &* (length &- 4))) &- 1)
        if length < 4 { low &= (1 &<< (16 &* length)) &- 1 }
      }
      return DecimalWords(
        isNegative: flags & 0x08 != 0, significand: UInt128(high) &<< 64 | UInt128(low),
        exponent: Int(Int8(bitPattern: bytes[0])))
    }
  }

  private init(isNegative: Bool, significand: UInt128, exponent: Int) {
    self.isNegative = isNegative
    self.significand = significand
    self.exponent = exponent
  }

  /// The parts of a decimal through its public text.
  init(publicly value: Decimal) {
    // The significand has at most 128 bits, so that reading it does not fail.
    self.init(
      isNegative: value.sign == .minus,
      significand: UInt128(value.significand.magnitude.description) ?? 0, exponent: value.exponent)
  }

  /// Whether decimals have the layout that this file assumes.
  private static let isKnown: Bool = {
    guard MemoryLayout<Decimal>.size == 20, 1.littleEndian == 1 else { return false }
    let texts = [
      "0", "1", "-1", "10", "0.1", "-0.001", "65535", "65536", "4294967296", "18446744073709551616",
      "340282366920938463463374607431768211455", "-123456789012345678901234567890.12345678",
      "1e100",
      "-7e-100", "281474976710656", "1208925819614629174706176", "3.14159",
    ]
    let samples = texts.compactMap { Decimal(string: $0) }
    guard samples.count == texts.count else { return false }
    // Sums can leave other digits after those of the number.
    return (samples + samples.map { $0 + 1 } + samples.map { $0 - 1 }).allSatisfy { sample in
      sample.isNaN
        || DecimalWords(reading: sample).isSame(as: DecimalWords(publicly: sample))
    }
  }()

  private func isSame(as other: DecimalWords) -> Bool {
    isNegative == other.isNegative && significand == other.significand && exponent == other.exponent
  }
}
