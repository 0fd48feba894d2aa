// The search for a place that the caller accepts. Its time is linear in the text, whatever the needle is.
extension ByteNeedle {
  /// The first offset of the needle from `start` on for which `accepts` holds, or -1.
  ///
  /// The fast search compares the needle at each place where its ends match, which can be most of a text of
  /// repetitions. After more of these comparisons than a share of the text, the rest is searched in linear time.
  @inline(__always)
  func find(
    in text: UnsafePointer<UInt8>, _ length: Int, from start: Int = 0,
    accepts: (Int) -> Bool
  ) -> Int {
    var place = start
    // The words that may be compared. Comparing a short needle everywhere is linear.
    var patience = count <= Self.shortCount ? Int.max : 1_024 + length / 4
    while patience > 0 {
      if count <= Self.shortCount {
        place = find(in: text, length, from: place)
      } else {
        place = findEnds(in: text, length, from: place, &patience)
        if patience <= 0 { break }
      }
      if place < 0 || accepts(place) { return place }
      place += 1
      if patience < .max { patience -= count / 8 }
    }
    return findLinearly(in: text, length, from: place, accepts)
  }

  /// The longest needle that is compared at every place.
  static let shortCount = 32

  /// The first offset of a long needle, or -1. Stops at a place where no patience is left.
  @inline(never)
  private func findEnds(
    in text: UnsafePointer<UInt8>, _ length: Int, from start: Int, _ patience: inout Int
  ) -> Int {
    let ends = ByteEnds(self)
    var place = start
    while place <= length - count {
      place = ends.find(in: text, length, from: place)
      if place < 0 { return -1 }
      let same = sameCount(text, at: place)
      if same == count { return place }
      patience -= same / 8 + 1
      if patience <= 0 { return place }
      place += 1
    }
    return -1
  }

  /// The number of bytes of the needle that match at `place`, rounded down to whole words unless all do.
  private func sameCount(_ text: UnsafePointer<UInt8>, at place: Int) -> Int {
    let text = UnsafeRawPointer(text + place)
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
    // For each length of a matched beginning, the longest shorter beginning that ends it.
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

/// The first and the last byte of a needle, at their distance.
private struct ByteEnds {
  private let needle: ByteNeedle

  init(_ needle: ByteNeedle) { self.needle = needle }

  /// The first offset from `start` on where both match, or -1.
  func find(in text: UnsafePointer<UInt8>, _ length: Int, from start: Int) -> Int {
    let last = needle.count - 1
    let end = length - last
    var place = start
    let raw = UnsafeRawPointer(text)
    let (first, firstMask) = (needle.base[0], needle.masks[0])
    let (final, finalMask) = (needle.base[last], needle.masks[last])
    let firsts = SIMD16<UInt8>(repeating: first)
    let firstMasks = SIMD16<UInt8>(repeating: firstMask)
    let finals = SIMD16<UInt8>(repeating: final)
    let finalMasks = SIMD16<UInt8>(repeating: finalMask)
    while place + 16 <= end {
      let heads: SIMD16<UInt8> = raw.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let tails: SIMD16<UInt8> = raw.loadUnaligned(
        fromByteOffset: place + last, as: SIMD16<UInt8>.self)
      let maskedHeads: SIMD16<UInt8> = heads | firstMasks
      let maskedTails: SIMD16<UInt8> = tails | finalMasks
      let differentHeads: SIMD16<UInt8> = maskedHeads ^ firsts
      let differentTails: SIMD16<UInt8> = maskedTails ^ finals
      let different: SIMD16<UInt8> = differentHeads | differentTails
      let same: SIMDMask<SIMD16<Int8>> = different .== SIMD16<UInt8>()
      let lanes = unsafeBitCast(same, to: SIMD2<UInt64>.self)
      if lanes[0] | lanes[1] != 0 {
        let low = lanes[0].littleEndian.trailingZeroBitCount
        return place
          + (low < 64 ? low : 64 + lanes[1].littleEndian.trailingZeroBitCount) / 8
      }
      place += 16
    }
    while place < end {
      if text[place] | firstMask == first, text[place + last] | finalMask == final { return place }
      place += 1
    }
    return -1
  }
}
