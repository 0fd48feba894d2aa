import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The blocks of a file, for every size of a block, against the lines of the whole file.
struct FileBlockTests {
  static let texts = [
    "\n", "a", "a\n", "\n\n\n", "a\nb\nc", "a\nb\nc\n", "one\n\nthree and more\nfour\n\n",
    "\u{FEFF}a\nb\n", "a line that is longer than most blocks are\nb\n", "ab\ncd\nef\ngh\n",
  ]

  @Test(arguments: texts)
  func theBlocksHaveEachLineOnce(_ text: String) throws {
    let folder = try Folder()
    let source = try ByteSource(path: try folder.file("lines", text))
    let extent = try #require(source.extent)
    let body = String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    // A block has room for the mark that begins the file and for a byte of its first line.
    let least = text == body ? 1 : 4
    for size in least...(text.utf8.count + 2) {
      let blocks = FileBlocks(
        name: "lines", descriptor: source.descriptor, extent: extent, size: size)
      var buffer: [UInt8] = []
      var pieces: [String] = []
      for index in 0..<blocks.count {
        let range = try blocks.read(index, into: &buffer)
        let piece = String(decoding: buffer[range], as: UTF8.self)
        if !piece.isEmpty { pieces.append(piece) }
      }
      #expect(pieces.joined() == body, "blocks of \(size) bytes: \(pieces)")
      #expect(pieces.dropLast().allSatisfy { $0.hasSuffix("\n") }, "blocks of \(size) bytes")
    }
  }
}
