import CPCRE2

// Reads strings in place, as `StringWords` does: each address is valid while the rows of the
// block are.
extension RegularExpression {
  /// The rows of the block whose string at `offset` matches; `slowly` answers for the
  /// others with 1, 0, or below zero where there is no answer.
  ///
  /// PCRE2 is called right here for ASCII strings of Swift's own, a small one lying in the row: a
  /// pattern costs little more than the steps around it.
  @inline(__always)
  func test(
    _ block: Block, offset: Int, _ scratch: RegexScratch, slowly: (Row) -> Int8
  ) -> BlockAnswer {
    ends.areEverywhere
      ? test(block, offset, scratch, testsEnds: false, slowly)
      : test(block, offset, scratch, testsEnds: true, slowly)
  }

  @inline(__always)
  private func test(
    _ block: Block, _ offset: Int, _ scratch: RegexScratch, testsEnds: Bool, _ slowly: (Row) -> Int8
  ) -> BlockAnswer {
    let (code, data, context) = (code, scratch.matchData, scratch.contexts.quick)
    var answer = BlockAnswer(matches: 0)
    guard data != nil else {
      answer.failures = block.candidates
      return answer
    }
    var rest = block.candidates
    let quickLength = quickLength
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let row = block.base.advanced(by: index &* block.stride)
      row.willRead(at: offset &+ ReadAhead.near)
      let words = StringWords(row, at: offset)
      var result: Int32 = PCRE2_ERROR_INTERNAL
      if let text = words.asciiBytes(in: row, at: offset) {
        if testsEnds, !ends.admit(text) { continue }
        // Asked after the ends, which few texts have.
        if text.count <= quickLength {
          result = pcre2_jit_match_8(
            code, text.baseAddress, text.count, 0, PCRE2_NO_UTF_CHECK, data, context)
        }
      }
      if result < PCRE2_ERROR_NOMATCH { result = Int32(slowly(row)) - 1 }
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if result >= 0 {
        answer.matches |= bit
      } else if result < PCRE2_ERROR_NOMATCH {
        answer.failures |= bit
      }
    }
    return answer
  }
}

extension StringWords {
  /// The bytes of the string at `row` + `offset`, where it is known to be ASCII.
  @inline(__always)
  fileprivate func asciiBytes(in row: Row, at offset: Int) -> UnsafeBufferPointer<UInt8>? {
    if isSmall {
      guard isSmallASCII else { return nil }
      let address = (row.address + offset).assumingMemoryBound(to: UInt8.self)
      return UnsafeBufferPointer(start: address, count: smallCount)
    }
    guard !isNil, isNative, isNativeASCII else { return nil }
    return UnsafeBufferPointer(start: nativeBytes, count: nativeCount)
  }
}
