import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Scripts that read scripts: none takes more than a limited number of steps.
struct ScriptTests {
  private let room: ReplFolder

  init() throws { room = try ReplFolder() }

  @Test func aScriptDoesNotReadItself() throws {
    let lines = String(repeating: ".read twice\n", count: 2)
    _ = try room.folder.file("twice", lines)
    _ = try room.folder.file("a", ".read b\n.read b\n")
    _ = try room.folder.file("b", "\n.read ./a\n")
    let outcome = try room.session(".bail off\n.read twice\n.read a\n", file: nil)
    let refusals = [
      "twice:1: twice", "twice:2: twice", "b:2: ./a", "b:2: ./a",
    ].map { "frc-query: \($0) is being read already: a script cannot read itself" }
    #expect(outcome.lines == refusals && outcome.status == 2)
  }

  @Test func scriptsAreReadSixteenDeep() throws {
    #expect(Session.maximumScriptDepth == 16)
    for number in 1...17 {
      _ = try room.folder.file("s\(number)", "TRUEPREDICATE\n.read s\(number + 1)\n")
    }
    let outcome = try room.session(".bail off\n.read s1\n.read s3\n", file: "more.jsonl")
    let refusals = outcome.lines.filter { $0.contains("scripts") }
    #expect(refusals == ["frc-query: s16:2: scripts read scripts more than 16 deep"])
    #expect(outcome.lines.contains { $0.hasPrefix("frc-query: s17:2: s18: No such file") })
  }

  /// Each script reads the next one twice: without a limit the last one would be read 2 to the power of 11 times.
  @Test func aLineReadsALimitedNumberOfScripts() throws {
    #expect(Session.maximumScriptCount == 1_000)
    for number in 1...12 {
      let next =
        number == 12 ? "SELF == 1\n" : String(repeating: ".read s\(number + 1)\n", count: 2)
      _ = try room.folder.file("s\(number)", next)
    }
    _ = try room.folder.file("one.jsonl", "1\n")
    let outcome = try room.session(
      ".bail off\n.mode jsonl\n.read s1\n.read s12\n", file: "one.jsonl")
    let runs = outcome.lines.count { $0 == "1" }
    #expect(runs > 100 && runs < 1_001, "\(runs)")
    let refusals = outcome.lines.filter { $0.hasPrefix("frc-query") }
    #expect(refusals.allSatisfy { $0.hasSuffix(": a line reads more than 1000 scripts") })
    #expect(refusals.count > 0 && refusals.count <= 24, "\(refusals)")
    // The next line reads as many again.
    #expect(outcome.lines.suffix(2) == ["1", "1 row"])
  }

  /// A line after an error is not run, in the script or in those that read it, and nothing is saved.
  @Test func aScriptEndsAtItsFirstError() throws {
    let path = room.folder.path + "/rows.jsonl"
    for (lines, said) in [
      (
        ".remove 1\n.fliter x\n.save\n",
        ["2 rows", "2: there is no command '.fliter', did you mean '.filter'?"]
      ),
      (".remove 1\nid ==\n.remove 2\n.save\n", ["2 rows", "2: expected an expression"]),
      (".remove 1\n.read inner\n.save\n", ["2 rows", "inner:1: no row has the id 9"]),
      (".remove 1\n.undo\n.undo\n.save\n", ["2 rows", "3 rows", "3: there is nothing to undo"]),
      (".begin\n.remove 1\n.remove 1\n.end\n.save\n", ["2 rows", "3: no row has the id 1"]),
      (".remove 1\n.add {\"id\":2}\n.save\n", ["2 rows", "2: a row has the id 2 already"]),
      (".remove 1\n.merge none\n.save\n", ["2 rows", "2: none: No such file or directory"]),
    ] {
      _ = try room.folder.file("rows.jsonl", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
      _ = try room.folder.file("inner", ".remove 9\n.save\n")
      let before = try String(contentsOfFile: path, encoding: .utf8)
      let outcome = try room.session(lines, file: "rows.jsonl")
      #expect(outcome.status == 2, "\(outcome)")
      let found = outcome.lines.dropFirst().filter {
        !$0.contains("not saved") && !$0.hasPrefix(" |")
      }
      .map { $0.replacing("frc-query: ", with: "").replacing("standard input:", with: "") }
      #expect(found.prefix(said.count).elementsEqual(said), "\(outcome)")
      #expect(!outcome.text.contains("written"), "\(outcome)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
      let goesOn = try room.session(".bail off\n" + lines, file: "rows.jsonl")
      #expect(goesOn.status == 2 && goesOn.text.contains(" written to "), "\(goesOn)")
    }
  }

  @Test func aScriptForAFileThatIsMissingIsNotRun() throws {
    let outcome = try room.session(".open more.jsonl\n.save x.jsonl\n", file: "none")
    #expect(outcome.text == "frc-query: none: No such file or directory\n" && outcome.status == 2)
  }

  /// At a terminal the script ends, and the session goes on.
  @Test func aScriptThatIsReadEndsAtItsFirstError() throws {
    let heard = try HeardSession(isTerminal: true)
    try heard.load(["{\"id\":1}", "{\"id\":2}"])
    let inner = try heard.folder.file("inner", ".remove 1\n.remove 1\n.remove 2\n")
    let outer = try heard.folder.file("outer", ".read \(inner)\n.remove 2\n")
    #expect(try heard.says(".read \(outer)") == "1 row\n")
    #expect(try heard.says(".remove 2") == "0 rows\n")
    _ = try heard.says(".undo")
    _ = try heard.says(".undo")
    _ = try heard.says(".bail off")
    #expect(try heard.says(".read \(inner)") == "1 row\n0 rows\n")
  }

  /// Rows that refuse an edit are no error, and a script says by its status that there were some.
  @Test func rowsThatRefuseAnEditAreInTheStatus() throws {
    _ = try room.folder.file("rows.jsonl", "{\"id\":1,\"n\":1}\n{\"id\":2,\"n\":\"x\"}\n")
    for (line, status) in [
      (".set n n + 1", 1), (".set n 1 where n > 3", 1), (".set n id", 0),
      (".set n n + 1 where id == 1", 0), (".set n n + 1\n.nothing", 2),
    ] as [(String, Int32)] {
      let outcome = try room.session(line + "\n.quit --drop\n", file: "rows.jsonl")
      #expect(outcome.status == status, "\(line)\n\(outcome)")
    }
  }
}
