/// A set of strings with look-ups by the two words of a small string.
struct WordTable: Sendable {
  // It uses open addressing and is at most a quarter full. (0, 0) is not a string: a small string has its count
  // in the second word, and the empty string is stored separately.
  private let slots: [Slot]
  private let shift: UInt64
  private let hasEmpty: Bool

  /// All strings, for look-ups of strings that are not small.
  private let all: Set<ByteKey>

  /// A bit for each length of a string in bytes; the highest bit is that of all longer ones.
  private let counts: UInt64

  private struct Slot: Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  init(_ strings: [String]) {
    let small = strings.filter { !$0.isEmpty && $0.utf8.count <= StringWords.smallCapacity }
    var bits: UInt64 = 4
    while 1 << bits < UInt64(small.count) * 4 { bits += 1 }
    shift = 64 - bits
    var slots = [Slot](repeating: Slot(), count: 1 << Int(bits))
    let mask = slots.count - 1
    for string in small {
      // A short constant can have native storage. A copy of its bytes is a small string.
      let words = StringWords(String(decoding: Array(string.utf8), as: UTF8.self))
      let (low, high) = (words.low, words.high & StringWords.contentMask)
      var index = Self.hash(low, high, shift)
      while slots[index].high != 0, slots[index].low != low || slots[index].high != high {
        index = (index + 1) & mask
      }
      slots[index] = Slot(low: low, high: high)
    }
    self.slots = slots
    hasEmpty = strings.contains(where: \.isEmpty)
    all = Set(strings.map(ByteKey.init))
    counts = strings.reduce(0) { $0 | Self.bit(ofCount: $1.utf8.count) }
  }

  @inline(__always)
  private static func hash(_ low: UInt64, _ high: UInt64, _ shift: UInt64) -> Int {
    let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (mixed ^ (mixed &<< 29)) &>> shift)
  }

  /// Whether the small string of these words is a member; `high` without its flag bits.
  @inline(__always)
  func contains(_ low: UInt64, _ high: UInt64) -> Bool {
    if high == 0 { return hasEmpty }
    return slots.span.withUnsafeBufferPointer { slots in
      var index = Self.hash(low, high, shift)
      while true {
        let slot = slots[index]
        if slot.low == low && slot.high == high { return true }
        if slot.high == 0 { return false }
        index = (index &+ 1) & (slots.count &- 1)
      }
    }
  }

  /// Whether a string of any form is a member, from its bytes.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most strings that are not members differ in their length, and are not made.
    counts & Self.bit(ofCount: bytes.count) != 0
      && all.contains(ByteKey(String(decoding: bytes, as: UTF8.self)))
  }

  private static func bit(ofCount count: Int) -> UInt64 { 1 << UInt64(Swift.min(count, 63)) }
}
