#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a request takes of memory, as the system counts it.
  @Suite(.serialized, .startsProcesses) struct PipeMemoryTests {
    /// The most memory that a process has had, in bytes.
    private func peak(of process: Process) throws -> Int {
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber))) << 10
    }

    @Test(.disabled(if: AddressSanitizer.isOn, "it takes memory of its own"))
    func aLongListTakesAtMostThirtyBytesAByte() throws {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: Tool.path)
      process.arguments = ["pipe"]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      defer {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
      }
      func answer(_ request: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
        var answer = Data()
        while answer.last != UInt8(ascii: "\n") {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          answer += more
        }
        return String(decoding: answer, as: UTF8.self)
      }
      #expect(
        try answer(#"{"op":"evaluate","filter":"b.@count == 1","item":{"b":[1]}}"#)
          == "{\"result\":true}\n")
      let before = try peak(of: process)
      let count = 1_000_000
      let numbers = String(repeating: "7,", count: count - 1) + "7"
      let request =
        #"{"op":"evaluate","filter":"b.@count == \#(count)","item":{"b":[\#(numbers)]}}"#
      #expect(try answer(request) == "{\"result\":true}\n")
      let taken = try peak(of: process) - before
      #expect(taken < 30 * request.utf8.count, "\(taken / request.utf8.count) bytes a byte")
    }
  }
#endif
