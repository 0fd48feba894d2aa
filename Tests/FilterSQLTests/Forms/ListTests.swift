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
  }
#endif
