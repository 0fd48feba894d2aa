#if canImport(CPCRE2)
  import CPCRE2

  // Unsafe: reads strings in place, like `StringWords`. Their addresses are valid as long as the rows of the
  // block.
  extension PCRE2Expression {
    /// The rows of the block whose string, `offset` bytes in, matches. For strings that cannot be read in
    /// place, `slowly` returns 1, 0, or a negative number without an answer.
    ///
    /// It calls PCRE2 directly for native and small ASCII strings, so that a match has little overhead.
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
      _ block: Block, _ offset: Int, _ scratch: RegexScratch, testsEnds: Bool,
      _ slowly: (Row) -> Int8
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
          // Checked after the literal ends, because few texts have these.
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
    /// The bytes of the string at `row` + `offset`; nil unless it is known to be ASCII.
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
#endif
