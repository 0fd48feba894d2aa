#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQLite
  import FilterSyntax
  import FilterTables
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Columns of documents in a table that accepts any text.
  @Suite struct DocumentTextTests {
    private static let texts: [String?] = [
      "{", "", " ", "{\"a\":1}}", "{a:1}", "{'a':1}", "[1", "x", "nul", "\"a", "{\"a\":01}",
      String(repeating: "[", count: 3_000), "{\"a\":1}", "{\"a\":\"x\"}", "{\"a\":null}", "{}",
      "{\"a\":{\"b\":1}}", "{\"a\":0,\"a\":1}", "{\"a\":true,\"b\":2.5}", nil,
    ]

    private static let columns: [SQLColumn] = [
      .integer("id"), .json("extra", isObject: true, nullable: true),
      .json("doc", isObject: false, nullable: true), .json("sure", isObject: false),
    ]

    private static func database() throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, extra TEXT, doc TEXT, sure TEXT NOT NULL)")
      for (id, text) in texts.enumerated() {
        let value = text.map { SQLValue.text($0) }
        try _ = database.rows(
          "INSERT INTO t VALUES (?, \(value == nil ? "NULL, NULL, '{}'" : "?, ?, ?"))",
          [.integer(Int64(id))] + [value, value, value].compactMap(\.self), [])
      }
      return database
    }

    private static let predicates = [
      "a == 1", "a != 1", "a < 2", "a >= 0.5", "a BETWEEN {0, 1}", "a IN {1, 'x'}", "a == 'x'",
      "a != 'x'", "a == nil", "a != nil", "a.b == 1", "a.b != nil", "b > 1", "a == TRUE",
    ]

    /// A text that is not JSON never fails a statement. Its row comes back whatever is asked about a member, and all
    /// others as in memory.
    @Test(arguments: ["extra", "doc", "sure"], [true, false])
    func aTextThatIsNotJSONComesBack(_ column: String, _ functions: Bool) throws {
      let database = try Self.database()
      let table = try SQLTableDeclaration("t", key: ["id"], columns: Self.columns)
      let documents = Self.texts.map { text -> FilterValue? in
        guard let text else { return column == "sure" ? .object(FilterObject([])) : .null }
        return try? JSONReader().read(text)
      }
      for text in Self.predicates {
        let plain = try AST.Predicate(parsing: "\(column).\(text)")
        for predicate in [plain, .not(AST.Negation(plain))] {
          let translation = SQLTranslation(
            predicate, table: table, dialect: .sqlite(functions: functions))
          let select = SQLSelect(translation, columns: ["id"])
          let came = try database.rows(
            select.text, select.parameters, tests: translation.tests, [.integer]
          ).map { $0[0] }
          let filter = try FilterPredicate<FilterValue>(predicate)
          for (id, document) in documents.enumerated() {
            guard let document else {
              #expect(came.contains(.int(Int64(id))), "\(predicate): row \(id) of \(select.text)")
              continue
            }
            let row = FilterValue.object(FilterObject([(key: column, value: document)]))
            // A row that fails is returned too.
            if (try? filter.matches(row)) ?? true {
              #expect(came.contains(.int(Int64(id))), "\(predicate): row \(id) of \(select.text)")
            }
          }
        }
      }
      // Not all rows come back: rows are found by the database.
      let translation = SQLTranslation(
        try AST.Predicate(parsing: "\(column).a == 'x'"), table: table, dialect: .sqlite())
      let select = SQLSelect(translation, columns: ["id"])
      let came = try database.rows(select.text, select.parameters, [.integer])
      #expect(!came.contains([.int(15)]) && !came.contains([.int(19)]))
      #expect(came.count < Self.texts.count - 2)
    }

    /// The constraints of tables, and the columns that contain only JSON. SQLite refuses another text in each of them.
    @Test(arguments: [
      ("c TEXT CHECK (json_valid(c))", true), ("c TEXT CHECK(JSON_Valid(C))", true),
      ("c TEXT CHECK (c IS NULL OR json_valid(c))", true),
      ("c TEXT CHECK (json_valid(c) OR c ISNULL)", true),
      ("c TEXT CHECK ((c IS NULL) OR ((json_valid((c)))))", false),
      ("c TEXT CHECK ((c IS NULL) OR ((json_valid(c))))", true),
      ("c TEXT, CHECK (json_valid(c))", true),
      ("c TEXT, CONSTRAINT \"x(\" CHECK (json_valid(c))", true),
      ("c TEXT CHECK (json_valid(\"c\"))", true), ("c TEXT CHECK (json_valid([c]))", true),
      ("c TEXT CHECK (json_valid(`c`))", true),
      ("c TEXT NOT NULL DEFAULT '(' CHECK (json_valid(c))", true),
      ("c TEXT /* CHECK ( */ CHECK /* ' */ (json_valid(c)) -- )", true),
      ("c TEXT CHECK (id > 0 AND json_valid(c))", true),
      ("c TEXT CHECK (json_valid(c) AND (c IS NULL OR json_valid(c)) AND id > 0)", true),
      ("c TEXT CHECK ((id > 0 OR id < 0) AND json_valid(c))", true),
      ("c TEXT CHECK (json_valid(c)) CHECK (id > 0)", true),
      ("c TEXT", false), ("c TEXT /* CHECK (json_valid(c)) */", false),
      ("c TEXT DEFAULT 'CHECK (json_valid(c))'", false), ("c TEXT CHECK (json_valid(d))", false),
      ("c TEXT CHECK (json_valid(c) OR id > 0)", false),
      ("c TEXT CHECK (NOT json_valid(c))", false), ("c TEXT CHECK (json_valid(c) = 0)", false),
      ("c TEXT CHECK (json_valid(c) IS NOT NULL)", false),
      ("c TEXT CHECK (id IS NULL OR json_valid(c))", false),
      ("c TEXT CHECK (c IS NOT NULL OR json_valid(c))", false),
      ("c TEXT CHECK (id BETWEEN 0 AND json_valid(c))", false),
      ("c TEXT CHECK (id > 0 OR id < 0 AND json_valid(c) AND id < 3)", false),
      ("c TEXT CHECK (CASE WHEN 0 AND json_valid(c) AND 1 THEN 0 ELSE 1 END)", false),
      ("c TEXT CHECK (ifnull(0 AND json_valid(c), 1) IS NOT NULL)", false),
      ("c TEXT CHECK (json_valid(c || ''))", false), ("c TEXT CHECK (json_valid('c'))", false),
      ("\"CHECK\" TEXT, c TEXT", false), ("c TEXT DEFAULT (json_valid('{'))", false),
    ])
    func aConstraintPermitsOnlyJSON(definition: String, isValidated: Bool) throws {
      let statement = "CREATE TABLE \"t (\" (id INTEGER PRIMARY KEY, d TEXT, \(definition)\n)"
      #expect(ValidatedColumns(creating: statement).contains("C") == isValidated)
      #expect(!ValidatedColumns(creating: statement).contains("id"))
      let database = try SQLiteDatabase()
      // Where the name in quotes is a text, SQLite can refuse the statement.
      guard (try? database.execute(statement)) != nil else { return }
      for text in ["{", "x", "", "{a:1}"] where isValidated {
        #expect(throws: TableError.self) {
          try database.rows("INSERT INTO \"t (\" (id, c) VALUES (1, ?)", [.text(text)], [])
        }
      }
    }

    @Test func aTextThatIsNoStatementValidatesNothing() {
      for text in [
        "", "CREATE TABLE", "((", ")", "CREATE TABLE t (c CHECK", "'", "[", "/*", "t (c CHECK (",
      ] {
        #expect(!ValidatedColumns(creating: text).contains("c"))
      }
    }
  }
#endif
