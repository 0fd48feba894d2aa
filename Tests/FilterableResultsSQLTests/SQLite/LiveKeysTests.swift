#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// Which keys a transaction hands on.
  @Suite(.limitedDatabases) struct LiveKeysTests {
    private let base: TicketBase
    private let store: SQLiteStore

    init() throws {
      base = try TicketBase()
      store = try SQLiteStore(base.writer)
      try base.writer.write { database in
        try database.execute(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 66000)
            INSERT INTO ticket (id, title, priority, open) SELECT i, 'a', 1, 1 FROM n;
            INSERT INTO owner VALUES (1, 'Ada');
            """)
      }
    }

    private func live() throws -> LiveFetch<Ticket> {
      let live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: store)
      _ = live.changes.take()
      return live
    }

    private func keys(_ live: LiveFetch<Ticket>) -> Set<FilterValue>? {
      let pending = live.changes.take()
      return pending.isEverything || pending.isUnknown ? nil : pending.keys
    }

    private func write(_ sql: String) throws {
      try base.writer.write { try $0.execute(sql: sql) }
    }

    /// Rows of two tables change in turn, by triggers and by statements.
    @Test func rowsOfTwoTablesChangeInTurn() throws {
      let live = try live()
      try write(
        """
        CREATE TEMP TRIGGER other AFTER UPDATE ON ticket
          BEGIN UPDATE owner SET name = name || 'x'; END;
        UPDATE ticket SET priority = 2 WHERE id IN (5, 3, 4);
        UPDATE owner SET name = 'b'; UPDATE ticket SET id = 70000 WHERE id = 9;
        DELETE FROM ticket WHERE id = 8; INSERT INTO ticket VALUES (8, 'b', 1, 1, NULL, NULL, NULL);
        DROP TRIGGER other;
        """)
      #expect(keys(live) == [3, 4, 5, 8, 9, 70000])
      try write("UPDATE owner SET name = 'c'")
      #expect(keys(live) == [])
    }

    /// A row counts once, however often it changes; more rows than are kept are all rows.
    @Test func rowsAreCountedOnce() throws {
      let live = try live()
      try base.writer.write { database in
        for _ in 0..<7 {
          try database.execute(sql: "UPDATE ticket SET priority = 3 WHERE id % 6 = 0")
        }
      }
      #expect(keys(live)?.count == 11_000)
      try write("UPDATE ticket SET priority = 4; UPDATE ticket SET priority = 5 WHERE id = 1")
      #expect(keys(live) == nil)
      // The next transaction begins with none.
      try write("UPDATE ticket SET priority = 6 WHERE id = 2")
      #expect(keys(live) == [2])
    }

    @Test func whatIsUndoneIsForgotten() throws {
      let live = try live()
      try base.writer.writeWithoutTransaction { database in
        try database.execute(
          sql: """
            BEGIN; UPDATE ticket SET priority = 2 WHERE id = 1; ROLLBACK;
            BEGIN; UPDATE ticket SET priority = 2 WHERE id = 2; COMMIT;
            """)
      }
      #expect(keys(live) == [2])
    }
  }
#endif
