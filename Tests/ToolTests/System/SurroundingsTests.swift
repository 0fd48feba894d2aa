import Foundation
import Synchronization
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// A run of the program has what it is given, and leaves nothing behind.
struct SurroundingsTests {
  @Test func runsAtTheSameTimeAreApart() throws {
    let runs = (0..<8).map { number in
      WorkThread(stack: CapturedRun.stackSize) {
        Result {
          let rows = (0..<2_000).map { "{\"run\":\(number),\"row\":\($0)}\n" }.joined()
          return try Tool.run(
            ["run == \(number) AND row < \(number * 100)", "-c"], input: rows,
            isPiped: number.isMultiple(of: 2))
        }
      }
    }
    for (number, run) in runs.enumerated() {
      #expect(try run.result().get().text == "\(number * 100)\n")
    }
  }

  /// The threads that read a stream end with the run, although the stream goes on.
  @Test func aRunEndsWhileItsInputIsOpen() throws {
    for arguments in [["a == 1", "--limit", "2"], ["TRUE", "-i", "csv", "--limit", "1", "-c"]] {
      let conversation = try Conversation(arguments)
      try conversation.send("{\"a\":1}\n{\"a\":1}\n{\"a\":1}\n")
      #expect(conversation.status() == 0)
    }
  }

  @Test func theEnvironmentIsTheGivenOne() throws {
    let folder = try Folder()
    _ = try folder.file("rows.jsonl", "{\"id\":1}\n")
    let lines = ".open ~/rows.jsonl\n"
    #expect(
      try Tool.run(["repl"], input: lines, ["HOME": folder.path]).errors
        == "1 row, identified by id\n")
    #expect(
      try Tool.run(["repl"], input: lines).errors
        == "frc-query: standard input:1: ~/rows.jsonl: No such file or directory\n")
  }

  @Test func theClockIsTheGivenOne() throws {
    let time = Clock()
    let run = try CapturedRun(input: ".timer on\n.schema\n".utf8) { input, output, errors in
      Program.run(
        ["repl", Tool.sample("people.json")],
        in: Surroundings(
          input: input, output: output, errors: errors, environment: [:], seconds: time.next))
    }
    let said = String(decoding: run.errors, as: UTF8.self)
    #expect(said == "7 rows, identified by id\n1.500 s\n1.500 s\n")
  }

  /// A second and a half pass between two looks.
  private final class Clock: Sendable {
    private let seconds = Mutex(0.0)

    @Sendable func next() -> Double {
      seconds.withLock {
        $0 += 1.5
        return $0
      }
    }
  }

  /// What exceeds the memory ends the run, as an output without a reader does.
  @Test func aRunWritesToMemoryUpToItsLimit() {
    var surroundings = Surroundings(input: -1, output: -1, errors: -1, environment: [:])
    for (limit, status, lines) in [(100, 2, ["a == 1", "b == 22"]), (10, 0, ["a == 1"])] {
      let (output, errors) = (OutputMemory(limit: limit), OutputMemory(limit: 1_000))
      surroundings.memory = (output, errors)
      #expect(Program.run(["check", "a=1", "b=22", "c="], in: surroundings) == Int32(status))
      #expect(output.lines.lines.map { String(decoding: $0, as: UTF8.self) } == lines)
      #expect(output.lines.isCut == (status == 0) && !errors.lines.isCut)
      #expect(errors.lines.lines.isEmpty == (status == 0))
    }
  }

  /// Files are relative to the current folder of the thread.
  @Test func aRunHasAFolder() throws {
    let folder = try Folder()
    _ = try folder.file("rows.jsonl", "{\"id\":1}\n")
    #expect(try Tool.run(["TRUE", "-c", "rows.jsonl"], in: folder.path).text == "1\n")
    #expect(FileManager.default.currentDirectoryPath != folder.path)
  }

  @Test func anArgumentThatIsNotTextIsRefused() throws {
    let run = try CapturedRun(input: [] as [UInt8]) { input, output, errors in
      Program.run(
        ["check", nil],
        in: Surroundings(input: input, output: output, errors: errors, environment: [:]))
    }
    #expect(run.status == 2)
    #expect(
      String(decoding: run.errors, as: UTF8.self)
        == "frc-query: an argument is not valid UTF-8\n")
  }
}
