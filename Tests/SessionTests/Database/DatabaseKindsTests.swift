#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterTables
  import Testing
  import ToolTestSupport

  @testable import FilterSQLite
  @testable import FrcQuery

  /// What the columns of a table are taken to hold, by the values that they have.
  struct DatabaseKindsTests {
    private static let types: [(type: String, affinity: SQLiteAffinity)] = [
      ("INTEGER", .integer), ("REAL", .real), ("NUMERIC", .numeric), ("TEXT", .text),
      ("BLOB", .blob), ("", .blob),
    ]

    /// Values as SQL writes them.
    private static let values = [
      "", "NULL", "1", "-3, NULL, 4", "2.5, 1", "'a'", "'a', NULL, ''", "x'00'", "x'', x'01'",
      "1, 'word'",
      "'word', x'00'", "2.5, x'00'", "9007199254740991", "9007199254740992", "-9007199254740991, 1",
      "-9007199254740992, 1", "1, 9223372036854775807", "-9223372036854775808, 1",
      "0.5, 9007199254740993",
    ]

    /// The kind by the rule: of one type, and numbers that doubles hold.
    private func expected(
      _ stored: [FilterValue], _ affinity: SQLiteAffinity
    ) -> SQLColumn.Kind {
      let present = stored.filter { $0 != .null }
      if present.isEmpty {
        switch affinity {
        case .integer: return .integer
        case .text: return .text
        case .blob: return .bytes
        case .real, .numeric: return .real(isFinite: true)
        }
      }
      if present.allSatisfy({ $0.kind == .string }) {
        return affinity.values == .numeric ? .dynamic(.numeric) : .text
      }
      if present.allSatisfy({ $0.kind == .data }) { return .bytes }
      let fits = present.allSatisfy { value in
        switch value {
        case .int(let number): number.magnitude <= 9_007_199_254_740_991
        case .double(let number): affinity == .real || number.magnitude <= 9_007_199_254_740_991
        default: false
        }
      }
      return fits ? .real(isFinite: true) : .dynamic(affinity.values)
    }

    /// The kind that the type declares, if all values have it; nil if some have not, or if the type declares none.
    private func declared(_ stored: [FilterValue], _ affinity: SQLiteAffinity) -> SQLColumn.Kind? {
      let present = stored.filter { $0 != .null }
      switch affinity {
      case .blob: return nil
      case .text: return present.allSatisfy { $0.kind == .string } ? .text : nil
      case .integer, .real, .numeric:
        let kind = expected(present, affinity)
        return present.isEmpty || kind == .real(isFinite: true) ? .real(isFinite: true) : nil
      }
    }

    private func kinds(
      _ file: DatabaseFile, _ names: Set<String>, table: String? = nil
    ) throws -> [String: SQLColumn.Kind] {
      let name = try #require(DatabaseName(file.path, table: table))
      let opened = try DatabaseTable(name, DatabaseLimits())
      return try opened.driver.kinds(of: names, in: opened)
    }

    @Test func anIndexShowsWhatAColumnHolds() throws {
      var sql = ""
      for (index, (type, _)) in Self.types.enumerated() {
        for (number, values) in Self.values.enumerated() {
          let name = "t\(index)_\(number)"
          sql += "CREATE TABLE \(name) (\"a\"\"b\" \(type), plain \(type)); "
          sql += "CREATE INDEX i\(name) ON \(name) (\"a\"\"b\"); "
          for value in values.split(separator: ", ") {
            sql += "INSERT INTO \(name) VALUES (\(value), \(value)); "
          }
        }
      }
      let file = try DatabaseFile("BEGIN; \(sql) COMMIT;")
      let database = try SQLiteDatabase(writing: file.path)
      for (index, (type, affinity)) in Self.types.enumerated() {
        for (number, values) in Self.values.enumerated() {
          let name = "t\(index)_\(number)"
          let statement = try database.statement("SELECT plain FROM \(name)")
          var stored: [FilterValue] = []
          while try statement.next() { stored.append(try #require(statement.value(at: 0))) }
          let found = try kinds(file, ["a\"b", "plain"], table: name)
          #expect(found["a\"b"] == expected(stored, affinity), "\(type): \(values)")
          #expect(found["plain"] == .dynamic(affinity.values), "\(type): \(values)")
          let searched = try searched(file, ["plain"], table: name, within: 100_000)
          #expect(searched["plain"] == declared(stored, affinity), "\(type): \(values)")
        }
      }
    }

    private func searched(
      _ file: DatabaseFile, _ names: Set<String>, table: String, within steps: Int
    ) throws -> [String: SQLColumn.Kind] {
      let name = try #require(DatabaseName(file.path, table: table))
      let table = try DatabaseTable(name, DatabaseLimits())
      let database = try #require(table.driver.source as? SQLiteDatabase)
      return try SQLiteKinds(database, table.model).kinds(searching: names, within: steps)
    }

    /// One search finds the columns that hold other values, and ends with its steps.
    @Test func aSearchLeavesOutColumnsWithOtherValues() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (a INTEGER, b INTEGER, c TEXT, d TEXT);
        CREATE TABLE w (k INTEGER, a INTEGER, PRIMARY KEY (k)) WITHOUT ROWID;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, CASE i WHEN 9000 THEN 'x' ELSE i END, 'c', CASE i WHEN 15000 THEN x'00' ELSE i END FROM n;
        INSERT INTO w SELECT a, a FROM t;
        """)
      let all: Set<String> = ["a", "b", "c", "d"]
      let found = try searched(file, all, table: "t", within: 2_000_000)
      #expect(found == ["a": .real(isFinite: true), "c": .text])
      // The rows before the first stray, and then all rows: more than one search of all rows takes.
      #expect(try searched(file, all, table: "t", within: 200_000) == [:])
      #expect(try searched(file, ["a"], table: "t", within: 120_000).keys.contains("a"))
      #expect(try searched(file, ["a"], table: "w", within: 200_000) == [:])
      #expect(try searched(file, ["a"], table: "w", within: 480_000).keys.contains("a"))
    }

    /// Numeric affinity would convert a text that a condition compares a column with.
    @Test func textsInANumericColumnAreComparedAsTexts() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (c NUMERIC); CREATE INDEX i ON t (c); INSERT INTO t VALUES ('!'), ('abc');")
      for filter in ["c <[n] '5'", "c < '5'", "c BEGINSWITH '!'", "c <[n] '2.'"] {
        #expect(try Tool.run(filter, file.path).text == "{\"c\":\"!\"}\n", "\(filter)")
      }
    }

    /// Only columns that are asked for are looked at, and a view or another encoding of texts shows nothing.
    @Test func onlyWhatTheDatabaseCanTestHasAKind() throws {
      let columns = "(n REAL, s TEXT, d BLOB, o TEXT COLLATE NOCASE)"
      let rows = "INSERT INTO t VALUES (1, 'a', x'00', 'b'); CREATE VIEW v AS SELECT * FROM t;"
      let indexes = ["n", "s", "d", "o"].map { "CREATE INDEX index_\($0) ON t (\($0));" }.joined()
      let all: Set<String> = ["n", "s", "d", "o"]
      let usual = try DatabaseFile("CREATE TABLE t \(columns); \(indexes) \(rows)")
      let known: [String: SQLColumn.Kind] = [
        "n": .real(isFinite: true), "s": .text, "d": .bytes, "o": .text,
      ]
      #expect(try kinds(usual, all, table: "t") == known)
      #expect(try kinds(usual, ["s", "none"], table: "t") == ["s": .text])
      #expect(try kinds(usual, [], table: "t") == [:])
      #expect(try kinds(usual, all, table: "v") == [:])
      let wide = try DatabaseFile(
        "PRAGMA encoding = 'UTF-16'; CREATE TABLE t \(columns); \(indexes) \(rows)")
      #expect(try kinds(wide, all, table: "t") == ["n": .real(isFinite: true), "d": .bytes])
      let plain = try DatabaseFile("PRAGMA encoding = 'UTF-16'; CREATE TABLE t \(columns); \(rows)")
      #expect(try kinds(plain, all, table: "t") == [:])
    }

    /// The columns of a STRICT table hold what they declare, and so does the number of a row.
    @Test func aStrictTableHoldsWhatItDeclares() throws {
      let columns = "(k INTEGER PRIMARY KEY, i INT, n INTEGER, r REAL, t TEXT, b BLOB, a ANY)"
      let file = try DatabaseFile(
        "CREATE TABLE strict \(columns) STRICT; CREATE TABLE other \(columns); CREATE TABLE w (k INTEGER, PRIMARY KEY (k)) WITHOUT ROWID;"
      )
      let strict: [String: SQLColumn.Kind] = [
        "k": .integer, "i": .integer, "n": .integer, "r": .real(isFinite: true), "t": .text,
        "b": .bytes,
      ]
      #expect(try kinds(file, [], table: "strict") == strict)
      #expect(
        try kinds(file, ["a"], table: "strict")
          == strict.merging(["a": .dynamic(SQLiteAffinity(type: "ANY").values)]) { $1 })
      #expect(try kinds(file, [], table: "other") == ["k": .integer])
      #expect(try kinds(file, ["k"], table: "w") == ["k": .integer])
      #expect(try kinds(file, [], table: "w") == [:])
    }
  }
#endif
