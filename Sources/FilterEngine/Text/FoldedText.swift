/// Folded text. Valid as long as its memory.
struct FoldedText {
  let base: UnsafePointer<UInt8>
  let count: Int

  /// `TextFolder.inFolding` and `inScalar` for each byte; nil if no byte has them.
  let breaks: UnsafePointer<UInt8>?

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Whether a match can begin or end at `place`: not before a mark, and not within a Hangul syllable, a Kirat
  /// Rai vowel or the folding of one scalar.
  ///
  /// A match can always begin and end at the ends of a text.
  func isBoundary(_ place: Int) -> Bool {
    if place == 0 || place >= count { return true }
    if let breaks, breaks[place] & TextFolder.inFolding != 0 { return false }
    // There are no marks below U+0300.
    guard base[place] >= 0xCC else { return true }
    if base[place] == 0xE1, continuesSyllable(place) { return false }
    if base[place] == 0xF0, continuesVowel(place) { return false }
    return !UnicodeData.entry(base, place, count).isMark
  }

  private func continuesSyllable(_ place: Int) -> Bool {
    guard let jamo = jamo(place) else { return false }
    if 0x1161...0x1175 ~= jamo { return isLeading(place - 3) }
    return 0x11A8...0x11C2 ~= jamo
      && self.jamo(place - 3).map { 0x1161...0x1175 ~= $0 } == true && isLeading(place - 6)
  }

  /// Besides Hangul, only the Kirat Rai vowels are compositions that do not end in a mark: `U+16D67` after
  /// itself or after `U+16D63`.
  private func continuesVowel(_ place: Int) -> Bool {
    let last = place - 4
    guard last >= 0, place + 4 <= count, base[place + 3] == 0xA7 else { return false }
    return [last, place].allSatisfy {
      base[$0] == 0xF0 && base[$0 + 1] == 0x96 && base[$0 + 2] == 0xB5
    }
      && (base[last + 3] == 0xA3 || base[last + 3] == 0xA7)
  }

  private func isLeading(_ place: Int) -> Bool { jamo(place).map { $0 <= 0x1112 } ?? false }

  /// The scalar at `place`, if it is one of U+1100 ... U+11FF.
  private func jamo(_ place: Int) -> Int? {
    guard place >= 0, place + 3 <= count, base[place] == 0xE1 else { return nil }
    let scalar = 0x1000 | Int(base[place + 1] & 0x3F) << 6 | Int(base[place + 2] & 0x3F)
    return 0x1100...0x11FF ~= scalar ? scalar : nil
  }
}

extension TextFolding {
  /// Calls `body` with the folded text.
  ///
  /// Bytes after the first `limit` ones may be missing.
  @inline(__always)
  func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, tracksScalars: Bool = false, limit: Int = .max,
    _ body: (FoldedText) -> Result
  ) -> Result {
    // Without case, no scalar becomes several, and there are no breaks to note.
    let parts = foldsCase || tracksScalars ? 2 : 1
    return withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: parts * TextFolding.capacity(text.count)
    ) { memory in
      // The capacity is never 0, so the buffer has an address.
      guard let base = memory.baseAddress else { return body(FoldedText(text)) }
      let folder = TextFolder(
        text, self, tracksScalars: tracksScalars, limit: limit, into: base)
      return body(
        FoldedText(
          base: base, count: folder.count,
          breaks: folder.hasBreaks ? UnsafePointer(folder.breaks) : nil))
    }
  }
}

extension FoldedText {
  /// Text that needs no folding.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self.init(
      base: text.baseAddress ?? UnsafePointer(UnicodeData.blocks.utf8Start), count: text.count,
      breaks: nil)
  }
}
