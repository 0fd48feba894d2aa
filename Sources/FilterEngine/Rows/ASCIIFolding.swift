/// Case-sensitivity as a type, so that each test is compiled for both forms.
protocol ASCIIFolding: Sendable {
  /// Eight bytes of ASCII, folded.
  static func fold(_ bytes: UInt64) -> UInt64

  /// One byte of ASCII, folded.
  static func fold(_ byte: UInt8) -> UInt8

  /// Sixteen bytes, with the ASCII ones folded.
  static func fold(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8>
}

/// Compares case.
enum CaseSensitive: ASCIIFolding {
  @inline(__always) static func fold(_ bytes: UInt64) -> UInt64 { bytes }
  @inline(__always) static func fold(_ byte: UInt8) -> UInt8 { byte }
  @inline(__always) static func fold(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> { bytes }
}

/// Folds upper case to lower case.
enum CaseFolding: ASCIIFolding {
  @inline(__always)
  static func fold(_ bytes: UInt64) -> UInt64 {
    // Compares seven bits of each byte with "A" and "Z" by carries into the eighth bit.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let sevenBits = bytes & (ones &* 0x7F)
    let atLeastA = sevenBits &+ ones &* (0x80 - 0x41)
    let aboveZ = sevenBits &+ ones &* (0x80 - 0x5B)
    let isCapital = (atLeastA & ~aboveZ & ~bytes) & (ones &* 0x80)
    return bytes | (isCapital &>> 2)
  }

  @inline(__always)
  static func fold(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  @inline(__always)
  static func fold(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let isCapital = (bytes &- SIMD16(repeating: 0x41)) .< SIMD16(repeating: 26)
    return bytes.replacing(with: bytes | SIMD16(repeating: 0x20), where: isCapital)
  }
}
