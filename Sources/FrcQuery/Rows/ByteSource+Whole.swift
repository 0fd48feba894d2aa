// Inputs that are read whole.
extension ByteSource {
  /// All that is left, in memory that has just the size of a file.
  func readWhole() throws(ToolError) -> [UInt8] {
    guard let extent, start == end else { return try readAll() }
    return try readFile(extent)
  }

  /// All bytes of a file of which nothing has been read, in memory of just its size.
  ///
  /// Of a file that is truncated meanwhile, returns the bytes that are left.
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

  /// Throws if the input is a file that is too large to be held whole.
  func checkSize() throws(ToolError) {
    if let size, size >= Self.maximumDocument { throw tooLarge }
  }

  var tooLarge: ToolError { .message("\(name): 4 GiB or more") }
}
