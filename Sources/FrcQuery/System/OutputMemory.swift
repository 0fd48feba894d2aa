internal import Synchronization

/// Output that is kept in memory, up to a number of bytes.
final class OutputMemory: Sendable {
  private let limit: Int
  private let content = Mutex((bytes: [UInt8](), isCut: false))

  init(limit: Int) { self.limit = limit }

  /// Appends bytes; false if some of them exceed the limit and are left out.
  func append(_ bytes: [UInt8]) -> Bool {
    content.withLock { content in
      let room = limit - content.bytes.count
      content.bytes += bytes.prefix(room)
      content.isCut = content.isCut || bytes.count > room
      return !content.isCut
    }
  }

  /// The whole lines that were written, without their line ends, and whether something was left out.
  var lines: (lines: [ArraySlice<UInt8>], isCut: Bool) {
    content.withLock { content in
      var lines = content.bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The part after the last line end is empty unless it was cut.
      if !lines.isEmpty { lines.removeLast() }
      return (lines, content.isCut)
    }
  }
}
