/// The folded side of a comparison. Valid as long as its memory.
///
/// The text is not folded. Its ASCII gives most answers; the text is folded only if that is not enough.
struct FoldedNeedle {
  let bytes: ByteNeedle
  let folding: TextFolding
  let traits: Traits

  /// The properties of a needle.
  struct Traits: Sendable {
    /// The number of bytes. An empty needle is never found.
    let count: Int
    let isASCII: Bool

    /// Whether text without the needle's ASCII can still contain the needle after folding.
    let mayHide: Bool

    init(_ folded: UnsafeBufferPointer<UInt8>, _ folding: TextFolding) {
      count = folded.count
      isASCII = folded.allSatisfy { $0 < 0x80 }
      // The scalars that decompose to ASCII without a mark after it: `K`, `;` and `` ` ``.
      mayHide =
        !folding.isPlain || !isASCII || folded.contains { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 }
    }
  }

  /// `CONTAINS`
  @inline(__always)
  func isContained(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard traits.count > 0, let base = text.baseAddress else { return false }
    guard folding.isLiteral || traits.isASCII else {
      return !TextWords.isASCII(base, text.count) && isContainedWhenFolded(text)
    }
    let place = bytes.find(in: base, text.count) { _ in true }
    if folding.isLiteral { return place >= 0 }
    if place >= 0 {
      return endsClearly(base, place + traits.count, text.count) || isContainedWhenFolded(text)
    }
    guard traits.mayHide, !TextWords.isASCII(base, text.count) else { return false }
    return isContainedWhenFolded(text)
  }

  /// `BEGINSWITH`
  @inline(__always)
  func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard traits.count > 0, let base = text.baseAddress else { return false }
    let matches = text.count >= traits.count && bytes.matches(base, at: 0)
    if folding.isLiteral { return matches }
    if traits.isASCII {
      if matches {
        return endsClearly(base, traits.count, text.count) || beginsWhenFolded(text)
      }
      guard traits.mayHide else { return false }
    }
    return !TextWords.isASCII(base, min(traits.count, text.count)) && beginsWhenFolded(text)
  }

  /// `ENDSWITH`
  @inline(__always)
  func ends(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard traits.count > 0, let base = text.baseAddress else { return false }
    let start = text.count - traits.count
    let matches = start >= 0 && bytes.matches(base, at: start)
    if folding.isLiteral { return matches }
    if traits.isASCII {
      // A match that begins with ASCII always begins at a boundary.
      if matches { return true }
      guard traits.mayHide else { return false }
    }
    let tail = max(start, 0)
    return !TextWords.isASCII(base + tail, text.count - tail) && endsWhenFolded(text)
  }

  /// The order of the text relative to the needle: negative, 0 or positive.
  @inline(__always)
  func order(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let needle = UnsafeBufferPointer(start: bytes.base, count: traits.count)
    guard !folding.isLiteral, let base = text.baseAddress, !TextWords.isASCII(base, text.count)
    else { return TextWords.order(text, needle, foldsCase: folding.foldsCase) }
    return folding.withFolded(text) { TextWords.order($0.bytes, needle) }
  }

  // MARK: - Text that is not ASCII

  /// Whether a match of ASCII can end at `place`, as far as the unfolded text shows.
  @inline(__always)
  private func endsClearly(_ text: UnsafePointer<UInt8>, _ place: Int, _ count: Int) -> Bool {
    place == count || text[place] < 0x80 || !UnicodeData.entry(text, place, count).isMark
  }

  @inline(never)
  private func isContainedWhenFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if folding.dropsMarks, traits.isASCII {
      let answer: Bool? = folding.withLetters(of: text) { letters in
        guard bytes.find(in: letters.base, letters.count, accepts: { _ in true }) >= 0 else {
          return false
        }
        return letters.isExact ? true : nil
      }
      if let answer { return answer }
    }
    return folding.withFolded(text) { text in
      bytes.find(in: text.base, text.count) { place in
        text.isBoundary(place) && text.isBoundary(place + traits.count)
      } >= 0
    }
  }

  @inline(never)
  private func beginsWhenFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    folding.withFolded(text, limit: traits.count) { text in
      text.count >= traits.count && bytes.matches(text.base, at: 0)
        && text.isBoundary(traits.count)
    }
  }

  @inline(never)
  private func endsWhenFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    folding.withFolded(text) { text in
      let start = text.count - traits.count
      return start >= 0 && bytes.matches(text.base, at: start) && text.isBoundary(start)
    }
  }
}
