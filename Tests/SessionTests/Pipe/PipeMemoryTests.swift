#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  /// What a request takes of memory, as the system counts it.
  @Suite(.serialized, .startsProcesses) struct PipeMemoryTests {
    /// The most memory that a process has had, in bytes.
    private func peak(of process: Process) throws -> Int { try memory(of: process, "VmHWM:") }

    /// A number of bytes that the system knows of a process.
    private func memory(of process: Process, _ name: String) throws -> Int {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
      return try #require(Int(line.filter(\.isNumber))) << 10
    }

    /// The program with arguments, its input and its output.
    private struct Conversation {
      let process = Process()
      private let input = Pipe()
      private let output = Pipe()

      init(_ arguments: String...) throws {
        process.executableURL = URL(fileURLWithPath: Tool.path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
      }

      /// Sends a line, and returns the first line of the answer.
      func answer(_ line: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        var answer = Data()
        while answer.last != UInt8(ascii: "\n") {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          answer += more
        }
        return String(decoding: answer, as: UTF8.self)
      }

      func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
      }
    }

    @Test(.disabled(if: AddressSanitizer.isOn, "it takes memory of its own"))
    func aLongListTakesAtMostThirtyBytesAByte() throws {
      let pipe = try Conversation("pipe")
      defer { pipe.end() }
      #expect(
        try pipe.answer(#"{"op":"evaluate","filter":"b.@count == 1","item":{"b":[1]}}"#)
          == "{\"result\":true}\n")
      let before = try peak(of: pipe.process)
      let count = 1_000_000
      let numbers = String(repeating: "7,", count: count - 1) + "7"
      let request =
        #"{"op":"evaluate","filter":"b.@count == \#(count)","item":{"b":[\#(numbers)]}}"#
      #expect(try pipe.answer(request) == "{\"result\":true}\n")
      let taken = try peak(of: pipe.process) - before
      #expect(taken < 30 * request.utf8.count, "\(taken / request.utf8.count) bytes a byte")
    }

    /// Rows are kept as their text. As values they took nine bytes a byte.
    @Test(.disabled(if: AddressSanitizer.isOn, "it takes memory of its own"))
    func rowsAreKeptAsTheirText() throws {
      let pipe = try Conversation("pipe")
      defer { pipe.end() }
      #expect(try pipe.answer(#"{"op":"configure","identity":"id"}"#) == "{\"changes\":[]}\n")
      let before = try memory(of: pipe.process, "VmRSS:")
      let rows = (0..<200_000).map { id in
        #"{"id":\#(id),"name":"Name \#(id)","city":"City \#(id % 100)","tags":["a","b"]}"#
      }
      let request = #"{"op":"set","items":[\#(rows.joined(separator: ","))]}"#
      #expect(try pipe.answer(request).contains("reload"))
      #expect(try pipe.answer(#"{"op":"snapshot","from":7,"count":1}"#).contains("Name 7"))
      let kept = try memory(of: pipe.process, "VmRSS:") - before
      #expect(kept < 6 * request.utf8.count, "\(kept / request.utf8.count) bytes a byte")
    }

    /// A scalar of two bytes is a row, with its places in the file and in the session.
    @Test(.disabled(if: AddressSanitizer.isOn, "it takes memory of its own"))
    func aLongListOfRowsTakesAtMostEightyBytesAByte() throws {
      let folder = try Folder()
      func peak(_ count: Int) throws -> Int {
        let list = "[" + String(repeating: "7,", count: count - 1) + "7]"
        let session = try Conversation("repl", try folder.file("\(count).json", list))
        defer { session.end() }
        #expect(try !session.answer(".show 1").isEmpty)
        return try self.peak(of: session.process)
      }
      let count = 500_000
      let taken = try peak(count) - peak(1)
      #expect(taken < 80 * 2 * count, "\(taken / 2 / count) bytes a byte")
    }

    /// The tokens of a text are made while they are written: the answer of ninety bytes a token is held, and no values.
    @Test(.disabled(if: AddressSanitizer.isOn, "it takes memory of its own"))
    func manyTokensTakeTheMemoryOfTheirAnswer() throws {
      let pipe = try Conversation("pipe")
      defer { pipe.end() }
      #expect(try pipe.answer(#"{"op":"tokens","text":"("}"#).hasPrefix("{\"tokens\""))
      let before = try peak(of: pipe.process)
      let count = 100_000
      let answer = try pipe.answer(
        #"{"op":"tokens","text":"\#(String(repeating: "(", count: count))"}"#)
      #expect(answer.hasSuffix("}]}\n") && answer.utf8.count > 80 * count)
      let taken = try peak(of: pipe.process) - before
      #expect(taken < 400 * count, "\(taken / count) bytes a token")
    }
  }
#endif
