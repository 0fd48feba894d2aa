/// A string begins with a short ASCII needle.
///
/// What is not ASCII is left to the needle itself: a mark after the match would forbid it.
struct PrefixTest<Folding: ASCIIFolding>: StringTest {
  let needle: WordNeedle
  let text: TextNeedle

  static var readsWords: Bool { true }

  @inline(__always)
  func isDecided(by words: StringWords) -> Bool { words.isSmall && words.isSmallASCII }

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    guard words.isSmallASCII else { return words.withSmallBytes { text.begins($0) } }
    return holds(decided: words)
  }

  @inline(__always)
  func holds(decided words: StringWords) -> Bool {
    // The padding is zero, and so never a byte of the needle unless the needle has a zero itself.
    needle.matches(
      Folding.fold(words.low), Folding.fold(words.high & StringWords.byteMask))
      && needle.count <= words.smallCount
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

  static var readsWords: Bool { true }

  @inline(__always)
  func isDecided(by words: StringWords) -> Bool { words.isSmall && words.isSmallASCII }

  @inline(__always)
  func holds(small words: StringWords) -> Bool {
    guard words.isSmallASCII else { return words.withSmallBytes { text.ends($0) } }
    return holds(decided: words)
  }

  @inline(__always)
  func holds(decided words: StringWords) -> Bool {
    let surplus = words.smallCount &- needle.count
    guard surplus >= 0 else { return false }
    let shifted = WordPair(words.low, words.high & StringWords.byteMask).dropping(surplus)
    return needle.matches(Folding.fold(shifted.low), Folding.fold(shifted.high))
  }

  @inline(__always)
  func holds(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Bool {
    guard isASCII, let base = bytes.baseAddress else { return text.ends(bytes) }
    let surplus = bytes.count &- needle.count
    guard surplus >= 0 else { return false }
    return needle.matches(at: base + surplus, readable: needle.count, folding: Folding.fold)
  }
}

/// Sixteen bytes in two words, the first byte lowest.
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
    // The smart shifts give zero where a whole word is dropped.
    let bits = 8 &* count
    return WordPair(
      low >> UInt64(truncatingIfNeeded: bits)
        | (bits < 64
          ? high << UInt64(truncatingIfNeeded: 64 &- bits)
          : high >> UInt64(truncatingIfNeeded: bits &- 64)),
      high >> UInt64(truncatingIfNeeded: bits))
  }
}
