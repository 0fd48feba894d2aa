/// A string contains a short ASCII needle.
///
/// It searches sixteen bytes at a time. The needle is compared where its first and its last byte match.
struct ContainmentTest<Folding: ASCIIFolding>: StringTest {
  let needle: WordNeedle
  let text: TextNeedle

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    guard words.isSmallASCII else { return words.withSmallBytes { text.isContained(in: $0) } }
    let low = Folding.fold(words.low)
    let high = Folding.fold(words.high & StringWords.byteMask)
    return holds(WordPair(low, high), count: words.smallCount)
  }

  /// Whether the needle is in the first `count` of sixteen folded bytes.
  @inline(__always)
  private func holds(_ words: WordPair, count: Int) -> Bool {
    let room = count &- needle.count
    guard room >= 0 else { return false }
    let lasts = words.dropping(needle.count &- 1)
    var candidates = Self.zeroBytes(
      (words.low ^ Self.broadcast(needle.first)) | (lasts.low ^ Self.broadcast(needle.last)))
    while candidates != 0 {
      let place = candidates.trailingZeroBitCount &>> 3
      if place > room { return false }
      let rest = words.dropping(place)
      if needle.matches(rest.low, rest.high) { return true }
      candidates &= candidates &- 1
    }
    candidates = Self.zeroBytes(
      (words.high ^ Self.broadcast(needle.first)) | (lasts.high ^ Self.broadcast(needle.last)))
    while candidates != 0 {
      let place = 8 &+ candidates.trailingZeroBitCount &>> 3
      if place > room { return false }
      let rest = words.dropping(place)
      if needle.matches(rest.low, rest.high) { return true }
      candidates &= candidates &- 1
    }
    return false
  }

  @inline(__always)
  private static func broadcast(_ byte: UInt8) -> UInt64 {
    UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// A high bit for each zero byte. Above the lowest of these bits, some can be wrong.
  @inline(__always)
  private static func zeroBytes(_ bytes: UInt64) -> UInt64 {
    (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
  }

  @inline(__always)
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    guard isASCII, let base = bytes.baseAddress else { return text.isContained(in: bytes) }
    let starts = bytes.count &- needle.count &+ 1
    guard starts > 0 else { return false }
    let raw = UnsafeRawPointer(base)
    let first = SIMD16<UInt8>(repeating: needle.first)
    let last = SIMD16<UInt8>(repeating: needle.last)
    let span = needle.count &- 1
    var start = 0
    while start &+ 16 &+ span <= bytes.count {
      let heads = Folding.fold(raw.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self))
      let tails = Folding.fold(
        raw.loadUnaligned(fromByteOffset: start &+ span, as: SIMD16<UInt8>.self))
      let differences = (heads ^ first) | (tails ^ last)
      if differences.min() == 0 {
        for index in 0..<16 where differences[index] == 0 {
          let place = start &+ index
          if needle.matches(
            at: base + place, readable: bytes.count &- place, folding: Folding.fold)
          {
            return true
          }
        }
      }
      start &+= 16
    }
    while start < starts {
      if Folding.fold(base[start]) == needle.first
        && needle.matches(at: base + start, readable: bytes.count &- start, folding: Folding.fold)
      {
        return true
      }
      start &+= 1
    }
    return false
  }
}
