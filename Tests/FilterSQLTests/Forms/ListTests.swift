#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
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
          parsing: "name IN[n] %@", arguments: SyntaxArguments([.constant(list.constant)])),
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

    /// Lists of each kind mean in the database what they mean to the engine, one value more or less.
    @Test func aLongListHasTheRowsOfTheEngine() throws {
      var (exact, arrays) = (0, 0)
      for seed in RandomSearch.seeds(1) {
        let table = HostileTable(seed: seed, rows: 40, .sqlite())
        let (differential, database) = (try Differential(table, .sqlite()), try table.sqlite())
        for (name, values) in Self.lists(with: table) {
          for column in Self.columns {
            let list = AST.Expression.literal(
              AST.Literal(FilterValue.list(FilterList(values)).constant))
            let isAmong = AST.Predicate.comparison(
              AST.Comparison(
                .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, column)])), .in,
                options: .normalized, list))
            for predicate in [isAmong, .not(AST.Negation(isAmong))] {
              let difference = try differential.difference(predicate) { translation, select in
                if translation.isExact { exact += 1 }
                if select.text.contains("json_each(?") { arrays += 1 }
                return try database.rows(
                  select.text, select.parameters, tests: translation.tests, [.integer]
                ).map { if case .int(let key) = $0[0] { key } else { -1 } }
              }
              #expect(
                difference?.suffix(400) == nil, "FRC_SEED=\(seed): \(column) of \(name)")
            }
          }
        }
      }
      #expect(exact > 0 && arrays > 0)
    }

    private static let columns = [
      "whole", "other", "ratio", "flag", "name", "code", "title", "born", "at", "stamp", "raw",
      "token", "mark", "anything", "loose", "word", "meta.a", "doc.a",
    ]

    /// Lists of each kind of values, and of several, with those that the rows have.
    private static func lists(with table: HostileTable) -> [(String, [FilterValue])] {
      var stored: [FilterValue] = []
      for case .object(let row) in table.values {
        for column in columns where !column.contains(".") {
          if let value = row[column], value.kind != .null { stored.append(value) }
        }
      }
      func kind(_ isOfKind: (FilterValue) -> Bool) -> [FilterValue] { stored.filter(isOfKind) }
      let integers: [FilterValue] =
        kind { if case .int = $0 { true } else { false } } + (0..<70).map { .int($0 * 3) } + [
          .int(.min), .int(.min + 1), .int(.max), .int(.max - 1), .int(1 << 53), .int(1 << 53 + 1),
        ]
      let doubles: [FilterValue] = kind { if case .double = $0 { true } else { false } }
      let wholes: [FilterValue] =
        (0..<70).map { .double(Double($0)) } + [
          .double(-0.0), .double(0x1p62), .double(-0x1p63), .double(0x1p53),
        ]
      let fractions: [FilterValue] =
        (0..<70).map { .double(Double($0) / 10) } + [
          .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude), .double(.infinity),
          .double(0x1p63),
          .double(0.1 + 0.2),
        ]
      let texts: [FilterValue] =
        kind { if case .string = $0 { true } else { false } } + (0..<70).map { .string("\($0)") }
        + [
          .string(""), .string("é"), .string("e\u{301}"), .string("\"\\\n\u{1F}\u{7F}𝄞"),
        ]
      let others = kind {
        switch $0 {
        case .data, .uuid, .date: true
        default: false
        }
      }
      let (nul, wide) = (FilterValue.string("a\0b"), FilterValue(integer: UInt64.max))
      return [
        ("integers", integers), ("doubles", doubles + wholes), ("wholes", wholes),
        ("fractions", fractions), ("texts", texts.filter { $0 != nul }),
        ("texts with NUL", texts + [nul]), ("others", others),
        ("numbers", integers + wholes + doubles), ("numbers and nil", integers + [.null]),
        ("texts and nil", texts + [.null]), ("integers and texts", integers + texts),
        ("integers and a wide one", integers + [wide]),
        ("integers and a decimal", integers + [.decimal(Decimal(5) / 2)]),
        ("integers and NaN", integers + [.double(.nan)]), ("all", stored + [.null, wide]),
      ]
    }

    /// A list is one value of the statement, however long it is, and its text stays short.
    @Test(arguments: [65, 40_000, 300_000])
    func aLongListIsOneValue(count: Int) throws {
      let database = try Self.numbers(1_000)
      for values in [
        (0..<count).map { FilterValue.int(Int64($0) * 3) },
        (0..<count).map { FilterValue.double(Double($0) * 3) },
      ] {
        let translation = try Self.translation("id IN $list", ["list": .list(FilterList(values))])
        let (condition, parameters) = translation.where
        #expect(translation.isExact && parameters.count == 1 && condition.utf8.count < 100)
        let found = try database.rows("SELECT id FROM t WHERE \(condition)", parameters, [.integer])
        #expect(found.count == min(count, 334))
      }
    }

    /// Values that JSON does not hold are given one by one, without numbers that SQLite would look up, as far as it
    /// takes them.
    @Test(arguments: [(65, true), (20_000, true), (32_666, true), (32_667, false), (60_000, false)])
    func otherListsAreGivenOneByOne(count: Int, isPushed: Bool) throws {
      let database = try Self.numbers(1_000)
      let values = (0..<count).map { FilterValue.double(Double($0) / 4) }
      let translation = try Self.translation("half IN $list", ["list": .list(FilterList(values))])
      #expect(translation.isExact == isPushed && (translation.residual == nil) == isPushed)
      let (condition, parameters) = translation.where
      #expect(parameters.count == (isPushed ? count : 0))
      #expect(condition.utf8.count <= 3 * parameters.count + 20)
      let found = try database.rows("SELECT id FROM t WHERE \(condition)", parameters, [.integer])
      #expect(found.count == (isPushed ? min(1_000, (count + 1) / 2) : 1_000))
    }

    /// Rows with the numbers from 0 on, and their halves.
    private static func numbers(_ count: Int) throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, half REAL NOT NULL);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
        INSERT INTO t SELECT i, i / 2.0 FROM n;
        """)
      return database
    }

    private static func translation(
      _ text: String, _ bindings: [String: FilterValue]
    ) throws -> SQLTranslation {
      SQLTranslation(
        try AST.Predicate(parsing: text),
        table: try SQLTableDeclaration(
          "t", key: ["id"], columns: [.integer("id"), .real("half", finite: true)]),
        dialect: .sqlite(), bindings: bindings)
    }
  }
#endif
