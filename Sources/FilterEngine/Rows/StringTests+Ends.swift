/// A string begins with a short ASCII needle.
///
/// Text outside ASCII is left to the needle itself, because a mark after the match would prevent it.
struct PrefixTest<Folding: ASCIIFolding>: StringTest {
  let needle: WordNeedle
  let text: TextNeedle

  static var decidingFlags: UInt64? { StringWords.smallASCIIFlags }

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    guard words.isSmallASCII else { return words.withSmallBytes { text.begins($0) } }
    return difference(words) == 0
  }

  @inline(__always)
  func difference(_ words: StringWords) -> UInt64 {
    // The padding is zero, which is never a byte of the needle.
    needle.difference(Folding.fold(words.low), Folding.fold(words.high))
  }

  @inline(__always)
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    guard isASCII, let base = bytes.baseAddress else { return text.begins(bytes) }
    return needle.count <= bytes.count
      && needle.matches(at: base, readable: bytes.count, folding: Folding.fold)
  }
}

/// A string ends with a short ASCII needle.
struct SuffixTest<Folding: ASCIIFolding>: StringTest {
  let needle: WordNeedle
  let text: TextNeedle

  static var decidingFlags: UInt64? { StringWords.smallASCIIFlags }

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    guard words.isSmallASCII else { return words.withSmallBytes { text.ends($0) } }
    return difference(words) == 0
  }

  @inline(__always)
  func difference(_ words: StringWords) -> UInt64 {
    // A negative shift sets all bits, so that any comparison has a difference.
    let surplus = words.smallCount &- needle.count
    let end = WordPair(words.low, words.high & StringWords.byteMask).dropping(surplus & 15)
    return needle.difference(Folding.fold(end.low), Folding.fold(end.high))
      | UInt64(bitPattern: Int64(surplus &>> 63))
  }

  @inline(__always)
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    guard isASCII, let base = bytes.baseAddress else { return text.ends(bytes) }
    let surplus = bytes.count &- needle.count
    guard surplus >= 0 else { return false }
    return needle.matches(at: base + surplus, readable: needle.count, folding: Folding.fold)
  }
}

/// Sixteen bytes in two words, with the first byte lowest.
struct WordPair {
  let low: UInt64
  let high: UInt64

  @inline(__always)
  init(_ low: UInt64, _ high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The bytes after the first `count`, followed by zeros; `count` is at most 15.
  @inline(__always)
  func dropping(_ count: Int) -> WordPair {
    let bytes = (UInt128(high) &<< 64 | UInt128(low)) &>> UInt128(truncatingIfNeeded: 8 &* count)
    return WordPair(UInt64(truncatingIfNeeded: bytes), UInt64(truncatingIfNeeded: bytes &>> 64))
  }
}
