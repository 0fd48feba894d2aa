import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Temporary files of saves that were killed: the next session removes them, and none that is in use.
struct LeftoverTests {
  private let folder: Folder
  private let path: String

  init() throws {
    folder = try Folder()
    path = try folder.file("a.jsonl", "{\"id\":1}\n")
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func create() throws -> SystemCalls.NewFile { try SystemCalls.createBeside(path).get() }

  private func name(_ file: SystemCalls.NewFile) -> String {
    URL(fileURLWithPath: file.path).lastPathComponent
  }

  @Test func aFileInUseStays() throws {
    let (dead, written, closed) = (try create(), try create(), try create())
    // What a process holds is free when the process is gone.
    for descriptor in [dead.descriptor, dead.lock, closed.descriptor] {
      SystemCalls.close(descriptor)
    }
    SystemCalls.removeLeftovers(in: folder.path)
    #expect(try names == [name(written), name(closed), "a.jsonl"].sorted())
    for descriptor in [written.descriptor, written.lock, closed.lock] {
      SystemCalls.close(descriptor)
    }
    SystemCalls.removeLeftovers(in: folder.path)
    #expect(try names == ["a.jsonl"])
  }

  @Test func filesOfOtherNamesAndKindsStay() throws {
    let others = [
      ".frc-query-", ".frc-query-12", ".frc-query-12-", ".frc-query-12-ab-c", ".frc-query-x-ab",
      ".frc-query-12-a_b", ".frc-query-12-zzzzzzzzz", "frc-query-12-ab", ".frc-query-12-ab~",
      ".frc-query--ab",
    ]
    for other in others { _ = try folder.file(other, "x") }
    #expect(mkfifo(folder.path + "/.frc-query-12-f1f0", 0o600) == 0)
    #expect(mkdir(folder.path + "/.frc-query-12-f01de2", 0o700) == 0)
    #expect(symlink("a.jsonl", folder.path + "/.frc-query-12-11nk") == 0)
    let before = try names
    _ = try folder.file(".frc-query-12-ab", "x")
    _ = try folder.file(".frc-query-2147483647-1z141z3", "x")
    SystemCalls.removeLeftovers(in: folder.path)
    #expect(try names == before)
    SystemCalls.removeLeftovers(in: folder.path + "/missing")
  }

  /// A process that is killed between any two calls leaves at most one file, which the next one removes.
  @Test(arguments: ["", ".save\\n", ".save --force b.jsonl\\n"])
  func aSessionRemovesWhatIsLeft(_ lines: String) throws {
    let left = try create()
    SystemCalls.close(left.descriptor)
    SystemCalls.close(left.lock)
    let used = try create()
    let outcome = try Tool.shell(
      "cd \(folder.path); printf '\(lines)' | $Q repl a.jsonl 2>&1; cd /; printf '\(lines)' | $Q repl \(path)"
    )
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try names.filter { $0.hasPrefix(".") } == [name(used)])
    SystemCalls.close(used.descriptor)
    SystemCalls.close(used.lock)
  }

  /// Saves of several processes at once do not remove each other's files.
  @Test func savesAtOnceAllSucceed() throws {
    let saves = String(repeating: ".save --force\\n", count: 20)
    let outcome = try Tool.shell(
      """
      cd \(folder.path)
      for n in 1 2 3 4; do printf '\(saves)' | $Q repl a.jsonl > out$n 2>&1 & done; wait; cat out*
      """)
    #expect(outcome.lines.count { $0 == "1 row written to a.jsonl" } == 80, "\(outcome)")
    #expect(outcome.lines.count == 84)
    #expect(try names.filter { $0.hasPrefix(".frc") } == [])
  }

  /// The file that another process takes for a leftover before it is locked is not used.
  @Test func aNewFileIsLocked() throws {
    let made = try create()
    let other = try SystemCalls.open(made.path).get()
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    SystemCalls.close(made.descriptor)
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
    SystemCalls.close(made.lock)
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    SystemCalls.close(other)
  }
}
