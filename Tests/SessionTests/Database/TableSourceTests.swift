#if SQLite || PostgreSQL
  import FilterEngine
  import FilterSQL
  #if SQLite
    import FilterSQLite
  #endif
  import FilterTables
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// A connection to a database, and another one that writes.
  private struct SourceBase {
    let source: any TableSource

    /// The table in statements of the source, which looks for names in no schema.
    private(set) var table = ""

    /// Commits statements by another connection.
    let commit: (String) throws -> Void

    /// `commit` uses the database as long as the base lives.
    init(_ path: String, _ commit: @escaping (String) throws -> Void) throws {
      let name = try #require(DatabaseName(path, table: nil))
      source = try name.driver(DatabaseLimits(), isWritable: true, isSession: true).source
      self.commit = commit
      table = try model().quotedName
    }

    /// Each kind of database that is there, with an empty table.
    static func all() throws -> [SourceBase] {
      var bases: [SourceBase] = []
      #if SQLite
        // With a log others can commit while a snapshot is read.
        let file = try DatabaseFile(
          "PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, n INTEGER)")
        bases.append(
          try SourceBase(file.path) { sql in try file.write { try $0.execute(sql) } })
      #endif
      #if PostgreSQL
        let server = try ServerTables("CREATE TABLE t (id bigint PRIMARY KEY, v text, n bigint)")
        if let server { bases.append(try SourceBase(server.address) { try server.run($0) }) }
      #endif
      return bases
    }

    func model() throws -> TableModel {
      let listed = try #require(source.tables().first { $0.name == "t" })
      return try #require(try source.table(listed))
    }

    /// The rows by their keys, as the database has them.
    func rows() throws -> [Int64: FilterValue] {
      let cursor = try source.cursor("SELECT id, n FROM \(table)", [], tests: [], mayStop: false)
      var rows: [Int64: FilterValue] = [:]
      while try cursor.next() {
        guard case .int(let id)? = cursor.value(at: 0) else { continue }
        rows[id] = cursor.value(at: 1)
      }
      return rows
    }
  }

  /// The promises of connections to databases.
  struct TableSourceTests {
    /// Batches within batches, and reads that fail within them, beside a model.
    @Test(arguments: RandomSearch.seeds(10))
    func transactionsAreThoseOfAModel(_ seed: UInt64) throws {
      for base in try SourceBase.all() {
        var random = SeededGenerator(seed: seed)
        // The rows, and those at the beginning of each batch.
        var rows: [Int64: FilterValue] = [:]
        var saved: [[Int64: FilterValue]] = []
        var steps: [String] = []
        for _ in 0..<60 {
          steps.append(try Self.step(base, &random, &rows, &saved))
          try #require(
            try base.rows() == rows, "FRC_SEED=\(seed)\n\(steps.joined(separator: "\n"))")
          #expect(base.source.isInTransaction != saved.isEmpty)
        }
      }
    }

    private static func step(
      _ base: SourceBase, _ random: inout SeededGenerator, _ rows: inout [Int64: FilterValue],
      _ saved: inout [[Int64: FilterValue]]
    ) throws -> String {
      let (source, depth) = (base.source, saved.count)
      let (id, number) = (Int64(random.below(12)), Int64(random.below(100)))
      switch random.below(8) {
      case 0 where depth < 3:
        try source.begin(within: depth, isWritable: true)
        saved.append(rows)
        return "begin"
      case 1 where depth > 0:
        try source.end(depth)
        saved.removeLast()
        return "end"
      case 2 where depth > 0:
        try source.rollback(depth)
        rows = saved.removeLast()
        return "rollback"
      case 3:
        try source.beginReading()
        #expect(throws: TableError.self) {
          let cursor = try source.cursor(
            "SELECT missing FROM \(base.table)", [], tests: [], mayStop: false)
          _ = try cursor.next()
        }
        source.endReading()
        return "failure"
      case 4:
        let sql = "DELETE FROM \(base.table) WHERE id = \(id)"
        let count = try source.change(sql, [])
        #expect(count == (rows.removeValue(forKey: id) == nil ? 0 : 1))
        return sql
      default:
        let isUpdate = rows.updateValue(.int(number), forKey: id) != nil
        let sql =
          isUpdate
          ? "UPDATE \(base.table) SET n = \(number) WHERE id = \(id)"
          : "INSERT INTO \(base.table) (id, n) VALUES (\(id), \(number))"
        #expect(try source.change(sql, []) == 1)
        return sql
      }
    }

    @Test func readsSeeOneSnapshot() throws {
      for base in try SourceBase.all() {
        let source = base.source
        try base.commit("INSERT INTO t (id, n) VALUES (1, 10)")
        try source.beginReading()
        #expect(try base.rows() == [1: .int(10)])
        let version = try source.dataVersion()
        try base.commit("UPDATE t SET n = 20 WHERE id = 1")
        #expect(try base.rows() == [1: .int(10)])
        source.endReading()
        #expect(!source.isInTransaction)
        #expect(try source.dataVersion() != version)
        #expect(try base.rows() == [1: .int(20)])
        let table = try base.model()
        let schema = try source.schemaVersion(of: table)
        #expect(try source.schemaVersion(of: table) == schema)
        try base.commit("ALTER TABLE t ADD COLUMN more text")
        #expect(try source.schemaVersion(of: table) != schema)
      }
    }

    @Test(arguments: RandomSearch.seeds(10))
    func conditionsOfNoRowAreFound(_ seed: UInt64) throws {
      for base in try SourceBase.all() {
        var random = SeededGenerator(seed: seed)
        let numbers: [Int?] = (0..<random.below(20)).map { _ in
          random.chance(20) ? nil : random.below(12)
        }
        for (id, number) in numbers.enumerated() {
          let value = number.map(String.init) ?? "NULL"
          _ = try base.source.change(
            "INSERT INTO \(base.table) (id, n) VALUES (\(id), \(value))", [])
        }
        // A comparison with NULL holds for no row.
        let conditions = (0..<12).flatMap { ["n = \($0)", "n > \($0) OR n IS NULL"] }
        let truths = (0..<12).flatMap { number in
          [numbers.contains(number), numbers.contains { $0.map { $0 > number } ?? true }]
        }
        #expect(
          try base.source.unsatisfied(conditions, in: base.model())
            == truths.indices.filter { !truths[$0] }, "FRC_SEED=\(seed)")
        #expect(try base.source.unsatisfied([], in: base.model()) == [])
      }
    }

    @Test func storedValuesAreReadAgain() throws {
      for base in try SourceBase.all() {
        let (source, table) = (base.source, try base.model())
        let mark = source.dialect.placeholder == .dollar ? "$" : "?"
        let values: [(FilterValue, FilterValue)] = [
          (.string(""), .int(.min)), (.string("é\u{301}"), .int(.max)),
          (.string("a'\"\\"), .int(0)),
        ]
        for (index, row) in values.enumerated() {
          let id = FilterValue.int(Int64(index))
          let parameters = try [(id, "id"), (row.0, "v"), (row.1, "n")].map { value, name in
            try #require(source.native(value, table.column(name)?.kind), "\(value)")
          }
          let inserted = try source.insert(
            "INSERT INTO \(base.table) (id, v, n) VALUES (\(mark)1, \(mark)2, \(mark)3)",
            parameters,
            into: table)
          #expect(inserted.count == 1 && inserted.key == id)
        }
        let cursor = try source.cursor(
          "SELECT v, n FROM \(base.table) ORDER BY id", [], tests: [], mayStop: true)
        for row in values {
          #expect(try cursor.next())
          #expect(cursor.value(at: 0) == row.0 && cursor.value(at: 1) == row.1)
        }
        #expect(try !cursor.next())
        #expect(source.native(.list(FilterList([])), .integer) == nil)
      }
    }
  }
#endif
