#if SQLite
  import Testing
  import ToolTestSupport

  /// Groups of the rows of a database, counted by it or here.
  struct DatabaseCountTests {
    private func counts(
      _ database: DatabaseFile, _ predicate: String, _ options: String...
    ) throws -> [String] {
      let outcome = try Tool.run([predicate] + options + ["-o", "csv", database.path])
      #expect(outcome.status == 0, "\(outcome)")
      return outcome.lines
    }

    private func explanation(
      _ database: DatabaseFile, _ predicate: String, _ options: String...
    ) throws -> String {
      try Tool.run([predicate] + options + ["--explain", database.path]).text
    }

    @Test func anIndexCountsEqualValues() throws {
      let people = try DatabaseFile.people()
      #expect(
        try counts(people, "TRUE", "--count-by", "city") == [
          "city,count", "London,2", ",1", "Zürich,1",
        ])
      let text = try explanation(people, "TRUE", "--count-by", "city")
      #expect(text.contains("count(*)") && text.contains("GROUP BY"), "\(text)")
      #expect(text.contains("groups  by the database"))
    }

    @Test func withoutAnIndexRowsAreCountedHere() throws {
      let people = try DatabaseFile.people()
      let text = try explanation(people, "TRUE", "--count-by", "age")
      #expect(!text.contains("GROUP BY"))
      #expect(text.contains("groups  here, from the rows that are read"))
      // So are those of a predicate that the engine tests, and those of aggregates.
      for options in [
        ["city MATCHES 'L.*'", "--count-by", "city"], ["TRUE", "--count-by", "length(city)"],
      ] {
        let text = try Tool.run(options + ["--explain", people.path]).text
        #expect(text.contains("groups  here"), "\(options)")
      }
      #expect(
        try counts(people, "TRUE", "--count-by", "city", "--sum", "score", "--max", "age") == [
          "city,count,sum(score),max(age)", "London,2,1.5,41", ",1,-2.0,", "Zürich,1,3.0,28",
        ])
      #expect(
        try counts(people, "name BEGINSWITH 'A'", "--count-by", "city") == [
          "city,count", "London,2",
        ])
    }

    /// Equal as texts of the column's collation, and other values.
    @Test func valuesAreEqualAsInTheLanguage() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (a TEXT COLLATE NOCASE, b INTEGER, c);
        CREATE INDEX t_a ON t (a COLLATE BINARY);
        CREATE INDEX t_b ON t (b);
        CREATE INDEX t_c ON t (c);
        INSERT INTO t VALUES ('x', 1, 1), ('X', 1.0, 1.0), ('x', 1.5, '1'), (NULL, '1', x'31'), (2, 'q', 1.0);
        """)
      #expect(
        try counts(database, "TRUE", "--count-by", "a") == [
          "a,count", "x,2", ",1", "2,1", "X,1",
        ])
      #expect(try explanation(database, "TRUE", "--count-by", "a").contains("GROUP BY"))
      #expect(
        try counts(database, "TRUE", "--count-by", "b") == ["b,count", "1,3", "1.5,1", "q,1"])
      #expect(try explanation(database, "TRUE", "--count-by", "b").contains("GROUP BY"))
      #expect(try counts(database, "TRUE", "--count-by", "c").prefix(2) == ["c,count", "1,3"])
      #expect(!(try explanation(database, "TRUE", "--count-by", "c").contains("GROUP BY")))
      #expect(
        try counts(database, "TRUE", "--histogram", "b:1") == ["from,to,count", "1,2,4"])
    }
  }
#endif
