#if SQLite
  import Testing
  import ToolTestSupport

  /// Values that SQLite stores and other inputs do not have.
  struct DatabaseValueTests {
    private func rows(_ file: DatabaseFile, _ filter: String, _ options: String...) throws
      -> [String]
    {
      let outcome = try Tool.run([filter, file.path] + options)
      return outcome.status == 2 ? [outcome.errors] : outcome.lines
    }

    @Test func integersKeepAllTheirDigits() throws {
      for isIndexed in [false, true] {
        let file = try DatabaseFile(
          """
          CREATE TABLE t (n INTEGER); \(isIndexed ? "CREATE INDEX i ON t (n);" : "")
          INSERT INTO t VALUES (9007199254740992), (9007199254740993), (9223372036854775807),
            (-9223372036854775808);
          """)
        #expect(try rows(file, "n == 9007199254740993") == ["{\"n\":9007199254740993}"])
        #expect(try rows(file, "n > 9007199254740993") == ["{\"n\":9223372036854775807}"])
        #expect(try rows(file, "n < 9007199254740993 AND n > 0") == ["{\"n\":9007199254740992}"])
        #expect(try rows(file, "n == 9007199254740992.0") == ["{\"n\":9007199254740992}"])
        #expect(try rows(file, "n < -1e18") == ["{\"n\":-9223372036854775808}"])
      }
    }

    /// SQLite stores no integer outside 64 bits, but columns are compared with them exactly.
    @Test func aWideConstantIsExact() throws {
      for index in ["", "CREATE INDEX i ON t (n); CREATE INDEX j ON t (r);"] {
        let file = try DatabaseFile(
          """
          CREATE TABLE t (id INTEGER, n INTEGER, r REAL); \(index)
          INSERT INTO t VALUES (1, 9223372036854775807, 9223372036854775808.0),
            (2, -9223372036854775808, 1e30), (3, 5, -1e30);
          """)
        for (filter, expected) in [
          ("n < 9223372036854775808", ["1", "2", "3"]), ("n >= 9223372036854775808", []),
          ("n > -9223372036854775809", ["1", "2", "3"]), ("n == 9223372036854775808", []),
          ("n != 9223372036854775808", ["1", "2", "3"]),
          ("n IN {5, 9223372036854775808, 18446744073709551621}", ["3"]),
          ("n BETWEEN {6, 9223372036854775808}", ["1"]),
          ("r == 9223372036854775808", ["1"]), ("r == 9223372036854775809", []),
          ("r < 9223372036854775809", ["1", "3"]), ("r > 9223372036854775807", ["1", "2"]),
          ("r IN {1000000000000000019884624838656, 9223372036854775807}", ["2"]),
          ("r > 1000000000000000019884624838655", ["2"]),
          ("NOT r > 1000000000000000019884624838656", ["1", "2", "3"]),
        ] {
          let found = try rows(file, filter, "--select", "id", "-o", "csv").dropFirst()
          #expect(Array(found) == expected, "\(filter) \(index)")
        }
      }
    }

    /// The least integer that is not a double is compared as what it is.
    @Test func theLeastIntegerThatIsNotADoubleIsExact() throws {
      for index in ["", "CREATE INDEX i ON t (n);"] {
        let file = try DatabaseFile(
          "CREATE TABLE t (n INTEGER); \(index) INSERT INTO t VALUES (9007199254740993), (1), (0.5);"
        )
        #expect(try rows(file, "n == 9007199254740992", "-c") == ["0"])
        #expect(try rows(file, "n > 9007199254740992", "-o", "csv") == ["n", "9007199254740993"])
      }
    }

    /// Integers and doubles of one column are compared by value, also where doubles are not exact.
    @Test func numbersOfTwoKindsAreCompared() throws {
      for index in ["", "CREATE INDEX i ON t (n);"] {
        let small = try DatabaseFile(
          "CREATE TABLE t (n DECIMAL(10, 2)); \(index) INSERT INTO t VALUES (2), (2.5), (3), (NULL);"
        )
        #expect(try rows(small, "n > 2", "-o", "csv") == ["n", "2.5", "3"])
        #expect(try rows(small, "n == 2", "-o", "csv") == ["n", "2"])
        #expect(try rows(small, "n / 2 == 1", "-o", "csv") == ["n", "2", "3"])
        #expect(try rows(small, "n == nil", "-c") == ["1"])
        let large = try DatabaseFile(
          "CREATE TABLE t (n NUMERIC); \(index) INSERT INTO t VALUES (9007199254740993), (0.5), (1e300);"
        )
        #expect(try rows(large, "n == 9007199254740993", "-o", "csv") == ["n", "9007199254740993"])
        #expect(try rows(large, "n >= 9007199254740993", "-c") == ["2"])
      }
    }

    /// NULL is nil; SQLite keeps NaN as NULL. JSON has no infinity: it comes out as null.
    @Test func doublesWithoutAValueAreNil() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL); INSERT INTO t VALUES (1, 9e999), (2, -9e999), "
          + "(3, 9e999 - 9e999), (4, NULL), (5, 1);")
      #expect(try rows(file, "r == nil", "-s", "id", "-o", "csv") == ["id", "3", "4"])
      #expect(try rows(file, "r > 1e300") == ["{\"id\":1,\"r\":null}"])
      #expect(try rows(file, "r < -1e300", "-s", "id") == ["{\"id\":2}"])
      #expect(
        try rows(file, "r < 2", "--sort", "r:desc", "-s", "id", "-o", "csv") == ["id", "5", "2"])
    }

    @Test func bytesAreDataAndComeOutInBase64() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB); INSERT INTO t VALUES (1, x'00ff'), (2, x''), (3, NULL);"
      )
      #expect(
        try rows(file, "TRUEPREDICATE") == [
          "{\"id\":1,\"b\":\"AP8=\"}", "{\"id\":2,\"b\":\"\"}", "{\"id\":3,\"b\":null}",
        ])
      #expect(try rows(file, "b == nil", "-c") == ["1"])
      // No text is equal to bytes, and none can be compared with them.
      #expect(try rows(file, "b == 'AP8='", "-c") == ["0"])
      #expect(try Tool.run("b < 'x'", file.path).errors.contains("\(file.path):t:1: "))
    }

    /// A column of values of several types is left to the engine.
    @Test func aColumnMayHoldValuesOfAnyType() throws {
      for index in ["", "CREATE INDEX i ON t (v);"] {
        let file = try DatabaseFile(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER); \(index) INSERT INTO t VALUES (1, 5), "
            + "(2, 'five'), (3, 2.5), (4, NULL), (5, x'05');")
        #expect(try rows(file, "v == 5", "-s", "id") == ["{\"id\":1}"])
        #expect(try rows(file, "v == 'five'", "-s", "id") == ["{\"id\":2}"])
        #expect(try rows(file, "v != 5", "-c") == ["4"])
        let outcome = try Tool.run("v > 1", file.path, "-s", "id", "-o", "csv", "--sort", "id")
        #expect(outcome.lines == ["id", "1", "3"])
        #expect(outcome.errors.hasSuffix("2 rows could not be evaluated and were left out\n"))
      }
    }

    @Test func textsMayHoldNUL() throws {
      for index in ["", "CREATE INDEX i ON t (s);"] {
        let file = try DatabaseFile(
          "CREATE TABLE t (s TEXT); \(index) INSERT INTO t VALUES ('a' || char(0) || 'b'), ('a'), ('');"
        )
        #expect(try rows(file, "s == 'a'") == ["{\"s\":\"a\"}"])
        #expect(try rows(file, "s ENDSWITH 'b'") == ["{\"s\":\"a\\u0000b\"}"])
        #expect(try rows(file, "s == %@", "--arg-json", "\"a\\u0000b\"", "-c") == ["1"])
        #expect(try rows(file, "s == ''", "-c") == ["1"])
      }
    }

    /// A row that comes back with a text that is not UTF-8 is a bad row, as in a file.
    @Test func aTextThatIsNotUTF8IsABadRow() throws {
      for index in ["", "CREATE INDEX i ON t (s);"] {
        let file = try DatabaseFile(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, n INTEGER); \(index) INSERT INTO t VALUES "
            + "(1, 'a', 1), (4, CAST(x'61ff' AS TEXT), 2), (5, 'ab', 3);")
        let line = "\(file.path):t:4: column 's' holds a text that is not valid UTF-8\n"
        for filter in ["n > 0", "s CONTAINS 'a'", "s BEGINSWITH[c] 'A'"] {
          let options = [filter, file.path, "-s", "s", "--sort", "id"]
          let stopped = try Tool.run(options)
          #expect(stopped.status == 2, "\(filter)")
          #expect(stopped.text == "{\"s\":\"a\"}\n", "\(filter)")
          #expect(stopped.errors == "frc-query: " + line)
          let skipped = try Tool.run(options + ["--skip-errors"])
          #expect(skipped.lines == ["{\"s\":\"a\"}", "{\"s\":\"ab\"}"], "\(filter)")
          #expect(skipped.errors == "frc-query: \(line)frc-query: skipped 1 bad row\n")
          let window = try Tool.run(options + ["--skip-errors", "--limit", "2"])
          #expect(window.lines == skipped.lines, "\(filter)")
        }
        #expect(try Tool.run("s CONTAINS 'a'", file.path, "-c", "--skip-errors").text == "2\n")
        // A row whose text is not looked at is not bad.
        #expect(try Tool.run("n > 0", file.path, "-s", "n", "-c").text == "3\n")
      }
    }

    @Test func aDatabaseInUTF16IsRead() throws {
      for encoding in ["UTF-16le", "UTF-16be"] {
        let file = try DatabaseFile(
          "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (s TEXT, n INTEGER); CREATE INDEX i ON t (s); "
            + "INSERT INTO t VALUES ('é', 1), ('z', 2), ('😀', 3), ('豈', 4);")
        #expect(try rows(file, "s == 'é'", "-s", "n") == ["{\"n\":1}"])
        #expect(try rows(file, "s >[n] '豈'", "-s", "n") == ["{\"n\":3}"])
        #expect(try rows(file, "n > 2", "-s", "s", "-o", "csv") == ["s", "😀", "豈"])
        #expect(
          try rows(file, "n > 0", "--sort", "s:n", "-s", "n", "-o", "csv") == [
            "n", "2", "1", "4", "3",
          ])
      }
    }

    @Test func collationsOfColumnsChangeNothing() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT COLLATE NOCASE, r TEXT COLLATE RTRIM); "
          + "CREATE INDEX i ON t (s); CREATE VIEW v AS SELECT id, s, r FROM t; "
          + "INSERT INTO t VALUES (1, 'a', 'x'), (2, 'A', 'x '), (3, 'b', 'y');")
      for table in ["t", "v"] {
        #expect(try rows(file, "s == 'a'", "--table", table, "-s", "id") == ["{\"id\":1}"])
        #expect(try rows(file, "r == 'x'", "--table", table, "-s", "id") == ["{\"id\":1}"])
        #expect(try rows(file, "s >[n] 'a'", "--table", table, "-s", "id") == ["{\"id\":3}"])
        #expect(
          try rows(file, "id > 0", "--table", table, "--sort", "s:n", "-s", "id", "-o", "csv")
            == ["id", "2", "1", "3"])
      }
    }
  }
#endif
