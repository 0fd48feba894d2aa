#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Testing

  @testable import FilterSQL

  /// Lists that are too long for parameters, which SQLite reads as a JSON array.
  @Suite struct ListTests {
    /// Each text is written as JSON and found again, whatever its characters are.
    @Test func textsOfALongListAreFoundByTheirBytes() throws {
      let special = (1...0x22 as ClosedRange<UInt8>).map { String(UnicodeScalar($0)) }
      let texts = special + ["\\", "\\n", "\u{7F}", "é", "e\u{301}", "𝄞", "'", "]"]
      let listed = texts + (0..<100).map { "other \($0)" }
      let database = try SQLiteDatabase()
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
      let stored = texts + texts.map { $0 + "x" } + ["u0001", "\\u0001"]
      for text in stored {
        _ = try database.rows("INSERT INTO t (name) VALUES (?1)", [.text(text)], [])
      }
      let list = FilterValue.list(FilterList(listed.map { FilterValue.string($0) }))
      let translation = SQLTranslation(
        try AST.Predicate(
          parsing: "name IN[n] %@", arguments: Arguments([.constant(list.constant)])),
        table: try SQLTableDeclaration(
          "t", key: ["id"], columns: [.integer("id"), .text("name", indexed: true)]),
        dialect: .sqlite())
      #expect(translation.isExact)
      let (condition, values) = translation.where
      #expect(condition.contains("json_each"))
      let found = try database.rows(
        "SELECT name FROM t WHERE \(condition) ORDER BY id", values, [.text])
      #expect(found.map { $0[0] } == texts.map { .string($0) })
    }

    /// SQLite reads conditions up to a depth of 1,000, and each OR of two is a level.
    @Test(arguments: [63, 64, 65, 128, 129, 2_500])
    func anyNumberOfOperandsIsRead(count: Int) throws {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
        INSERT INTO t SELECT i, 'x' FROM n;
        """)
      let table = try SQLTableDeclaration(
        "t", key: ["id"], columns: [.integer("id"), .text("name", indexed: true)])
      // Every second row, each by a condition of its own, and none of those that end with 7.
      let rows = (0..<count).map { "(id >= \(2 * $0) AND id < \(2 * $0 + 1))" }
      let others = (0..<count).map { "NOT (id >= \(10 * $0 + 7) AND id < \(10 * $0 + 8))" }
      for (text, expected) in [
        (rows.joined(separator: " OR "), (0..<count).map { 2 * $0 }),
        (
          others.joined(separator: " AND "),
          (0..<6_000).filter { $0 % 10 != 7 || $0 / 10 >= count }
        ),
      ] {
        let translation = SQLTranslation(
          try AST.Predicate(parsing: text), table: table, dialect: .sqlite())
        #expect(translation.isExact)
        let (condition, values) = translation.where
        let found = try database.rows(
          "SELECT id FROM t WHERE \(condition) ORDER BY id", values, [.integer])
        #expect(found.map { $0[0] } == expected.map { .int(Int64($0)) })
      }
    }
  }
#endif
