#if SQLite
  import FilterSQLite
  import Testing

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
          .suffix(2) == ["part    n > 3     pushed down", "part    s == \"a\"  pushed down"])
      let counting = try explained("n > 3", path.path, "--types", "n=number", "--table", "t", "-c")
      #expect(counting.first == "SELECT count(*) FROM \"t\" WHERE \"n\" > ?")
      let view = try explained("m > 3", path.path, "--types", "m=number", "--table", "v")
      #expect(view.last == "part    m > 3  pushed down")
      let run = try Tool.run(
        "n < 3", path.path, "--types", "n=number", "--table", "t", "--sort", "n", "-s", "id")
      #expect(run.text == "{\"id\":2}\n")
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
        ("n=number", "'word' in the column 'n' is no number"),
        ("open=boolean", "'2' in the column 'open' is no boolean"),
        ("x=number", "'9007199254740993' in the column 'x' is no number"),
        ("n=text", "'5' in the column 'n' is no text"),
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
      #expect(tested.errors.hasSuffix("t:4: 'word' in the column 'n' is no number\n"))
    }
  }
#endif
