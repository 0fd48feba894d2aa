#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Testing

  @testable import FilterSQL

  /// Cells of each kind of column, as `frc_test` reads them by value for a few rows and in place for many.
  @Suite struct RowKindTests {
    private static let columns: [SQLColumn] = [
      .integer("id"), .integer("whole", nullable: true), .real("ratio", nullable: true),
      .boolean("flag", nullable: true), .text("name", nullable: true),
      .date("born", as: .unixSeconds, nullable: true), .dynamic("value", affinity: .none),
      SQLColumn("token", .uuid, nullable: true), SQLColumn("raw", .bytes, nullable: true),
    ]

    /// 80 rows: each kind of value in turn, and NULL.
    private static func database(rows: Int) throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, whole INTEGER, ratio NUMERIC, flag INTEGER, name TEXT,
          born INTEGER, value, token BLOB, raw BLOB);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1))
        INSERT INTO t SELECT i,
          CASE WHEN i % 7 > 0 THEN i % 5 - 2 END,
          CASE WHEN i % 6 > 0 THEN (i % 9) / 2.0 END,
          CASE WHEN i % 4 > 0 THEN i % 2 END,
          CASE WHEN i % 5 > 0 THEN 'Zoë' || (i % 3) END,
          CASE WHEN i % 3 > 0 THEN 978307200 + i % 4 END,
          CASE i % 6 WHEN 0 THEN i % 5 WHEN 1 THEN i / 2.0 WHEN 2 THEN 'zoe' WHEN 3 THEN x'00' END,
          CASE i % 3 WHEN 0 THEN zeroblob(16) WHEN 1 THEN zeroblob(15) END,
          CASE i % 3 WHEN 0 THEN zeroblob(2) WHEN 1 THEN x'' END
        FROM n;
        """)
      return database
    }

    @Test(
      arguments: [
        "whole + 1 == 2", "whole * whole > 1", "ratio * 2 == 3", "ratio + whole >= 2",
        "TERNARY(flag == TRUE, whole, ratio) > 1", "TERNARY(flag == nil, 1, 0) == 1",
        "name CONTAINS[cd] 'ZOE1'", "name ENDSWITH '2' OR whole + 0 == 1",
        "TERNARY(born > CAST(1, 'NSDate'), 1, 0) == 1", "TERNARY(born == nil, 1, 0) == 1",
        "value + 1 == 3", "value ==[cd] 'ZOE'", "TERNARY(value == nil, 1, 0) == 1",
        "TERNARY(token == nil, 1, 0) == 1", "TERNARY(raw == nil, 1, 0) == 1",
        "flag == TRUE AND whole * 2 == 2", "length(name) + whole == 5", "name < value",
        "10 / whole > 4", "token == raw OR whole + 1 == 0",
      ], [20, 80])
    func aTestHasTheAnswerOfTheEngine(_ text: String, _ count: Int) throws {
      let database = try Self.database(rows: count)
      let predicate = try AST.Predicate(parsing: text)
      let rows = try database.rows("SELECT * FROM t", [], Self.columns.map(\.kind))
      #expect(rows.count == count)
      let shape = FilterObject.Shape(Self.columns.map(\.field))
      let filter = try FilterPredicate<FilterValue>(predicate)
      // A row that is an error comes back.
      func comesBack(_ row: [FilterValue], _ isPass: Bool) -> Bool {
        let value = FilterValue.object(FilterObject(shape: shape, values: row))
        return ((try? filter.matches(value)) ?? isPass) == isPass
      }
      for (tree, isPass) in [(predicate, true), (.not(AST.Negation(predicate)), false)] {
        let translation = SQLTranslation(
          tree, table: try SQLTableDeclaration("t", key: ["id"], columns: Self.columns),
          dialect: .sqlite(functions: true))
        #expect(!translation.tests.isEmpty)
        let select = SQLSelect(translation, columns: ["id"])
        let found = try database.rows(
          select.text, select.parameters, tests: translation.tests, [.integer])
        #expect(
          found.map { $0[0] } == rows.filter { comesBack($0, isPass) }.map { $0[0] }, "\(tree)")
      }
    }
  }
#endif
