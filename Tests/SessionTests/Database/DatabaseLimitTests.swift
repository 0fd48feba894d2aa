#if SQLite
  import FilterSQLite
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  /// Databases that are made to take time or memory without end, and those at the limits of SQLite.
  struct DatabaseLimitTests {
    /// A view whose rows have no end, and views of values that are as long as SQLite permits.
    private func hostile() throws -> DatabaseFile {
      let columns = { (value: String) in
        (0..<60).map { "\(value) AS c\($0)" }.joined(separator: ", ")
      }
      return try DatabaseFile(
        """
        CREATE TABLE t (x INTEGER);
        INSERT INTO t VALUES (1), (2), (3);
        CREATE VIEW endless AS
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i, i * 2 AS x FROM n;
        CREATE VIEW zeros AS SELECT x, zeroblob(1000000000) AS z FROM t;
        CREATE VIEW sorted AS SELECT x, zeroblob(60000000) AS z FROM t ORDER BY z;
        CREATE VIEW joined AS SELECT max(x) AS x, group_concat(printf('%.*c', 40000000, 'a')) AS z FROM t;
        CREATE VIEW doubled AS
          WITH RECURSIVE n(z) AS (SELECT 'a' UNION ALL SELECT z || z FROM n) SELECT 1 AS x, z FROM n;
        CREATE VIEW wide AS SELECT x, \(columns("zeroblob(60000000)")) FROM t;
        CREATE VIEW random AS SELECT x, \(columns("randomblob(60000000)")) FROM t;
        """)
    }

    /// Runs the program with little memory, and ends one that hangs.
    private func run(_ arguments: String, _ file: DatabaseFile) throws -> Tool.Outcome {
      let limit = AddressSanitizer.isOn ? "" : "ulimit -v 1500000; "
      return try Tool.shell("\(limit)timeout 600 $Q \(arguments) \(file.path) | tail -c 300")
    }

    @Test(arguments: ["", "-c", "--sort x", "--sort 'x:desc' --limit 3", "--limit 1", "--offset 5"])
    func aViewWithoutEndEndsWithTheTime(options: String) throws {
      let file = try hostile()
      let outcome = try run("'x < 0' --table endless --time-limit 0.2 \(options)", file)
      #expect(outcome.errors == "frc-query: \(file.path): gave up after 0.2 seconds\n")
    }

    @Test func aViewWithoutEndGivesItsFirstRows() throws {
      let outcome = try run("'x > 7' --table endless --limit 2", hostile())
      #expect(outcome.lines == [#"{"i":4,"x":8}"#, #"{"i":5,"x":10}"#] && outcome.errors == "")
    }

    /// Ctrl-C ends a statement that gives no row.
    @Test func aViewWithoutEndEndsWithCtrlC() throws {
      let file = try hostile()
      let outcome = try Tool.shell(
        "timeout --preserve-status -s INT -k 600 1 $Q 'x < 0' \(file.path) --table endless; echo $?"
      )
      #expect(outcome.text == "130\n" && outcome.errors == "")
    }

    /// Each value that is too long is refused where SQLite would make it, within the memory that is there.
    @Test(arguments: ["zeros", "joined", "doubled"])
    func aLongValueIsRefused(view: String) throws {
      let file = try hostile()
      for options in RandomSearch.some(2, of: ["", "--time-limit 60", "--sort x", "-s z"]) {
        let outcome = try run("'x > 0' --table \(view) \(options)", file)
        #expect(
          outcome.errors == """
            frc-query: \(file.path): a value or a row has more than 67108864 bytes; --byte-limit allows more

            """, "\(options)")
      }
    }

    /// The values of a row together are as long as one may be.
    @Test func aLongRowIsRefused() throws {
      let file = try hostile()
      let wide = try run("'x > 0' --table wide", file)
      #expect(
        wide.errors
          == "frc-query: \(file.path):wide: a row has more than 67108864 bytes; --byte-limit allows more\n"
      )
      let skipped = try run("'x > 0' --table wide --skip-errors", file)
      #expect(skipped.text == "" && skipped.errors.contains("3 "))
      let one = try run("'x > 2' --table wide -s x,c3", file)
      #expect(one.text.hasSuffix("AAAA\"}\n") && one.errors == "")
      let random = try run("'x > 0' --table random", file)
      #expect(
        random.errors
          == "frc-query: \(file.path): SQLite needs more than 268435456 bytes of memory; --byte-limit allows more\n"
      )
    }

    @Test func theLimitOfBytesCanBeSet() throws {
      let people = try DatabaseFile.people()
      for (limit, status) in [("9", 2), ("10", 0), ("9223372036854775807", 0)] {
        let outcome = try Tool.run(
          "name == 'Alan'", people.path, "--byte-limit", limit, "-s", "name,city")
        #expect(outcome.status == status, "\(outcome)")
        #expect(
          outcome.errors
            == (status == 0
              ? ""
              : "frc-query: \(people.path):person:2: a row has more than 9 bytes; --byte-limit allows more\n")
        )
      }
    }

    /// The shorter one of both waits ends it.
    @Test func aLockIsWaitedForNoLongerThanTheTimeLimit() throws {
      let people = try DatabaseFile.people()
      let other = try SQLiteDatabase(writing: people.path)
      try other.execute("BEGIN EXCLUSIVE")
      for (lock, time, waited) in [("3600", "0.25", "0.25"), ("0.25", "3600", "0.25")] {
        let outcome = try Tool.run(
          "age > 1", people.path, "--lock-timeout", lock, "--time-limit", time)
        #expect(
          outcome.errors
            == "frc-query: \(people.path): locked by another program; waited \(waited) s\n")
      }
    }

    /// SQLite makes files beside a database with a write-ahead log, also to read it.
    @Test func aLogInAFolderThatIsNotWrittenIsSaid() throws {
      let file = try DatabaseFile(
        "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
      // The rights of a folder do not hold for root, who reads as somebody else.
      let outcome = try Tool.shell(
        """
        cd \(file.folder.path); chmod 755 .; chmod 644 rows.db; rm -f rows.db-*; chmod 555 .
        if [ "$(id -u)" != 0 ]; then $Q 'a == 1' rows.db
        elif command -v setpriv > /dev/null; then
          setpriv --reuid=65534 --regid=65534 --clear-groups $Q 'a == 1' rows.db
        else echo 'frc-query: rows.db: '; fi; chmod 755 .
        """)
      #expect(
        outcome.errors == """
          frc-query: rows.db: a database with a write-ahead log needs its files -wal and -shm beside it; \
          copy them all to a writable folder

          """ || outcome.text == "frc-query: rows.db: \n")
    }

    /// A column may have no name, and any other.
    @Test func aColumnWithoutANameIsRead() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE "" (id INTEGER PRIMARY KEY, "" INTEGER, " " TEXT, "a.b" INTEGER, "`" INTEGER, "
        " INTEGER);
        INSERT INTO "" VALUES (1, 5, 'x', 7, 8, 9);
        CREATE INDEX i ON "" ("");
        """)
      for options in [[], ["--sort", "`a.b`:desc"], ["--table", ""], ["--time-limit", "60"]] {
        let outcome = try Tool.run(["id == 1 AND `a.b` > 6", file.path] + options)
        #expect(
          outcome.text == #"{"id":1,"":5," ":"x","a.b":7,"`":8,"\n":9}"# + "\n", "\(outcome)")
      }
      let outcome = try Tool.run("TRUEPREDICATE", file.path, "-o", "csv", "--limit", "1")
      #expect(outcome.text == "id,\"\", ,a.b,`,\"\n\"\n1,5,x,7,8,9\n", "\(outcome)")
    }

    /// As many columns as SQLite permits leave no room for the number of a row in a statement.
    @Test(arguments: ["c0", "c0 INTEGER PRIMARY KEY"])
    func aTableOfAsManyColumnsAsThereMayBeIsRead(first: String) throws {
      let names = [first] + (1..<2_000).map { "c\($0)" }
      let file = try DatabaseFile(
        """
        CREATE TABLE t (\(names.joined(separator: ", ")));
        INSERT INTO t (c0, c1, c1999) VALUES (1, 1, 9), (2, 0, 7);
        CREATE VIEW v AS SELECT * FROM t;
        """)
      for table in ["t", "v"] {
        let outcome = try Tool.run("8 / c1 > 1", file.path, "--table", table)
        #expect(outcome.text.hasPrefix(#"{"c0":1,"c1":1,"c2":null,"#) && outcome.lines.count == 1)
        #expect(outcome.text.hasSuffix(#","c1998":null,"c1999":9}"# + "\n"))
        let key = table == "t" && first != "c0" ? ":2" : ""
        #expect(
          outcome.errors.hasPrefix(
            "frc-query: \(file.path):\(table)\(key): 8 / 0: division by zero"))
      }
    }

    /// A filter of many constants, of many operands and of many parentheses has the rows that it has over lines.
    @Test func aFilterOfAnySizeAgreesWithLines() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
        INSERT INTO t SELECT i, i % 90 FROM n;
        """)
      let lines = (0..<200).map { "{\"id\":\($0),\"x\":\($0 % 90)}\n" }.joined()
      let integers = (0..<50_000).map { String($0 * 3) }.joined(separator: ",")
      let fractions = (0..<50_000).map { "\($0 * 3).5" }.joined(separator: ",")
      var filters = [
        "x IN {\(integers)}", "NOT x IN {\(fractions)} AND x < 5",
        (0..<3_000).map { "x == \($0 * 2)" }.joined(separator: " OR "),
        (0..<3_000).map { "x != \($0 * 2)" }.joined(separator: " AND "),
      ]
      for depth in [20, 39, 80] {
        var filter = "id > 50"
        for level in 0..<depth {
          filter = "x != \(level) \(level % 2 == 0 ? "AND" : "OR") (\(filter))"
        }
        filters.append(filter)
      }
      for filter in RandomSearch.some(3, of: filters) {
        let text = try file.folder.file("filter.txt", filter)
        let found = try Tool.run("-f", text, file.path)
        #expect(try found == Tool.run(["-f", text], input: lines), "\(filter.prefix(60))")
      }
    }

    /// Each index of a table takes room in a statement, as SQLite tries each of them for each comparison.
    @Test(arguments: [(8, 512), (9, 455), (64, 64), (1_000, 4)])
    func aTableOfManyIndexesTakesFewerComparisons(indexes: Int, comparisons: Int) throws {
      let statements = (0..<indexes).map { "CREATE INDEX i\($0) ON t (x) WHERE x > \($0);" }
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER);
        INSERT INTO t VALUES (1, 2);
        \(statements.joined(separator: "\n"))
        """)
      for (count, isPushed) in [(comparisons, true), (comparisons + 1, false)] {
        let filter = (0..<count).map { "id == \($0)" }.joined(separator: " OR ")
        let text = try file.folder.file("filter.txt", filter)
        #expect(try Tool.run("-f", text, file.path).lines == [#"{"id":1,"x":2}"#])
        let plan = try Tool.run("-f", text, file.path, "--explain")
        #expect(plan.text.contains(" WHERE ") == isPushed)
        #expect(plan.text.contains("larger than the database allows") != isPushed)
      }
    }
  }
#endif
