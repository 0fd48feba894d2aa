#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Columns that compare texts by another collation than bytes, and what each affinity makes of values.
  @Suite struct CollationTests {
    private static let columns: [SQLColumn] = [
      .integer("id"), .dynamic("any", affinity: .none, comparesBytes: false),
      .dynamic("number", affinity: .numeric, comparesBytes: false),
      .dynamic("word", affinity: .text, indexed: true, comparesBytes: false),
      .text("name", nullable: true, indexed: true, comparesBytes: false),
      .text("code", nullable: true, indexed: true),
    ]

    private static let stored = [
      "NULL", "'a'", "'A'", "'ab'", "'Ab'", "'b'", "''", "'1'", "'10'", "'é'", "'É'", "1", "10",
      "2.5", "-1", "x'61'", "x''", "9e999",
    ]

    /// A row for each value: the columns of texts have what they make of it.
    private static func database() throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, any COLLATE NOCASE, number NUMERIC COLLATE NOCASE,
          word TEXT COLLATE NOCASE, name TEXT COLLATE NOCASE, code TEXT);
        CREATE INDEX t_word ON t (word);
        CREATE INDEX t_name ON t (name);
        CREATE INDEX t_code ON t (code);
        """)
      for value in stored {
        let text = value.hasPrefix("'") ? value : "NULL"
        try database.execute(
          "INSERT INTO t (any, number, word, name, code) "
            + "VALUES (\(value), \(value), \(value), \(text), \(text))")
      }
      return database
    }

    /// Which rows match and which fail, as SQLite and what is left of the predicate find them, and as the engine does.
    private static func difference(
      _ predicate: AST.Predicate, _ functions: Bool, _ database: SQLiteDatabase,
      _ rows: [[FilterValue]]
    ) throws -> String? {
      let translation = SQLTranslation(
        predicate, table: try SQLTableDeclaration("t", key: ["id"], columns: columns),
        dialect: .sqlite(functions: functions))
      let select = SQLSelect(translation, columns: ["id"])
      let came = try database.rows(
        select.text, select.parameters, tests: translation.tests, [.integer]
      ).map { $0[0] }
      let shape = FilterObject.Shape(columns.map(\.field))
      func outcome(_ predicate: AST.Predicate?, _ rows: [[FilterValue]]) throws -> [String] {
        let filter = try predicate.map { try FilterPredicate<FilterValue>($0) }
        return rows.compactMap { row in
          guard let filter else { return "\(row[0])" }
          do throws(EvaluationError) {
            let value = FilterValue.object(FilterObject(shape: shape, values: row))
            return try filter.matches(value) ? "\(row[0])" : nil
          } catch { return "\(row[0]) fails" }
        }
      }
      let found = try outcome(translation.residual, rows.filter { came.contains($0[0]) })
      let expected = try outcome(predicate, rows)
      return found == expected
        ? nil : "\(predicate): \(select.text) gives \(found), not \(expected)"
    }

    @Test(arguments: ["any", "number", "word", "name", "code"], [true, false])
    func eachComparisonHasTheRowsOfTheEngine(_ column: String, _ functions: Bool) throws {
      let database = try Self.database()
      let rows = try database.rows(
        "SELECT id, any, number, word, name, code FROM t", [], Self.columns.map(\.kind))
      let options: [AST.Comparison.Options] = [
        [], .normalized, .caseInsensitive, .diacriticInsensitive,
      ]
      let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, column)]))
      let texts = ["a", "A", "ab", "", "1", "é"].map { AST.Constant.text($0) }
      var comparisons: [AST.Comparison] = []
      for constant in texts + [.integer(1), .integer(10), .double(2.5)] {
        let literal = AST.Expression.literal(AST.Literal(constant))
        for name: AST.Comparison.Operator in [
          .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
          .beginsWith, .contains, .endsWith, .like, .matches,
        ] {
          let all = name == .equal || name == .lessThan || name == .beginsWith ? options : [[]]
          for options in all {
            comparisons.append(AST.Comparison(key, name, options: options, literal))
          }
        }
      }
      // A tree can have options that a text has no place for.
      for options in options {
        for (low, high) in [(0, 2), (2, 0), (1, 1), (3, 0), (5, 0)] {
          let bounds = [texts[low], texts[high]].map { AST.Expression.literal(AST.Literal($0)) }
          for name: AST.Comparison.Operator in [.between, .in] {
            comparisons.append(
              AST.Comparison(key, name, options: options, .aggregate(AST.Aggregate(bounds))))
          }
        }
      }
      for comparison in RandomSearch.sample(comparisons, oneOf: 8) {
        for predicate in [
          AST.Predicate.comparison(comparison), .not(AST.Negation(.comparison(comparison))),
        ] where (try? FilterPredicate<FilterValue>(predicate)) != nil {
          #expect(try Self.difference(predicate, functions, database, rows) == nil)
        }
      }
    }
  }
#endif
