import Foundation
import Testing

@testable import FrcQuery

/// Readers of bytes that the caller keeps look at none before or behind them: memory begins and ends there.
struct GuardedMemoryTests {
  private static let bytes = Array("a,\"\n\r".utf8)

  /// All texts of up to four bytes.
  private static let texts: [[UInt8]] = {
    var texts: [[UInt8]] = [[]]
    var longest = texts
    for _ in 1...4 {
      longest = longest.flatMap { text in bytes.map { text + [$0] } }
      texts += longest
    }
    return texts
  }()

  /// Calls `body` with each text three times: behind the beginning of a page, before the end of one, and in the
  /// middle. All answers have to be one.
  private func expectSameAnswer<Answer: Equatable>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Answer
  ) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0))
    try #require(memory != MAP_FAILED)
    defer { munmap(memory, 3 * page) }
    #expect(mprotect(memory + page, page, PROT_READ | PROT_WRITE) == 0)
    let inside = UnsafeMutableBufferPointer(
      start: (memory + page).assumingMemoryBound(to: UInt8.self), count: page)
    for text in Self.texts {
      for filling in Self.bytes {
        let answers = [0, page - text.count, page / 2].map { start in
          for place in [start - 2, start - 1, start + text.count, start + text.count + 1]
          where inside.indices.contains(place) { inside[place] = filling }
          for (index, byte) in text.enumerated() { inside[start + index] = byte }
          return body(UnsafeBufferPointer(rebasing: inside[start..<start + text.count]))
        }
        guard answers.allSatisfy({ $0 == answers[0] }) else {
          Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription): \(answers)")
          return
        }
      }
    }
  }

  private func withCells<Answer>(
    _ columns: Int, _ body: (UnsafeMutableBufferPointer<DelimitedScanner.Place>) throws -> Answer
  ) rethrows -> Answer {
    let cells = UnsafeMutableBufferPointer<DelimitedScanner.Place>.allocate(capacity: columns)
    defer { cells.deallocate() }
    cells.initialize(repeating: DelimitedScanner.Place())
    return try body(cells)
  }

  @Test(arguments: [1, 3], [false, true])
  func aScannerStaysInItsMemory(_ columns: Int, _ isAtEnd: Bool) throws {
    try withCells(columns) { cells in
      try expectSameAnswer { text in
        var scanner = DelimitedScanner(
          text, isAtEnd: isAtEnd, separator: Self.bytes[1], cells: cells)
        var places: [Int] = []
        while true {
          switch scanner.next() {
          case .end, .incomplete: return places
          case .bad: places.append(-scanner.place)
          case .record:
            let found = cells.prefix(scanner.cellCount)
            places += found.flatMap { [$0.start, $0.end] } + [scanner.place]
          }
        }
      }
    }
  }

  @Test(arguments: [1, 3], [false, true])
  func aGuessStaysInItsMemory(_ columns: Int, _ isAtEnd: Bool) throws {
    try withCells(columns) { cells in
      try expectSameAnswer { text in
        DelimitedScanner.guess(text, isAtEnd: isAtEnd, separator: Self.bytes[1], cells: cells)
      }
    }
  }

  @Test func endsOfRecordsAreLookedForInTheTextAlone() throws {
    try expectSameAnswer { text in
      var scanner = DelimitedScanner(text, separator: Self.bytes[1])
      return scanner.goToLastEnd()
    }
  }
}
