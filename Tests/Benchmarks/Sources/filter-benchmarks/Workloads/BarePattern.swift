import CBenchmarkPCRE2

/// Strings end to end, so that a loop over them reads nothing else.
struct NameBytes {
  var bytes: [UInt8] = []
  var ends: [Int] = []

  init(_ names: [String]) {
    for name in names {
      bytes.append(contentsOf: name.utf8)
      ends.append(bytes.count)
    }
  }
}

/// A pattern and what PCRE2 needs to match it, with nothing between PCRE2 and the loop.
final class BarePattern {
  private let code: OpaquePointer
  private let matchData: OpaquePointer

  /// Nil where PCRE2 does not take the pattern or has no JIT.
  init?(_ pattern: String) {
    var error: Int32 = 0
    var place = 0
    let code = Array(pattern.utf8).withUnsafeBufferPointer {
      pcre2_compile_8(
        $0.baseAddress, $0.count, PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED, &error, &place,
        nil)
    }
    guard let code else { return nil }
    guard pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0,
      let matchData = pcre2_match_data_create_8(1, nil)
    else {
      pcre2_code_free_8(code)
      return nil
    }
    self.code = code
    self.matchData = matchData
  }

  deinit {
    pcre2_match_data_free_8(matchData)
    pcre2_code_free_8(code)
  }

  /// How many of the strings match.
  @inline(never)
  func count(_ names: NameBytes) -> Int {
    names.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      var count = 0
      var start = 0
      for end in names.ends {
        let result = pcre2_jit_match_8(
          code, base + start, end - start, 0, PCRE2_NO_UTF_CHECK, matchData, nil)
        if result >= 0 { count += 1 }
        start = end
      }
      return count
    }
  }
}
