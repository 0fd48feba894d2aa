#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// `--explain` over databases, and what reading a large table takes.
  struct DatabaseExplainTests {
    private func explained(_ filter: String, _ path: String, _ options: String...) throws -> String
    {
      let outcome = try Tool.run([filter, path, "--explain"] + options)
      return outcome.status == 2 ? outcome.errors : outcome.text
    }

    @Test func theStatementItsPlanAndEachPartAreShown() throws {
      let path = try DatabaseFile.people(strict: true)
      #expect(
        try explained(
          "city == 'London' AND name CONTAINS[c] 'a' AND age > 3", path.path, "--sort", "age",
          "--limit", "2", "-s", "name") == """
            SELECT "name", "age", "id" FROM "person" WHERE "city" = ? AND frc_test(?, "name") AND "age" > ? \
            ORDER BY "age", "id" LIMIT ?
              ?1 'London'   ?2 name CONTAINS[c] "a"   ?3 3   ?4 2
            plan    SEARCH person USING INDEX person_city (city=?)
            plan    USE TEMP B-TREE FOR ORDER BY
            part    city == "London"      pushed down
            part    name CONTAINS[c] "a"  pushed down, tested by the engine in the database
            part    age > 3               pushed down
            order   by the database
            window  by the database

            """)
    }

    /// A database explains itself; what is read as text is explained once, before all databases.
    @Test func eachKindOfInputIsExplained() throws {
      let people = try DatabaseFile.people()
      let rows = try people.folder.file("rows.jsonl", "{\"age\":1}\n")
      let database = try explained("age > 30", people.path)
      let lines = try explained("age > 30", rows)
      #expect(database.hasPrefix("SELECT ") && lines.contains("\nJSON: "))
      #expect(try Tool.run(["age > 30", "--explain"]).text == lines)
      #expect(try explained("age > 30", rows, rows) == lines)
      #expect(try explained("age > 30", people.path, "-i", "jsonl") == lines)
      #expect(try explained("age > 30", people.path, people.path) == database + "\n" + database)
      for mixed in [[people.path, rows], [rows, people.path], [rows, people.path, rows]] {
        #expect(try Tool.run(["age > 30", "--explain"] + mixed).text == lines + "\n" + database)
      }
    }

    @Test func whatIsLeftIsShownWithItsReason() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v, s TEXT); INSERT INTO t VALUES (1, 5, 'a'), (2, 'x', 'b');"
      )
      #expect(
        try explained(
          "v > 3 AND s == 'a'", file.path, "--sort", "s:c", "--limit", "2") == """
            SELECT "id", "v", "s" FROM "t" WHERE "v" > ? AND frc_test(?, "v")
              ?1 3   ?2 v > 3
            plan    SCAN t
            part    v > 3     pushed down, tested by the engine in the database; rows are rechecked because a value may have the wrong type
            part    s == "a"  not pushed down: an earlier part can fail; put this part first
            index   none begins with v
            index   none begins with s
            order   here, after all rows are read
            window  here, after all rows are read

            """)
      let first = try explained("s == 'a' AND v > 3", file.path, "--limit", "1")
      #expect(first.contains("window  here, rows are read until enough match\n"))
      let count = try explained("id > 1", file.path, "-c", "--sort", "v", "--limit", "1")
      #expect(
        count.hasPrefix("SELECT count(*) FROM \"t\" WHERE \"id\" > ?\n  ?1 1\nplan    SEARCH t"))
      #expect(!count.contains("order") && !count.contains("window"))
      // A file beside it is explained as files are.
      let both = try Tool.run("v > 3", file.path, "rows.jsonl", "--explain").text
      #expect(both.hasPrefix("v > 3    -- compares values"))
      #expect(both.contains("SELECT \"id\", \"v\", \"s\" FROM \"t\""))
      // SQLite may convert what a view computes when it compares it.
      try file.write { try $0.execute("CREATE VIEW sums AS SELECT id, CAST(v AS INT) AS v FROM t") }
      #expect(
        try explained("v == '5'", file.path, "--table", "sums") == """
          SELECT "id", "v" FROM "sums"
          plan    SCAN t
          part    v == "5"  not pushed down: it reads a key that is not a column
          index   none begins with v
          note    tested here, because the database may compare values of a view differently: v

          """)
      #expect(try Tool.run("v == '5'", file.path, "--table", "sums").text == "")
      #expect(try Tool.run("v == 5", file.path, "--table", "sums", "-c").text == "1\n")
    }

    /// A plan that reads all rows says why no index serves a comparison.
    @Test(arguments: [
      ("w == 'x'", "none begins with w"),
      ("name CONTAINS[c] 'x'", "that of name does not serve CONTAINS[c]"),
      ("name CONTAINS 'x'", "that of name does not serve CONTAINS"),
      ("name != 'x'", "that of name does not serve !="),
      ("length(name) == 1", "none serves an expression: length:(name) is computed for each row"),
      ("name == 'x' OR w == 'x'", "none begins with w"),
    ])
    func aScanHasItsReason(_ filter: String, _ reason: String) throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, w TEXT); CREATE INDEX t_name ON t (name)"
      )
      #expect(try explained(filter, file.path).contains("\nindex   \(reason)\n"))
      for served in ["name == 'x'", "id > 3", "TRUE"] {
        #expect(try !explained(served, file.path).contains("\nindex "), "\(served)")
      }
    }

    /// The database orders by what it compares as the engine does.
    @Test(arguments: [
      ("id", true), ("id:desc", true), ("age", true), ("score:desc,age", true), ("name:n", true),
      ("name", false), ("name:c", false), ("name:nc", false), ("age:n", false),
      ("id:numeric", false),
      ("name.x", false), ("id,name:n", true), ("id,name", false), ("name,id", false),
      ("name.@count", false),
    ])
    func anOrderIsThatOfTheDatabaseWhereItIsTheSame(_ keys: String, _ isOrdered: Bool) throws {
      let people = try DatabaseFile.people(strict: true)
      let text = try explained("id > 0", people.path, "--sort", keys, "--limit", "2")
      let place = isOrdered ? "by the database" : "here, after all rows are read"
      #expect(text.contains("\norder   \(place)\nwindow  \(place)\n"), "\(text)")
      #expect(text.contains("LIMIT") == isOrdered)
      let beside = try explained("id > 0", people.path, "--sort", keys)
      #expect(beside.contains("\norder   ") && !beside.contains("window"))
    }

    /// Limits of evaluation hold for the engine alone, which then tests what it can not push.
    @Test func limitsKeepTheEngineOutOfTheDatabase() throws {
      let people = try DatabaseFile.people(strict: true)
      let filter = "name CONTAINS[c] 'a'"
      for options in [[], ["--step-limit", "10000000"]] {
        let text = try Tool.run([filter, people.path, "--explain"] + options).text
        #expect(text.contains("frc_test"))
      }
      for options in [
        ["--step-limit", "9"], ["--time-limit", "9"], ["--step-limit", "9", "--time-limit", "9"],
      ] {
        let text = try Tool.run([filter, people.path, "--explain"] + options).text
        #expect(
          !text.contains("frc_test")
            && text.contains("\npart    name CONTAINS[c] \"a\"  not pushed down: "), "\(text)")
      }
      // The database counts what it tests itself, unless the time is limited.
      for (options, counts) in [
        ([], true), (["--time-limit", "9"], false), (["--step-limit", "9"], true),
      ] {
        let text = try Tool.run(["age > 30", people.path, "-c", "--explain"] + options).text
        #expect(text.hasPrefix("SELECT count(*)") == counts)
        let tested = try Tool.run([filter, people.path, "-c", "--explain"] + options).text
        #expect(!tested.hasPrefix("SELECT count(*)"))
      }
    }

    /// A range of an index is not ordered by the key, for which SQLite would read the table in its order.
    @Test func onlyARequestedOrderIsPartOfTheStatement() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
        CREATE INDEX t_a ON t (a);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, 2000 - i, 'text' FROM n;
        """)
      for options in [[], ["-c"], ["--limit", "3"], ["--section", "s"], ["--sort", "s"]] {
        let lines = try Tool.run(["a BETWEEN {10, 500}", file.path, "--explain"] + options).lines
        #expect(!lines[0].contains("ORDER BY"))
        #expect(lines.contains { $0.hasPrefix("plan    SEARCH t USING") && $0.contains("t_a") })
      }
      #expect(
        try explained("a > 10", file.path, "--sort", "a").contains(" ORDER BY \"a\", \"id\"\n"))
      let table = try DatabaseTable(
        try #require(DatabaseName(file.path, table: nil)), DatabaseLimits())
      let request = DatabaseWorld.request(try FilterPredicate("a > 10"))
      for ordersByKey in [false, true] {
        let plan = try DatabasePlan(request, of: table, isAlone: true, ordersByKey: ordersByKey)
        #expect(plan.select.text.hasSuffix(" ORDER BY \"id\"") == ordersByKey)
      }
    }

    /// A table of `rows` rows whose types are not stated.
    private func plain(_ rows: Int, _ more: String = "") throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT, n NUMERIC, b BLOB);
        CREATE INDEX t_n ON t (n);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO t SELECT i, i % 10, 'text', i, 'bytes' FROM n;
        \(more)
        """)
    }

    /// The steps of SQLite that planning takes, in thousands, and whether no row is tested again.
    private func planned(
      _ filter: String, _ file: DatabaseFile, limit: Int? = nil
    ) throws -> (steps: Int, isExact: Bool) {
      let table = try DatabaseTable(
        try #require(DatabaseName(file.path, table: nil)), DatabaseLimits())
      var steps = 0
      let database = try #require(table.driver.source as? SQLiteDatabase)
      database.interrupts {
        steps += $0
        return false
      }
      let request = DatabaseWorld.request(try FilterPredicate(text: filter), limit: limit)
      let plan = try DatabasePlan(request, of: table, isAlone: true)
      #expect(plan.untested.isEmpty)
      return (steps, plan.translation.isExact)
    }

    /// Whether a comparison can fail is found out by reading the rows, if that is cheap beside the statement.
    @Test func aPlanReadsRowsOnlyToDecideWhetherAPartCanFail() throws {
      let file = try plain(20_000)
      let both = "a > 3 AND s CONTAINS 'x'"
      let read = try planned(both, file)
      #expect(read.isExact && read.steps > 80_000 && read.steps < 240_000)
      for filter in ["a == 3 AND s == 'x'", "a IN {1, 2}", "s == nil", "n > 3", "id > 3"] {
        let plan = try planned(filter, file)
        #expect(plan.isExact && plan.steps <= 1_000, "\(filter)")
      }
      // Arithmetic can fail for values of any kind.
      let sum = try planned("a + 1 > 3", file)
      #expect(!sum.isExact && sum.steps <= 1_000)
      // A statement that ends early, finds its rows by an index, or tests few rows, is worth fewer steps.
      let others = [(both, 1), ("n == 7 AND a > 3", nil), ("a == 3 AND s CONTAINS 'x'", nil)]
      for (filter, limit) in others as [(String, Int?)] {
        let plan = try planned(filter, file, limit: limit)
        #expect(!plan.isExact && plan.steps <= 1_000, "\(filter)")
        #expect(try planned(filter, plain(1_000), limit: limit).isExact, "\(filter)")
      }
      // Here it keeps the last part from being pushed down.
      #expect(try planned("a == 3 AND s CONTAINS 'x' AND n == 7", file).isExact)
      // The numbers of rows show that there may be more than the steps suffice for.
      let sparse = try plain(1_000, "UPDATE t SET id = 600000 WHERE id = 1000")
      let plan = try planned(both, sparse)
      #expect(!plan.isExact && plan.steps <= 1_000)
      // Bytes among the texts, and a text among the numbers.
      let strays = try plain(20_000, "UPDATE t SET s = x'00' WHERE id = 19000")
      #expect(try !planned(both, strays).isExact)
      #expect(try planned("a > 3", strays).isExact)
    }

    @Test func bothPartsOfAUsualTableArePushedDown() throws {
      let file = try plain(100)
      #expect(
        try explained("a > 3 AND s CONTAINS 'x'", file.path) == """
          SELECT "id", "a", "s", "n", "b" FROM "t" WHERE "a" > ? AND frc_test(?, "s")
            ?1 3.0   ?2 s CONTAINS "x"
          plan    SCAN t
          part    a > 3           pushed down
          part    s CONTAINS "x"  pushed down, tested by the engine in the database
          index   none begins with a
          index   none begins with s

          """)
      try file.write { try $0.execute("UPDATE t SET a = 'word' WHERE id = 50") }
      let text = try explained("a > 3 AND s CONTAINS 'x'", file.path)
      #expect(text.contains("not pushed down: an earlier part can fail"))
      #expect(try Tool.run("a > 3 AND s CONTAINS 'x'", file.path).errors.contains("t:50: "))
    }

    /// The index of a column is used whether or not its table is STRICT.
    @Test(arguments: [
      ("city == 'London'", "person_city"), ("city == nil AND age > 3", "person_city"),
      ("city ==[n] 'London' AND length(name) > 3", "person_city"), ("id == 3", "PRIMARY KEY"),
      ("id IN {1, 3} AND length(name) > 2", "PRIMARY KEY"), ("city >[n] 'M'", "person_city"),
      ("city BEGINSWITH 'Z' AND length(name) > 2", "person_city"),
    ])
    func anIndexIsUsed(_ filter: String, _ index: String) throws {
      for isStrict in [false, true] {
        let path = try DatabaseFile.people(strict: isStrict)
        for options in [[], ["--limit", "1"]] {
          let plan = try Tool.run([filter, path.path, "--explain"] + options).lines.filter {
            $0.hasPrefix("plan")
          }
          #expect(
            plan.contains { $0.contains("SEARCH person USING") && $0.contains(index) }, "\(plan)")
        }
      }
    }

    /// Rows are read and written one after another, whatever reads them.
    @Test(.disabled(if: AddressSanitizer.isOn, "no memory limit holds with it"))
    func aLargeTableIsNeverHeldWhole() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, i % 10, hex(zeroblob(2000)) FROM n;
        """)
      let filters = [("a < 11", 20_000), ("a * 2 < 4", 4_000), ("s BEGINSWITH[c] '0'", 20_000)]
      for (filter, count) in RandomSearch.some(1, of: filters) {
        // The rows take 80 MB more than the program has without them.
        let outcome = try Tool.shell(
          "(ulimit -v 140000; $Q \"\(filter)\" \(file.path)) | wc -l")
        #expect(outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["\(count)"])
        #expect(outcome.errors == "")
      }
    }
  }
#endif
