// The first match that the caller accepts, in time linear in the text for every needle.
extension ByteNeedle {
  /// The first offset of the needle from `start` on for which `accepts` holds, or -1.
  @inline(__always)
  func find(
    in text: UnsafePointer<UInt8>, _ length: Int, from start: Int = 0,
    accepts: (Int) -> Bool
  ) -> Int {
    guard count <= Self.shortCount else {
      return findLong(in: text, length, from: start, accepts)
    }
    // Comparing a short needle at every offset is linear.
    var offset = find(in: text, length, from: start)
    while offset >= 0, !accepts(offset) { offset = find(in: text, length, from: offset + 1) }
    return offset
  }

  /// The longest needle that is compared at every offset.
  private static let shortCount = 32

  /// The same for a long needle.
  ///
  /// The fast search compares the needle wherever its ends match, which is almost everywhere in a text of
  /// repetitions. After as many comparisons as a share of the text, the rest is searched in linear time.
  @inline(never)
  private func findLong(
    in text: UnsafePointer<UInt8>, _ length: Int, from start: Int, _ accepts: (Int) -> Bool
  ) -> Int {
    // The words that may be compared.
    var patience = 1_024 + length / 4
    let search = Search16(self)
    let end = length - count + 1
    var offset = start
    while offset + 16 <= end {
      let candidate = search.findEnds(text, at: offset)
      guard candidate >= 0 else {
        offset += 16
        continue
      }
      let same = sameCount(text, at: candidate)
      if same == count, accepts(candidate) { return candidate }
      offset = candidate + 1
      patience -= same / 8 + 1
      if patience <= 0 { return findLinearly(in: text, length, from: offset, accepts) }
    }
    while offset < end {
      if sameCount(text, at: offset) == count, accepts(offset) { return offset }
      offset += 1
    }
    return -1
  }

  /// The number of leading bytes of the needle that match at an offset: all of them, or a multiple of a word.
  private func sameCount(_ text: UnsafePointer<UInt8>, at start: Int) -> Int {
    let text = UnsafeRawPointer(text + start)
    func isSame(_ offset: Int) -> Bool {
      text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        | UnsafeRawPointer(masks).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var offset = 0
    while offset + 8 < count {
      guard isSame(offset) else { return offset }
      offset += 8
    }
    return isSame(count - 8) ? count : offset
  }

  /// The same by the algorithm of Knuth, Morris and Pratt, which reads each byte of the text once.
  @inline(never)
  private func findLinearly(
    in text: UnsafePointer<UInt8>, _ length: Int, from start: Int, _ accepts: (Int) -> Bool
  ) -> Int {
    guard length - start >= count else { return -1 }
    // For each prefix of the needle, the length of its longest border.
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { borders in
      borders[0] = 0
      var border = 0
      for index in 1..<count {
        while border > 0, base[index] != base[border] { border = Int(borders[border - 1]) }
        if base[index] == base[border] { border += 1 }
        borders[index] = Int32(truncatingIfNeeded: border)
      }
      var matched = 0
      for place in start..<length {
        let byte = text[place]
        // The masks are a function of the needle's bytes, so equal bytes of the needle match the same text.
        while matched > 0, byte | masks[matched] != base[matched] {
          matched = Int(borders[matched - 1])
        }
        if byte | masks[matched] == base[matched] { matched += 1 }
        guard matched == count else { continue }
        if accepts(place - count + 1) { return place - count + 1 }
        matched = Int(borders[matched - 1])
      }
      return -1
    }
  }
}
