#if SQLite
  import FilterEngine
  import FilterSQLite
  import Foundation
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// Columns of texts that are JSON, which have the values of the documents.
  struct DatabaseDocumentTests {
    private static let documents = [
      #"{"arch":"all","n":3,"kind":"a","tags":["x","y"],"deep":{"er":[{"v":1},{"v":7}]}}"#,
      #"{"arch":"amd64", "n":2.50,"kind":"b","tags":[]}"#,
      #" [ {"arch":"all","n":1}, {"arch":"arm"} ] "#,
      #"{"arch":"all","n":"2026-01-05","kind":"a"}"#,
    ]

    /// Values that are no documents: broken ones, scalars, texts, numbers and bytes.
    private static let others = ["'{\"arch\":'", "'\"all\"'", "'all'", "''", "'12'", "x'7b7d'"]

    /// Documents and NULL, and other values too if the column `isMixed`.
    private func file(isMixed: Bool = false) throws -> DatabaseFile {
      let values =
        Self.documents.map { "'\($0)'" } + ["NULL"] + (isMixed ? Self.others : [])
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
      }
    }

    private static let tags = [
      #"["a","b"]"#, #" ["ab", "a b"] "#, "[]", #"{"a":1}"#, #"[["a"], 2, null]"#, "null",
    ]

    /// A row of a file and a row of a table with the same documents.
    private func tagged(
      _ column: String = "tags TEXT"
    ) throws -> (database: DatabaseFile, lines: String) {
      let rows = Self.tags.enumerated().map { index, tag in
        "(\(index), \(tag == "null" ? "NULL" : "'\(tag)'"))"
      }
      let database = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, \(column));"
          + "INSERT INTO t VALUES \(rows.joined(separator: ", "))")
      let lines = try database.folder.file(
        "rows.jsonl",
        Self.tags.enumerated().map { "{\"id\":\($0),\"tags\":\($1)}\n" }.joined())
      return (database, lines)
    }

    private static let forms: [[String]] =
      [
        "'a' IN tags", "NOT 'a' IN tags", "tags CONTAINS 'a'", "tags == {'a', 'b'}",
        "tags != {'a', 'b'}", "{'a', 'b'} == tags", "ANY tags == 'a'", "ALL tags == 'ab'",
        "NONE tags == 'a'", "SOME tags CONTAINS 'b'", "SUBQUERY(tags, $t, $t == 'a').@count == 1",
        "tags[0] == 'a'", "tags[LAST] == 'b'", "tags.@count > 1", "tags == nil", "tags != nil",
        "tags BEGINSWITH '['", "tags == '[]'", "tags IN {'[]', 'x'}", "length(tags) > 1",
        "TERNARY('a' IN tags, 1, 2) == 1", "SELF.tags == {'a', 'b'}", "tags.a == 1",
        "tags LIKE '*a*'", "tags < 'b'", "ANY tags IN {'a', 2}",
      ].map { ["-q", $0, "-s", "id"] } + [
        ["TRUEPREDICATE", "--sort", "tags.@count:desc,id", "-s", "id"],
        ["TRUEPREDICATE", "--unique", "tags", "-s", "id", "--sort", "id"],
        ["TRUEPREDICATE", "--section", "tags", "-s", "id", "--sort", "id"],
        ["TRUEPREDICATE", "--count-by", "tags"], ["id > 0", "--count-by", "tags[0]"],
        ["TRUEPREDICATE", "-s", "id,first=tags[0],n=tags.@count", "--sort", "id"],
      ]

    /// A column of documents has their values in every form, as the key of a file has; proven, by the schema, or stated.
    @Test(arguments: [
      "tags TEXT", "tags", "tags JSON", "tags TEXT CHECK (tags IS NULL OR json_valid(tags))",
    ])
    func aDocumentIsAValueInEveryForm(_ column: String) throws {
      let (database, lines) = try tagged(column)
      for arguments in Self.forms {
        let expected = try Tool.run(arguments + [lines])
        for options in [[], ["--types", "tags=json"]] {
          let found = try Tool.run(arguments + [database.path] + options)
          #expect(
            found.text == expected.text && found.status == expected.status,
            "\(column) \(arguments) \(options) \(found) \(expected)")
        }
      }
    }

    @Test func anIndexOfTextsDoesNotDecide() throws {
      let (database, lines) = try tagged()
      try database.write { try $0.execute("CREATE INDEX by_tags ON t (tags)") }
      for arguments in Self.forms {
        #expect(
          try Tool.run(arguments + [database.path]).text == Tool.run(arguments + [lines]).text,
          "\(arguments)")
      }
    }

    /// The schema also permits scalars, which are values too.
    @Test func aColumnThatTheSchemaValidatesHasScalars() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, js TEXT CHECK (js IS NULL OR json_valid(js)));
        INSERT INTO t VALUES (1, '12'), (2, '"x"'), (3, '[12]'), (4, 'null'), (5, NULL), (6, 'true');
        """)
      for (filter, expected) in [
        ("js == 12", "1"), ("js == 'x'", "2"), ("js == TRUE", "6"), ("js == nil", "4 5"),
        ("js.@count == 1", "3"),
      ] {
        let outcome = try Tool.run("-q", filter, "-s", "id", "-o", "csv", database.path)
        #expect(outcome.lines.dropFirst().joined(separator: " ") == expected, "\(filter)")
      }
    }

    /// A row is written as it is stored, unless the kind of the column is stated.
    @Test func aRowHasTheText() throws {
      let escaped = Self.documents[1].replacing("\"", with: "\\\"")
      #expect(try run("js.arch == 'amd64'").text == "{\"id\":2,\"js\":\"\(escaped)\"}\n")
      #expect(
        try run("js.arch == 'amd64'", "-s", "js,js.arch").text
          == "{\"js\":\"\(escaped)\",\"js.arch\":\"amd64\"}\n")
      #expect(
        try run("js.arch == 'amd64'", "--types", "js=json").text
          == #"{"id":2,"js":{"arch":"amd64","n":2.5,"kind":"b","tags":[]}}"# + "\n")
    }

    /// One text that is no document makes the column one of texts.
    @Test func aMixedColumnIsAText() throws {
      let mixed = try file(isMixed: true)
      for arguments in [
        ["js.arch == 'all'"], ["id == 1 AND js.n == 3"], ["id > 0", "--sort", "js.n"],
        ["id > 0", "-s", "id,js.n"], ["id > 0", "--section", "js.kind"],
        ["js.arch == 'all'", "-c"],
        ["js.arch == 'all'", "--explain"],
      ] {
        let outcome = try Tool.run(arguments + [mixed.path])
        #expect(outcome.status == 2, "\(arguments) \(outcome)")
        #expect(
          outcome.errors.contains(
            "in column 'js': not all of its values are JSON objects or lists; ")
            && outcome.errors.contains("--types js=json"), "\(outcome)")
      }
      #expect(
        try Tool.run("js CONTAINS 'arch'", "-s", "id", "-o", "csv", mixed.path, "-q").lines
          == ["id", "1", "2", "3", "4", "6"])
      #expect(
        try Tool.run("js.length == 3", "-s", "id", "-o", "csv", mixed.path, "-q").lines
          == ["id", "8"])
      let stated = try Tool.run(
        "js.arch == 'all'", "-s", "id", "-o", "csv", "--types", "js=json", "--skip-errors",
        mixed.path)
      #expect(stated.lines == ["id", "1", "4"], "\(stated)")
      #expect(stated.errors.contains("in column 'js' is not JSON"), "\(stated)")
      // Without values nothing is a text.
      try mixed.write { try $0.execute("UPDATE t SET js = NULL") }
      #expect(try Tool.run("js.arch == nil", "-c", mixed.path).text == "11\n")
    }

    @Test func aSessionReadsDocuments() throws {
      let (database, _) = try tagged()
      let heard = try HeardSession(database.folder)
      try heard.session.open(database.path, isWritable: true)
      _ = try heard.says(".mode jsonl")
      _ = try heard.says(".select id")
      #expect(try heard.says("'a' IN tags") == "{\"id\":0}\n1 of 6 rows\n")
      #expect(try heard.says(".filter add A tags CONTAINS 'a'").hasPrefix("1 of 6 rows"))
      #expect(try heard.says(".show").hasPrefix("{\"id\":0}\n"))
      _ = try heard.says(".filter clear")
      _ = try heard.says(".set tags \"plain\" where id == 5")
      #expect(try heard.says("tags CONTAINS 'ai'").hasPrefix("{\"id\":5}\n1 of 6 rows\n"))
      #expect(
        try heard.says("tags.a == 1").contains(
          "no key 'a' in column 'tags': not all of its values are JSON objects or lists\n"))
    }

    /// The rows of a pipe have the values. An edit leaves a text as it is whose document stays the same.
    @Test func theRowsOfAPipeHaveDocuments() throws {
      let (database, _) = try tagged()
      let pipe = try PipedSession()
      for (request, part) in [
        (#"{"op":"open","source":"\#(database.path)","write":true}"#, "reload"),
        (#"{"op":"snapshot"}"#, #"{"id":0,"tags":["a","b"]}"#),
        (#"{"op":"filter.add","name":"A","filter":"tags.@count == 2"}"#, "delete"),
        (#"{"op":"filter.remove","name":"A"}"#, "insert"),
        (#"{"op":"replace","item":{"id":1,"tags":["ab","a b"]}}"#, "changes"),
        (#"{"op":"replace","item":{"id":0,"tags":["z",{"a":[1]}]}}"#, "update"),
      ] {
        let answer = try pipe.answer(request)
        #expect(answer.contains(part) && !answer.contains("error"), "\(request) \(answer)")
      }
      let stored = try SQLiteDatabase(reading: database.path, lockTimeout: 1, rowBytes: 1 << 20)
        .query("SELECT tags FROM t WHERE id < 2 ORDER BY id", nil)
      #expect(stored == [[.string(#"["z",{"a":[1]}]"#)], [.string(Self.tags[1])]])
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
        try run("js.arch == 'all'", "--explain").lines.contains {
          $0.hasPrefix("part    js.arch == \"all\"  pushed down; rows are rechecked")
        })
    }
  }
#endif
