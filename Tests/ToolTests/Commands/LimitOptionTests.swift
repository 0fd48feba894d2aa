import Foundation
import Testing
import ToolTestSupport

/// `--time-limit` and `--step-limit`, and Ctrl-C inside a row.
@Suite struct LimitOptionTests {
  /// n + n × n steps for a list of n.
  private static let squares = "SUBQUERY(l, $a, ANY l == -1).@count == 0"

  private static func row(_ id: Int, _ count: Int) -> String {
    "{\"id\":\(id),\"l\":[\((0..<count).map(String.init).joined(separator: ","))]}\n"
  }

  private static let zeros: [(options: [String], status: Int32)] = [
    (["--limit", "0"], 0), (["--offset", "0"], 0), (["--step-limit", "0"], 0),
    (["--time-limit", "0"], 0), (["--time-limit", "inf"], 0), (["--time-limit", "1e300"], 0),
    (["--lock-timeout", "0"], 0), (["--lock-timeout", "inf"], 0), (["--lock-timeout", "-1"], 2),
    (["--lock-timeout", "nan"], 2), (["--offset", "-1"], 2),
  ]

  /// Nothing is a limit too, and a time without an end is none.
  @Test(arguments: zeros)
  func nothingIsALimitToo(_ options: [String], _ status: Int32) throws {
    let found = try Tool.run(["l == 1"] + options, input: "{\"l\":1}\n")
    #expect(found.status == status, "\(found)")
    let isRefused = options[1].hasPrefix("-") || options[1] == "nan"
    #expect(found.errors.contains("\(options[0]) must not be negative.") == isRefused)
  }

  @Test(arguments: ["jsonl", "json"])
  func rowsOverTheStepLimitAreLeftOut(_ format: String) throws {
    let input = Self.row(1, 3) + Self.row(2, 10) + Self.row(3, 2)
    let text =
      format == "json" ? "[" + input.split(separator: "\n").joined(separator: ",") + "]" : input
    let found = try Tool.run(
      "-i", format, "-o", "jsonl", "--select", "id", "--step-limit", "119", Self.squares,
      input: text)
    #expect(found.lines == ["{\"id\":1}", "{\"id\":3}"])
    #expect(found.status == 2)
    #expect(found.errors.contains("gave up after 119 steps for one item"))
    #expect(found.errors.contains("1 row could not be evaluated and was left out"))
    let all = try Tool.run(
      "-i", format, "-o", "jsonl", "--select", "id", "--step-limit", "120", Self.squares,
      input: text)
    #expect(all.lines.count == 3 && all.status == 0 && all.errors == "")
  }

