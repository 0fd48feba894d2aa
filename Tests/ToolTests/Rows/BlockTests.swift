import Foundation
import Testing
import ToolTestSupport

/// Files of many blocks, which several threads filter.
struct BlockTests {
  private static let lineCount = 40_000

  private static let lines = (0..<lineCount).map { index in
    "{\"i\":\(index),\"t\":\"\(String(repeating: "x", count: index % 97))\"}"
  }

  private func line(_ index: Int) -> String { Self.lines[index] }

  /// More than two megabytes.
  private func file(_ folder: Folder, changing change: (inout [String]) -> Void = { _ in }) throws
    -> String
  {
    var lines = Self.lines
    change(&lines)
    return try folder.file("rows.jsonl", lines.joined(separator: "\n"))
  }

  @Test func matchesComeInOrderByteForByte() throws {
    let folder = try Folder()
    let file = try file(folder)
    let all = try Tool.run("i >= 0", file)
    #expect(all.output == [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) + [0x0A])
    let some = try Tool.run("i >= 10 AND t == 'xxxxx'", file)
    let expected = (10..<Self.lineCount).filter { $0 % 97 == 5 }.map { line($0) + "\n" }.joined()
    #expect(some.text == expected)
    #expect(try Tool.run("t == 'xxxxx'", "-c", file).text == "413\n")
    #expect(try Tool.run("t == 'xxxxx'", "-c", "-v", file).text == "\(Self.lineCount - 413)\n")
  }

  @Test(arguments: [
    (0, 1), (0, 30_000), (12_345, 3), (29_999, 20_000), (39_999, 1), (50_000, 1), (5, 0),
  ])
  func aWindowIsExact(_ offset: Int, _ limit: Int) throws {
    let folder = try Folder()
    let file = try file(folder)
    let outcome = try Tool.run("i >= 0", "--offset", "\(offset)", "--limit", "\(limit)", file)
    let end = min(Self.lineCount, offset + limit)
    let expected = offset < end ? (offset..<end).map { line($0) + "\n" }.joined() : ""
    #expect(outcome.text == expected)
  }

  @Test func aWindowNeverSeesWhatIsBadBehindIt() throws {
    let folder = try Folder()
    let file = try file(folder) { $0[20_001] = "{" }
    #expect(try Tool.run("i == 20000 OR i == 20002", "--limit", "1", file).status == 0)
    #expect(try Tool.run("i == 20000 OR i == 20002", "--limit", "2", file).status == 2)
  }

  @Test func badLinesAndFailuresHaveTheirNumbers() throws {
    let folder = try Folder()
    let file = try file(folder) {
      $0[30_000] = "{\"i\":tru}"
      $0[35_000] = "x"
      $0[33_000] = "{\"i\":\"text\"}"
      $0[10] = ""
    }
    let stopped = try Tool.run("i >= 0", file)
    #expect(stopped.status == 2)
    #expect(stopped.errors == "frc-query: \(file):30001: expected true, false or null\n")
    #expect(stopped.lines.count == 29_999)
    let skipped = try Tool.run("i >= 0", "--skip-errors", "-c", file)
    #expect(skipped.text == "\(Self.lineCount - 4)\n")
    #expect(skipped.errors.contains("\(file):33001"))
    #expect(skipped.errors.contains("\(file):30001"))
    #expect(skipped.errors.hasSuffix("skipped 2 bad rows\n"))
  }

  @Test func aLineCanBeLongerThanABlock() throws {
    let folder = try Folder()
    let long = String(repeating: "y", count: 1_500_000)
    let file = try file(folder) {
      $0[7_000] = "{\"i\":-1,\"t\":\"\(long)\"}"
      $0[Self.lineCount - 1] = "{\"i\":-2,\"t\":\"\(long)\"}"
    }
    let found = try Tool.run("i < 0", file).output.split(separator: UInt8(ascii: "\n"))
    #expect(found.map(\.count) == [1_500_000 + 15, 1_500_000 + 15])
    #expect(try Tool.run("i >= 0", "-c", file).text == "\(Self.lineCount - 2)\n")
  }

  @Test func otherOutputsSeeTheSameRows() throws {
    let folder = try Folder()
    let file = try file(folder)
    let filter = "i IN {5, 20000, 39999}"
    #expect(
      try Tool.run(filter, "-s", "i", file).text == "{\"i\":5}\n{\"i\":20000}\n{\"i\":39999}\n")
    #expect(try Tool.run(filter, "-s", "i", "-o", "csv", file).text == "i\n5\n20000\n39999\n")
    #expect(
      try Tool.run(filter, "-s", "i", "--sort", "i:desc", "--limit", "2", file).text
        == "{\"i\":39999}\n{\"i\":20000}\n")
  }

  @Test func standardInputMayBeAFileThatIsReadInPart() throws {
    let folder = try Folder()
    let file = try file(folder)
    let line =
      "(head -c 0; dd bs=1 count=\(line(0).utf8.count + 1) of=/dev/null 2>/dev/null; $Q -c 'i >= 0') < \(file)"
    #expect(try Tool.shell(line).text == "\(Self.lineCount - 1)\n")
    #expect(
      try Tool.shell("($Q -c 'i >= 0'; wc -c) < \(file)").lines == ["\(Self.lineCount)", "0"])
  }

  /// What comes after the program finds nothing left of a file on standard input, however much was read.
  @Test(arguments: ["jsonl", "csv", "tsv"], ["", "--limit 1", "--skip-errors"])
  func standardInputIsAtItsEndAfterwards(_ format: String, _ options: String) throws {
    let row = String(repeating: "1", count: 99) + "\n"
    let outcome = try Tool.run(
      ["-i", format] + Tool.words(options) + ["-c", "TRUEPREDICATE"],
      input: (format == "jsonl" ? "" : "a\n") + String(repeating: row, count: 6_000))
    #expect(outcome.lines == [options == "--limit 1" ? "1" : "6000"], "\(outcome)")
    #expect(outcome.unread == 0)
  }

  @Test func aFileThatBecomesShorterIsAnError() throws {
    let folder = try Folder()
    let path = folder.path + "/shrinking.jsonl"
    // The reader stops at a full pipe; then the file loses its end.
    let line = """
      yes '{"a":1,"t":"0123456789012345678901234567890123456789"}' | head -c 60000000 > \(path)
      { $Q 'a == 1' \(path); echo status $? >&2; } | { head -c 1000 > /dev/null; sleep 1; \
      truncate -s 1000000 \(path); cat > /dev/null; }
      """
    let outcome = try Tool.shell(line)
    #expect(outcome.errors.contains("shrinking.jsonl: the file became shorter while it was read\n"))
    #expect(outcome.errors.contains("status 2"))
  }
}
