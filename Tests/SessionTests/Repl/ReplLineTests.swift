import FilterEngine
import FilterSyntax
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Single lines of a session: what they are taken for, and the words in which they are answered.
struct ReplLineTests {
  private func session(_ count: Int = 3, isTerminal: Bool = false) throws -> HeardSession {
    let session = try HeardSession(isTerminal: isTerminal)
    try session.load((0..<count).map { "{\"id\":\($0 + 1),\"x\":0.25}" })
    return session
  }

  @Test(arguments: [
    "", " ", "\t ", "/**/", "/* a */", " /* a */ ", "/***/", "/* * / */", "#!", "#! frc-query repl",
  ])
  func whatIsNoLineSaysNothing(_ line: String) throws {
    #expect(try session().says(line) == "")
  }

  @Test(arguments: ["/*/", "/*", "/* a", "a */", "/* a */ b */", "# !", "#", "!"])
  func whatIsNotARemarkIsAPredicate(_ line: String) throws {
    #expect(try session().says(line).contains("error"), "\(line)")
  }

  @Test(arguments: [
    (".5 < id", "3 rows\n"), (".25 == x", "3 rows\n"), ("/* a */ id == 1", "1 of 3 rows\n"),
    ("/* a */ id == 1 /* b */", "1 of 3 rows\n"), (".show 0", "3 rows, the first 0 shown\n"),
    (".show 2", "3 rows, the first 2 shown\n"), (".show 3", "3 rows\n"), (".show 4", "3 rows\n"),
    ("id == 9", "0 of 3 rows\n"), (". 5", "error: there is no command '.', "),
    (".x", "error: there is no command '.x', "), (".s", "error: there is no command '.s', "),
  ])
  func aLineIsAPredicateOrACommand(_ line: String, _ end: String) throws {
    let said = try session().says(line)
    #expect(end.hasSuffix("\n") ? said.hasSuffix(end) : said.hasPrefix(end), "\(said)")
  }

