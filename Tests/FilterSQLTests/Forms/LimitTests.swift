#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Predicates of any width and depth: what SQLite does not take is left to the engine, and nothing fails.
  @Suite struct LimitTests {
    private static let rows = 60

    private static func table() throws -> SQLTableDeclaration {
      let other = try SQLTableDeclaration(
        "other", key: ["id"], columns: [.integer("id"), .integer("item"), .integer("x")])
      return try SQLTableDeclaration(
        "t", key: ["id"],
        columns: [.integer("id"), .integer("x", nullable: true), .text("name", indexed: true)],
        relations: [.toMany("others", other, to: ["item"])])
    }

    private static func database() throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER, name TEXT NOT NULL);
        CREATE TABLE other (id INTEGER PRIMARY KEY, item INTEGER NOT NULL, x INTEGER NOT NULL);
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1))
        INSERT INTO t SELECT i, i % 7, 'row ' || i FROM n;
        INSERT INTO other SELECT id, id % 5, x FROM t WHERE x IS NOT NULL;
        CREATE INDEX t_x ON t (x);
        CREATE INDEX t_x_name ON t (x, name);
        """)
      return database
    }

    /// The rows that the database gives for a predicate, and those of them that match.
    private static func matches(
      _ predicate: AST.Predicate, _ database: SQLiteDatabase, _ dialect: SQLDialect = .sqlite()
    ) throws -> (matches: [Int64], translation: SQLTranslation) {
      let translation = SQLTranslation(predicate, table: try table(), dialect: dialect)
      let select = SQLSelect(translation, columns: ["id", "x", "name"], order: [SQLOrder("id")])
      let rest = try translation.residual.map { try FilterPredicate<FilterValue>($0) }
      var found: [Int64] = []
      for row in try database.rows(
        select.text, select.parameters, tests: translation.tests, [.integer, .integer, .text])
      {
        guard case .int(let id) = row[0] else { continue }
        if try rest?.matches(value(row, id)) ?? true { found.append(id) }
      }
      return (found, translation)
    }

    /// A row as the engine sees it.
    private static func value(_ row: [FilterValue], _ id: Int64) -> FilterValue {
      let others = (0..<Int64(rows)).filter { $0 % 5 == id }.map { other in
        FilterValue.object(
          FilterObject([
            (key: "id", value: .int(other)), (key: "item", value: .int(id)),
            (key: "x", value: .int(other % 7)),
          ]))
      }
      return .object(
        FilterObject([
          (key: "id", value: .int(id)), (key: "x", value: row[1]), (key: "name", value: row[2]),
          (key: "others", value: .list(FilterList(others))),
        ]))
    }

    private static func inMemory(_ predicate: AST.Predicate) throws -> [Int64] {
      let filter = try FilterPredicate<FilterValue>(predicate)
      return try (0..<Int64(rows)).filter { id in
        try filter.matches(value([.int(id), .int(id % 7), .string("row \(id)")], id))
      }
    }

    private static func comparison(_ key: String, _ value: Int) -> AST.Predicate {
      .comparison(
        AST.Comparison(
          .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, key)])),
          value % 3 == 0 ? .equal : .lessThan,
          .literal(AST.Literal(FilterValue.int(Int64(value % 60)).constant))))
    }

    /// Parentheses on the right, on the left, or on both sides, to a depth.
    private static func nested(
      _ depth: Int, _ leaf: AST.Predicate, _ shape: Int, width: Int = 1
    ) -> AST.Predicate {
      var tree = leaf
      for level in 0..<depth {
        let others = (0..<width).map { comparison($0 % 2 == 0 ? "x" : "id", 7 * level + $0) }
        let isLeft = shape == 0 || shape == 2 && level % 2 == 0
        let node = AST.Compound(
          level % 2 == 0 ? .and : .or, isLeft ? [tree] + others : others + [tree])
        tree = shape == 3 && level % 5 == 4 ? .not(AST.Negation(.compound(node))) : .compound(node)
      }
      return tree
    }

    @Test(arguments: [0, 1, 2, 3]) func anyDepthIsRead(shape: Int) throws {
      let database = try Self.database()
      let list = FilterValue.list(FilterList((0..<70).map { .int($0 * 2) })).constant
      let leaves = [
        Self.comparison("x", 3),
        try AST.Predicate(parsing: "id IN %@", arguments: SyntaxArguments([.constant(list)])),
        try AST.Predicate(parsing: "name CONTAINS[n] '1'"),
        try AST.Predicate(parsing: "ANY others.x > 3"),
        try AST.Predicate(
          parsing: "SUBQUERY(others, $a, $a.x > 1 AND ($a.id < 9 OR $a.x == 2)).@count > 1"),
      ]
      for leaf in leaves {
        let depths = RandomSearch.sample((0...60).map { ($0, 1) }, oneOf: 4)
        for (depth, width) in depths + [(5, 63), (10, 40), (25, 20), (12, 64)] {
          let predicate = Self.nested(depth, leaf, shape, width: width)
          let (found, _) = try Self.matches(predicate, database)
          #expect(try found == Self.inMemory(predicate), "\(leaf), \(depth) levels of \(width)")
        }
      }
    }

    /// Conditions that are nested as deeply as people write them are pushed down whole.
    @Test(arguments: [0, 1, 2, 3]) func usualDepthsArePushedDown(shape: Int) throws {
      let predicate = Self.nested(20, Self.comparison("x", 3), shape)
      #expect(try Self.matches(predicate, Self.database()).translation.isExact)
    }

    /// SQLite reads conditions up to a depth of 1,000, and each OR of two is a level. Of more comparisons than it can
    /// plan at once the engine decides.
    @Test(arguments: [63, 64, 65, 128, 129, 256, 257, 2_500])
    func anyNumberOfOperandsIsRead(count: Int) throws {
      let database = try Self.database()
      // Every second row, each by a condition of its own, and none of those that end with 7.
      let rows = (0..<count).map { "(id >= \(2 * $0) AND id < \(2 * $0 + 1))" }
      let others = (0..<count).map { "NOT (id >= \(10 * $0 + 7) AND id < \(10 * $0 + 8))" }
      for text in [rows.joined(separator: " OR "), others.joined(separator: " AND ")] {
        let predicate = try AST.Predicate(parsing: text)
        let (found, translation) = try Self.matches(predicate, database)
        #expect(try found == Self.inMemory(predicate))
        #expect(translation.isExact == (count <= 256))
        #expect(translation.condition.size.tests <= 512)
        #expect(
          translation.explanation.parts.contains { $0.reasons.contains(.tooLarge) }
            == (count > 256))
      }
    }

    /// An operand that is too large by itself leaves room for those after it.
    @Test func theOtherOperandsArePushedDown() throws {
      let large = (0..<600).map { "x == \($0)" }.joined(separator: " OR ")
      let predicate = try AST.Predicate(parsing: "(\(large)) AND id < 9 AND NOT name == 'row 3'")
      for functions in [false, true] {
        let (found, translation) = try Self.matches(
          predicate, Self.database(), .sqlite(functions: functions))
        #expect(found == [0, 1, 2, 4, 5, 6, 7, 8])
        #expect(translation.explanation.parts.map(\.precision) == [.none, .exact, .exact])
        #expect(translation.explanation.parts.map(\.reasons) == [[.tooLarge], [], []])
        #expect(translation.where.text == #""id" < ? AND "name" <> ?"#)
      }
    }

    /// Each limit by itself: the largest condition that it permits, and one more.
    @Test func eachLimitIsKept() throws {
      let database = try Self.database()
      let texts = (2...40).map { count in
        (0..<count).map { "x == \($0)" }.joined(separator: " OR ")
      }
      let limits: [WritableKeyPath<SQLLimits, Int>] = [
        \.parameters, \.tests, \.height, \.textBytes,
      ]
      for limit in limits {
        var sizes: [Int] = []
        for text in texts {
          var dialect = SQLDialect.sqlite()
          dialect.limits[keyPath: limit] = limit == \.textBytes ? 300 : 20
          let predicate = try AST.Predicate(parsing: text)
          let (found, translation) = try Self.matches(predicate, database, dialect)
          #expect(try found == Self.inMemory(predicate))
          if translation.isExact { sizes.append(translation.where.parameters.count) }
        }
        let largest = limit == \.height ? 13 : limit == \.textBytes ? 8 : 20
        #expect(sizes == Array(2...largest), "\(sizes)")
      }
    }

    @Test func longValuesAndLongNeedlesStay() throws {
      let database = try Self.database()
      let long = String(repeating: "x", count: 1 << 16)
      var dialect = SQLDialect.sqlite()
      for (limit, isExact) in [(1 << 16, true), (1 << 16 - 1, false)] {
        dialect.limits.valueBytes = limit
        let predicate = try AST.Predicate(parsing: "NOT name ==[n] '\(long)'")
        let (found, translation) = try Self.matches(predicate, database, dialect)
        #expect(found.count == Self.rows && translation.isExact == isExact)
      }
      for (count, isExact) in [(128, true), (129, false)] {
        let needle = String(repeating: "x", count: count)
        let predicate = try AST.Predicate(parsing: "name CONTAINS[n] '\(needle)'")
        let (found, translation) = try Self.matches(predicate, database)
        #expect(found == [] && translation.isExact == isExact)
      }
    }

    /// The function of the engine takes as many columns as functions of SQLite take values.
    @Test func aTestOfManyColumnsStays() throws {
      let columns = (0..<200).map { SQLColumn.integer("c\($0)") }
      let table = try SQLTableDeclaration("w", key: ["c0"], columns: columns)
      let database = try SQLiteDatabase()
      let names = columns.map { $0.name + " INTEGER DEFAULT 1" }.joined(separator: ", ")
      try database.execute("CREATE TABLE w (\(names)); INSERT INTO w (c0) VALUES (1)")
      for (count, isExact) in [(99, true), (100, false), (200, false)] {
        let sum = (0..<count).map { "c\($0)" }.joined(separator: " + ")
        let translation = SQLTranslation(
          try AST.Predicate(parsing: "\(sum) == \(count)"), table: table,
          dialect: .sqlite(functions: true))
        let select = SQLSelect(translation, columns: ["c0"])
        #expect(select.text.contains("frc_test") == isExact)
        let rows = try database.rows(
          select.text, select.parameters, tests: translation.tests, [.integer])
        #expect(rows == [[.int(1)]])
      }
    }

    /// The limits of a connection are those of its SQLite.
    @Test func aConnectionSaysItsLimits() throws {
      let limits = try SQLiteDatabase().limits
      #expect(limits.parameters == 32_666 && limits.height == 900 && limits.tests == 512)
      #expect(limits.columns == 2_000 && limits.valueBytes == 1 << 24)
      let folder = FileManager.default.temporaryDirectory.path + "/limits-\(UUID().uuidString).db"
      _ = try SQLiteDatabase(writing: folder)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let reader = try SQLiteDatabase(reading: folder, lockTimeout: 0, rowBytes: 1 << 21)
      #expect(reader.limits.valueBytes == 1 << 20)
    }
  }
#endif
