#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import FilterTables
  import Testing

  @testable import FilterSQL

  /// `frc_test` over so many rows that it reads cells in place.
  @Suite struct RowTestTests {
    private static let columns: [SQLColumn] = [
      .integer("id"), .dynamic("v", affinity: .none), .text("s", nullable: true),
    ]

    /// Values of each storage class in turn, 20 times.
    private func database() throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, v, s TEXT);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159)
        INSERT INTO t SELECT i,
          CASE i % 8 WHEN 0 THEN 'Zoë' WHEN 1 THEN 'ZOE' WHEN 2 THEN 7 WHEN 3 THEN 7.5 WHEN 4 THEN NULL
            WHEN 5 THEN x'5A6F65' WHEN 6 THEN 9e999 ELSE '' END,
          CASE i % 8 WHEN 0 THEN 'naïve zoe' WHEN 1 THEN 'ZOË' WHEN 2 THEN NULL WHEN 3 THEN ''
            ELSE 'row ' || i END FROM n;
        """)
      return database
    }

    private func numbers(
      _ database: SQLiteDatabase, _ filter: String
    ) throws -> (ids: [Int64], tests: Int) {
      let table = try SQLTableDeclaration("t", key: ["id"], columns: Self.columns)
      let translation = SQLTranslation(
        try AST.Predicate(parsing: filter, arguments: SyntaxArguments()), table: table,
        dialect: .sqlite(functions: true))
      let select = SQLSelect(translation, columns: ["id"])
      let rows = try database.rows(
        select.text, select.parameters, tests: translation.tests, [.integer])
      let ids = rows.map { row -> Int64 in if case .int(let id) = row[0] { id } else { -1 } }
      return (ids, translation.tests.count)
    }

    /// The remainders of the rows' numbers by which `v` and `s` repeat.
    @Test(arguments: [
      ("s CONTAINS[cd] 'ZOE'", [0, 1]), ("s ==[cd] 'zoe'", [1]),
      ("s LIKE[c] 'ROW*'", [4, 5, 6, 7]),
      ("s MATCHES '.*\\\\d$'", [4, 5, 6, 7]), ("s ENDSWITH 'ë' OR s ENDSWITH 'Ë'", [1]),
      ("v ==[cd] 'zoe'", [0, 1]), ("v IN[cd] {'zoe', ''}", [0, 1, 7]),
      ("NOT s CONTAINS[cd] 'ROW'", [0, 1, 2, 3]), ("v ==[cd] s", [1]),
    ])
    func cellsAreReadInPlace(_ filter: String, _ remainders: [Int64]) throws {
      let (ids, tests) = try numbers(database(), filter)
      #expect(tests > 0)
      #expect(ids == (0..<160).filter { remainders.contains($0 % 8) })
    }

    @Test(arguments: ["frc_test()", "frc_test(1)", "frc_test(NULL, 'a')", "frc_test(x'00', v)"])
    func aCallWithoutAFilterIsAnError(call: String) throws {
      let database = try database()
      let error = #expect(throws: TableError.self) {
        try database.rows("SELECT \(call) FROM t", [], [.integer])
      }
      #expect(error?.message == "frc_test is not called by a filter")
    }

    /// What a function of another program asks. The first test is of rows that match, the second of the others.
    @Test func valuesAreAnsweredToo() throws {
      let table = try SQLTableDeclaration("t", key: ["id"], columns: Self.columns)
      let translation = SQLTranslation(
        try AST.Predicate(parsing: "s CONTAINS[cd] 'ZOE'", arguments: SyntaxArguments()),
        table: table,
        dialect: .sqlite(functions: true))
      #expect(translation.tests.map { $0.columns.map(\.name) } == [["s"], ["s"]])
      for (value, answers) in [
        (FilterValue.string("a Zoë"), [true, false]), (.string("x"), [false, true]),
        (.null, [false, true]), (.int(7), [true, true]),
      ] {
        #expect(translation.tests.map { $0.answer([value]) } == answers, "\(value)")
      }
    }

    /// A text that is not UTF-8 comes back, whether or not texts are read in place when it comes.
    @Test func aTextThatIsNoTextComesBack() throws {
      let database = try database()
      try database.execute("UPDATE t SET s = CAST(x'72FF' AS TEXT) WHERE id IN (1, 150)")
      #expect(try numbers(database, "s CONTAINS[cd] 'xyz'").ids == [1, 150])
      #expect(
        try numbers(database, "s CONTAINS[cd] 'row 15'").ids == [
          1, 15, 150, 151, 156, 157, 158, 159,
        ])
    }
  }
#endif
