import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The bytes of an input, whatever the pieces in which they come.
struct ByteSourceTests {
  private static let texts = ["", "\n", "a", "a\n", "\n\na", "one\ntwo\n\nthree and more", "x\n\n"]

  /// A pipe that has one more piece whenever the source waits.
  func source(
    _ text: [UInt8], pieces size: Int, lineLimit: Int = ByteSource.maximumLine
  ) throws -> ByteSource {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let source = try ByteSource(path: "/dev/fd/\(reading)", lineLimit: lineLimit)
    close(reading)
    var rest = text[...]
    var isOpen = true
    source.willWait = {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      if !piece.isEmpty {
        _ = piece.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
      } else if isOpen {
        isOpen = false
        close(writing)
      }
    }
    return source
  }

  /// Calls `body` for each text in pieces of each size.
  private func forEachSource(
    _ body: (ByteSource, [UInt8], _ name: Comment) throws -> Void
  ) throws {
    for text in Self.texts {
      for size in 1...text.utf8.count + 1 {
        let bytes = Array(text.utf8)
        let name: Comment = "\(text.debugDescription) in pieces of \(size)"
        try body(try source(bytes, pieces: size), bytes, name)
        guard size == 1 else { continue }
        let folder = try Folder()
        try body(try ByteSource(path: try folder.file("text", text)), bytes, name)
        try body(ByteSource(bytes: bytes, name: "text"), bytes, name)
      }
    }
  }

  private func lines(_ text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for byte in text {
      if lines.isEmpty || lines[lines.count - 1].last == 0x0A { lines.append([]) }
      lines[lines.count - 1].append(byte)
    }
    return lines
  }

  @Test func linesComeOneByOne() throws {
    try forEachSource { source, text, name in
      var offset = 0
      for line in lines(text) {
        let range = try source.nextLine()
        #expect(range.map { Array(source.buffer[$0]) } == line, name)
        offset += line.count
        #expect(source.offset == offset, name)
      }
      #expect(try source.nextLine() == nil && source.rest.isEmpty, name)
      #expect(try source.nextLine() == nil && source.offset == text.count, name)
    }
  }

  @Test func linesComeTogether() throws {
    try forEachSource { source, text, name in
      var parts: [[UInt8]] = []
      while let range = try source.nextLines() { parts.append(Array(source.buffer[range])) }
      #expect(Array(parts.joined()) == text, name)
      #expect(parts.allSatisfy { !$0.isEmpty }, name)
      #expect(parts.dropLast().allSatisfy { $0.last == 0x0A }, name)
    }
  }

  @Test func bytesAreAtHandUntilTheyAreSkipped() throws {
    try forEachSource { source, text, name in
      var isMore = true
      for (place, byte) in text.enumerated() {
        while source.rest.isEmpty, isMore { isMore = try source.fill() }
        #expect(source.offset == place && source.rest.first == byte, name)
        #expect(source.withRest { $0.first } == byte, name)
        source.skip(1)
      }
      #expect(try !source.fill() && source.isAtEnd && source.offset == text.count, name)
    }
  }

  @Test func whatIsLeftComesWholeAndOnce() throws {
    for count in 0...2 {
      try forEachSource { source, text, name in
        for _ in 0..<count { _ = try source.nextLine() }
        #expect(try source.readAll() == Array(lines(text).dropFirst(count).joined()), name)
        #expect(try source.readAll() == [], name)
        #expect(try source.nextLine() == nil, name)
        #expect(source.offset == text.count, name)
      }
    }
  }

  /// What is read in one piece after another is told, and the end.
  @Test func everyPieceIsAProgress() throws {
    for text in Self.texts.map({ Array($0.utf8) }) where !text.isEmpty {
      for size in 1...text.count + 1 {
        for readsAll in [false, true] {
          var shown: [String] = []
          let source = try source(text, pieces: size)
          source.progress = Progress(
            size: text.count, isWatched: true, minimumSize: 0, interval: 0,
            write: { shown.append($0) })
          if readsAll { _ = try source.readAll() } else { while try source.nextLine() != nil {} }
          let reached = stride(from: size, to: text.count, by: size) + [text.count]
          let expected = reached.map { "\r\($0 * 100 / text.count) %  0 of 0 MB " }
          #expect(shown == expected + ["\r\u{1B}[K"], "\(text) in pieces of \(size)")
        }
      }
    }
  }

