extension ArraySlice<UInt8> {
  /// The index of the first line feed.
  var firstIndexOfNewline: Int? {
    withUnsafeBufferPointer { bytes in
      bytes.firstIndex(of: UInt8(ascii: "\n"))
    }.map { startIndex + $0 }
  }

  /// The index of the last line feed.
  var lastIndexOfNewline: Int? {
    withUnsafeBufferPointer { bytes in
      bytes.lastIndex(of: UInt8(ascii: "\n"))
    }.map { startIndex + $0 }
  }
}

extension ByteSource {
  /// All bytes of a file of which nothing has been read, in memory of just its size.
  ///
  /// A file that becomes shorter meanwhile gives what is left of it.
  func readFile(_ extent: Range<Int>) throws(ToolError) -> [UInt8] {
    let block = 16 << 20
    var bytes: [UInt8] = Array(repeating: 0, count: extent.count)
    var end = 0
    while end < extent.count {
      let range = end..<min(extent.count, end + block)
      switch SystemCalls.read(descriptor, at: extent.lowerBound + end, into: &bytes, range) {
      case .failure(let failure): throw .message("\(name): \(failure.message)")
      case .success(let count):
        end += count
        progress?.add(count, isAtEnd: end == extent.count)
        if count < range.count {
          bytes.removeLast(bytes.count - end)
          return bytes
        }
      }
    }
    return bytes
  }
}

extension ByteSource {
  /// Skips the opening bracket of a JSON array, and gives its line; nil where the document begins with
  /// anything else, and only a byte order mark is skipped.
  func skipToArray() throws(ToolError) -> Int? {
    while rest.count < 3, try fill() {}
    if rest.starts(with: ArraySlice.byteOrderMark) { skip(3) }
    while rest.isBlank, try fill() {}
    let blanks = rest.prefix { $0.isJSONSpace }
    guard rest.dropFirst(blanks.count).first == UInt8(ascii: "[") else { return nil }
    skip(blanks.count + 1)
    return 1 + blanks.count { $0 == UInt8(ascii: "\n") }
  }
}