  /// A command that is used in another way says how it is used.
  @Test func everyCommandSaysHowItIsUsed() throws {
    let session = try session()
    let wrong =
      [
        ".open": "", ".identity": nil, ".save": "a b", ".export": "a b", ".schema": nil,
        ".set": "x", ".merge": "a b", ".search": nil,
        ".section": nil,
        ".sort": nil, ".add": "", ".remove": "", ".replace": nil, ".filter": "x",
        ".show": "x",
        ".select": nil, ".mode": "", ".explain": "", ".plugin": "a b", ".read": "",
        ".help": "a b",
        ".watch": "perhaps", ".diff": "", ".timer": "1",
      ] as [String: String?]
    for command in Command.lines {
      guard let words = wrong[command.name] ?? "x" else { continue }
      let reason =
        command.usage.isEmpty
        ? "\(command.name) takes no argument" : "usage: \(command.name) \(command.usage)"
      #expect(try session.says("\(command.name) \(words)") == "error: \(reason)\n")
    }
    #expect(
      try session.says(".filt") == "error: there is no command '.filt', did you mean '.filter'?\n")
    for (name, command) in [
      ("facet city", "count by"), ("facets off", "count"), ("sum size", "count sum"),
      ("percentile size:95", "count percentile"), ("sql size > 1", "explain sql"),
      ("why 1", "explain row"),
    ] {
      #expect(
        try session.says("." + name)
          == "error: there is no command '.\(name.prefix { $0 != " " })', write .\(command)\n")
    }
    #expect(try session.says(".zzzzzz") == "error: there is no command '.zzzzzz', see .help\n")
  }

  // MARK: - Changes

  /// So many changes are told a line each; of more the number.
  @Test(arguments: [49, 50, 51, 52, 60])
  func onlyTheFirstChangesAreTold(_ count: Int) throws {
    let session = try session(count)
    _ = try session.says(".diff on")
    for (line, word) in [(".filter add None id < 1", "delete"), (".filter clear", "insert")] {
      let lines = try session.says(line).split(separator: "\n").dropFirst()
      #expect(lines.count == min(count, 51))
      #expect(lines.prefix(50).allSatisfy { $0.hasPrefix("\(word) [0,") })
      #expect(lines.dropFirst(50) == (count > 50 ? ["… and \(count - 50) more"] : []))
    }
  }

  /// Rows are cut off where the line of the report ends, but not to nothing.
  @Test func aReportFitsItsWidth() throws {
    let data = try #require(try session().session.data as? StoredRows)
    let text = "{\"id\":9,\"t\":\"" + String(repeating: "x", count: 200) + "\"}"
    data.beginLine(tracksChanges: true)
    try data.add(json: text)
    try data.setSorting([try SortColumn("id:desc")])
    try data.remove(.int(9))
    let changes = data.takeReport().changes
    #expect(changes.count == 3)
    for change in changes {
      for width in [nil, 1, 20, 35, 36, 60, 100, 400] {
        let report = ChangeReport(width: width) { $0.json }.text(change)
        let line = try #require(report.split(separator: "\n").first { $0.contains("{\"id\":9") })
        let head = line.prefix { $0 != "{" }
        let room = max(20, (width ?? 100) - head.count)
        #expect(line == head + (text.count <= room ? text : text.prefix(room - 1) + "…"))
      }
    }
  }

  @Test func aLongValueIsCutInAMessage() throws {
    let text = String(repeating: "x", count: 300)
    #expect(ValueText.text(.string(text)) == "\"" + text.prefix(198) + "…")
    let fits = String(repeating: "x", count: 198)
    #expect(ValueText.text(.string(fits)) == "\"\(fits)\"")
    #expect(ValueText.text(.string(fits + "y")) == "\"\(fits)…")
    #expect([0, 1, 2].map { ValueText.count($0, "row") } == ["0 rows", "1 row", "2 rows"])
    #expect(
      ["3", "x", "\"x\"", "[1]", "", "1 2"].map(ValueText.value) == [
        3, "x", "x", .list([1]), "", "1 2",
      ])
  }

  @Test(
    arguments: [
      (.deleted, nil, "was deleted"), (.appended(from: 3, to: 9), nil, "grew from 3 to 9 bytes"),
      (.appended(from: 3, to: 9), 0, "0 rows were appended"),
      (.appended(from: 3, to: 9), 1, "1 row was appended"),
      (.appended(from: 3, to: 9), 2, "2 rows were appended"),
      (.replaced(from: 3, to: 9), 1, "was replaced by another file: 9 bytes instead of 3"),
      (.rewritten(from: 3, to: 3), 1, "was rewritten with as many bytes"),
      (.rewritten(from: 3, to: 4), 1, "was rewritten and grew from 3 to 4 bytes"),
      (.rewritten(from: 3, to: 2), 1, "shrank from 3 to 2 bytes"),
      (.unreadable("a FIFO"), nil, "is now a FIFO"),
    ] as [(FileVersion.Change, Int?, String)])
  func aChangeOfAFileIsToldInWords(_ change: FileVersion.Change, _ rows: Int?, _ expected: String) {
    #expect(change.text(appendedRows: rows) == expected)
  }

  // MARK: - Errors

  /// A line of a session shows what the program would say, without its name.
  @Test func errorsHaveReasons() throws {
    let syntax = try #require(throws: SyntaxError.self) { try AST.Predicate(parsing: "a >") }
    let said = String(syntax.description.dropFirst("error: ".count))
    let cases: [(ToolError, reason: String?, text: String?)] = [
      (.message("x\u{1b}"), #"x\u{1b}"#, #"frc-query: x\u{1b}"#),
      (.badData(file: "f", line: 3, "x"), "f:3: x", "frc-query: f:3: x"),
      (.diagnostic("error: x\n | y"), "x\n | y", "error: x\n | y"),
      (.diagnostic("x"), "x", "x"), (.syntax(syntax, offset: 3), said, syntax.description),
      (.interrupted, "interrupted", "frc-query: interrupted"), (.outputClosed, nil, nil),
    ]
    for (error, reason, text) in cases {
      #expect(error.reason == reason && error.text == text)
      #expect(cases.count { $0.0 == error } == 1)
    }
    #expect(ToolError.syntax(syntax, offset: 3) != .syntax(syntax, offset: 4))
  }

  /// Carets stand under the line typed where that is shown on one line of the terminal as it was typed.
  @Test func anErrorHasCaretsWhereTheLineIsSeen() throws {
    let error = try #require(throws: SyntaxError.self) {
      try AST.Predicate(parsing: "é日 CONTAIN 2")
    }
    func shown(_ width: Int?, _ head: String = "frc> ") -> String {
      ReplTerminal.rendered(error, behind: head, width: width)
    }
    let lines = error.description.split(separator: "\n")
    let carets = String(repeating: " ", count: 5 + 4) + "^^^^^^^"
    let short = ([Substring(carets), lines[0]] + lines[3...]).joined(separator: "\n")
    // The line takes 5 and 13 columns, and the cursor one more.
    #expect(shown(19) == short && shown(200) == short && shown(nil) == short)
    #expect(shown(18) == error.description && shown(1) == error.description)
    let wide = String(repeating: "x", count: 66)
    #expect(shown(nil, wide) == String(repeating: " ", count: 61) + short)
    #expect(shown(nil, wide + "x") == error.description)
    let end = try #require(throws: SyntaxError.self) { try AST.Predicate(parsing: "a >") }
    #expect(ReplTerminal.rendered(end, behind: "> ", width: 80).hasPrefix("     ^\nerror: "))
    let control = try #require(throws: SyntaxError.self) {
      try AST.Predicate(parsing: "a CONTAIN '\t'")
    }
    #expect(ReplTerminal.rendered(control, behind: "> ", width: 80) == control.description)
  }
}
