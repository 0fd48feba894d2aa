import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// Tables on a terminal whose input goes on: rows are shown before it ends.
@Suite(.serialized, .startsProcesses) struct TableStreamTests {
  /// A line of the shell whose input pauses after its first rows until the file `go` is there.
  private func paused(_ first: String, _ rest: String, _ arguments: String) -> String {
    "{ printf '\(first)'; while [ ! -e go ]; do sleep 0.02; done; printf '\(rest)'; } | \"$Q\" \(arguments)"
  }

  @Test(arguments: [
    (#"{"id":1,"name":"Ada"}\n"#, #"{"id":2,"name":"Grace Hopper","age":85}\n"#, "TRUE"),
    (
      #"{"id":1,"name":"Ada"}\n"#, #"{"id":2,"name":"Grace Hopper","age":85}\n"#, "TRUE --unique id"
    ),
    ("id,name\\n1,Ada\\n", "2,Grace Hopper\\n", "-i csv TRUE"),
  ])
  func rowsAreShownBeforeTheInputEnds(
    _ first: String, _ rest: String, _ arguments: String
  ) throws {
    let folder = try Folder()
    let session = try TerminalSession(shell: paused(first, rest, arguments), folder: folder.path)
    #expect(session.shows("id  name\n──  ────\n 1  Ada\n"), "\(session.text)")
    #expect(!session.text.contains("Grace"))
    _ = try folder.file("go", "")
    // A wider cell moves what follows it, and a later key is named.
    #expect(session.shows(" 2  Grace Hopper\n"), "\(session.text)")
    if rest.contains("age") {
      #expect(session.shows("keys of later rows are not shown, --select shows them: age"))
    }
  }

  /// A table is laid out by its first hundred rows, also without a pause.
  @Test func aLongTableIsLaidOutByItsFirstRows() throws {
    let folder = try Folder()
    let rows = (1...100).map { "{\"n\":\($0)}\n" }.joined() + "{\"n\":1000000}\n"
    _ = try folder.file("rows.jsonl", rows)
    let session = try TerminalSession(shell: "\"$Q\" TRUE rows.jsonl", folder: folder.path)
    #expect(session.shows("  n\n───\n  1\n"), "\(session.text)")
    #expect(session.shows("100\n1000000\n"), "\(session.text)")
  }

  /// On a terminal the number of rows is below them, and nowhere else.
  @Test(arguments: [
    ("TRUE", "4 rows"), ("'n == 1'", "1 row"), ("FALSE", "0 rows"), ("TRUE --limit 2", "2 rows"),
    ("TRUE --section n", "4 rows"), ("TRUE --count-by n", "3 rows"),
  ])
  func rowsAreCounted(_ arguments: String, _ line: String) throws {
    let folder = try Folder()
    _ = try folder.file("rows.csv", "n\n1\n2\n2\n3\n")
    let command = "\"$Q\" -q \(arguments) rows.csv"
    let session = try TerminalSession(shell: command + "; echo end", folder: folder.path)
    #expect(session.shows(line + "\nend\n"), "\(session.text)")
    let piped = try Tool.shell("cd \(folder.path); \(command) -o table")
    #expect(!piped.text.contains("row"), "\(piped)")
  }

  /// Sorted rows wait for the last one, as before.
  @Test func sortedRowsWait() throws {
    let folder = try Folder()
    let session = try TerminalSession(
      shell: paused(#"{"n":2}\n"#, #"{"n":1}\n"#, "TRUE --sort n"), folder: folder.path)
    _ = try folder.file("go", "")
    #expect(session.shows("n\n─\n1\n2\n2 rows\n"), "\(session.text)")
  }
}
