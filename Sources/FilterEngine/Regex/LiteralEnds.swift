/// The literal text at the beginning and at the end of every match. It is tested before PCRE2 is called.
///
/// Unsafe: reads unaligned words of the text. `count` bounds every read.
struct LiteralEnds {
  private let prefix: [UInt8]
  private let suffix: [UInt8]
  private let prefixWord: UInt64
  private let prefixMask: UInt64
  private let suffixWord: UInt64
  private let suffixMask: UInt64
  private let isWithinWords: Bool

  /// The smallest length of a match, in bytes.
  private let minimumLength: Int

  /// Ends that no text has.
  static let impossible = LiteralEnds(prefix: [], suffix: [], minimumLength: .max)

  /// Ends that every text has.
  static let none = LiteralEnds(prefix: [], suffix: [], minimumLength: 0)

  /// Ends that do not overlap.
  init(prefix: [UInt8], suffix: [UInt8]) {
    self.init(prefix: prefix, suffix: suffix, minimumLength: prefix.count + suffix.count)
  }

  private init(prefix: [UInt8], suffix: [UInt8], minimumLength: Int) {
    self.prefix = prefix
    self.suffix = suffix
    self.minimumLength = minimumLength
    isWithinWords = prefix.count <= 8 && suffix.count <= 8
    // Little-endian words: the first byte is the lowest one of the prefix, the last byte the highest one of the
    // suffix.
    var word: UInt64 = 0
    var mask: UInt64 = 0
    for (index, byte) in prefix.prefix(8).enumerated() {
      word |= UInt64(byte) << UInt64(8 * index)
      mask |= 0xFF << UInt64(8 * index)
    }
    (prefixWord, prefixMask) = (word, mask)
    (word, mask) = (0, 0)
    for (index, byte) in suffix.reversed().prefix(8).enumerated() {
      word |= UInt64(byte) << UInt64(56 - 8 * index)
      mask |= 0xFF << UInt64(56 - 8 * index)
    }
    (suffixWord, suffixMask) = (word, mask)
  }

  /// Whether every text has these ends.
  var areEverywhere: Bool { minimumLength == 0 }

  /// Whether `text` has both ends.
  @inline(__always)
  func admit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = text.count
    guard count >= minimumLength else { return false }
    guard count >= 8, let base = UnsafeRawPointer(text.baseAddress) else {
      return admitByBytes(text)
    }
    let head = base.loadUnaligned(as: UInt64.self).littleEndian
    let tail = base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian
    guard (head ^ prefixWord) & prefixMask | (tail ^ suffixWord) & suffixMask == 0 else {
      return false
    }
    return isWithinWords || admitByBytes(text)
  }

  @inline(never)
  private func admitByBytes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.starts(with: prefix) && text.reversed().starts(with: suffix.reversed())
  }
}
