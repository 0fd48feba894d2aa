/// Eight bytes of text at a time.
///
/// Unsafe loads, each within the counts that are passed with the pointers.
enum TextWords {
  /// The high bit of each byte.
  static let high: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes with ASCII in lower case, and others unchanged.
  @inline(__always)
  static func lowercased(_ word: UInt64) -> UInt64 {
    let low = word & ~high
    let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
    let pastZ = low &+ 0x2525_2525_2525_2525
    return word | (fromA & ~pastZ & ~word & high) >> 2
  }

  /// The byte in lower case, if it is ASCII.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// Whether all of the bytes are ASCII.
  @inline(__always)
  static func isASCII(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let raw = UnsafeRawPointer(text)
    guard count >= 8 else {
      if count >= 4 {
        let both =
          raw.loadUnaligned(as: UInt32.self)
          | raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        return both & 0x8080_8080 == 0
      }
      var all: UInt8 = 0
      for offset in 0..<count { all |= text[offset] }
      return all < 0x80
    }
    var all = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    var offset = 0
    while offset + 32 <= count {
      let first = raw.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      all |= first[0] | first[1] | first[2] | first[3]
      if all & high != 0 { return false }
      offset += 32
    }
    while offset + 8 <= count {
      all |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    return all & high == 0
  }

  /// Whether both have the same bytes.
  @inline(__always)
  static func areSame(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard a.count == b.count else { return false }
    guard let left = a.baseAddress, let right = b.baseAddress else { return true }
    return firstDifference(left, right, a.count, foldsCase: false) == a.count
  }

  /// The first position at which the first `count` bytes differ, or `count`.
  @inline(__always)
  static func firstDifference(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int, foldsCase: Bool
  ) -> Int {
    let left = UnsafeRawPointer(a)
    let right = UnsafeRawPointer(b)
    var offset = 0
    while offset + 8 <= count {
      var x = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      var y = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if foldsCase {
        x = lowercased(x)
        y = lowercased(y)
      }
      if x != y { return offset + (x ^ y).littleEndian.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count {
      let x = foldsCase ? lowercased(a[offset]) : a[offset]
      let y = foldsCase ? lowercased(b[offset]) : b[offset]
      if x != y { return offset }
      offset += 1
    }
    return count
  }

  /// The order of the bytes: negative, 0 or positive.
  @inline(__always)
  static func order(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, foldsCase: Bool = false
  ) -> Int {
    let count = min(a.count, b.count)
    guard count > 0, let left = a.baseAddress, let right = b.baseAddress else {
      return a.count - b.count
    }
    let place = firstDifference(left, right, count, foldsCase: foldsCase)
    guard place < count else { return a.count - b.count }
    return foldsCase
      ? Int(lowercased(left[place])) - Int(lowercased(right[place]))
      : Int(left[place]) - Int(right[place])
  }
}
