/// Standard output, written in blocks.
final class ByteSink {
  private static let blockSize = 64 * 1024

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(descriptor: Int32 = 1) { self.descriptor = descriptor }

  func write(_ bytes: some Collection<UInt8>) throws(ToolError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockSize { try flush() }
  }

  func write(_ text: String) throws(ToolError) { try write(text.utf8) }

  /// Hands on what has been written so far.
  func flush() throws(ToolError) {
    guard !buffer.isEmpty else { return }
    let result = SystemCalls.write(descriptor, buffer)
    buffer.removeAll(keepingCapacity: true)
    guard case .failure(let failure) = result else { return }
    throw failure.isClosedPipe ? .outputClosed : .message("output: \(failure.message)")
  }
}
