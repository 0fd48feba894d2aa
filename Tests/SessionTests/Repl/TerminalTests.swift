import FilterSyntax
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What people see who sit before a terminal.
@Suite(.serialized, .startsProcesses) struct TerminalTests {
  /// What a command line writes to a terminal that `script` plays, nil where there is no `script`.
  private func terminal(_ line: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: "/usr/bin/script") else { return nil }
    let quoted = line.replacingOccurrences(of: "'", with: "'\\''")
    return try Tool.shell("script -qec '\(quoted)' /dev/null < /dev/null").text
      .replacingOccurrences(of: "\r\n", with: "\n")
  }

  /// What the program prints as a table to no terminal.
  private func table(_ file: String, _ variables: [String: String] = [:]) throws -> String {
    try Tool.run(["-o", "table", "TRUEPREDICATE", file], variables).text
  }

  private func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "\u{1B}\\[[0-9]*[mK]", with: "", options: .regularExpression)
  }

  private func rows(_ folder: Folder) throws -> String {
    try folder.file(
      "rows.jsonl",
      """
      {"id":1,"text":"The quick brown fox jumps over the lazy dog","city":"東京都千代田区丸の内一丁目"}
      {"id":2,"text":"short","city":"Cafe\u{301}"}
      {"id":3,"text":"👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦","city":"क्षेत्र"}

      """)
  }

  @Test(arguments: [12, 20, 31, 40, 79, 200])
  func aTableFits(_ width: Int) throws {
    let folder = try Folder()
    let file = try rows(folder)
    let piped = try table(file, ["COLUMNS": "\(width)"])
    #expect(piped.split(separator: "\n").allSatisfy { TextWidth.of(String($0)) <= width })
    #expect(piped.contains("…") == (width < 79))
    guard let shown = try terminal("stty cols \(width); $Q TRUEPREDICATE \(file)") else { return }
    // Where a person reads it, the number of rows is below the table.
    #expect(plain(shown) == piped + "3 rows\n")
    let other = try terminal("stty cols 300; COLUMNS=\(width) $Q TRUEPREDICATE \(file)")
    #expect(other.map(plain) == piped + "3 rows\n")
  }

  @Test func columnsStandBelowEachOther() throws {
    let folder = try Folder()
    let text = try table(rows(folder), ["COLUMNS": "30"])
    #expect(
      text == """
        id  text          city
        ──  ────────────  ────────────
         1  The quick b…  東京都千代…
         2  short         Cafe\u{301}
         3  👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…   क्षेत्र

        """)
  }

  @Test func columnsThatDoNotFitAreNamed() throws {
    let row = #"{"id":1,"a":"aaaaaaaaaaaaaaaaaaaa","n":[1,2,3,4,5,6,7,8],"b":"bbbbbbbbbbbbbbbb"}"#
    func table(_ width: Int, _ arguments: String) throws -> String {
      try Tool.run(
        ["-o", "table", "TRUEPREDICATE"] + Tool.words(arguments), input: row + "\n",
        ["COLUMNS": "\(width)"]
      ).text
    }
    #expect(
      try table(48, "") == """
        id  a               n             b
        ──  ──────────────  ────────────  ──────────────
         1  aaaaaaaaaaaaa…  [1,2,3,4,5,…  bbbbbbbbbbbbb…

        """)
    #expect(
      try table(40, "") == """
        id  a                     n
        ──  ────────────────────  ──────────────
         1  aaaaaaaaaaaaaaaaaaaa  [1,2,3,4,5,6,…
        1 column not shown, --wide shows all: b

        """)
    #expect(try table(12, "").hasSuffix("3 columns n…\n"))
    #expect(try table(12, "--wide") == table(400, ""))
  }

  @Test func aloneTheProgramSaysHowToBegin() throws {
    let folder = try Folder()
    let session = try TerminalSession([], folder: folder.path)
    #expect(session.shows("Open a file with .open FILE, then type a predicate such as age > 30\n"))
    #expect(session.shows("Without a session: frc-query \"age > 30\" FILE; see .help and --help\n"))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  /// A session has prompts only where both its input and its output are a terminal.
  @Test func aSessionWithoutATerminalHasNoPrompts() throws {
    let folder = try Folder()
    _ = try folder.file("rows.jsonl", "{\"id\":1}\n{\"id\":2}\n")
    let output = try TerminalSession(
      shell: "echo 'id == 1' | \"$Q\" repl rows.jsonl; echo status $?", folder: folder.path)
    #expect(output.shows("2 rows, identified by id\nid\n──\n 1\n1 of 2 rows\nstatus 0\n"))
    let input = try TerminalSession(
      shell: "stty -echo; \"$Q\" repl rows.jsonl 2>&1 | cat; echo end", folder: folder.path)
    #expect(input.shows("2 rows, identified by id\n"))
    input.send("id == 1\n.none\n\u{4}")
    #expect(input.shows("id\n──\n 1\n1 of 2 rows\n"))
    #expect(input.shows("standard input:2: there is no command '.none'"))
    #expect(input.shows("\nend\n"))
    for line in ["\"$Q\" | cat", "\"$Q\" < /dev/null", "echo x | \"$Q\""] {
      let alone = try TerminalSession(shell: line + "; echo end", folder: folder.path)
      #expect(alone.shows("A predicate is missing."), "\(line)")
      #expect(alone.shows("end\n"), "\(line)")
    }
  }

  @Test func whatIsNoWidthIsIgnored() throws {
    let folder = try Folder()
    let file = try rows(folder)
    let all = try table(file)
    #expect(!all.contains("…"))
    for columns in ["0", "-5", "wide", ""] {
      #expect(try table(file, ["COLUMNS": columns]) == all)
    }
  }

  @Test func headingsFitToo() throws {
    let text = try Tool.run(
      ["-o", "table", "--section", "a", "TRUEPREDICATE"],
      input: "{\"a\":\"The quick brown fox\"}\n", ["COLUMNS": "14"]
    ).text
    #expect(text.contains("\nThe quick… (1)\n"))
  }

  @Test func colourIsForTerminalsWhoseOwnerWantsIt() throws {
    let folder = try Folder()
    let file = try rows(folder)
    let colour = "\u{1B}["
    #expect(try !table(file).contains(colour))
    guard let shown = try terminal("$Q TRUEPREDICATE \(file)") else { return }
    #expect(shown.contains(colour))
    #expect(shown.contains("───"))
    for setting in ["NO_COLOR=1", "TERM=dumb"] {
      #expect(try terminal("\(setting) $Q TRUEPREDICATE \(file)")?.contains(colour) == false)
    }
    #expect(try terminal("NO_COLOR= $Q TRUEPREDICATE \(file)")?.contains(colour) == true)
    #expect(try terminal("$Q -o jsonl TRUEPREDICATE \(file)")?.contains(colour) == false)
  }

  @Test func progressIsShownAndTakenAway() throws {
    var shown: [String] = []
    let progress = try #require(
      Progress(size: 200_000_000, isWatched: true, interval: 0) { shown.append($0) })
    progress.add(50_000_000, isAtEnd: false)
    progress.add(100_000_000, isAtEnd: false)
    progress.add(50_000_000, isAtEnd: true)
    progress.clear()
    #expect(shown == ["\r25 %  50 of 200 MB ", "\r75 %  150 of 200 MB ", "\r\u{1B}[K"])
    #expect(Progress(size: 200_000_000, isWatched: false) { _ in } == nil)
    #expect(Progress(size: 99_999_999, isWatched: true) { _ in } == nil)
    #expect(Progress(size: nil, isWatched: true) { _ in } == nil)
    var quick: [String] = []
    Progress(size: 200_000_000, isWatched: true, interval: 60) { quick.append($0) }?
      .add(200_000_000, isAtEnd: true)
    #expect(quick == [])
  }

  @Test func progressIsShownOnceInAnInterval() throws {
    var time = 100.0
    var shown: [String] = []
    let progress = try #require(
      Progress(
        size: 100_000_000, isWatched: true, interval: 1, write: { shown.append($0) },
        seconds: { time }))
    for step in 1...10 {
      time = 100 + Double(step) * 0.5
      progress.add(10_000_000, isAtEnd: step == 10)
    }
    #expect(
      shown == [20, 40, 60, 80].map { "\r\($0) %  \($0) of 100 MB " } + ["\r\u{1B}[K"])
  }

  /// The reader stops at a full pipe for a while, so that there is something to show.
  @Test func progressOfALongFileStandsOnTheTerminalAlone() throws {
    let folder = try Folder()
    let path = folder.path + "/long.jsonl"
    let long = String(repeating: "x", count: 20_000)
    let row = try folder.file("row.jsonl", "{\"a\":1,\"t\":\"\(long)\"}\n")
    _ = try Tool.shell(
      "for i in 1 2 3 4 5 6 7 8 9 10; do cat \(row); done > \(path).10; "
        + "for i in $(seq 510); do cat \(path).10; done > \(path)")
    let pipeline = "$Q \"a == 1\" \(path) | (head -c 1 > /dev/null; sleep 1; cat > /dev/null)"
    let quiet = try Tool.shell(pipeline)
    #expect(quiet.errors == "")
    guard let shown = try terminal(pipeline) else { return }
    #expect(shown.contains(" % "))
    #expect(shown.contains(" of 102 MB "))
    #expect(shown.hasSuffix("\r\u{1B}[K"))
  }
}
