extension Lexer {
  /// `#2026-11-21#`, `#2026-11-21T10:00:00.5+01:00#`, in seconds since 2001-01-01T00:00:00Z.
  mutating func readDate() throws(SyntaxError) -> Double {
    let start = position
    var end = start + 1
    while end < bytes.count, bytes[end] > 0x20, bytes[end] < 0x80, bytes[end] != UInt8(ascii: "#") {
      end += 1
    }
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "#")
    let range = SourceRange(start, isClosed ? end + 1 : end)
    let time: (seconds: Int, fraction: Double)
    do throws(DateText.Mistake) {
      guard isClosed else { throw .malformed }
      time = try bytes[start + 1..<end].withUnsafeBufferPointer { bytes throws(DateText.Mistake) in
        try DateText.read(bytes, lenient: false)
      }
    } catch {
      throw self.error(error == .malformed ? .malformedDate : .impossibleDate, at: range)
    }
    position = end + 1
    let portable = "%@ and an argument, or CAST(seconds, \"NSDate\")"
    try refuse("a date literal", instead: portable, at: range)
    return Double(time.seconds) + time.fraction
  }
}
