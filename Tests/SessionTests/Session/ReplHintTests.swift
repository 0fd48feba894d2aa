import Testing
import ToolTestSupport

@testable import FrcQuery

/// What the author of a line is told to have meant, at a terminal and in a script, beside what the line itself says.
struct ReplHintTests {
  private static let rows = [
    #"{"id":1,"name":"Ada","age":36,"show":"x","text":"'quoted'","user-id":"u7"}"#,
    #"{"id":2,"name":"Bo","age":9,"show":"x"}"#,
  ]

  private func session(
    _ rows: some Sequence<String> = rows, isTerminal: Bool = true
  ) throws -> HeardSession {
    let session = try HeardSession(isTerminal: isTerminal)
    try session.load(rows)
    return session
  }

  /// The hints that a line is answered with.
  private func hints(_ line: String, _ session: HeardSession) throws -> [String] {
    try session.says(line).split(separator: "\n")
      .filter { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) }
  }

  @Test func aWordIsToldToBeACommandBeforeTheRowsAreRead() throws {
    let session = try session()
    #expect(try session.says("quit").hasPrefix("hint: a command begins with a dot: .quit\n"))
    #expect(try !session.says("show").hasPrefix("hint: "))
  }

  private static let cases: [(String, [String])] = [
    // The name of a command, where no row matches and none fails.
    ("quit", ["a command begins with a dot: .quit"]),
    ("SORT", ["a command begins with a dot: .sort"]),
    ("exit", ["a command begins with a dot: .quit"]), ("q", ["a command begins with a dot: .quit"]),
    ("h", ["a command begins with a dot: .help"]), ("show == 'x'", []), ("show + 1 > 2", []),
    ("show == 'y'", ["a command begins with a dot: .show"]),
    ("schema OR age > 3", ["no row has a value for 'schema'"]),
    // Key paths, the first three of them.
    ("nme == 'Ada'", ["no row has a value for 'nme', did you mean 'name'?"]),
    ("zz == 1 OR age > 3", ["no row has a value for 'zz'"]),
    (
      "a1 == 1 OR b2 == 1 OR age == 1 OR c3 == 1 OR d4 == 1",
      ["a1", "b2", "c3"].map { "no row has a value for '\($0)'" }
    ),
    ("SELF == 1", []), ("text == 'none'", []),
    (".filter add X nme == 1", ["no row has a value for 'nme', did you mean 'name'?"]),
    (".filter replace X ag == 1", ["no row has a value for 'ag', did you mean 'age'?"]),
    (".filter clear", []),
    (
      ".select zz,name,nme",
      ["no row has a value for 'zz'", "no row has a value for 'nme', did you mean 'name'?"]
    ),
    (".select z1 z2 z3 z4", ["z1", "z2", "z3"].map { "no row has a value for '\($0)'" }),
    (".select", []),
    (".section nme", ["no row has a value for 'nme', did you mean 'name'?"]), (".section", []),
    (
      ".sort age desc",
      ["no row has a value for 'desc'; write the direction after a colon, as in age:desc"]
    ),
    (
      ".sort name Asc",
      ["no row has a value for 'Asc'; write the direction after a colon, as in name:desc"]
    ),
    (".select desc", ["no row has a value for 'desc'"]),
    (".sort zz", ["no row has a value for 'zz'"]),
    (".sort age", []),
    // Keys with signs keep their backquotes.
    ("user == 'u7'", ["no row has a value for 'user', did you mean `user-id`?"]),
    ("`user-id` == 'u7'", []),
    ("`usr-id` == 1", ["no row has a value for `usr-id`, did you mean `user-id`?"]),
    (".filter add X `user-id` == 'u9'", []), (".filter clear", []),
    // Values of different kinds, whatever the filters hide.
    ("age == '36'", ["'age' is a number, which equals no text: write the number without quotes"]),
    ("name == 5", ["'name' is text, which equals no number: write the number in quotes"]),
    ("age != '36'", ["'age' is a number, which equals no text: write the number without quotes"]),
    (
      ".filter add X '36' == age",
      ["'age' is a number, which equals no text: write the number without quotes"]
    ),
    (".filter clear", []),
    (
      "TERNARY(age == '36', 1, 2) == 1",
      ["'age' is a number, which equals no text: write the number without quotes"]
    ),
    ("name MATCHES 'd'", ["MATCHES tests the whole text of 'name': write \".*d.*\""]),
    ("name > 2026-11-20", ["2026 - 11 - 20 is the number 1995; write #2026-11-20# for the date"]),
    ("age / 10 == 3", ["'age / 10' divides integers and drops the remainder: write age / 10.0"]),
    (
      ".select name,x=age/10",
      ["'age / 10' divides integers and drops the remainder: write age / 10.0"]
    ),
    (".select", []),
    // Quotes around a text that no row has.
    (".search \"Ada\"", ["what is searched for is the text with its quotes"]),
    (".search 'x'", ["what is searched for is the text with its quotes"]),
    (".search 'quoted'", []), (".search ''", []), (".search 'x", []), (".search 'x\"", []),
    (".search zzz", []), (".search", []),
  ]

  @Test func aLineThatDidNothingIsExplained() throws {
    let terminal = try session()
    let script = try session(isTerminal: false)
    for (line, expected) in Self.cases {
      #expect(try hints(line, terminal) == expected, "\(line)")
      #expect(try hints(line, script) == expected, "\(line)")
    }
  }

  /// The hints of a script are among its messages, and not among its rows.
  @Test func aScriptHasHintsOnStandardError() throws {
    let folder = try Folder()
    let file = try folder.file("rows.jsonl", Self.rows.joined(separator: "\n"))
    let outcome = try Tool.run(
      ["repl", file], input: ".mode jsonl\nnme == 'Ada'\n.select id\nage > 9\n")
    #expect(outcome.text == "{\"id\":1}\n" && outcome.status == 0, "\(outcome)")
    #expect(
      outcome.errors.contains("hint: no row has a value for 'nme', did you mean 'name'?\n"),
      "\(outcome)")
  }

  /// Hints stand above the rows that matched.
  @Test func aHintStandsAboveTheRows() throws {
    let said = try session().says("zz == 1 OR age > 30")
    #expect(said.hasPrefix("hint: no row has a value for 'zz'\n"), "\(said)")
    #expect(said.contains("Ada"))
  }

  @Test func withoutRowsNoKeyIsUnknown() throws {
    let empty = try session([])
    #expect(try hints("nme == 1", empty) == [])
    #expect(try hints(".select nme", empty) == [])
    #expect(try hints("quit", empty) == ["a command begins with a dot: .quit"])
  }

  /// A key of some row is known, wherever the row is; what is proposed comes from the first rows.
  @Test(arguments: [199, 200, 201, 1_000])
  func aKeyOfALaterRowIsKnown(_ count: Int) throws {
    let rows = (1..<count).map { "{\"id\":\($0)}" } + [#"{"id":0,"surname":"x"}"#]
    let session = try session(rows)
    #expect(try hints("surname == 'y'", session) == [])
    let proposal = count <= 200 ? ", did you mean 'surname'?" : ""
    #expect(try hints(".select srname", session) == ["no row has a value for 'srname'" + proposal])
    #expect(session.session.sampleKeys() == (count <= 200 ? ["id", "surname"] : ["id"]))
    // The schema is that of all rows.
    let schema = try #require(session.session.data).schema(limit: nil)
    #expect(schema.entries.map(\.path) == ["id", "surname"])
    _ = try session.says(".open \(session.folder.file("other.jsonl", "{\"b\":1}\n"))")
    #expect(session.session.sampleKeys() == ["b"])
  }
}
