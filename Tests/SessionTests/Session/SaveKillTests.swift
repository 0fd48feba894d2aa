import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// Nothing is lost when a save is killed at any time, or when a disk is full.
@Suite(.serialized, .startsProcesses) struct SaveKillTests {
  private static let count = 4_000

  /// The rows of a file whose first row has a number.
  private static func rows(_ number: Int) -> String {
    "{\"id\":0,\"n\":\(number)}\n"
      + (1...count).map { "{\"id\":\($0),\"t\":\"\(String(repeating: "x", count: 60))\"}\n" }
      .joined()
  }

  /// Saves follow each other, and the process is killed at any time after the first one.
  @Test func aKillLeavesTheOldBytesOrTheNewOnes() throws {
    let folder = try Folder()
    let file = try folder.file("a.jsonl", Self.rows(0))
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let rest = Self.rows(0).dropFirst("{\"id\":0,\"n\":0}\n".count)
    for round in 1...(RandomSearch.isExhaustive ? 200 : RandomSearch.rounds(8)) {
      let numbers = round * 1_000..<(round + 1) * 1_000
      let lines = numbers.map { ".replace {\"id\":0,\"n\":\($0)}\n.save\n" }.joined()
      let script = try folder.file("script", lines)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.path)
      process.arguments = ["repl", file]
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: script))
      process.standardOutput = FileHandle.nullDevice
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      var said = ""
      while !said.contains("written") {
        let data = errors.fileHandleForReading.availableData
        try #require(!data.isEmpty)
        said += String(decoding: data, as: UTF8.self)
      }
      usleep(UInt32(dice.below(100_000)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let first = text.prefix { $0 != "\n" }
      let number = first.wholeMatch(of: /\{"id":0,"n":(\d+)\}/).flatMap { Int($0.1) } ?? 0
      try #require(
        numbers.contains(number) && text.dropFirst(first.count + 1) == rest,
        "round \(round): \(text.utf8.count) bytes, \(first)")
    }
    // The next session removes what the killed ones have left.
    _ = try Tool.run(["repl", file])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a.jsonl", "script"])
  }

  /// A file system that is too small for the new file keeps the old one.
  @Test func aFullDiskKeepsTheOldFile() throws {
    let folder = try Folder()
    let text = (1...2_000).map { "{\"id\":\($0)}\n" }.joined()
    _ = try folder.file("a.jsonl", text)
    let lines = ".bail off\n.add {\"id\":0}\n.save\n.export b.csv\n.quit --drop\n"
    _ = try folder.file("script", lines)
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkdir disk
      mount -t tmpfs -o size=32k none disk 2> /dev/null || { echo skip; exit; }
      cp a.jsonl disk; cd disk
      $Q repl a.jsonl < ../script 2>&1; echo $?
      ls -A; cmp a.jsonl ../a.jsonl; cd ..; umount disk
      """)
    guard outcome.text != "skip\n" else { return }
    #expect(
      outcome.lines == [
        "2000 rows, identified by id", "2001 rows",
        "frc-query: standard input:3: a.jsonl: No space left on device",
        "frc-query: standard input:4: b.csv: No space left on device", "2", "a.jsonl",
      ], "\(outcome)")
    #expect(outcome.status == 0)
  }
}
