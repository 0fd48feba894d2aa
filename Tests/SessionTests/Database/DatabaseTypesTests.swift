#if SQLite
  import FilterSQLite
  import Testing
  import ToolTestSupport

  /// `--types` of databases: what the columns of a table that is not STRICT are said to hold.
  struct DatabaseTypesTests {
    private func file() throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, s TEXT, open INTEGER, x);
        INSERT INTO t VALUES (1, 5, 'a', 1, 1.5), (2, 2.5, 'b', 0, 7), (3, NULL, NULL, NULL, NULL);
        CREATE VIEW v AS SELECT id, n * 2 AS m FROM t;
        """)
    }

    private func explained(_ filter: String, _ arguments: String...) throws -> [String] {
      try Tool.run([filter, "--explain"] + arguments).lines
    }

    @Test func theDatabaseTestsWhatIsStated() throws {
      let path = try file()
      #expect(
        try explained("n > 3 AND s == 'a'", path.path, "--types", "n=number", "--table", "t")
          .suffix(4) == [
            "part    n > 3     pushed down", "part    s == \"a\"  pushed down",
            "index   none begins with n", "index   none begins with s",
          ])
      let counting = try explained("n > 3", path.path, "--types", "n=number", "--table", "t", "-c")
      #expect(counting.first == "SELECT count(*) FROM \"t\" WHERE \"n\" > ?")
      let view = try explained("m > 3", path.path, "--types", "m=number", "--table", "v")
      #expect(view.suffix(2) == ["part    m > 3  pushed down", "index   none begins with m"])
      let run = try Tool.run(
        "n < 3", path.path, "--types", "n=number", "--table", "t", "--sort", "n", "-s", "id")
      #expect(run.text == "{\"id\":2}\n")
    }

    // MARK: - Dates

    /// Ten points in time in each form, a day apart; in `mixed` a text is among the numbers.
    private func dates(strict: Bool = false) throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, iso TEXT, s INTEGER, ms INTEGER, r REAL, mixed\(strict ? " ANY" : ""))\(strict ? " STRICT" : "");
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
        INSERT INTO t SELECT i + 1, strftime('%Y-%m-%dT%H:%M:%SZ', 1767225600 + 86400 * i, 'unixepoch'),
          1767225600 + 86400 * i, 1000 * (1767225600 + 86400 * i) + 500, 1767225600.25 + 86400 * i,
          CASE i WHEN 4 THEN 'never' ELSE 1767225600 + 86400 * i END FROM n;
        """)
    }

    private let types = "iso=date,s=unix,ms=unixms,r=unix,mixed=unix"

    @Test(arguments: [false, true])
    func datesAreComparedAndSorted(isStrict: Bool) throws {
      let file = try dates(strict: isStrict)
      func ids(_ filter: String, _ options: String...) throws -> [String] {
        let outcome = try Tool.run(
          [filter, file.path, "--types", types, "-s", "id", "-o", "csv", "-q"] + options)
        #expect(outcome.errors == "", "\(filter)")
        return Array(outcome.lines.dropFirst())
      }
      func after(_ column: String, _ time: String) throws -> [String] {
        try ids("\(column) > CAST('\(time)', 'NSDate') AND id < 10")
      }
      #expect(try after("iso", "2026-01-07T00:00:00Z") == ["8", "9"])
      #expect(try after("s", "2026-01-07T00:00:00Z") == ["8", "9"])
      #expect(try after("ms", "2026-01-07T00:00:00Z") == ["7", "8", "9"])
      #expect(try after("ms", "2026-01-07T00:00:00.5Z") == ["8", "9"])
      #expect(try after("r", "2026-01-07T00:00:00.25Z") == ["8", "9"])
      #expect(try after("r", "2026-01-07T00:00:00.2Z") == ["7", "8", "9"])
      #expect(
        try ids("s > CAST('2026-01-07', 'NSDate') AND iso < CAST('2026-01-09', 'NSDate')") == ["8"])
      #expect(try ids("s < now() AND ms == CAST('2026-01-02T00:00:00.5Z', 'NSDate')") == ["2"])
      for key in ["iso", "s", "ms", "r"] {
        #expect(try ids("id < 4", "--sort", "\(key):desc") == ["3", "2", "1"])
        #expect(try ids("id < 4", "--sort", "\(key):desc", "--limit", "1") == ["3"])
      }
      // Output is the stored values, and sections are what was stated.
      let output = try Tool.run(
        "s < CAST('2026-01-02', 'NSDate')", file.path, "--types", types, "-s", "iso,s")
      #expect(output.text == "{\"iso\":\"2026-01-01T00:00:00Z\",\"s\":1767225600}\n")
      let sections = try Tool.run(
        "id < 2", file.path, "--types", types, "--section", "s", "-s", "id")
      #expect(sections.text == "{\"section\":\"2026-01-01T00:00:00Z\",\"items\":[{\"id\":1}]}\n")
    }

    /// A value that is no date stays as it is, so that its comparison fails and is counted.
    @Test func aValueThatIsNoDateIsAFailure() throws {
      let file = try dates()
      let outcome = try Tool.run(
        "mixed > CAST('2026-01-08', 'NSDate')", file.path, "--types", types, "-s", "id", "-o", "csv"
      )
      #expect(outcome.lines == ["id", "9", "10"])
      #expect(outcome.errors.contains("t:5: can't compare"))
      #expect(outcome.errors.hasSuffix("1 row could not be evaluated and was left out\n"))
      let number = try Tool.run("s > 5", file.path, "--types", types, "-c")
      #expect(number.status == 2 && number.errors.contains("10 rows could not be evaluated"))
    }

    /// Numbers are compared in the database, as their order is that of the dates.
    @Test func datesInNumbersArePushedDown() throws {
      for (isStrict, file) in [(false, try dates()), (true, try dates(strict: true))] {
        func last(_ column: String, _ options: String...) throws -> String? {
          let time = "\(column) > CAST('2026-01-07', 'NSDate')"
          let lines = try Tool.run([time, file.path, "--types", types, "--explain"] + options).lines
          return lines.last { $0.hasPrefix("part ") }?.split(separator: "  ").last.map(String.init)
        }
        #expect(try last("s") == "pushed down")
        #expect(try last("r") == "pushed down")
        // A number of milliseconds is rounded, so that it must be an integer.
        #expect(try last("ms")?.hasPrefix(isStrict ? "pushed down" : "not pushed down") == true)
        #expect(try last("iso")?.hasPrefix("not pushed down") == true)
        #expect(try last("mixed")?.hasPrefix("not pushed down") == true)
        let note = try Tool.run(
          "iso > CAST('2026-01-07', 'NSDate')", file.path, "--types", types, "--explain")
        #expect(note.lines.last == "note    tested here, because --types converts values: iso")
        let sorted = try Tool.run("id > 0", file.path, "--types", types, "--sort", "s", "--explain")
        #expect(sorted.text.contains("order   by the database") == isStrict)
      }
    }

    @Test func truthValuesComeOutAsSuch() throws {
      let path = try file()
      func text(_ filter: String, _ options: String...) throws -> String {
        try Tool.run(
          [filter, path.path, "--table", "t", "--types", "open=boolean", "-s", "id,open"] + options
        ).text
      }
      #expect(try text("open == TRUE") == "{\"id\":1,\"open\":true}\n")
      #expect(try text("open != TRUE", "-o", "csv") == "id,open\n2,false\n3,\n")
      #expect(
        try text("id < 3", "--sort", "open", "-o", "table")
          == "id  open\n──  ─────\n 2  false\n 1  true\n")
      #expect(try text("CAST(open, 'NSString') == '1'").hasPrefix("{\"id\":1,"))
    }

    /// Integers up to those that a double holds are numbers of a column that has doubles, too.
    @Test(arguments: [
      ("9007199254740992", true), ("9007199254740993", false), ("-9007199254740992", true),
      ("-9007199254740993", false),
    ])
    func theGreatestIntegerFits(_ integer: String, _ fits: Bool) throws {
      let path = try file()
      try path.write { try $0.execute("UPDATE t SET x = \(integer) WHERE id = 2") }
      let outcome = try Tool.run(
        "x != 0 AND id == 2", path.path, "--table", "t", "--types", "x=number", "-s", "x")
      #expect(outcome.status == (fits ? 0 : 2))
      if fits { #expect(outcome.text == "{\"x\":\(integer)}\n") }
    }

    @Test func whatDoesNotFitIsBadDataWithItsKey() throws {
      let path = try file()
      try path.write {
        try $0.execute("INSERT INTO t VALUES (4, 'word', 'c', 2, 9007199254740993)")
      }
      for (types, cell) in [
        ("n=number", "'word' in column 'n' is not a number"),
        ("open=boolean", "'2' in column 'open' is not a boolean"),
        ("x=number", "'9007199254740993' in column 'x' is not a number"),
        ("n=text", "'5' in column 'n' is not text"),
      ] {
        let arguments = ["TRUEPREDICATE", path.path, "--table", "t", "--types", types]
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 2, "\(types)")
        #expect(outcome.errors.hasPrefix("frc-query: \(path.path):t:"))
        #expect(outcome.errors.hasSuffix(": \(cell)\n"), "\(outcome.errors)")
        let skipped = try Tool.run(arguments + ["--skip-errors"])
        #expect(skipped.errors.contains("bad row"))
      }
      // A row that is tested is read as far as it is stated.
      let tested = try Tool.run(
        "n > 3", path.path, "--table", "t", "--types", "n=number", "-s", "id")
      #expect(tested.errors.hasSuffix("t:4: 'word' in column 'n' is not a number\n"))
    }
  }
#endif
