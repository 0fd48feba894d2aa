/// Bytes to look for, for as long as their memory lives.
///
/// Unsafe for speed: wide loads, each within the counts given with the addresses. A byte of text
/// matches where it is the needle's byte after the bits of the mask are set in it: 0x20 for a letter
/// in lower case, so that both cases of it match and nothing else does.
struct ByteNeedle {
  let base: UnsafePointer<UInt8>
  let masks: UnsafePointer<UInt8>

  /// At least 1.
  let count: Int

  /// Whether the text has the needle at `place`, where that many bytes are left.
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

  /// The first place from `start` on where the text has the needle, or -1.
  ///
  /// Looks for first and last byte of it in 16 places at once.
  @inline(__always)
  func find(in text: UnsafePointer<UInt8>, _ length: Int, from start: Int = 0) -> Int {
    let raw = UnsafeRawPointer(text)
    let places = length - start - count + 1
    guard places > 0 else { return -1 }
    let last = count - 1
    guard length >= 16 else {
      let all = Self.upTo15(raw, length)
      let shifted = all &>> UInt128(truncatingIfNeeded: 8 * last)
      let found = candidates(Self.lanes(all), Self.lanes(shifted))
      // Zeros past the end may look like a needle's bytes.
      return check(found &>> UInt128(truncatingIfNeeded: 8 * start), text, start, places)
    }
    var place = start
    let end = start + places
    while place + 16 <= end {
      let found = candidates(
        raw.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self),
        raw.loadUnaligned(fromByteOffset: place + last, as: SIMD16<UInt8>.self))
      if found != 0 {
        let hit = check(found, text, place, 16)
        if hit >= 0 { return hit }
      }
      place += 16
    }
    let left = end - place
    guard left > 0 else { return -1 }
    // Both loads end where the text does, or begin where it does; the surplus is shifted away.
    let from = min(place, length - 16)
    let firsts = raw.loadUnaligned(fromByteOffset: from, as: UInt128.self)
    let lasts = raw.loadUnaligned(fromByteOffset: length - 16, as: UInt128.self)
    let found = candidates(
      Self.lanes(firsts &>> UInt128(truncatingIfNeeded: 8 * (place - from))),
      Self.lanes(lasts &>> UInt128(truncatingIfNeeded: 8 * (16 - left))))
    return found == 0 ? -1 : check(found, text, place, left)
  }

  /// A byte of ones for each lane where first and last byte fit.
  @inline(__always)
  private func candidates(_ firsts: SIMD16<UInt8>, _ lasts: SIMD16<UInt8>) -> UInt128 {
    let last = count - 1
    let first = firsts | SIMD16(repeating: masks[0]) .== SIMD16(repeating: base[0])
    let second = lasts | SIMD16(repeating: masks[last]) .== SIMD16(repeating: base[last])
    return unsafeBitCast(first .& second, to: UInt128.self)
  }

  /// The first of these lanes, of the first `places`, where the whole needle is.
  @inline(__always)
  private func check(
    _ found: UInt128, _ text: UnsafePointer<UInt8>, _ origin: Int, _ places: Int
  ) -> Int {
    var left = found
    while left != 0 {
      let lane = left.trailingZeroBitCount / 8
      guard lane < places else { return -1 }
      if count <= 2 || matches(text, at: origin + lane) { return origin + lane }
      left &= ~(0xFF &<< UInt128(truncatingIfNeeded: 8 * lane))
    }
    return -1
  }

  @inline(__always)
  private static func lanes(_ bytes: UInt128) -> SIMD16<UInt8> {
    unsafeBitCast(bytes, to: SIMD16<UInt8>.self)
  }

  /// Fewer than 16 bytes, and zeros. Bytes are counted from the low end: little endian.
  @inline(__always)
  private static func upTo15(_ text: UnsafeRawPointer, _ count: Int) -> UInt128 {
    if count >= 8 {
      let low = text.loadUnaligned(as: UInt64.self)
      let high =
        text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        &>> UInt64(truncatingIfNeeded: 8 * (16 - count))
      return UInt128(_low: low, _high: count == 8 ? 0 : high)
    }
    if count >= 4 {
      let low = UInt64(text.loadUnaligned(as: UInt32.self))
      let high = UInt64(text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      return UInt128(low | high &<< UInt64(truncatingIfNeeded: 8 * (count - 4)))
    }
    var bytes: UInt128 = 0
    for offset in 0..<count {
      bytes |=
        UInt128(text.load(fromByteOffset: offset, as: UInt8.self))
        &<< UInt128(truncatingIfNeeded: 8 * offset)
    }
    return bytes
  }
}
