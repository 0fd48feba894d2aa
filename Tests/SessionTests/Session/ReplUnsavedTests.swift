import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Edits that are not saved are dropped only on purpose.
struct ReplUnsavedTests {
  private static let rows = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"

  private func session(_ script: String, file: String? = "a.jsonl") throws -> Tool.Outcome {
    let room = try ReplFolder()
    _ = try room.folder.file("a.jsonl", Self.rows)
    _ = try room.folder.file("b.jsonl", "7\n")
    return try room.session(script, file: file)
  }

  @Test(arguments: [
    (".quit", ".quit again to drop"), (".open b.jsonl", ".open again to drop"),
  ])
  func theFirstCommandDoesNothingAndTheSameOneAfterItGoesOn(
    _ line: String, _ advice: String
  ) throws {
    let heard = try HeardSession(isTerminal: true)
    try heard.load(["1", "2"])
    _ = try heard.folder.file("b.jsonl", "7\n")
    let line = line.replacingOccurrences(of: "b.jsonl", with: "\(heard.folder.path)/b.jsonl")
    _ = try heard.says(".add 3")
    #expect(try heard.says(line) == "1 edit is not saved; \(advice) it\n")
    // Another line between the two, and another file, begin again.
    _ = try heard.says(".remove 1")
    #expect(try heard.says(line) == "2 edits are not saved; \(advice) them\n")
    #expect(!heard.session.isOver)
    #expect(try heard.says(".open none").hasPrefix("2 edits are not saved; .open again"))
    #expect(try heard.says(line) == "2 edits are not saved; \(advice) them\n")
    #expect(try !heard.says(line).contains("not saved"))
    #expect(heard.session.isOver == (line == ".quit"))
    #expect(try heard.session.data?.count() == (line == ".quit" ? 2 : 1))
  }

  @Test func anEditIsUnsavedUntilTheRowsAreThoseOfTheFileAgain() throws {
    let heard = try HeardSession(isTerminal: true)
    try heard.load(["{\"id\":1}", "{\"id\":2}"])
    let quits = { try !heard.says(".quit").contains("not saved") }
    for (edit, back) in [
      (".add {\"id\":3}", ".remove 3"), (".remove 2", ".add {\"id\":2}"),
      (".replace {\"id\":1,\"x\":2}", ".replace {\"id\":1}"), (".begin\n.remove 1", ".rollback"),
    ] {
      for line in edit.split(separator: "\n") { _ = try heard.says(String(line)) }
      #expect(try !quits(), "\(edit)")
      _ = try heard.says(back)
      #expect(try quits(), "\(edit)")
      heard.session.isOver = false
    }
    // Rows in another order are one edit.
    _ = try heard.says(".remove 1")
    _ = try heard.says(".add {\"id\":1}")
    #expect(try heard.says(".quit") == "1 edit is not saved; .quit again to drop it\n")
    // Filters, order and sections are none.
    _ = try heard.says(".save")
    for line in [".sort id:desc", ".filter add A id > 1", ".section id", ".identity"] {
      _ = try heard.says(line)
    }
    #expect(try quits())
  }

