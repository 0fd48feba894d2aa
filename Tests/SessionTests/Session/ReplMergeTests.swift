import Foundation
import Testing
import ToolTestSupport

/// A file that others change between being opened and being saved.
struct ReplMergeTests {
  private static let rows = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"

  /// Runs a session; a line that begins with "!" is one of the shell.
  private func session(
    _ lines: [String], on name: String = "a.jsonl", _ text: String = rows
  ) throws -> (outcome: Tool.Outcome, file: String) {
    let folder = try Folder()
    let file = try folder.file(name, text)
    let session = try Conversation(["repl", name], in: folder.path)
    var output = ""
    /// Does a line, and waits for its end: the session then prints its number.
    func say(_ line: String, _ number: Int) throws {
      try session.send("\(line)\n.explain done\(number) == 1\n")
      while let line = session.line(), !line.hasPrefix("done\(number) ") { output += line + "\n" }
    }
    try say(".bail off", lines.count)
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("!") {
        output += try Tool.shell("cd \(folder.path); \(line.dropFirst())").text
      } else {
        try say(line, number)
      }
    }
    var outcome = session.end()
    outcome.output = Array(output.utf8) + outcome.output
    let data = try? Data(contentsOf: URL(fileURLWithPath: file))
    return (outcome, data.map { String(decoding: $0, as: UTF8.self) } ?? "gone")
  }

  @Test(arguments: [
    (#"!echo "{\"id\":4}" >> a.jsonl"#, "a.jsonl: 1 row was appended since it was opened; .merge"),
    (
      #"!printf "4\n\n5\n" >> a.jsonl"#, "a.jsonl: 2 rows were appended since it was opened; .merge"
    ),
    (#"!printf "{" >> a.jsonl"#, "a.jsonl: grew from 27 to 28 bytes since it was opened; .merge"),
    ("!: > a.jsonl", "a.jsonl shrank from 27 to 0 bytes since it was opened; .merge"),
    (
      "!sed s/3/4/ a.jsonl > b; cat b > a.jsonl",
      "a.jsonl was rewritten with as many bytes since it was opened; .merge"
    ),
    (
      "!sed s/3/44/ a.jsonl > b; mv b a.jsonl",
      "a.jsonl was replaced by another file: 28 bytes instead of 27 since it was opened; .merge"
    ),
    (
      "!rm a.jsonl", "a.jsonl was deleted since it was opened; .save --force writes it again"
    ),
    ("!rm a.jsonl; mkfifo a.jsonl", "a.jsonl is now a FIFO, not a regular file"),
  ])
  func aFileThatOthersChangedIsNotOverwritten(_ step: String, _ reason: String) throws {
    let (outcome, file) = try session([".remove 1", step, ".save"])
    #expect(outcome.text.contains("standard input:5: \(reason)"), "\(outcome)")
    #expect(!outcome.text.contains("rows written"))
    #expect(outcome.status == 2)
    #expect(!file.hasPrefix("{\"id\":2}"))
  }

  @Test func aFileThatWasOnlyTouchedOrReplacedByAnEqualOneIsSaved() throws {
    for step in ["!touch -d '2001-01-01' a.jsonl", "!cp a.jsonl b; mv b a.jsonl"] {
      let (outcome, file) = try session([".remove 1", step, ".save"])
      #expect(outcome.text.contains("2 rows written to a.jsonl"))
      #expect(file == "{\"id\":2}\n{\"id\":3}\n")
    }
  }

  @Test func whatTheSessionWroteIsWhatItKnows() throws {
    let (outcome, file) = try session([
      ".remove 1", ".save", ".remove 2", ".save", "!echo 7 >> a.jsonl", ".save",
    ])
    #expect(outcome.text.contains("a.jsonl: 1 row was appended since it was saved"))
    #expect(file == "{\"id\":3}\n7\n")
  }

  @Test(arguments: ["!echo 5 >> a.jsonl", "!rm a.jsonl", "!: > a.jsonl"])
  func forceOverwrites(_ step: String) throws {
    let (outcome, file) = try session([".remove 1", step, ".save --force", ".remove 2", ".save"])
    #expect(outcome.text.contains("1 row written to a.jsonl"))
    #expect(file == "{\"id\":3}\n")
  }

  @Test func anotherFileIsReplacedWithoutAsking() throws {
    let (outcome, _) = try session(["!echo 5 >> a.jsonl", ".save b.jsonl"])
    #expect(outcome.text.contains("3 rows written to b.jsonl"))
  }

  @Test func aMergeTakesInWhatOthersWroteAndKeepsTheEdits() throws {
    let (outcome, file) = try session([
      ".remove 1", #".replace {"id":2,"n":1}"#, #".add {"id":9}"#,
      #"!printf "{\"id\":1}\n{\"id\":4}\n{\"id\":2}\n{\"id\":3, \"n\":2}\n" > a.jsonl"#, ".save",
      ".merge", ".save",
    ])
    #expect(
      outcome.text.contains("a.jsonl: 1 changed, 1 added, 0 removed by others; 3 edits kept\n"))
    #expect(
      file == "{\"id\":4}\n{\"id\":2,\"n\":1}\n{\"id\":3, \"n\":2}\n{\"id\":9}\n", "\(outcome)")
  }

  @Test func rowsWithoutAKeyAreMergedByTheirPositions() throws {
    let (outcome, file) = try session(
      [
        #".replace 2 "two""#, ".remove 4", ".add 6",
        #"!printf "1\n2\n2.5\n3\n4\n5\n7\n" > a.jsonl"#, ".merge", #".replace 7 "seven""#, ".save",
      ], "1\n2\n3\n4\n5\n")
    // Rows 1 to 3 are matched from the beginning, the others by position.
    #expect(outcome.text.contains("removed by others"), "\(outcome)")
    #expect(file.hasPrefix("1\n\"two\"\n"), "\(file)")
    #expect(file.hasSuffix("\"seven\"\n6\n"), "\(file)")
    let (_, appended) = try session(
      [#".replace 2 "two""#, ".remove 1", ".add 6", "!echo 4 >> a.jsonl", ".merge", ".save"],
      "1\n2\n3\n")
    #expect(appended == "\"two\"\n3\n4\n6\n")
    let (_, shorter) = try session(
      [#".replace 3 "three""#, #"!printf "1\n3\n" > a.jsonl"#, ".merge", ".save"], "1\n2\n3\n")
    #expect(shorter == "1\n\"three\"\n")
  }

  @Test func aRowThatBothSidesEditedKeepsTheOwnEditAndIsReported() throws {
    let (outcome, file) = try session([
      #".replace {"id":1,"n":"own"}"#, ".remove 2", #".replace {"id":3,"n":"own"}"#,
      #".add {"id":4,"n":"own"}"#, #".add {"id":5}"#,
      #"!printf "{\"id\":1,\"n\":\"their\"}\n{\"id\":2,\"n\":0}\n{\"id\":4}\n{\"id\": 5}\n" > a.jsonl"#,
      ".merge", ".save",
    ])
    for conflict in [
      "the row with the id 1 was changed here and in the file; the edit made here is kept",
      "the row with the id 2 was removed here and changed in the file; the edit made here is kept",
      "the row with the id 3 was changed here and removed in the file; the edit made here is kept",
      "the row with the id 4 was added here and in the file; the edit made here is kept",
    ] {
      #expect(outcome.text.contains(conflict), "\(outcome)")
    }
    #expect(!outcome.text.contains("the id 5"))
    // The rows of the conflicts are counted as edits alone; both sides added row 5 alike.
    #expect(
      outcome.text.contains("a.jsonl: 0 changed, 0 added, 0 removed by others; 4 edits kept\n"))
    #expect(
      file
        == "{\"id\":1,\"n\":\"own\"}\n{\"id\":4,\"n\":\"own\"}\n{\"id\": 5}\n{\"id\":3,\"n\":\"own\"}\n"
    )
  }

  @Test(arguments: [20, 21])
  func onlyTheFirstConflictsAreNamed(_ count: Int) throws {
    let rows = (1...count).map { "{\"id\":\($0)}\n" }.joined()
    let (outcome, _) = try session(
      (1...count).map { #".replace {"id":\#($0),"n":1}"# }
        + ["!sed 's/}/,\"n\":2}/' a.jsonl > b; cat b > a.jsonl", ".merge"], rows)
    #expect(outcome.text.contains("0 removed by others; \(count) edits kept\n"), "\(outcome)")
    #expect(outcome.lines.count { $0.contains("was changed here and in the file") } == 20)
    #expect(outcome.lines.contains("… and 1 more") == (count > 20))
  }

  @Test func aMergeKeepsTheShapeThatTheFileHasNow() throws {
    let (outcome, file) = try session(
      [
        #".replace {"id":1,"n":2}"#, #"!printf "id,n,z\r\n1,1.50,\"a\"\r\n2,1e3,b\r\n" > a.csv"#,
        ".merge", ".save",
      ], on: "a.csv", "id,n\n1,1.50\n")
    // The row has no "z": taking the column in is a change of the row by others.
    #expect(outcome.text.contains("the row with the id 1 was changed here and in the file"))
    #expect(file == "id,n,z\r\n1,2,\r\n2,1e3,b\r\n")
  }

  @Test func aFileThatCannotBeMergedLeavesAllAsItWas() throws {
    let (outcome, file) = try session([
      ".remove 1", "!echo '{' >> a.jsonl", ".merge", ".begin", ".merge", ".end", "id > 0",
    ])
    #expect(outcome.text.contains("a.jsonl:4: "))
    #expect(outcome.text.contains("end the batch first"))
    #expect(outcome.text.contains("2 rows\n"))
    #expect(outcome.status == 2)
    #expect(file == Self.rows + "{\n")
  }

  @Test func keysThatTheFileHasTwiceCannotBeMerged() throws {
    let (outcome, file) = try session([
      ".remove 1", #"!echo "{\"id\":2,\"n\":1}" >> a.jsonl"#, ".merge", ".save",
    ])
    #expect(outcome.text.contains("more than one row of the file has the id 2"))
    #expect(outcome.text.contains("1 row was appended"))
    #expect(file == Self.rows + "{\"id\":2,\"n\":1}\n")
  }

  @Test func anUnchangedFileIsNotMerged() throws {
    let (outcome, _) = try session([".remove 1", ".merge", ".merge a.jsonl", ".save"])
    #expect(outcome.lines.count { $0 == "a.jsonl has not changed" } == 2)
    #expect(outcome.text.contains("2 rows written"))
  }

  // MARK: - Following

  @Test func aFileThatChangesUnderEditsIsFollowedNoMore() throws {
    let text = "a.jsonl changed, and edits are not saved: it is no longer watched; .merge takes the"
    for lines in [[".watch on", ".remove 1"], [".remove 1", ".watch on"]] {
      let (outcome, file) = try session(
        lines + ["!echo '{\"id\":4}' >> a.jsonl", "id > 0", ".save", ".merge", ".save"])
      #expect(outcome.lines.count { $0.contains(text) } == 1, "\(outcome)")
      #expect(outcome.text.contains("2 rows\n"))
      #expect(outcome.status == 2)
      #expect(file == "{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n")
    }
  }

  @Test func savedEditsAreNotInTheWayOfFollowing() throws {
    let (outcome, _) = try session([
      ".watch on", ".remove 1", ".save", "!echo '{\"id\":4}' >> a.jsonl", "id > 0",
    ])
    #expect(outcome.text.contains("a.jsonl changed: 3 rows"))
    #expect(!outcome.text.contains("no longer watched"))
  }

  @Test func whatChangedBeforeAFileIsFollowedIsTakenInToo() throws {
    let (outcome, _) = try session(["!echo '{\"id\":4}' >> a.jsonl", ".watch on", "id > 0"])
    #expect(outcome.text.contains("a.jsonl changed: 4 rows"))
  }

  @Test func aWatchedFileThatBecomesAFIFOIsNotWaitedFor() throws {
    let (outcome, _) = try session([".watch on", "!rm a.jsonl; mkfifo a.jsonl", "id > 0"])
    #expect(
      outcome.text.contains("changed and cannot be read; the rows stay as they were: a.jsonl"))
    #expect(outcome.text.contains("3 rows\n"))
  }

  @Test func rowsThatAreLeftOutAreNotDroppedByASave() throws {
    let (outcome, file) = try session([
      ".watch on", #"!echo "{\"id\":3,\"n\":1}" >> a.jsonl"#, "id > 0", ".save", ".save --force",
    ])
    #expect(outcome.text.contains("1 row left out, as the id is there already"))
    #expect(outcome.text.contains("a.jsonl has 1 row more, left out as the id is there already;"))
    #expect(file == Self.rows)
  }
}
