/// A string equals a constant of at most 15 bytes, byte for byte.
struct SmallEqualityTest: StringTest {
  let low: UInt64
  let high: UInt64
  let bytes: [UInt8]
  let isInverted: Bool

  /// The test for `constant`, nil where it is too long.
  init?(_ constant: String, isInverted: Bool) {
    let words = StringWords(constant)
    guard words.isSmall else { return nil }
    low = words.low
    high = words.high & StringWords.contentMask
    bytes = Array(constant.utf8)
    self.isInverted = isInverted
  }

  static var decidingFlags: UInt64? { StringWords.smallFlag }

  @inline(__always)
  func holds(small words: StringWords) -> Bool { (difference(words) == 0) != isInverted }

  @inline(__always)
  func difference(_ words: StringWords) -> UInt64 {
    (words.low ^ low) | ((words.high ^ high) & StringWords.contentMask)
  }

  @inline(__always)
  func holds(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    if text.count != bytes.count { return isInverted }
    return text.elementsEqual(bytes) != isInverted
  }
}

/// A string equals a constant of more than 15 bytes, byte for byte.
struct LongEqualityTest: StringTest {
  let bytes: [UInt8]
  let isInverted: Bool

  @inline(__always)
  func holds(small words: StringWords) -> Bool { isInverted }

  @inline(__always)
  func holds(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    if text.count != bytes.count { return isInverted }
    return bytes.span.withUnsafeBufferPointer { text.hasSameBytes(as: $0) } != isInverted
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether both have the same bytes, eight at a time.
  @inline(__always)
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let left = UnsafeRawBufferPointer(self)
    let right = UnsafeRawBufferPointer(other)
    var index = 0
    while index &+ 8 <= count {
      let difference =
        left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { return false }
      index &+= 8
    }
    while index < count {
      if left[index] != right[index] { return false }
      index &+= 1
    }
    return true
  }
}