  @Test(arguments: ["jsonl", "csv"])
  func theTimeLimitEndsTheRunAndKeepsWhatWasWritten(_ output: String) throws {
    // The first rows take little, the last one no end.
    let input = Self.row(1, 2) + Self.row(2, 2) + Self.row(3, 400) + Self.row(4, 2)
    let found = try Tool.run(
      "-o", output, "--select", "id", "--time-limit", "0", Self.squares, input: input)
    #expect(found.status == 2)
    #expect(found.lines == (output == "csv" ? ["id", "1", "2"] : ["{\"id\":1}", "{\"id\":2}"]))
    #expect(
      found.errors.contains("frc-query: standard input: gave up after 0 seconds\n | SUBQUERY"))
    #expect(found.errors.contains("^"))
    let slow = try Tool.run(
      "-o", output, "--select", "id", "--time-limit", "3600", Self.squares, input: input)
    #expect(slow.status == 0 && slow.lines.count == (output == "csv" ? 5 : 4))
  }

  /// The rows that were found are written whole, unless they wait for an order, a section or their number.
  @Test(arguments: [
    (["-o", "json"], "[\n{\"id\":1},\n{\"id\":2}\n]\n"), (["-o", "json", "-c"], ""),
    (["-o", "json", "--sort", "id"], ""), (["-o", "json", "--section", "id"], ""),
    (["-o", "table"], "id\n──\n 1\n 2\n"), (["-o", "table", "--section", "id"], ""),
    (["-o", "csv", "--section", "id"], ""),
  ])
  func theOutputIsClosedAtTheEndOfTheTime(_ options: [String], _ output: String) throws {
    let input = Self.row(1, 2) + Self.row(2, 2) + Self.row(3, 400)
    let found = try Tool.run(
      options + ["--select", "id", "--time-limit", "0", Self.squares], input: input)
    #expect(found.status == 2 && found.errors.contains("gave up after 0 seconds"))
    #expect(found.text == output, "\(options)")
  }

  @Test func theTimeLimitEndsOtherFormatsToo() throws {
    let cells = Array(repeating: "1,2", count: 70_000).joined(separator: "\n")
    let found = try Tool.run(
      "-i", "csv", "-c", "--time-limit", "0", "a == 5", input: "a,b\n" + cells + "\n")
    #expect(found.status == 2 && found.output.isEmpty)
    #expect(found.errors.contains("gave up after 0 seconds"))
  }

  @Test func sortedRowsDoNotComeOutAfterTheEnd() throws {
    let input = Self.row(1, 2) + Self.row(2, 400)
    let found = try Tool.run("--sort", "id", "--time-limit", "0", Self.squares, input: input)
    #expect(found.status == 2 && found.output.isEmpty)
  }

  @Test(arguments: [
    ["--time-limit", "-1", "a"], ["--step-limit", "-1", "a"], ["--time-limit", "nan", "a"],
    ["repl", "--step-limit", "-1"], ["pipe", "--time-limit", "x"], ["--limit", "-1", "a"],
    ["--time-limit", "-0.5", "a"], ["--time-limit=-inf", "a"],
  ])
  func aLimitThatIsNoneIsRefused(_ arguments: [String]) throws {
    let found = try Tool.run(arguments)
    #expect(found.status == 2)
    #expect(found.errors.contains("-limit"))
  }

  @Test func aScriptHasLimitsForEachLine() throws {
    let folder = try Folder()
    let rows = Self.row(1, 2) + Self.row(2, 400) + Self.row(3, 2)
    let path = try folder.file("rows.jsonl", Data(rows.utf8))
    let script = ".bail off\n\(Self.squares)\n.filter add F \(Self.squares)\nid == 1\n.filters\n"
    let steps = try Tool.run("repl", "--step-limit", "1000", path, input: script)
    #expect(steps.errors.contains("gave up after 1000 steps for one item"))
    let time = try Tool.run("repl", "--time-limit", "0", path, input: script)
    #expect(time.status == 2)
    #expect(time.errors.contains("gave up after 0 seconds"))
    #expect(time.errors.contains("1 of 3 rows"))
  }

  @Test func aRequestHasLimits() throws {
    let list = (0..<400).map(String.init).joined(separator: ",")
    let requests = """
      {"op":"evaluate","filter":"\(Self.squares)","item":{"l":[\(list)]}}
      {"op":"evaluate","filter":"\(Self.squares)","item":{"l":[1]}}
      {"op":"set","items":[{"l":[1]}]}
      {"op":"filter.add","name":"F","filter":"\(Self.squares)"}
      {"op":"add","item":{"l":[\(list)]}}
      {"op":"replace","at":[0,0],"item":{"l":[\(list)]}}
      {"op":"snapshot"}

      """
    let steps = try Tool.run("pipe", "--step-limit", "1000", input: requests)
    let message = "\"message\":\"gave up after 1000 steps for one item\""
    #expect(steps.lines.count == 7)
    for number in [0, 4, 5] {
      #expect(steps.lines[number].hasPrefix("{\"error\":{\"kind\":\"evaluation\","))
      #expect(steps.lines[number].contains(message))
    }
    #expect(steps.lines[1] == "{\"result\":true}")
    #expect(steps.lines[6] == "{\"sections\":[{\"name\":null,\"items\":[{\"l\":[1]}]}]}")
    let time = try Tool.run("pipe", "--time-limit", "0", input: requests)
    #expect(time.lines[0].contains("gave up after 0 seconds"))
    #expect(time.lines[4].contains("gave up after 0 seconds"))
    #expect(time.lines[6] == steps.lines[6])
  }
}