  @Test(arguments: [0, 1, 3, 5, 1_000])
  func theFirstBytesAreKept(_ size: Int) throws {
    try forEachSource { source, text, name in
      // Bytes in memory are not read.
      guard source.name != "text" else { return }
      source.keptSize = size
      var read = 0
      while let line = try source.nextLine() {
        read += line.count
        #expect(source.kept.starts(with: text.prefix(min(size, read))), name)
        #expect(source.kept == Array(text.prefix(size)) || source.kept.count < size, name)
      }
      #expect(source.kept == Array(text.prefix(size)), name)
      #expect(source.hasKeptAll == (text.count <= size), name)
    }
  }

  @Test func aLineMayBeAsLongAsTheLimit() throws {
    for size in [1, 2, 4, 5] {
      for count in 1...8 {
        let line = [UInt8](repeating: 0x61, count: count) + [0x0A]
        let source = try source([0x62, 0x0A] + line, pieces: size, lineLimit: 5)
        _ = try source.nextLine()
        do throws(ToolError) {
          let range = try source.nextLine()
          // A line that came whole with its end was not waited for.
          #expect(count <= 5 || count < size + 5, "\(count), \(size)")
          #expect(range?.count == count + 1, "\(count), \(size)")
        } catch {
          #expect(count > 5, "\(count), \(size)")
          #expect(error.text?.hasSuffix("element is longer than 5 bytes") == true)
        }
      }
    }
    for count in 4...6 {
      let source = try source(Array(repeating: 0x61, count: count), pieces: 1, lineLimit: 5)
      let read = Result { () throws(ToolError) in try source.nextLine() }
      #expect((try? read.get()) == (count <= 5 ? 0..<count : nil))
    }
  }

  /// Lines longer than a block, and many in one, at offsets behind bytes that are gone.
  @Test func linesOfManyBlocksAreWhole() throws {
    let counts = [300_000, 1, 90_000, 0, 262_143, 262_144, 12, 70_000]
    let text = counts.enumerated().map { index, count in
      [UInt8](repeating: UInt8(0x61 + index), count: count) + [0x0A]
    }
    let folder = try Folder()
    let path = try folder.file("text", Data(text.joined()))
    for readsRest in [false, true] {
      let source = try ByteSource(path: path)
      var offset = 0
      for line in text.prefix(readsRest ? 3 : 8) {
        let range = try #require(try source.nextLine())
        #expect(Array(source.buffer[range]) == line)
        offset += line.count
        #expect(source.offset == offset)
      }
      #expect(try source.readAll() == Array(text.dropFirst(readsRest ? 3 : 8).joined()))
    }
  }

  /// More than is read at once, and less than there was.
  @Test func allOfAFileIsReadInMemoryOfItsSize() throws {
    let folder = try Folder()
    let path = try folder.file("text", "0123456789")
    let short = try ByteSource(path: path)
    #expect(try short.readFile(0..<10) == Array("0123456789".utf8))
    #expect(try short.readFile(2..<7) == Array("23456".utf8))
    #expect(try short.readFile(4..<40) == Array("456789".utf8))
    #expect(try short.readFile(10..<40) == [])
    let size = 16 << 20
    #expect(truncate(path, off_t(size)) == 0)
    let descriptor = try SystemCalls.openForAppending(path).get()
    try SystemCalls.write(descriptor, Array("end".utf8)).get()
    SystemCalls.close(descriptor)
    let whole = try ByteSource(path: path)
    var shown: [String] = []
    whole.progress = Progress(
      size: size + 3, isWatched: true, minimumSize: 0, interval: 0, write: { shown.append($0) })
    let bytes = try whole.readFile(0..<size + 3)
    #expect(shown == ["\r99 %  16 of 16 MB ", "\r\u{1B}[K"])
    #expect(bytes.count == size + 3)
    #expect(bytes.starts(with: "0123456789".utf8) && bytes.suffix(4) == [0] + Array("end".utf8))
  }

  /// Each input is closed before the next one is opened.
  @Test func manyInputsTakeFewDescriptors() throws {
    let folder = try Folder()
    _ = try folder.file("a.jsonl", "{\"a\":1}\n")
    _ = try folder.file("a.json", "[{\"a\":1}]")
    _ = try folder.file("a.csv", "a\n1\n\"x\"y\n1\n")
    _ = try folder.file("a.tsv", "a\tb\n1\t2\n")
    let names = (0..<20).map { _ in "a.jsonl a.json a.csv a.tsv" }.joined(separator: " ")
    let outcome = try Tool.shell(
      "cd \(folder.path); ulimit -n 24; $Q -c --skip-errors 'a == 1' \(names)")
    #expect(outcome.text == "100\n")
    #expect(outcome.status == 0)
  }
}
