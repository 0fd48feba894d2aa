/// Bytes to search for. Valid as long as their memory.
///
/// Unsafe for speed: wide loads, each within the counts that are passed with the addresses. A byte of text
/// matches if it equals the needle's byte after the bits of the mask are set: 0x20 for a letter in lower case,
/// so that exactly its two cases match.
struct ByteNeedle {
  let base: UnsafePointer<UInt8>
  let masks: UnsafePointer<UInt8>

  /// At least 1.
  let count: Int

  /// Whether the needle is at `place`, where enough bytes are left.
  @inline(__always)
  func matches(_ text: UnsafePointer<UInt8>, at place: Int) -> Bool {
    let text = UnsafeRawPointer(text + place)
    let needle = UnsafeRawPointer(base)
    let masks = UnsafeRawPointer(masks)
    @inline(__always)
    func same<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Bool {
      text.loadUnaligned(fromByteOffset: offset, as: Word.self)
        | masks.loadUnaligned(fromByteOffset: offset, as: Word.self)
        == needle.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        guard same(offset, UInt64.self) else { return false }
        offset += 8
      }
      return same(count - 8, UInt64.self)
    }
    if count >= 4 { return same(0, UInt32.self) && same(count - 4, UInt32.self) }
    if count >= 2 { return same(0, UInt16.self) && same(count - 2, UInt16.self) }
    return same(0, UInt8.self)
  }

  /// The first offset of the needle from `start` on, or -1.
  ///
  /// Compares the first and the last byte at 16 or 8 offsets at once. The last group overlaps the one before,
  /// which does not change the first match.
  @inline(__always)
  func find(in text: UnsafePointer<UInt8>, _ length: Int, from start: Int = 0) -> Int {
    let places = length &- start &- count &+ 1
    guard places > 0 else { return -1 }
    let end = start &+ places
    if places > 16 {
      let search = Search16(self)
      var place = start
      while place &+ 16 < end {
        let hit = search.find(text, at: place)
        if hit >= 0 { return hit }
        place &+= 16
      }
      return search.find(text, at: end &- 16)
    }
    let raw = UnsafeRawPointer(text)
    if places > 8 {
      let hit = check(word(raw, start), word(raw, start &+ count &- 1), text, start, 8)
      if hit >= 0 { return hit }
      return check(word(raw, end &- 8), word(raw, length &- 8), text, end &- 8, 8)
    }
    guard length >= 8 else {
      let all = Self.upTo7(raw, length)
      return check(
        all &>> UInt64(truncatingIfNeeded: 8 &* start),
        all &>> UInt64(truncatingIfNeeded: 8 &* (start &+ count &- 1)), text, start, places)
    }
    // Both loads are within the text; the bytes before the places are shifted away.
    let from = min(start, length &- 8)
    return check(
      word(raw, from) &>> UInt64(truncatingIfNeeded: 8 &* (start &- from)),
      word(raw, length &- 8) &>> UInt64(truncatingIfNeeded: 8 &* (8 &- places)), text, start,
      places)
  }

  /// Eight bytes, with the first one lowest.
  @inline(__always)
  private func word(_ text: UnsafeRawPointer, _ place: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  /// The first of `places` offsets from `origin` on that has the needle, or -1.
  @inline(__always)
  private func check(
    _ firsts: UInt64, _ lasts: UInt64, _ text: UnsafePointer<UInt8>, _ origin: Int, _ places: Int
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let last = count &- 1
    let first = (firsts | UInt64(masks[0]) &* ones) ^ UInt64(base[0]) &* ones
    let second = (lasts | UInt64(masks[last]) &* ones) ^ UInt64(base[last]) &* ones
    let different = first | second
    // The high bits of the zero bytes.
    var left = ~((different & ~TextWords.high &+ ~TextWords.high) | different) & TextWords.high
    while left != 0 {
      let lane = left.trailingZeroBitCount / 8
      guard lane < places else { return -1 }
      if count <= 2 || matches(text, at: origin &+ lane) { return origin &+ lane }
      left &= left &- 1
    }
    return -1
  }

  /// Fewer than eight bytes, with the first one lowest, padded with zeros.
  @inline(__always)
  private static func upTo7(_ text: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = UInt64(text.loadUnaligned(as: UInt32.self).littleEndian)
      let high = UInt64(
        text.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self).littleEndian)
      return low | high &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    var bytes: UInt64 = 0
    for offset in 0..<count {
      bytes |=
        UInt64(text.load(fromByteOffset: offset, as: UInt8.self))
        &<< UInt64(truncatingIfNeeded: 8 &* offset)
    }
    return bytes
  }
}
