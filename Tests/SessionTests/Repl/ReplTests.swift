import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

struct ReplTests {
  static let folder = Tool.root.appendingPathComponent("Tests/SessionTests")

  static var scripts: [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("Sessions").path)
    return (files ?? []).filter { $0.hasSuffix(".frc") }.sorted()
  }

  static func script(_ name: String) throws -> String {
    try String(
      contentsOf: folder.appendingPathComponent("Sessions/\(name)"), encoding: .utf8)
  }

  /// Each line of a script with what it printed, errors among it.
  private func transcript(_ script: String) throws -> String {
    let room = try ReplFolder()
    let outcome = try room.session(script, file: "people.json")
    return outcome.text + "status \(outcome.status)\n"
  }

  @Test(arguments: scripts)
  func aSessionIsAsRecorded(_ name: String) throws {
    let transcript = try transcript(try Self.script(name))
    let file = "repl-\(name.replacingOccurrences(of: ".frc", with: ".txt"))"
    #expect(try transcript == Tool.recorded(file, transcript))
  }

  @Test func everyCommandIsInASession() throws {
    var said: Set<Substring> = [".watch", ".timer"]
    for name in Self.scripts {
      for line in try Self.script(name).split(separator: "\n") {
        said.insert(line.prefix { $0 != " " })
      }
    }
    #expect(Command.lines.filter { !said.contains(Substring($0.name)) }.map(\.name) == [])
  }

  @Test(arguments: [
    ".open", ".open a b", ".schema x", ".identity no`", ".watch", ".watch maybe", ".watch on off",
    ".save a b", ".save --force --force", ".export", ".export a b", ".export a --format",
    ".export a --format xml", ".export --force --force a", ".export people.json --force",
    ".export more.jsonl", ".save more.jsonl", ".quit --force", ".quit --drop x", ".open --drop",
    ".filter", ".filter x", ".filter add", ".filter add x",
    ".filter add \"x age > 3", ".filter add @g age > 3", ".filter add x@ age > 3",
    ".filter add x age >", ".filter remove", ".filter remove x y", ".filter replace",
    ".filter clear all", ".filters x", ".section a..b", ".sort name:no", ".sort a..b",
    ".explain row", ".why 1",
    ".add", ".add {", ".add {} {}", ".remove", ".replace", ".replace {}", ".merge a b",
    ".begin x", ".end", ".end x", ".rollback", ".rollback x", ".show x", ".show -1", ".show 1 2",
    ".select a..b", ".mode", ".mode xml", ".diff", ".diff 1", ".timer", ".timer o", ".explain",
    ".explain age >", ".plugin", ".plugin nothing.so", ".read", ".read nothing", ".help x y",
    ".quit now", ".", ".Open people.json", "age >", "unknown(age)", "\"", "..",
  ])
  func aWrongLineIsToldWithItsNumber(_ line: String) throws {
    let room = try ReplFolder()
    let outcome = try room.session(".bail off\n\(line)\nid == 1\n", file: "people.json")
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("\nfrc-query: standard input:2: "))
    #expect(outcome.text.hasSuffix("1 of 7 rows\n"))
    // Not a word of the language of the program itself
    #expect(!outcome.text.contains("Error("))
  }

  @Test func withoutDataThereIsNothingToAsk() throws {
    let needsData = Command.lines.map(\.name).filter {
      ![
        ".open", ".help", ".quit", ".mode", ".diff", ".timer", ".plugin", ".read", ".select",
        ".explain", ".watch", ".bail",
      ].contains($0)
    }
    for name in needsData {
      let words = [
        ".filter": "clear", ".add": "{}", ".remove": "1", ".replace": "{}", ".merge": "people.json",
        ".save": "x.json", ".export": "x.json",
      ]
      let room = try ReplFolder()
      let outcome = try room.session("\(name) \(words[name] ?? "")\n", file: nil)
      #expect(outcome.status == 2)
      #expect(outcome.text.contains("no data is open"), "\(name): \(outcome.text)")
    }
  }

  @Test func aPredicateShowsFiftyRowsOfAllAndLeavesTheFiltersAlone() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("many.csv", "k\n" + (1...60).map { "\($0)\n" }.joined())
    let script = """
      .mode csv
      .filter add Few k > 58
      k > 5
      .show 55
      .show 60
      .show
      k > 5
      .filters
      .show 60
      k > 20
      TRUEPREDICATE
      """
    let outcome = try room.session(script, file: "many.csv")
    #expect(outcome.status == 0)
    let shown = outcome.text.split(separator: "k\n").map { $0.split(separator: "\n") }
    #expect(
      shown.map { $0.last { $0.contains("row") } } == [
        "2 of 60 rows", "55 of 60 rows, the first 50 shown", "55 of 60 rows", "55 of 60 rows",
        "2 of 60 rows", "55 of 60 rows, the first 50 shown", "2 of 60 rows", "40 of 60 rows",
        "60 rows, the first 50 shown",
      ])
    #expect(shown.map { $0.count { Int($0) != nil } } == [0, 50, 55, 55, 2, 50, 2, 40, 50])
    #expect(outcome.lines.contains("Few  k > 58"))
  }

  @Test func theTimerTellsEveryLine() throws {
    let room = try ReplFolder()
    let outcome = try room.session(
      ".timer on\nage > 40\n.timer off\nage > 40\n", file: "people.json")
    let times = outcome.lines.filter { $0.hasSuffix(" s") && $0.contains(".") }
    #expect(times.count == 2)
    #expect(times.allSatisfy { Double($0.dropLast(2)) != nil })
  }

  @Test func aClosedOutputEndsASessionQuietly() throws {
    let outcome = try Tool.shell(
      "cd \(Tool.root.path)/samples; (yes 'vCPUs > 2'; echo status $? >&2) |"
        + " $Q repl instances.jsonl | head -n 3")
    #expect(outcome.lines.count == 3)
    #expect(!outcome.errors.contains("frc-query"))
  }

  @Test func aFileThatCannotBeOpenedIsAnError() throws {
    let room = try ReplFolder()
    let outcome = try room.session(".open people.json\n", file: "nothing.json")
    #expect(outcome.status == 2)
    #expect(outcome.text == "frc-query: nothing.json: No such file or directory\n")
    #expect(try room.session("", file: "people.json").status == 0)
    #expect(try room.session(".open -\n", file: "-").status == 2)
  }

  /// Lines end in any way, and a mark of an editor begins the first one.
  @Test func linesOfAScriptMayEndInAnyWay() throws {
    let room = try ReplFolder()
    let lines = Array("\u{FEFF}.bail off\r\nid == 1\r\nid < 3\r\r\n\n\u{FEFF}id == 1\n".utf8)
    let script = lines + [0x27, 0xFF, 0x0A] + Array("id > 3".utf8)
    let path = try room.folder.file("script", script)
    for (input, place) in [(script, "standard input"), (Array(".read \(path)\n".utf8), path)] {
      let outcome = try Tool.run(["repl", "people.json"], bytes: input, in: room.folder.path)
      let counts = outcome.errors.split(separator: "\n").filter { $0.hasSuffix(" of 7 rows") }
      #expect(counts == ["1 of 7 rows", "2 of 7 rows", "4 of 7 rows"], "\(outcome)")
      let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("frc-query: ") }
      #expect(errors.count == 2)
      #expect(errors.first?.hasPrefix("frc-query: \(place):5: ") == true)
      #expect(errors.last == "frc-query: \(place):6: invalid UTF-8")
      #expect(outcome.status == 2)
    }
  }

  @Test func filesTakeDescriptorsOnlyAsLongAsTheyAreRead() throws {
    let room = try ReplFolder()
    let lines = [
      ".open .", ".open people.json", ".merge more.jsonl", ".save", ".save --force copy.json",
    ]
    let script = ".bail off\n" + String(repeating: lines.map { $0 + "\n" }.joined(), count: 40)
    let input = try room.folder.file("script", script)
    let outcome = try Tool.shell(
      "cd \(room.folder.path); ulimit -n 20; $Q repl < \(input) 2> errors; cat errors")
    let refused = outcome.lines.filter { $0.hasPrefix("frc-query: ") }
    #expect(refused.count == 40)
    #expect(refused.allSatisfy { $0.hasSuffix(" .: a directory, not a regular file") })
    #expect(outcome.lines.count { $0 == "8 rows written to copy.json" } == 40)
  }

  @Test func pluginsAreLoadedAndNamed() throws {
    let room = try ReplFolder()
    let outcome = try room.session(".plugin people.json\n", file: nil)
    #expect(outcome.text.contains("people.json"))
    #expect(outcome.status == 2)
  }

  @Test func whyNamesAFilterThatHasNoAnswerForTheRow() throws {
    let room = try ReplFolder()
    let script = """
      .filter add Bad name + 1 > 3
      .filter add Old age > 90
      .explain row 1
      .filter remove Old
      .explain row 1
      .filter replace Bad age + 1 > 3
      .explain row 1
      .filter add Narrower age + 1 > 3 AND name + 1 > 3
      .explain row 1
      """
    let outcome = try room.session(script + "\n", file: "people.json")
    #expect(
      outcome.lines.filter { !$0.contains("7 rows") && !$0.contains("! name + 1") } == [
        "hidden by Bad  name + 1 > 3", "          Old  age > 90", "Bad:", "Old:",
        "  ✗ age > 90    age is 36",
        "hidden by Bad  name + 1 > 3",
        "shown", "hidden by Narrower  age + 1 > 3 AND name + 1 > 3", "  ! AND",
        "    ✓ age + 1 > 3    age + 1 is 37",
      ])
  }

  @Test func whatIsSavedIsReplacedAsAWhole() throws {
    let room = try ReplFolder()
    let outcome = try room.session(
      ".remove 1\n.save people.json\n.open people.json\n.save .\n", file: "people.json")
    #expect(outcome.text.contains("6 rows written to people.json\n6 rows"))
    #expect(outcome.status == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: room.folder.path)
    #expect(!names.contains { $0.hasPrefix(".frc-query") })
  }
}