  @Test func aScriptReportsItAsAnError() throws {
    for (lines, errors) in [
      (".remove 1\n.quit\n.quit", [":2: 1 edit is not saved; .quit --drop drops it"]),
      (".remove 1\n.open b.jsonl\n.save", [":2: 1 edit is not saved; .open --drop drops it"]),
      (".remove 1\n.remove 1\n.save", [":2: no row has the id 1", "stop"]),
      (
        ".remove 1\n.bail off\n.quit\nid == 2",
        [":3: 1 edit is not saved; .quit again to drop it", "end"]
      ),
      (".remove 1\n.bail off\n.quit", [":3: 1 edit is not saved; .quit again to drop it"]),
      (".remove 1\n.bail off\n.quit\n.quit", [":3: 1 edit is not saved; .quit again to drop it"]),
      (
        ".remove 1\n.bail off\n.open b.jsonl",
        [":3: 1 edit is not saved; .open again to drop it", "end"]
      ),
      (
        ".remove 1\n.bail off\n.open b.jsonl\n.open b.jsonl",
        [":3: 1 edit is not saved; .open again to drop it"]
      ),
      (".remove 1\n", ["end"]), (".remove 1\n.begin\n.remove 2", ["end 2"]),
    ] as [(String, [String])] {
      let outcome = try session(lines)
      let said = outcome.lines.filter { $0.hasPrefix("frc-query") }
      #expect(
        said
          == errors.map {
            switch $0 {
            case "end": "frc-query: 1 edit is not saved; .quit --drop drops it"
            case "stop":
              "frc-query: 1 edit is not saved; the script ended at its first error, see .help .bail"
            case "end 2": "frc-query: 2 edits are not saved; .quit --drop drops them"
            default: "frc-query: standard input\($0)"
            }
          }, "\(lines)")
      #expect(outcome.status == 2, "\(lines)")
    }
  }

  @Test(arguments: [
    "", ".quit", ".remove 1\n.quit --drop", ".remove 1\n.open --drop b.jsonl", ".remove 1\n.save",
    ".remove 1\n.begin\n.rollback\n.open --drop a.jsonl\n.quit", ".filter add A id > 1",
    ".remove 1\n.quit --drop\nnonsense",
  ])
  func aScriptThatLosesNothingIsNoError(_ lines: String) throws {
    let outcome = try session(lines)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.text.contains("not saved"))
  }

  @Test func withoutAFileNothingIsAsked() throws {
    #expect(try session(".mode csv\n.quit", file: nil).status == 0)
    #expect(try session(".quit --drop", file: nil).status == 0)
    #expect(try session("", file: nil).status == 0)
  }

  /// What was read from a pipe cannot be saved to it; another file has the rows then.
  @Test func rowsOfAPipeAreSavedWhereTheyAreWritten() throws {
    for (lines, status) in [(".remove 1", 2), (".remove 1\n.save c.jsonl", 0)] as [(String, Int32)]
    {
      let folder = try Folder()
      let script = try folder.file("script", lines)
      let outcome = try Tool.shell(
        "cd \(folder.path); mkfifo p; (printf '1\\n2\\n' > p &); $Q repl p < \(script) 2>&1")
      #expect(outcome.status == status, "\(outcome)")
    }
  }

  @Test func controlDAsksToo() throws {
    let room = try ReplFolder()
    let terminal = try TerminalSession(["repl", "people.json"], folder: room.folder.path)
    #expect(terminal.shows("7 rows, identified by id"))
    terminal.type(".remove 1\r")
    #expect(terminal.shows("6 rows"))
    terminal.type("\u{4}")
    #expect(terminal.shows("1 edit is not saved; .quit again to drop it\nfrc> "))
    terminal.type("id == 2\r")
    #expect(terminal.shows("1 of 6 rows"))
    terminal.type("\u{4}")
    #expect(terminal.shows("1 edit is not saved; .quit again to drop it\nfrc> "))
    terminal.type("\u{4}")
    #expect(terminal.status() == 0)
  }

  // MARK: - Other files

  @Test func saveDoesNotReplaceAnotherFileUnlessForced() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("a.jsonl", Self.rows)
    _ = try room.folder.file("b.jsonl", "7\n")
    func content(_ name: String) throws -> String {
      try String(contentsOfFile: room.folder.path + "/" + name, encoding: .utf8)
    }
    let refused = try room.session(
      ".bail off\n.save b.jsonl\n.export b.jsonl\n", file: "a.jsonl")
    #expect(
      refused.lines.dropFirst() == [
        "frc-query: standard input:2: b.jsonl exists; .save --force b.jsonl replaces it",
        "frc-query: standard input:3: b.jsonl exists; .export --force b.jsonl replaces it",
      ])
    #expect(refused.status == 2)
    #expect(try content("b.jsonl") == "7\n")
    let forced = try room.session(".save --force b.jsonl\n", file: "a.jsonl")
    #expect(forced.status == 0)
    #expect(try content("b.jsonl") == Self.rows)
    // The open file needs none, by any of its names.
    let open = try room.session(".save a.jsonl\n.save ./a.jsonl\n.save\n", file: "a.jsonl")
    #expect(open.status == 0)
  }

  @Test func exportWritesWhatIsShown() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("a.csv", "id,n,t\n1,1.50,x\n2,7,\n3,2,y\n4,9,x\n")
    let lines = """
      .filter add A n < 9
      .sort n:desc
      .select t,n
      .export out.csv
      .export out.json
      .export out
      .export table.txt --format table
      .section t
      .export sections.csv
      .export --format jsonl 'sections of t'
      .select
      .export --force out.csv
      .save
      """
    let outcome = try room.session(lines + "\n", file: "a.csv")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines.contains("3 rows written to out.csv"))
    func content(_ name: String) throws -> String {
      try String(contentsOfFile: room.folder.path + "/" + name, encoding: .utf8)
    }
    #expect(
      try content("out") == """
        {"t":null,"n":7}
        {"t":"y","n":2}
        {"t":"x","n":1.50}

        """)
    let sections = #"{"section":"y","items":[{"t":"y","n":2}]}"#
    #expect(try content("sections of t").contains(sections))
    #expect(try content("sections.csv").hasPrefix("section,t,n\n"))
    #expect(try content("out.csv").hasPrefix("section,id,n,t\n"))
    #expect(try content("out.json").hasPrefix("[\n"))
    // The open file is what it was.
    #expect(try content("a.csv") == "id,n,t\n1,1.50,x\n2,7,\n3,2,y\n4,9,x\n")
  }

  /// More rows than `.show` prints, and no part of them if the disk is full.
  @Test func exportWritesAllOrNothing() throws {
    let folder = try Folder()
    _ = try folder.file("a.jsonl", (1...5_000).map { "{\"id\":\($0)}\n" }.joined())
    let script = try folder.file("script", ".export b.jsonl\n.export --force c.jsonl\n")
    let outcome = try Tool.shell(
      """
      cd \(folder.path); echo old > c.jsonl
      (ulimit -f 10; $Q repl a.jsonl < \(script); echo $?) 2>&1 | cat
      cat c.jsonl; ls -A; $Q repl a.jsonl < \(script) > out 2>&1; cmp a.jsonl b.jsonl && cmp a.jsonl c.jsonl
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.text.contains("b.jsonl: File too large"))
    #expect(outcome.lines.suffix(5) == ["2", "old", "a.jsonl", "c.jsonl", "script"], "\(outcome)")
  }

  @Test func openForgetsTheColumns() throws {
    let outcome = try session(".mode jsonl\n.select id\n.open b.jsonl\n.show")
    #expect(outcome.lines.suffix(2) == ["7", "1 row"])
    #expect(outcome.status == 0)
  }
}
