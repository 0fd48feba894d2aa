import FilterEngine
import FilterSyntax
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Nothing out of data, names, filters or file names steers the terminal that a message is shown on.
struct TerminalTextTests {
  /// A title and a colour of xterm, the same with an 8-bit control, every other kind of control, and
  /// marks that turn the direction or break the line of what follows.
  static let hostile =
    "\u{1B}]0;x\u{7}\u{1B}[31m\u{9B}31m\u{8}\u{B}\u{C}\u{0}\u{7F}\u{80}\u{85}\u{9F}"
    + "\u{202A}\u{202E}\u{2066}\u{2069}\u{2028}\u{2029}\r\t"

  /// The same as far as an argument or a file name can have it.
  static let name = String(hostile.unicodeScalars.filter { $0 != "\0" })

  /// The hostile text as JSON.
  static let json =
    "\""
    + hostile.unicodeScalars.map { scalar in
      scalar == "\\" || scalar == "\"" ? "\\\(scalar)" : "\\u" + hexadecimal(scalar)
    }.joined() + "\""

  static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  static func expectSafe(
    _ text: String, _ what: String, location: SourceLocation = #_sourceLocation
  ) {
    let bad = text.unicodeScalars.first { $0 != "\n" && !TerminalText.isSafe($0) }
    #expect(
      bad == nil, "\(what): U+\(bad.map(hexadecimal) ?? "") in \(text.debugDescription)",
      sourceLocation: location)
  }

  // MARK: - The function

  @Test func everyControlIsShownAsAnEscape() {
    #expect(TerminalText.line("a\n\r\tb") == #"a\n\r\tb"#)
    #expect(TerminalText.lines("a\n\r\tb") == "a\n\\r\\tb")
    #expect(TerminalText.line("\u{0}\u{1B}\u{7F}\u{80}\u{9F}") == #"\u{0}\u{1b}\u{7f}\u{80}\u{9f}"#)
    #expect(
      TerminalText.line("\u{2028}\u{2029}\u{202A}\u{202E}") == #"\u{2028}\u{2029}\u{202a}\u{202e}"#)
    #expect(TerminalText.line("\u{2066}\u{2069}") == #"\u{2066}\u{2069}"#)
    // A cluster with a control in it, such as CR LF, is looked at scalar by scalar.
    #expect(TerminalText.lines("\r\n") == "\\r\n")
    let plain = "a ~é\u{301}\u{A0}\u{200D}\u{2027}\u{202F}\u{2065}\u{206A}👩🏽‍🚀"
    #expect(TerminalText.line(plain) == plain)
    #expect(TerminalText.line(#"\u{1b}"#) == #"\u{1b}"#)
    // All controls and all of two blocks: what Unicode says of them and what is escaped agree.
    for value in UInt32(0)..<0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isBreak = value == 0x2028 || value == 0x2029
      let isBidi = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      let isControl = scalar.properties.generalCategory == .control
      #expect(TerminalText.isSafe(scalar) == !(isBreak || isBidi || isControl))
    }
  }

  // MARK: - Diagnostics

  @Test func caretsAreUnderTheTextAsItIsShown() throws {
    let text = "a == \"\u{1B}[31m\u{202E}é日\" AND b CONTAIN 2"
    let error = try #require(throws: SyntaxError.self) { try AST.Predicate(parsing: text) }
    let lines = error.description.split(separator: "\n")
    #expect(lines[1] == " | a == \" [31m é日\" AND b CONTAIN 2")
    #expect(lines[2] == " |                        ^^^^^^^")
    Self.expectSafe(error.description, "a filter")
    let marked = DiagnosticRenderer(text: "\u{1B}\u{9B}\u{2028}\tx").rendered(
      "here", at: SourceRange(1, 3))
    #expect(marked == "error: here\n |     x\n |  ^")
  }

  @Test func aMessageIsOneLine() {
    let text = DiagnosticRenderer(text: "x").rendered(
      "a\nb\u{1B}", at: SourceRange(0, 1), label: "c\nd\u{9B}")
    #expect(text == "c\\nd\\u{9b}: a\\nb\\u{1b}\n | x\n | ^")
  }

  // MARK: - The program

  @Test func messagesOfAFilter() throws {
    let row = "{\"a\":\(Self.json)}\n"
    for filter in ["a + 1 > 2", "a CONTAIN \"\(Self.name)\""] {
      let outcome = try Tool.run(filter, input: row)
      #expect(!outcome.errors.isEmpty, "\(filter.debugDescription)")
      Self.expectSafe(outcome.errors, filter)
    }
  }

  @Test func messagesAboutOptionsAndCommands() throws {
    let name = Self.name
    for arguments in [
      ["--\(name)", "a == 1"], ["a == 1", "-o", name], ["a == 1", "--select", "`\(name)"],
      ["a == 1", "--plugin", name], ["functions", name], ["repl", name],
    ] {
      let outcome = try Tool.run(arguments, input: "{}\n")
      #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(arguments)")
      Self.expectSafe(outcome.errors, "\(arguments)")
      Self.expectSafe(outcome.text, "\(arguments)")
    }
    // The way that all other errors of the program take.
    let errors = [
      ToolError.message(name + "\n"), .badData(file: name + "\n", line: 1, name + "\n"),
    ]
    for error in errors {
      let text = try #require(error.text)
      Self.expectSafe(text, "\(error)")
      #expect(!text.contains("\n"))
    }
  }

  @Test func whatCheckAndExplainPrint() throws {
    let name = Self.name
    let filter = "a == '\(name)\n' OR `\(name)` MATCHES '(\(name)' OR x == \"\(name)\""
    for arguments in [["check", filter, "1 + '\(name)' > 2"], [filter, "--explain"]] {
      let outcome = try Tool.run(arguments)
      #expect(!outcome.output.isEmpty)
      Self.expectSafe(outcome.text, "\(arguments)")
      Self.expectSafe(outcome.errors, "\(arguments)")
      // One predicate, one line; the second one has a note.
      if arguments[0] == "check" { #expect(outcome.lines.count == 2 && !outcome.errors.isEmpty) }
    }
  }

  @Test func messagesAboutFiles() throws {
    let folder = try Folder()
    for (ending, content) in [
      (".jsonl", "{\"a\":1}\n{\"a\":\(Self.name)}\n"), (".json", "[{\"a\":\u{1B}"),
      (".csv", "\(Self.name),\(Self.name)\n1,2\n"),
    ] {
      let file = try folder.file(Self.name + "\n" + ending, content)
      let outcome = try Tool.run("a + 'x' > 0", "--skip-errors", file)
      #expect(!outcome.errors.isEmpty)
      Self.expectSafe(outcome.errors, ending)
      // The line break of the name begins no line.
      #expect(!outcome.errors.split(separator: "\n").contains { $0.hasPrefix(ending) })
    }
    let missing = try Tool.run("a > 0", folder.path + "/none\(Self.name)\n")
    #expect(missing.errors.split(separator: "\n").count == 1)
    Self.expectSafe(missing.errors, "no such file")
  }

  @Test func tablesAndTheirHeadings() throws {
    let rows = "{\(Self.json):\(Self.json),\"a\":\(Self.json)}\n{\"a\":[\(Self.json)]}\n"
    let outcome = try Tool.run("TRUEPREDICATE", "-o", "table", "--section", "a", input: rows)
    #expect(outcome.status == 0 && outcome.lines.count > 5)
    Self.expectSafe(outcome.text, "a table")
  }

  @Test func dataIsWrittenAsItIs() throws {
    let text = "\u{1B}[31m\u{9B}\u{202E}\u{2028}\u{7F}"
    let row = "{\"a\":\"\(text.replacingOccurrences(of: "\u{1B}", with: "\\u001b"))\"}"
    func output(_ format: String) throws -> String {
      try Tool.run("TRUEPREDICATE", "-o", format, input: row + "\n").text
    }
    #expect(try output("jsonl") == row + "\n")
    #expect(try output("json") == "[\n\(row)\n]\n")
    #expect(try output("csv") == "a\n\(text)\n")
    #expect(try output("tsv") == "a\n\(text)\n")
  }

  // MARK: - The REPL

  /// Lines that show names, values and files in every way that the REPL has.
  private static func lines(_ file: String) -> [String] {
    let name = String(name.unicodeScalars.filter { $0 != "\r" })
    return [
      ".filter add \"n\(name)\" a CONTAINS \"\(name)\" OR TRUEPREDICATE", ".filters",
      ".filter add \"m\(name)@g\(name)\"@g a == 1", ".filters", ".explain row 1",
      ".filter remove \"m\(name)\"",
      ".filter remove \"\(name)\"", ".filter clear", ".show", ".schema", ".identity `\(name)`",
      ".section a",
      ".show",
      ".section `\(name)", ".sort `\(name)", ".sort a:\(name)", ".sort `\(name)`",
      ".select `x\(name)`",
      ".select", ".section", ".diff on", ".add {\"a\":\(json)}", ".add {\"a\":\(name)}",
      ".remove \(json)",
      ".explain row \(json)", ".\(name)", ".open \"\(name)\"", ".read \"\(name)\"",
      ".merge \"\(name)\"",
      ".mode \"\(name)\"", ".search \"\(name)\"", ".search", ".explain a == \"\(name)\"",
      ".plugin \"\(name)\"", ".save \"\(file)\"", ".help \"\(name)\"", "a + 1 > \"\(name)\"",
      "`\(name)` == 1", "nope\(name)(1) == 1", ".filter add bad a + 1 > 1",
      ".replace 1 {\"a\":\(name)}",
      ".identity a", ".add {\"a\":\(json)}", ".remove \(json)", ".merge \"\(file)\"", "\(name)",
      "CAST(1, a) == 1", "CAST(a, 'NSDate') == 1", "'x' MATCHES b", "FUNCTION(a, a) == 1",
      "a[b] == 1", "a.c == 1", "SELF < 1", "a BETWEEN 3", "`\(name)", "a == '\(name)",
      "x\(name) == 1", "$y\(name) == 1", "a + '\(name)' > 1", "#\(name) == 1",
      "`\(name)`.@\(name) == 1",
    ]
  }

  @Test func scriptsOfTheREPL() throws {
    let folder = try Folder()
    let rows = "{\"a\":\(Self.json),\(Self.json):1}\n{\"a\":[\(Self.json)]}\n"
    let file = try folder.file(Self.name + "\n.jsonl", rows)
    let script = Self.lines(
      try folder.file("saved\(Self.name.filter { !$0.isNewline }).jsonl", rows))
    let outcome = try Tool.run(
      "repl", file, input: ".bail off\n" + script.joined(separator: "\n") + "\n")
    #expect(outcome.status == 2)
    #expect(
      outcome.lines.count > 3 && outcome.errors.split(separator: "\n").count > 50, "\(outcome)")
    Self.expectSafe(outcome.text, "standard output")
    Self.expectSafe(outcome.errors, "standard error")
  }

  @Test func aSchemaThatIsWrittenAsJSONIsJSON() throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", "{\"a\u{7F}\":1}\n")
    let outcome = try Tool.run("repl", file, input: ".mode jsonl\n.schema\n")
    #expect(outcome.lines.last?.hasPrefix("{\"key\":\"`a\u{7F}`\",") == true)
  }

  @Test func hintsAndCompletionAtATerminal() throws {
    let folder = try Folder()
    let rows = "{\"a\":\(Self.json),\(Self.json):1,\"key\(Self.json.dropFirst()):1}\n"
    let file = try folder.file(Self.name + ".jsonl", rows)
    let output = try folder.file("output", "")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    let session = Session(
      in: .writing(to: handle.fileDescriptor), isTerminal: true, libraries: .standard)
    try session.open(file)
    let near = Self.name.unicodeScalars.dropLast().map { String($0) }.joined()
    for line in Self.lines(folder.path + "/saved.jsonl") + ["`key\(near)` == 1", ".sort key"] {
      do throws(ToolError) { try session.run(line) } catch {
        if case .syntax(let error, _) = error {
          Self.expectSafe(ReplTerminal.rendered(error, behind: "frc> ", width: 1_000), line)
        }
      }
    }
    for line in ["", "key", "`", ".open \(folder.path)/"] {
      let completion = ReplCompletion(line: line, cursor: line.utf8.count, session: session)
      Self.expectSafe(completion.listing(width: 80), line)
    }
    try session.flush()
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.contains("hint: "))
    Self.expectSafe(text, "a session")
  }

  @Test func aLineThatTheEditorShowsOtherwiseIsShownAgain() throws {
    let text = "a CONTAIN \"\u{1B}\""
    let error = try #require(throws: SyntaxError.self) { try AST.Predicate(parsing: text) }
    #expect(
      ReplTerminal.rendered(error, behind: "frc> ", width: 80)
        .contains(" | a CONTAIN \" \""))
  }
}
