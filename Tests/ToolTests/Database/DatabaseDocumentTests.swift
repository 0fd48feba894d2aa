#if SQLite
  import FilterSQLite
  import Foundation
  import Testing

  /// Columns of texts that are JSON, which key paths enter.
  struct DatabaseDocumentTests {
    private static let documents = [
      #"{"arch":"all","n":3,"kind":"a","tags":["x","y"],"deep":{"er":[{"v":1},{"v":7}]}}"#,
      #"{"arch":"amd64", "n":2.50,"kind":"b","tags":[]}"#,
      #" [ {"arch":"all","n":1}, {"arch":"arm"} ] "#,
      #"{"arch":"all","n":"2026-01-05","kind":"a"}"#,
    ]

    /// Documents, and values that are none: broken ones, scalars, texts, numbers and bytes.
    private func file() throws -> DatabaseFile {
      let others = ["'{\"arch\":'", "'\"all\"'", "'all'", "''", "NULL", "'12'", "x'7b7d'"]
      let values = Self.documents.map { "'\($0)'" } + others
      let rows = values.enumerated().map { "(\($0 + 1), \($1))" }.joined(separator: ", ")
      return try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, js TEXT); INSERT INTO t VALUES \(rows);")
    }

    private func run(_ arguments: String...) throws -> Tool.Outcome {
      let file = try file()
      return try Tool.run(arguments + [file.path])
    }

    private func ids(_ filter: String) throws -> [Int] {
      try run(filter, "-s", "id", "-o", "csv").lines.dropFirst().compactMap { Int($0) }
    }

    @Test func membersOfDocumentsAreTested() throws {
      for (filter, expected) in [
        ("js.arch == 'all'", [1, 4]), ("js.n == 3", [1]), ("ANY js.tags == 'y'", [1]),
        ("js.tags.@count == 2", [1, 3]), ("ANY js.deep.er.v > 5", [1]),
        ("js[1].arch == 'arm'", [3]),
        ("js.deep.er[0].v == 1", [1]), ("ANY js.arch == 'arm'", [3]), ("SELF.js.kind == 'b'", [2]),
        ("SUBQUERY(js.deep.er, $x, $x.v > 5).@count == 1", [1]), ("js.@count == 2", [3]),
        ("js.kind == 'a' AND id > 1", [4]), ("id > 1 AND js.arch == 'amd64'", [2]),
      ] {
        #expect(try ids(filter) == expected, "\(filter)")
      }
      #expect(try run("js.arch == 'all'", "-c").text == "2\n")
      #expect(try run("js.arch == 'all'", "-c", "--strict").text == "2\n")
      #expect(
        try run("js.arch == 'all'", "--limit", "1", "--offset", "1", "-s", "id").text
          == "{\"id\":4}\n")
    }

    /// SQLite may ask the engine about a path that ends in a column, such as the number of its elements.
    @Test func theDatabaseLeavesDocumentsToTheEngine() throws {
      let file = try file()
      for filter in [
        "js.@count == 2", "js.@count != 7", "NOT js.@count == 7", "js[0].arch == 'all'",
        "NOT js[0].arch == 'q'", "js[SIZE] == 2", "js[FIRST] != nil", "js['arch'] == 'all'",
        "js[5] == nil", "js.@count + 1 == 3", "js.@count == nil",
      ] {
        let arguments = ["-q", filter, "-s", "id", "--sort", "id", file.path]
        let found = try Tool.run(arguments)
        // With a limit of its own, the tool tests all rows itself.
        #expect(try found == Tool.run(arguments + ["--step-limit", "1000000"]), "\(filter)")
        #expect(found.errors.contains("could not be evaluated"), "\(filter)")
      }
    }

    /// The column itself is the text, to the byte.
    @Test func theColumnIsAText() throws {
      #expect(try ids("js BEGINSWITH '{\"arch\":\"amd64\", '") == [2])
      #expect(try ids("js CONTAINS 'arch'") == [1, 2, 3, 4, 5])
      let texts = try run("id < 4", "-s", "js", "-o", "tsv").lines.dropFirst()
      #expect(
        Array(texts)
          == Self.documents.prefix(3).map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
          || Array(texts) == Array(Self.documents.prefix(3)))
      let whole = try run("js.arch == 'amd64'")
      let escaped = Self.documents[1].replacing("\"", with: "\\\"")
      #expect(whole.text == "{\"id\":2,\"js\":\"\(escaped)\"}\n")
      let both = try run("js.arch == 'amd64'", "-s", "js,js.arch")
      #expect(both.text == "{\"js\":\"\(escaped)\",\"js.arch\":\"amd64\"}\n")
    }

    /// A text that is not a document is a text, as in a file.
    @Test func otherTextsRemainTexts() throws {
      let texts = ["{\"arch\":", "\"all\"", "all", "", "12"]
      let database = try DatabaseFile(
        "CREATE TABLE t (js TEXT); INSERT INTO t VALUES "
          + texts.map { "('\($0)')" }.joined(separator: ", "))
      let lines = try database.folder.file(
        "rows.jsonl",
        texts.map { "{\"js\":\"\($0.replacing("\"", with: "\\\""))\"}\n" }.joined())
      for filter in [
        "js.arch == nil", "js.arch == 'all'", "js.arch > 3", "js.length > 2", "js[0] == 'a'",
        "js.@count == 1", "ANY js.arch == 1",
      ] {
        let arguments = ["-q", filter, "-s", "js,js.arch,js.length", "--sort", "js.length"]
        let (found, expected) = (
          try Tool.run(arguments + [database.path]), try Tool.run(arguments + [lines])
        )
        #expect(found.text == expected.text && found.status == expected.status, "\(filter)")
        #expect(
          found.errors.split(separator: "\n").dropFirst()
            == expected.errors.split(separator: "\n").dropFirst(), "\(filter)")
      }
    }

    @Test func membersAreColumnsKeysAndSections() throws {
      #expect(
        try run("js.n != nil AND id < 3", "-s", "id,js.n,double=js.n*2,js.tags").lines == [
          #"{"id":1,"js.n":3,"double":6,"js.tags":["x","y"]}"#,
          #"{"id":2,"js.n":2.5,"double":5.0,"js.tags":[]}"#,
        ])
      #expect(
        try run("id < 3", "--sort", "js.n", "-s", "id", "-o", "csv").lines == ["id", "2", "1"])
      #expect(
        try run("id < 3", "--sort", "js.n:desc", "--limit", "1", "-s", "id", "-o", "csv").lines
          == ["id", "1"])
      #expect(
        try run("js.kind IN {'a', 'b'}", "--section", "js.kind", "-s", "id").lines == [
          #"{"section":"a","items":[{"id":1},{"id":4}]}"#,
          #"{"section":"b","items":[{"id":2}]}"#,
        ])
      #expect(
        try run("id < 5", "--unique", "js.kind", "-s", "id", "-o", "csv").lines.count == 4)
      #expect(
        try run("js.n > CAST('2026-01-01', 'NSDate')", "--types", "js.n=date", "-s", "id", "-q")
          .text
          == "{\"id\":4}\n")
    }

    /// A failure is shown under the text of the filter.
    @Test func aFailureShowsTheFilter() throws {
      let outcome = try run("js.n > 2.7 AND id < 5", "-s", "id")
      #expect(outcome.lines == [#"{"id":1}"#])
      #expect(
        outcome.errors.contains("t:3: ") || outcome.errors.contains("t:4: "), "\(outcome.errors)")
      #expect(outcome.errors.contains("\n | js.n > 2.7 AND id < 5\n"))
      #expect(try run("jss.n > 2").errors.contains("no key 'jss', did you mean 'js'?"))
      #expect(
        try run("js.arch == 'all'", "--explain").lines.suffix(2) == [
          "part    js.arch == \"all\"  not pushed down: it reads a key that is not a column",
          "index   none serves an expression: js.arch is computed for each row",
        ])
    }
  }
#endif
