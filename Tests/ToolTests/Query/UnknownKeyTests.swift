import Testing
import ToolTestSupport

/// Notes on key paths that no row has, which are for terminals.
struct UnknownKeyTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// What a command line shows on a terminal behind what it prints.
  private func expect(_ line: String, shows note: String) throws {
    let session = try TerminalSession(shell: line + "; echo status $?", folder: folder.path)
    #expect(session.shows(note + "\nstatus 1\n"), "\(line): \(session.text)")
  }

  @Test(arguments: [
    ("rows.json", "[{\"name\":\"Ada\",\"at\":{\"city\":\"Rome\"}},{\"name\":\"Bo\"}]"),
    ("rows.jsonl", "{\"name\":\"Ada\",\"at\":{\"city\":\"Rome\"}}\n{\"name\":\"Bo\"}\n"),
    ("rows.csv", "name,at.city\nAda,Rome\nBo,\n"),
  ])
  func theNearestKeyIsNamed(_ name: String, _ text: String) throws {
    _ = try folder.file(name, text)
    let note = "note: no row has a value for 'Name', did you mean 'name'?"
    try expect("\"$Q\" \"Name == 'Ada'\" \(name)", shows: note)
    try expect("cat \(name) | \"$Q\" -c \"Name == 'Ada'\"", shows: "0\n" + note)
    try expect("\"$Q\" \"Name == 'Ada'\" < \(name)", shows: note)
    try expect(
      "\"$Q\" 'name CONTAINS ada' \(name)",
      shows: "note: no row has a value for 'ada', did you mean 'ada' in quotes?")
  }

  @Test func aPathAndAKeyWithoutANeighbourAreNamedToo() throws {
    _ = try folder.file("rows.json", "[{\"name\":\"Ada\",\"at\":{\"city\":\"Rome\"}}]")
    try expect(
      "\"$Q\" \"at.cty == 'Rome' OR zzzzzz > 3\" rows.json",
      shows: "note: no row has a value for 'at.cty', did you mean 'at.city'?\n"
        + "note: no row has a value for 'zzzzzz'")
    // Keys that rows have are not named, nor any key where a row matches.
    let session = try TerminalSession(
      shell: "\"$Q\" \"name == 'Bo'\" rows.json; \"$Q\" -c \"nme == nil\" rows.json; echo end",
      folder: folder.path)
    #expect(session.shows("end\n"))
    #expect(!session.text.contains("note"))
  }

  @Test func ofALongInputTheFirstRowsAreLookedAt() throws {
    let row = "{\"name\":\"" + String(repeating: "x", count: 1_000) + "\"}\n"
    _ = try folder.file("rows.jsonl", String(repeating: row, count: 2_000) + "{\"lastTotal\":1}\n")
    for line in ["\"$Q\" 'lastTotal > 2' rows.jsonl", "cat rows.jsonl | \"$Q\" 'lastTotal > 2'"] {
      try expect(line, shows: "note: none of the first 1036 rows has a value for 'lastTotal'")
    }
  }

  @Test func aRowThatIsLongerThanTheSampleIsNotLookedAt() throws {
    let text = String(repeating: "x", count: 1_100_000)
    _ = try folder.file("rows.jsonl", "{\"name\":\"\(text)\"}\n")
    _ = try folder.file("rows.csv", "name\n\(text)\n")
    for line in [
      "\"$Q\" 'Name > 2' rows.jsonl", "cat rows.jsonl | \"$Q\" 'Name > 2'",
      "\"$Q\" 'Name > 2' rows.csv",
    ] {
      let session = try TerminalSession(shell: line + "; echo status $?", folder: folder.path)
      #expect(session.shows("status 1\n"), "\(line): \(session.text)")
    }
  }

  /// Notes are written wherever standard error leads, unless they are silenced.
  @Test func notesAreWrittenWithoutATerminal() throws {
    let input = "{\"name\":\"Ada\"}"
    let outcome = try Tool.run("Name == 'Ada'", input: input)
    let note = "note: no row has a value for 'Name', did you mean 'name'?\n"
    #expect(outcome == Tool.Outcome(status: 1, output: [], errors: note))
    let quiet = try Tool.run("--quiet", "Name == 'Ada'", input: input)
    #expect(quiet == Tool.Outcome(status: 1, output: [], errors: ""))
  }

  /// Columns, sort keys and sections without a value in any row are noted too, beside the rows that are written.
  @Test(arguments: [
    ["--select", "Name,name"], ["--sort", "Name"], ["--section", "Name"], ["--unique", "Name"],
    ["--select", "x=length(Name)"],
  ])
  func unknownColumnsAreNoted(_ options: [String]) throws {
    let outcome = try Tool.run(["TRUE"] + options, input: "{\"name\":\"Ada\"}\n{\"name\":\"Bo\"}\n")
    #expect(outcome.status == 0 && !outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix("note: no row has a value for 'Name', did you mean 'name'?\n"),
      "\(outcome)")
  }

  /// A value that cannot be computed is null, and is counted.
  @Test func valuesThatCannotBeComputedAreCounted() throws {
    let rows = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":[]}\n"
    let outcome = try Tool.run("TRUE", "--select", "b=a+1", input: rows)
    #expect(outcome.text == "{\"b\":2}\n{\"b\":null}\n{\"b\":null}\n" && outcome.status == 0)
    #expect(outcome.errors.hasPrefix("note: 2 values of 'b' could not be computed: "))
  }
}
