/// Up to 15 bytes of ASCII as the words of a small string, with masks for their ends.
struct WordNeedle: Sendable {
  static let capacity = StringWords.smallCapacity

  let low: UInt64
  let high: UInt64
  let count: Int

  /// The bytes of `low` and `high` that the needle fills.
  let lowMask: UInt64
  let highMask: UInt64

  /// The first and the last byte, which a search compares before the rest.
  let first: UInt8
  let last: UInt8

  /// The needle of these bytes; nil unless they are 1 to 15 bytes of ASCII without a zero, which is the padding
  /// of a small string.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, let last = bytes.last, bytes.count <= Self.capacity,
      bytes.allSatisfy({ $0 < 0x80 && $0 > 0 })
    else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.0 |= UInt64(byte) << UInt64(8 * index)
      } else {
        words.1 |= UInt64(byte) << UInt64(8 * (index - 8))
      }
    }
    (low, high) = words
    count = bytes.count
    lowMask = bytes.count >= 8 ? .max : (1 << UInt64(8 * bytes.count)) - 1
    highMask = bytes.count <= 8 ? 0 : (1 << UInt64(8 * (bytes.count - 8))) - 1
    self.first = first
    self.last = last
  }

  /// Whether 16 bytes begin with the needle.
  @inline(__always)
  func matches(_ low: UInt64, _ high: UInt64) -> Bool { difference(low, high) == 0 }

  /// Zero if 16 bytes begin with the needle.
  @inline(__always)
  func difference(_ low: UInt64, _ high: UInt64) -> UInt64 {
    ((low ^ self.low) & lowMask) | ((high ^ self.high) & highMask)
  }

  /// Whether the needle is at `bytes`, of which at least `count` can be read.
  @inline(__always)
  func matches(at bytes: UnsafePointer<UInt8>, readable: Int, folding: (UInt64) -> UInt64) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    if readable >= 16 {
      return matches(
        folding(raw.loadUnaligned(as: UInt64.self)),
        folding(raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
    let (low, high) = Self.words(at: bytes, Swift.min(readable, count))
    return matches(folding(low), folding(high))
  }

  /// Near the end of the text it reads byte by byte, and never beyond the end.
  @inline(never)
  private static func words(at bytes: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for index in 0..<count {
      let byte = UInt64(bytes[index])
      if index < 8 {
        low |= byte &<< UInt64(8 &* index)
      } else {
        high |= byte &<< UInt64(8 &* (index &- 8))
      }
    }
    return (low, high)
  }
}
