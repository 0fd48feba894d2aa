/// Keys of bytes, each once, numbered in the order in which they were added.
///
/// Unsafe for speed: a look-up hashes and compares whole words of the bytes of a key. It reads no byte beyond them.
struct KeyTable: Sendable {
  /// Numbers of keys, from 1 on; 0 for an empty slot. At most half of the slots are used.
  private var slots: [UInt32] = []

  /// The upper half of the hash of each key.
  private var marks: [UInt32] = []

  /// The bytes of all keys, and the end of each.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The number of keys.
  var count: Int { ends.count }

  /// The number of keys, of which one of many bytes counts again for each `bytesOfOne`, and for each
  /// `bytesBesideOfOne` beside it.
  private(set) var size = 0

  /// The bytes that are kept for each key beside it.
  private let bytesBeside: Int

  static let bytesOfOne = 64

  private static let bytesBesideOfOne = 256

  init(bytesBeside: Int = 0) { self.bytesBeside = bytesBeside }

  /// The bytes of a key.
  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  /// Calls `body` with the number and the bytes of each key.
  func forEach(_ body: (Int, UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for (number, end) in ends.enumerated() {
        body(number, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }

  /// Whether a key is `start` followed by `text`.
  @inline(__always)
  func isKey(_ number: Int, _ start: (UInt8, UInt8), _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let first = number == 0 ? 0 : ends[number &- 1]
    guard ends[number] &- first == text.count &+ 2 else { return false }
    return bytes.withUnsafeBytes { bytes in
      bytes[first] == start.0 && bytes[first &+ 1] == start.1
        && Self.areSame(
          UnsafeRawBufferPointer(rebasing: bytes[(first &+ 2)..<(first &+ 2 &+ text.count)]),
          UnsafeRawBufferPointer(text))
    }
  }

  /// The number of a key, which is added if it is new.
  ///
  /// - Complexity: O(n) in the length of the key.
  @inline(__always)
  mutating func insert(_ key: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
    if ends.count &* 2 >= slots.count { grow() }
    let hash = Self.hash(key)
    let mark = UInt32(truncatingIfNeeded: hash >> 32)
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) &- 1
      if marks[number] == mark, isSame(number, key) { return (number, false) }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = UInt32(ends.count + 1)
    marks.append(mark)
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    size &+= 1 &+ key.count / Self.bytesOfOne &+ bytesBeside / Self.bytesBesideOfOne
    return (ends.count &- 1, true)
  }

  @inline(__always)
  private func isSame(_ number: Int, _ key: UnsafeRawBufferPointer) -> Bool {
    let start = number == 0 ? 0 : ends[number &- 1]
    guard ends[number] &- start == key.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      Self.areSame(UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ key.count]), key)
    }
  }

  /// Whether bytes are the same. There are equally many of them.
  @inline(__always)
  private static func areSame(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    var place = 0
    while place &+ 8 <= left.count {
      guard word(left, place) == word(right, place) else { return false }
      place &+= 8
    }
    while place < left.count {
      guard left[place] == right[place] else { return false }
      place &+= 1
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: max(16, slots.count * 2))
    let mask = slots.count - 1
    bytes.withUnsafeBytes { bytes in
      var start = 0
      for (number, end) in ends.enumerated() {
        let hash = Self.hash(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(number + 1)
        start = end
      }
    }
  }

  // MARK: - Hashes

  /// Another number in each process, so that a file cannot hold keys that all have one hash.
  private static let seed = UInt64.random(in: 0 ... .max)

  @inline(__always)
  private static func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: key.count)
    var place = 0
    while place &+ 8 <= key.count {
      hash = mixed(hash, word(key, place))
      place &+= 8
    }
    var rest: UInt64 = 0
    while place < key.count {
      rest = rest &<< 8 | UInt64(key[place])
      place &+= 1
    }
    return mixed(hash, rest)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// The halves of a product, which depend on all bits of both.
  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let (high, low) = ((hash ^ word) | 1).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ hash)
    return high ^ low ^ word &* 0xD6E8_FEB8_6659_FD93
  }
}
