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
  @testable import FilterableResultsSQL

  /// The log of changes in a database, case by case.
  @Suite(.limitedDatabases) struct LiveLogTests {
    private typealias Entry = LiveOthersTests.Entry

    private struct World {
      let base: TicketBase
      let sqlite: SQLiteStore
      let store: CountingStore
      let results = ResultsController<Entry>(identifiedBy: \.key)
      let live: LiveFetch<Entry>
      let other: DatabaseQueue

      init(_ schema: String, key: [String] = ["key"], name: String = "entry") throws {
        base = try TicketBase(schema: schema)
        try base.writer.write { database in
          for number in 1...3 {
            try database.execute(
              sql: """
                INSERT INTO \(name.quotedIdentifier) (key, number) VALUES ('k\(number)', \(number))
                """)
          }
        }
        sqlite = try SQLiteStore(base.writer)
        store = CountingStore(sqlite)
        let table = try SQLTable<Entry>(
          name, key: key, columns: [.text("key"), .integer("number")]
        ) { row in Entry(key: row.next(), number: row.next()) }
        try sqlite.installChangeLog(for: [table.declaration])
        live = try LiveFetch(SQLFetchRequest(table), in: store)
        try results.update(from: live)
        store.reset()
        other = try DatabaseQueue(path: base.path)
      }

      /// What is shown after others have written.
      func shown(after sql: String) throws -> [String] {
        try other.write { try $0.execute(sql: sql) }
        try sqlite.checkForOtherWriters()
        try results.update(from: live)
        return results.snapshot.sections.flatMap { section in
          section.rows.compactMap { row in row.item.map { "\($0.key) \($0.number)" } }
        }
      }

      func query<Value: DatabaseValueConvertible>(_ sql: String) throws -> Value? {
        try base.writer.read { try Value.fetchOne($0, sql: sql) }
      }
    }

    private static let schema =
      "CREATE TABLE entry (key TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL)"

    @Test func aCommitOfAnotherConnectionReadsItsRows() throws {
      let world = try World(Self.schema)
      #expect(
        try world.shown(after: "UPDATE entry SET number = 9 WHERE key = 'k2'")
          == ["k1 1", "k2 9", "k3 3"])
      #expect(try world.shown(after: "DELETE FROM entry") == [])
      #expect(world.store.wholeReads == 0)
    }

    @Test func theStoresOwnCommitsAreNotReadFromTheLog() throws {
      let world = try World(Self.schema)
      try world.base.writer.write { try $0.execute(sql: "UPDATE entry SET number = 5") }
      #expect(world.live.changes.take().keys.count == 3)
      try world.other.write { try $0.execute(sql: "DELETE FROM entry WHERE key = 'k2'") }
      try world.sqlite.checkForOtherWriters()
      #expect(world.live.changes.take().keys == [.string("k2")])
      // What comes between the commits of others and the look at them is read again.
      try world.other.write { try $0.execute(sql: "DELETE FROM entry WHERE key = 'k1'") }
      try world.base.writer.write { try $0.execute(sql: "UPDATE entry SET number = 6") }
      try world.sqlite.checkForOtherWriters()
      #expect(world.live.changes.take().keys == [.string("k1"), .string("k3")])
    }

    @Test func theLogIsInstalledOnceAndGoesWithoutATrace() throws {
      let world = try World(Self.schema)
      let version: Int? = try world.query("PRAGMA schema_version")
      try world.sqlite.installChangeLog(for: [world.live.request.table.declaration])
      #expect(try world.query("PRAGMA schema_version") == version)
      try world.sqlite.uninstallChangeLog()
      #expect(
        try world.query("SELECT group_concat(name) FROM sqlite_master WHERE sql NOT NULL")
          == "entry")
      #expect(try world.shown(after: "DELETE FROM entry WHERE number = 1") == ["k2 2", "k3 3"])
      try world.sqlite.uninstallChangeLog()
    }

    @Test func anIndexThatIsNewEndsTheUseOfTheLogUntilItIsInstalledAgain() throws {
      let world = try World(Self.schema)
      _ = try world.shown(after: "CREATE UNIQUE INDEX numbers ON entry (number)")
      world.store.reset()
      // The row k3 is replaced without a trigger.
      let replaced = "INSERT OR REPLACE INTO entry VALUES ('k4', 3)"
      #expect(try world.shown(after: replaced) == ["k1 1", "k2 2", "k4 3"])
      #expect(world.store.wholeReads == 1)
      try world.sqlite.installChangeLog(for: [world.live.request.table.declaration])
      try world.results.update(from: world.live)
      world.store.reset()
      let again = "UPDATE OR REPLACE entry SET number = 1 WHERE key = 'k4'"
      #expect(try world.shown(after: again) == ["k2 2", "k4 1"])
      #expect(world.store.wholeReads == 0)
    }

    @Test(arguments: [
      "CREATE UNIQUE INDEX part ON entry (number) WHERE number > 2",
      "CREATE UNIQUE INDEX half ON entry (number * 2) WHERE number > 1",
    ])
    func anIndexThatCannotBeAskedHasAllRowsRead(index: String) throws {
      let world = try World(Self.schema + ";" + index)
      #expect(
        try world.shown(after: "INSERT OR REPLACE INTO entry VALUES ('k4', 3)").contains("k4 3"))
      let expected: String? = try world.query(
        "SELECT group_concat(key || ' ' || number) FROM (SELECT * FROM entry ORDER BY key)")
      let shown = try world.shown(after: "DELETE FROM entry WHERE key = 'x'")
      #expect(shown.joined(separator: ",") == expected)
      #expect(world.store.wholeReads == 1)
    }

    @Test func aKeyOfTwoColumnsIsLoggedWithoutKeys() throws {
      let world = try World(
        """
        CREATE TABLE entry (key TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (number, key))
        """, key: ["number", "key"])
      #expect(
        try world.shown(after: "UPDATE entry SET number = 0 WHERE number = 3")
          == ["k3 0", "k1 1", "k2 2"])
    }

    @Test(arguments: [
      "en'try \"; DROP TABLE x", "a\u{600}\"b", "a\"\u{301}b", "a\u{600}'b", "'\u{301}\u{600}\"",
    ])
    func namesAreQuoted(_ name: String) throws {
      let quoted = name.quotedIdentifier
      let world = try World(
        "CREATE TABLE \(quoted) (key TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL)",
        name: name)
      #expect(try world.shown(after: "DELETE FROM \(quoted) WHERE number < 3") == ["k3 3"])
      #expect(world.store.wholeReads == 0)
    }

    @Test func theLogIsBoundedAndWhoHasMissedEntriesReadsAllRows() throws {
      let world = try World(Self.schema)
      let many = """
        INSERT INTO frc_log (name, key)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
        SELECT 'entry', 'k1' FROM n
        """
      #expect(
        try world.shown(after: "UPDATE entry SET number = 7 WHERE key = 'k2';" + many)
          == ["k1 1", "k2 7", "k3 3"])
      #expect(world.store.wholeReads == 1)
      let count: Int? = try world.query("SELECT count(*) FROM frc_log")
      #expect((65_536...66_560).contains(count ?? 0))
      world.store.reset()
      #expect(
        try world.shown(after: "UPDATE entry SET number = 8 WHERE key = 'k2'")
          == ["k1 1", "k2 8", "k3 3"])
      #expect(world.store.wholeReads == 0)
    }

    @Test func aViewHasNoLog() throws {
      let world = try World(Self.schema + "; CREATE VIEW seen AS SELECT * FROM entry")
      let view = try SQLTableDeclaration(
        "seen", key: ["key"], columns: [.text("key"), .integer("number")])
      let error = #expect(throws: SQLSchemaError.self) {
        try world.sqlite.installChangeLog(for: [view])
      }
      #expect(error?.reason == .notATable)
    }
  }
#endif
