#if PostgreSQL && SQLite
  import FilterEngine
  import Foundation
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// The same rows in a file of SQLite and on a server: the same commands, lines and requests print the same.
  struct ServerAgreementTests {
    @Test(arguments: [
      "'age > 30'", "'age > 30' --sort age:desc", "-c \"city == 'London'\"",
      "'age > 30' --limit 1", "TRUE --limit 2 --offset 1 --sort id", "TRUE --count-by city",
      "TRUE --count-by city --avg age -o table", "\"name CONTAINS[cd] 'zoe'\"",
      "'name.length > 3' --select name,age/2", "TRUE --sort name -o csv", "TRUE --section city",
      "'score > 0' -o table", "'score == nil OR age == nil'", "\"name BEGINSWITH 'A'\" --sort id",
      "'10 / age > 0'", "\"city IN {'London', 'Oslo'} AND age < 40\"", "FALSE", "'agee > 3'",
      "\"name LIKE 'A*'\" -o json", "-v 'age > 30'", "TRUE --unique city --sort city,id",
      "\"name > 'B'\" --sort id", "TRUE --select agee", "'age > 30' --types age=number",
    ])
    func aCommandPrintsTheSame(_ arguments: String) throws {
      guard let server = try ServerTables.people() else { return }
      let file = try DatabaseFile.people()
      func outcome(_ input: String) throws -> [String] {
        let outcome = try Tool.run(Tool.words(arguments) + [input])
        return [
          "\(outcome.status)", outcome.text, outcome.errors.replacing(input, with: "INPUT"),
        ]
      }
      let expected = try outcome(file.path)
      let found = try outcome(server.address)
      #expect(found == expected)
    }

    private static let tags = [
      "'[\"a\",\"b\"]'", "' [\"ab\", \"a b\"] '", "'[]'", "'{\"a\":1}'",
      "'[[\"a\"], 2, null]'", "NULL",
    ]

    private static let documentForms: [[String]] =
      [
        "'a' IN tags", "NOT 'a' IN tags", "tags CONTAINS 'a'", "tags == {'a', 'b'}",
        "ANY tags == 'a'", "ALL tags == 'ab'", "SUBQUERY(tags, $t, $t == 'a').@count == 1",
        "tags[0] == 'a'", "tags.@count > 1", "tags == nil", "tags == '[]'", "tags.a == 1",
        "tags LIKE '*a*'", "tags < 'b'",
      ].map { ["-q", $0, "-s", "id", "--sort", "id"] } + [
        ["TRUE", "--sort", "tags.@count:desc,id", "-s", "id"], ["TRUE", "--count-by", "tags"],
        ["TRUE", "-s", "id,first=tags[0],n=tags.@count", "--sort", "id"],
      ]

    /// Texts that are all JSON are values in both, proven by the rows or by the schema, or stated; others in neither.
    @Test(arguments: [
      ("text", "TEXT", "", false), ("varchar(90)", "TEXT", "", true),
      (
        "text CHECK (tags IS NULL OR tags::json IS NOT NULL)",
        "TEXT CHECK (tags IS NULL OR json_valid(tags))",
        ", (6, '\"a\"'), (7, '2')", false
      ),
      ("text", "TEXT", ", (6, '\"a\"')", false), ("text", "TEXT", ", (6, '[a]')", false),
    ])
    func documentsAreTheSame(
      _ type: String, _ other: String, _ more: String, _ isStated: Bool
    ) throws {
      let rows =
        Self.tags.enumerated().map { "(\($0), \($1))" }.joined(separator: ", ") + more
      guard
        let server = try ServerTables(
          "CREATE TABLE t (id bigint PRIMARY KEY, tags \(type)); INSERT INTO t VALUES \(rows)")
      else { return }
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, tags \(other)); INSERT INTO t VALUES \(rows)")
      for form in Self.documentForms {
        func outcome(_ input: String) throws -> [String] {
          let arguments = form + (isStated ? ["--types", "tags=json"] : [])
          let outcome = try Tool.run(arguments + [input])
          return ["\(outcome.status)", outcome.text]
        }
        #expect(try outcome(server.table("t")) == outcome(file.path), "\(type) \(more) \(form)")
      }
    }

    /// The lines of a session, with rows that others change among them.
    private static let lines = [
      ".mode jsonl", ".tables", "age > 30", ".show 2", ".filter add A age > 30",
      ".filter add B name CONTAINS[cd] 'a'", ".show", ".sort name:desc", ".show", ".section city",
      ".show", ".section", ".sort", ".explain row 3", ".explain row 9", ".filters", ".filter clear",
      ".search don", ".show", ".search", ".count by city", ".count sum age", ".count", ".count off",
      ".add {\"id\":9,\"name\":\"New\",\"age\":5}", ".add {\"id\":9,\"name\":\"Again\"}", ".show",
      ".replace {\"id\":9,\"name\":\"Newer\"}", ".set age age + 1 where age > 30", ".show",
      ".remove 2", ".undo", ".undo", ".redo", ".show", ".begin", ".remove 1", ".begin",
      ".remove 3", ".rollback", ".show", ".end", ".show", ".undo", ".show",
      ".set id 5 where id == 9",
      ".remove 77", ".replace {\"id\":77,\"name\":\"x\"}", ".add {\"id\":1,\"nam\":3}", ".show",
      ".schema nope", ".identity name", ".select name,age", ".show", "10 / age > 2", ".begin",
      ".rollback", ".end",
    ]

    @Test func aSessionSaysTheSame() throws {
      guard let server = try ServerTables.people() else { return }
      let file = try DatabaseFile.people()
      let expected = try HeardSession()
      let found = try HeardSession()
      try expected.session.open(file.path, isWritable: true)
      try found.session.open(server.address, isWritable: true)
      for line in Self.lines {
        let (here, there) = (try expected.says(line), try found.says(line))
        #expect(
          there.replacing(server.address, with: "INPUT")
            == here.replacing(file.path, with: "INPUT"), "\(line)")
      }
    }

    @Test func aPipeAnswersTheSame() throws {
      guard let server = try ServerTables.people() else { return }
      let file = try DatabaseFile.people()
      let (expected, found) = (try PipedSession(), try PipedSession())
      for request in [
        #"{"op":"open","source":"INPUT","table":"person","write":true}"#, #"{"op":"tables"}"#,
        #"{"op":"snapshot"}"#, #"{"op":"filter.add","name":"A","filter":"age > 30"}"#,
        #"{"op":"add","item":{"id":9,"name":"New","age":50}}"#,
        #"{"op":"replace","item":{"id":1,"name":"Ada","age":3}}"#, #"{"op":"remove","key":2}"#,
        #"{"op":"remove","key":"two"}"#,
        #"{"op":"begin"}"#, #"{"op":"remove","key":3}"#, #"{"op":"rollback"}"#,
        #"{"op":"refresh"}"#, #"{"op":"snapshot"}"#,
        #"{"op":"merge","items":[{"id":3,"name":"Z"},{"id":20,"name":"T","age":77}]}"#,
        #"{"op":"snapshot"}"#, #"{"op":"open","source":"INPUT","table":"persom"}"#,
      ] {
        let here = try expected.answer(request.replacing("INPUT", with: file.path))
        let there = try found.answer(request.replacing("INPUT", with: server.address))
        #expect(
          there.replacing(server.address, with: "INPUT")
            == here.replacing(file.path, with: "INPUT"), "\(request)")
      }
    }
  }
#endif
