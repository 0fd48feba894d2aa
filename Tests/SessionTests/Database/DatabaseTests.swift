#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQL
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  /// Tables and views of SQLite as inputs.
  struct DatabaseTests {
    private func text(_ arguments: String...) throws -> String {
      let outcome = try Tool.run(arguments)
      return outcome.status == 2 ? outcome.errors : outcome.text
    }

    @Test(arguments: [false, true])
    func rowsComeOutInEveryForm(_ isStrict: Bool) throws {
      let people = try DatabaseFile.people(strict: isStrict)
      let path = people.path
      #expect(
        try text("age > 30", path) == """
          {"id":1,"name":"Ada","age":36,"city":"London","score":1.5}
          {"id":2,"name":"Alan","age":41,"city":"London","score":null}

          """)
      #expect(
        try text("city ==[cd] 'zurich'", path, "-o", "json")
          == "[\n{\"id\":3,\"name\":\"Zoë\",\"age\":28,\"city\":\"Zürich\",\"score\":3.0}\n]\n")
      #expect(
        try text("age != nil", path, "-s", "name,score", "-o", "csv")
          == "name,score\nAda,1.5\nAlan,\nZoë,3.0\n")
      #expect(
        try text("id > 2", path, "-o", "table", "-s", "id,age")
          == "id  age\n──  ───\n 3   28\n 7\n")
      #expect(
        try text("id > 0", path, "-s", "id", "--sort", "id", "-o", "tsv") == "id\n1\n2\n3\n7\n")
    }

    /// The columns are known before the first row, and without one.
    @Test func recordsHaveAHeader() throws {
      let path = try DatabaseFile.people()
      #expect(try text("age > 90", path.path, "-o", "csv") == "id,name,age,city,score\n")
      #expect(
        try text("age > 40", path.path, "-o", "csv", "--limit", "1")
          == "id,name,age,city,score\n2,Alan,41,London,\n")
      let more = try path.folder.file("more.jsonl", "{\"age\":50,\"extra\":1}\n")
      #expect(
        try text("age > 40", path.path, more, "-o", "csv")
          == "id,name,age,city,score,extra\n2,Alan,41,London,,\n,,50,,,1\n")
    }

    @Test(arguments: [
      ("age > 30", ["-c"], "2\n"), ("age > 30", ["-c", "-v"], "2\n"),
      ("name CONTAINS[c] 'A'", ["-c"], "2\n"), ("length(name) > 3", ["-c", "-v"], "2\n"),
      ("TRUEPREDICATE", ["-c", "--limit", "3", "--offset", "2"], "2\n"),
      ("TRUEPREDICATE", ["-c", "--sort", "age", "--limit", "3"], "3\n"),
      ("TRUEPREDICATE", ["--sort", "age:desc", "-s", "id", "-o", "csv"], "id\n2\n1\n3\n7\n"),
      ("TRUEPREDICATE", ["--sort", "age", "-s", "id", "-o", "csv"], "id\n7\n3\n1\n2\n"),
      ("id > 0", ["--sort", "name:desc", "--limit", "2", "-s", "id", "-o", "csv"], "id\n3\n7\n"),
      ("id > 0", ["--sort", "name:n", "--offset", "1", "-s", "id", "-o", "csv"], "id\n2\n7\n3\n"),
      ("id > 0", ["--limit", "2", "--offset", "1", "-s", "id", "-o", "csv"], "id\n2\n3\n"),
      ("length(name) >= 3", ["--limit", "1", "--offset", "1", "-s", "id", "-o", "csv"], "id\n2\n"),
      (
        "city == %@ AND age > $a", ["--arg", "London", "--var", "a=40", "-s", "id"], "{\"id\":2}\n"
      ),
      (
        "id < 4", ["--section", "city", "-s", "id"],
        "{\"section\":\"London\",\"items\":[{\"id\":1},{\"id\":2}]}\n"
          + "{\"section\":\"Zürich\",\"items\":[{\"id\":3}]}\n"
      ),
      ("name MATCHES 'A.*'", ["-s", "name.length"], "{\"name.length\":3}\n{\"name.length\":4}\n"),
    ])
    func optionsAreThoseOfFiles(
      _ predicate: String, _ options: [String], _ output: String
    ) throws {
      let people = try DatabaseFile.people()
      let rows = try Tool.run(["TRUEPREDICATE", people.path]).text
      let file = try people.folder.file("rows.jsonl", rows)
      for input in [people.path, file] {
        let outcome = try Tool.run([predicate, input] + options)
        #expect(
          outcome == Tool.Outcome(status: 0, output: Array(output.utf8), errors: ""), "\(input)")
      }
    }

    /// The exit status is that of files, also where a window leaves nothing over.
    @Test func theExitStatusSaysWhetherARowMatched() throws {
      let path = try DatabaseFile.people()
      #expect(try Tool.run("age > 30", path.path, "--offset", "9").status == 0)
      #expect(try Tool.run("age > 90", path.path, "--offset", "9").status == 1)
      #expect(try Tool.run("age > 90", path.path).status == 1)
      #expect(try Tool.run("age > 90", path.path, "-c").text == "0\n")
      #expect(try Tool.run("age > 30", path.path, "--limit", "0").status == 0)
      #expect(try Tool.run("age > 90", path.path, "--limit", "0").status == 1)
      #expect(try Tool.run("age > 30", path.path, "--limit", "0", "--sort", "id").status == 0)
      #expect(try Tool.run("age > 90", path.path, "--limit", "0", "--sort", "id").status == 1)
    }

    @Test func aTableIsNamedOrTheOnlyOne() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE a (x); CREATE TABLE "odd ""one"" ?" (x); INSERT INTO a VALUES (1);
        INSERT INTO "odd ""one"" ?" VALUES (2); CREATE VIEW v AS SELECT x + 10 AS x FROM a;
        """)
      #expect(
        try text("TRUEPREDICATE", file.path)
          == "frc-query: \(file.path): 3 tables, choose one with --table: a, odd \"one\" ?, v\n")
      #expect(try text("x > 0", file.path, "--table", "a") == "{\"x\":1}\n")
      #expect(try text("x > 0", file.path + "?table=a") == "{\"x\":1}\n")
      #expect(try text("x > 0", file.path, "--table", "A") == "{\"x\":1}\n")
      #expect(try text("x > 0", file.path, "--table", "odd \"one\" ?") == "{\"x\":2}\n")
      #expect(try text("x > 0", file.path + "?table=odd \"one\" ?") == "{\"x\":2}\n")
      #expect(try text("x > 0", file.path, "--table", "v") == "{\"x\":11}\n")
      // A name of a table in an input counts more than the option.
      #expect(
        try text("x > 0", file.path, file.path + "?table=v", "--table", "a")
          == "{\"x\":1}\n{\"x\":11}\n")
    }

    /// The name of the file or its first bytes make an input a database.
    @Test func aDatabaseIsKnownByItsContentToo() throws {
      let people = try DatabaseFile.people()
      let copy = people.folder.path + "/people"
      try FileManager.default.copyItem(atPath: people.path, toPath: copy)
      #expect(try text("age > 40", copy, "-s", "id") == "{\"id\":2}\n")
      let lines = try people.folder.file("lines.db", "{\"age\":1}\n")
      #expect(try text("age > 0", lines, "-i", "jsonl") == "{\"age\":1}\n")
      // Rows of databases and of files come one after another.
      let more = try people.folder.file("more.jsonl", "{\"id\":9,\"age\":50}\n")
      #expect(
        try text("age > 40", copy, more, "-s", "id", "--sort", "id:desc")
          == "{\"id\":9}\n{\"id\":2}\n")
      #expect(try text("age > 20", copy, more, "-c", "--limit", "3", "--offset", "1") == "3\n")
    }

    @Test func namesAreNeverPartOfAStatement() throws {
      let file = try DatabaseFile(
        #"""
        CREATE TABLE "t""; DROP TABLE x; --" (
          "a""b" INTEGER, "select" TEXT, "x y" REAL, "?1" INTEGER, "rowid" TEXT, [ä] TEXT);
        INSERT INTO "t""; DROP TABLE x; --" VALUES (1, 's', 2.5, 4, 'r', 'ü'), (2, 't', 3, 5, 'q', 'o');
        """#)
      let name = #"t"; DROP TABLE x; --"#
      for filter in [
        "`a\"b` == 1", "`select` == 's'", "`x y` < 3", "`?1` == 4", "rowid == 'r'", "ä ==[d] 'u'",
        "`a\"b` == 1 AND `x y` * 2 == 5",
      ] {
        let outcome = try Tool.run(filter, file.path, "--table", name)
        #expect(
          outcome.text == #"{"a\"b":1,"select":"s","x y":2.5,"?1":4,"rowid":"r","ä":"ü"}"# + "\n",
          "\(filter): \(outcome)")
      }
      let sorted = try Tool.run("TRUEPREDICATE", file.path, "--sort", "rowid", "-s", "`x y`")
      #expect(sorted.text == "{\"x y\":3.0}\n{\"x y\":2.5}\n")
    }

    /// A sign in a name is one whatever stands beside it: in columns of output, in sorting and in statements of a session.
    @Test func namesWhoseSignsAreJoinedAreNamesToo() throws {
      let names = ["`", "\"", ",", "="].flatMap {
        JoinedSigns.texts(around: $0, JoinedSigns.visible)
      }
      for name in names {
        let quoted = name.quotedIdentifier
        let file = try DatabaseFile(
          "CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY, \(quoted) TEXT);"
            + "INSERT INTO \(quoted) VALUES (1, 'u'), (2, 'v')")
        let key = name.quoted(by: "`")
        let found = try Tool.run(
          "\(key) == 'v'", file.path, "--table", name, "-s", key, "--sort", "\(key):desc")
        let expected = JSONWriter().bytes(.object(FilterObject([(key: name, value: .string("v"))])))
        #expect(Array(found.text.utf8) == expected + [0x0A], "\(found)")
      }
      let name = "t\u{600}\"x"
      let file = try DatabaseFile(
        "CREATE TABLE \(name.quotedIdentifier) (id INTEGER PRIMARY KEY, v TEXT);"
          + "INSERT INTO \(name.quotedIdentifier) VALUES (1, 'u'), (2, 'v')")
      let session = try Tool.run(
        "repl", "--write", file.path, "--table", name, input: ".set v \"w\" where id == 2\n")
      #expect(try Tool.run("v == 'w'", file.path, "-c").text == "1\n", "\(session)")
    }

    @Test func tablesOfEveryKindAreRead() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE w (b TEXT, a INTEGER, n INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
        INSERT INTO w VALUES ('y', 2, 1), ('x', 2, 2), ('z', 1, 3);
        CREATE TABLE g (x INTEGER, y AS (x * 2), z AS (x + 1) STORED); INSERT INTO g (x) VALUES (4);
        CREATE TABLE k (id INTEGER PRIMARY KEY DESC, v); INSERT INTO k VALUES (3, 'c'), ('1', 'b');
        CREATE VIEW v AS SELECT n, upper(b) AS u FROM w ORDER BY n DESC;
        CREATE TABLE empty (x);
        """)
      func text(_ filter: String, _ table: String, _ options: String...) throws -> String {
        try Tool.run([filter, file.path, "--table", table] + options).text
      }
      #expect(try text("n > 0", "w", "-s", "n", "-o", "csv") == "n\n3\n2\n1\n")
      #expect(try text("n * 2 > 2", "w", "-s", "n", "-o", "csv", "--limit", "1") == "n\n3\n")
      #expect(try text("y == 8 AND z == 5", "g") == "{\"x\":4,\"y\":8,\"z\":5}\n")
      #expect(try text("id >= 1", "k", "-s", "v") == "{\"v\":\"c\"}\n{\"v\":\"b\"}\n")
      #expect(try text("u IN {'X', 'Z'}", "v") == "{\"n\":3,\"u\":\"Z\"}\n{\"n\":2,\"u\":\"X\"}\n")
      #expect(
        try text("u LIKE '?'", "v", "--sort", "n", "--limit", "1", "-s", "n") == "{\"n\":1}\n")
      #expect(try text("x == nil", "empty", "-c") == "0\n")
    }

    /// Columns have no members; what a key path finds in one is what it finds in a line.
    @Test func pathsLeadIntoNoColumn() throws {
      let people = try DatabaseFile.people()
      let lines = try people.folder.file("rows.jsonl", try Tool.run("id > 0", people.path).output)
      for options in [
        ["name.first == nil", "-s", "id,name.first,name", "-o", "csv"],
        ["name.length == 3", "-s", "name.first.x,name.@count"],
        ["id > 0", "--sort", "name.first:desc,id:desc", "--section", "name.first", "-s", "id"],
      ] {
        let found = try Tool.run(options + [people.path])
        let expected = try Tool.run(options + [lines])
        #expect(found.text == expected.text && found.status == expected.status, "\(options)")
      }
    }

    /// A virtual table has columns that are its arguments.
    @Test func aVirtualTableIsReadWithoutItsHiddenColumns() throws {
      let file = try DatabaseFile(
        "CREATE VIRTUAL TABLE f USING fts5(a, b); INSERT INTO f VALUES ('x', 'y'), ('z', 'y');")
      let rows = try Tool.run("b == 'y' AND a > 'x'", file.path, "--table", "f")
      #expect(rows.text == "{\"a\":\"z\",\"b\":\"y\"}\n", "\(rows)")
      #expect(try Tool.run("rank == 1", file.path, "--table", "f").errors.contains("no key 'rank'"))
      let failing = try Tool.run("a + 1 > 1", file.path, "--table", "f")
      #expect(failing.errors.hasPrefix("frc-query: \(file.path):f: "))
    }

    /// The number of a row has three names, which columns may take.
    @Test func aRowIsKnownByTheNameOfItsNumberThatIsLeft() throws {
      let names = ["a TEXT", "rowid TEXT", "_RowID_ TEXT", "OID TEXT"]
      for count in 1...names.count {
        let columns = names.prefix(count).joined(separator: ", ")
        let values = Array(repeating: "'x'", count: count).joined(separator: ", ")
        let file = try DatabaseFile(
          "CREATE TABLE t (\(columns)); INSERT INTO t VALUES (\(values)), (\(values));")
        let outcome = try Tool.run("a + 1 > 1", file.path)
        let key = count < names.count ? ":1" : ""
        #expect(outcome.errors.hasPrefix("frc-query: \(file.path):t\(key): "), "\(outcome)")
        #expect(try Tool.run("a == 'x'", file.path, "-c").text == "2\n")
      }
    }

    /// A row that the predicate fails on is reported with its key, and the others go on.
    @Test func aRowThatFailsIsReportedWithItsKey() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT);
        INSERT INTO t VALUES (1, 4, 'x'), (20, 'word', 'y'), (21, 0, 'x'), (22, x'00', 'x'), (30, 8, 'x');
        CREATE TABLE w (k TEXT, l TEXT, a, PRIMARY KEY (k, l)) WITHOUT ROWID;
        INSERT INTO w VALUES ('p', 'q', 0);
        """)
      let outcome = try Tool.run("b == 'x' AND 8 / a > 1", file.path, "--table", "t", "-s", "id")
      #expect(outcome.text == "{\"id\":1}\n")
      #expect(outcome.status == 0)
      #expect(outcome.errors.hasPrefix("frc-query: \(file.path):t:21: 8 / 0: division by zero\n |"))
      #expect(
        outcome.errors.hasSuffix("frc-query: 2 rows could not be evaluated and were left out\n"))
      let inverted = try Tool.run("a > 5", file.path, "--table", "t", "-v", "-s", "id")
      #expect(inverted.lines == ["{\"id\":1}", "{\"id\":21}"])
      #expect(inverted.errors.contains("\(file.path):t:20: "))
      let composed = try Tool.run("1 / a == 1", file.path, "--table", "w")
      #expect(composed.errors.contains("\(file.path):w:p,q: 1 / 0: division by zero"))
      // No row has a verdict.
      #expect(composed.status == 2)
    }

    /// Limits of evaluation hold, as they do for rows of files.
    @Test func limitsHold() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (x INTEGER, s TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
        INSERT INTO t SELECT i, 'text' FROM n;
        """)
      let late = try Tool.run("s MATCHES '(t|e|x)*'", file.path, "-c", "--time-limit", "0")
      #expect(late.status == 2)
      #expect(late.text == "")
      #expect(late.errors.contains("gave up after 0 seconds"))
      for options in [[], ["-c"]] {
        let pushed = try Tool.run(["x == 69999", file.path, "--time-limit", "0"] + options)
        #expect(pushed.status == 2 && pushed.text == "")
        #expect(pushed.errors.contains("gave up after 0 seconds"))
        let slow = try Tool.run(["x == 69999", file.path, "--time-limit", "3600"] + options)
        #expect(slow.status == 0 && slow.lines.count == 1)
      }
    }
  }
#endif
