import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Output that is longer than the terminal, and that of scripts.
@Suite(.serialized, .startsProcesses) struct ReplPagerTests {
  private let room: ReplFolder

  init() throws {
    room = try ReplFolder()
    _ = try room.folder.file("many.csv", "k\n" + (1...60).map { "\($0)\n" }.joined())
  }

  private func session(_ setting: String, _ file: String = "many.csv") throws -> TerminalSession {
    try TerminalSession(
      shell: "\(setting) exec \"$Q\" repl \(file)", folder: room.folder.path)
  }

  @Test func longOutputGoesThroughThePager() throws {
    let session = try session("PAGER='sed s/^/paged:/'")
    #expect(session.shows("60 rows"))
    session.type(".show 60\r")
    #expect(session.shows("paged: 1\n"))
    #expect(session.shows("paged:60 rows\nfrc> "))
    // What fits is shown at once.
    session.type(".show 20\r")
    #expect(session.shows(".show 20\n k\n──\n 1\n"))
    #expect(session.shows("\n20\n60 rows, the first 20 shown\nfrc> "))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test(arguments: ["PAGER=", "PAGER='no-such-pager'", "PATH=/nowhere", "PAGER=exit\\ 127"])
  func withoutAPagerItIsShownAsItIs(_ setting: String) throws {
    let session = try session(setting)
    #expect(session.shows("60 rows"))
    session.type(".show 60\r")
    #expect(session.shows("\n 1\n 2\n"))
    #expect(session.shows("\n60\n60 rows\nfrc> "))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  /// A pager that is quit early ends its output only.
  @Test func aPagerThatIsQuitEndsNothingElse() throws {
    _ = try room.folder.file("wide.jsonl", (1...3_000).map { "{\"k\":\($0)}\n" }.joined())
    let session = try session("PAGER='head -n 1'", "wide.jsonl")
    #expect(session.shows("3000 rows"))
    session.type(".mode jsonl\r.show 3000\r")
    #expect(session.shows("{\"k\":1}\nfrc> "))
    session.type("k == 7\r")
    #expect(session.shows("1 of 3000 rows\nfrc> "))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func lessIsThePagerIfThereIsNone() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/less") else { return }
    let session = try session("unset PAGER;")
    #expect(session.shows("60 rows"))
    session.type(".show 60\r")
    #expect(session.shows("\n30\n"))
    session.send("q")
    #expect(session.shows("frc> "))
    session.type("k == 7\r")
    #expect(session.shows("1 of 60 rows\nfrc> "))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func scriptsAreNotPaged() throws {
    _ = try room.folder.file("script", ".show 60\nnonsense(\n")
    let session = try session("PAGER='sed s/^/paged:/'")
    #expect(session.shows("60 rows"))
    session.type(".read script\r")
    #expect(session.shows("\n60\n60 rows\n"))
    #expect(session.shows("script:2:"))
    #expect(!session.text.contains("paged"))
    let outcome = try Tool.run(
      ["repl", "many.csv"], input: ".show 60\n.help\n", joined: true, in: room.folder.path,
      ["PAGER": "sed s/^/paged:/"])
    #expect(!outcome.text.contains("paged") && outcome.status == 0)
  }

  /// Rows and answers on standard output, everything else on standard error.
  @Test func aScriptHasItsRowsApart() throws {
    let script = try room.folder.file(
      "lines",
      """
      .mode csv
      .filter add Few k > 58
      .filters
      .show
      .explain row 1
      k == 5
      k == nil
      .timer on
      .remove 60
      .diff on
      .remove 59
      .undo
      .select nothing
      .schema
      .explain k == 1
      .save --force copy.csv
      .help .end
      .quit --drop
      """)
    let outcome = try Tool.run(["repl", room.folder.path + "/many.csv"], input: ".quit")
    #expect(outcome.output == [] && outcome.errors == "60 rows, identified by row number\n")
    let lines = try Data(contentsOf: URL(fileURLWithPath: script))
    let apart = try Tool.run(["repl", "many.csv"], bytes: lines, in: room.folder.path)
    #expect(apart.status == 0)
    #expect(
      apart.text.hasPrefix(
        """
        Few  k > 58
        k
        59
        60
        hidden by Few  k > 58
          ✗ k > 58    k is 1
        k
        5
        key,type,rows,example
        k,number,59,1
        k == 1 
        """), "\(apart.text)")
    #expect(apart.text.hasSuffix(".end\nEnd the batch.\n"))
    let errors = apart.errors.split(separator: "\n").filter { !$0.hasSuffix(" s") }
    #expect(
      errors == [
        "60 rows, identified by row number", "2 of 60 rows", "2 of 60 rows", "1 of 60 rows",
        "0 of 60 rows", "1 of 59 rows", "0 of 58 rows", "delete [0,0]  {\"k\":59}",
        "1 of 59 rows", "insert [0,0]  {\"k\":59}", "hint: no row has a value for 'nothing'",
        "59 rows written to copy.csv",
      ], "\(errors)")
    // A lost standard error ends nothing.
    let lost = try Tool.shell("cd \(room.folder.path); $Q repl many.csv < \(script) 2>&-")
    #expect(lost.output == apart.output && lost.status == 0)
  }
}
