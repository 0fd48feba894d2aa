#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Random transactions of three writers on one file: the store, another connection, and another process.
  @Suite(.limitedDatabases) struct LiveOthersTests {
    struct Entry: Filterable, Hashable, Sendable {
      var key: String
      var number: Int64
      var code: String?

      static let filterFields = FilterFields<Entry>(
        FilterField("key", \.key), FilterField("number", \.number), FilterField("code", \.code))
    }

    /// How rows are known that others have changed.
    enum Mode: CaseIterable { case comparison, log, version, logWithoutHook, versionWithoutHook }

    // The key has an index of its own, or is the one of the table; other indexes have rows replaced.
    static let schemas = [
      """
      CREATE TABLE entry (key TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, code TEXT UNIQUE,
        version INTEGER, parent TEXT REFERENCES entry (key) ON DELETE CASCADE)
      """,
      """
      CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, number INTEGER NOT NULL,
        code TEXT COLLATE NOCASE, version INTEGER, parent TEXT REFERENCES entry (key) ON DELETE CASCADE,
        UNIQUE (code, number))
      """,
      """
      CREATE TABLE entry (key TEXT PRIMARY KEY, number INTEGER NOT NULL, code TEXT UNIQUE,
        version INTEGER, parent TEXT REFERENCES entry (key) ON DELETE SET NULL) WITHOUT ROWID
      """,
    ]

    static func table(_ mode: Mode) throws -> SQLTable<Entry> {
      let hasVersion = mode == .version || mode == .versionWithoutHook
      return try SQLTable<Entry>(
        "entry", key: ["key"],
        columns: [
          .text("key"), .integer("number"), .text("code", nullable: true, comparesBytes: false),
          .integer("version", nullable: true),
        ], version: hasVersion ? "version" : nil
      ) { row in Entry(key: row.next(), number: row.next(), code: row.next()) }
    }

    private static func all(_ database: Database) throws -> [Entry] {
      try Row.fetchAll(database, sql: "SELECT key, number, code FROM entry ORDER BY key")
        .map { Entry(key: $0[0], number: $0[1], code: $0[2]) }
    }

    /// The statements of a transaction, some of which fail.
    private static func script(_ version: inout Int, _ random: inout SeededGenerator) -> [String] {
      var script = ["BEGIN IMMEDIATE"]
      for number in 0...random.below(3) {
        let isNested = random.chance(20)
        if isNested { script.append("SAVEPOINT s\(number)") }
        script.append(statement(&version, &random))
        if isNested {
          if random.chance(50) { script.append("ROLLBACK TO s\(number)") }
          script.append("RELEASE s\(number)")
        }
      }
      return script + [random.chance(20) ? "ROLLBACK" : "COMMIT"]
    }

    private static func statement(
      _ version: inout Int, _ random: inout SeededGenerator
    ) -> String {
      version += 1
      let (key, other) = ("k\(random.below(40))", "k\(random.below(40))")
      let (number, code) = (random.below(3), random.pick(["'a'", "'A'", "'b'", "'c'", "NULL"]))
      switch random.below(9) {
      case 0: return "DELETE FROM entry WHERE key = '\(key)'"
      case 1:
        return "UPDATE OR REPLACE entry SET code = \(code), version = \(version) "
          + "WHERE key = '\(key)'"
      case 2:
        return
          "UPDATE OR REPLACE entry SET key = '\(other)', version = \(version) WHERE key = '\(key)'"
      case 3:
        return "UPDATE OR IGNORE entry SET parent = '\(other)', number = \(number), "
          + "version = \(version) WHERE key = '\(key)'"
      case 4:
        return """
          INSERT INTO entry (key, number, version) VALUES ('\(key)', 7, \(version)) \
          ON CONFLICT (key) DO UPDATE SET number = number + 1, version = \(version)
          """
      case 5:
        return "INSERT OR REPLACE INTO entry (key, number, code, version, parent) "
          + "VALUES ('\(key)', \(number), \(code), \(version), '\(other)')"
      case 6:
        return "UPDATE entry SET version = \(version), number = 9 WHERE key < '\(key.prefix(2))'"
      default:
        return "INSERT OR REPLACE INTO entry (key, number, code, version) "
          + "VALUES ('\(key)', \(number), \(code), \(version))"
      }
    }

    private static func run(_ script: [String], _ writer: any DatabaseWriter) {
      writer.writeWithoutTransaction { database in
        for sql in script { try? database.execute(sql: sql) }
      }
    }

    @Test(arguments: schemas, Mode.allCases)
    func allWritersAreFollowed(schema: String, mode: Mode) throws {
      for seed in RandomSearch.seeds(1) { try follow(schema, mode, seed) }
    }

    /// An update gives a row the key of its own parent, replaces the parent and so deletes the row.
    @Test(arguments: schemas, [Mode.log, .logWithoutHook])
    func aRowThatItsOwnUpdateDeletesIsLogged(schema: String, mode: Mode) throws {
      try follow(schema, mode, 402_448_219)
    }

    private func follow(_ schema: String, _ mode: Mode, _ seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(isPool: random.chance(70), schema: schema)
      var version = 0
      try base.writer.write { database in
        for number in 0..<30 {
          try database.execute(
            sql: "INSERT INTO entry (key, number, version) VALUES ('k\(number)', \(number), 0)")
        }
      }
      let hasHook = mode != .logWithoutHook && mode != .versionWithoutHook
      let sqlite = try SQLiteStore(base.writer, usesHook: hasHook)
      let store = CountingStore(sqlite)
      let table = try Self.table(mode)
      let isLogged = mode == .log || mode == .logWithoutHook
      if isLogged { try sqlite.installChangeLog(for: [table.declaration]) }
      let live = try LiveFetch(SQLFetchRequest(table), in: store)
      let results = ResultsController<Entry>(identifiedBy: \.key)
      try results.update(from: live)
      store.reset()
      var deliveries = 0
      results.observe { _ in deliveries += 1 }
      let connection = try DatabaseQueue(path: base.path)
      let process = try OtherProcess(base.path)
      try process.run("PRAGMA foreign_keys = ON")
      for step in 0..<40 {
        let script = Self.script(&version, &random)
        switch random.below(3) {
        case 0: Self.run(script, base.writer)
        case 1: Self.run(script, connection)
        default: for sql in script { try? process.run(sql) }
        }
        guard random.chance(70) else { continue }
        let before = deliveries
        try sqlite.checkForOtherWriters()
        try results.update(from: live)
        let expected = try base.writer.read(Self.all)
        let shown = results.snapshot.sections.flatMap { $0.rows.compactMap(\.item) }
        #expect(shown == expected, "\(mode) seed \(seed) step \(step) \(script)")
        #expect(deliveries <= before + 1)
      }
      #expect(mode == .comparison || store.wholeReads == 0, "\(mode) seed \(seed)")
    }
  }
#endif
