#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import PostgreSQLSupport
  import Synchronization
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres
  @testable import FilterableResultsSQL

  /// Controllers that follow tables of a server.
  @Suite(.limitedDatabases) struct FollowTests {
    private func open(
      _ sql: String = Note.schema, keepAlive: Duration = .seconds(600), isAlone: Bool = false
    ) async throws -> (TestSchema, PostgresStore, PostgresConnection)? {
      guard let schema = try TestSchema(sql, isAlone: isAlone) else { return nil }
      return (schema, try await schema.store(keepAlive: keepAlive), try schema.connection())
    }

    private func screen(
      _ store: any SQLStore, _ filter: String = "TRUEPREDICATE"
    ) async throws -> Screen {
      let request = SQLFetchRequest(try Note.table(), try FilterPredicate(text: filter))
      let screen = await Screen(try LiveFetch(request, in: store))
      await screen.follow()
      return screen
    }

    @Test func commitsAreShownAfterCaughtUp() async throws {
      guard let (_, store, connection) = try await open() else { return }
      try await store.install([Note.table().declaration])
      let screen = try await screen(store, "title != 'hidden'")
      try await screen.live.caughtUp()
      for (sql, titles) in [
        ("INSERT INTO note VALUES (1, 'a'), (2, 'b')", ["a", "b"]),
        ("UPDATE note SET title = 'hidden' WHERE id = 1", ["b"]),
        ("UPDATE note SET id = 5", ["hidden?", "b"]), ("DELETE FROM note WHERE title = 'b'", []),
        ("BEGIN; INSERT INTO note VALUES (7, 'x'); ROLLBACK", []),
        (
          "INSERT INTO note SELECT n, n::text FROM generate_series(100, 105) n",
          (100...105).map { "\($0)" }
        ),
        ("TRUNCATE note", []),
      ] {
        let sql = sql == "UPDATE note SET id = 5" ? "UPDATE note SET id = id + 5" : sql
        try connection.execute(sql)
        try await screen.live.caughtUp()
        #expect(await screen.titles == titles.filter { $0 != "hidden?" }, "\(sql)")
      }
      #expect(await screen.errors.isEmpty)
      #expect(store.state == .live)
      await screen.stop()
    }

    @Test func aTransactionIsOneChange() async throws {
      guard let (_, store, connection) = try await open() else { return }
      try await store.install([Note.table().declaration])
      let screen = try await screen(store)
      try await screen.live.caughtUp()
      let before = await screen.changes
      try connection.execute(
        """
        BEGIN; INSERT INTO note VALUES (1, 'a'); INSERT INTO note VALUES (2, 'b');
        UPDATE note SET title = 'c' WHERE id = 1; COMMIT
        """)
      try await screen.live.caughtUp()
      #expect(await screen.titles == ["c", "b"])
      #expect(await screen.changes == before + 1)
      try connection.execute("UPDATE note SET title = title")
      try await screen.live.caughtUp()
      #expect(await screen.changes == before + 1)
      await screen.stop()
    }

    @Test func withoutTriggersASourceFailsUnlessItReadsAtIntervals() async throws {
      guard let (_, store, connection) = try await open() else { return }
      let changes = SQLChanges()
      let table = try Note.table().declaration
      let error = await #expect(throws: PostgresError.self) {
        try await store.follow(table, with: [], into: changes)
      }
      for word in ["install", "refreshes(every:)", "'note'"] {
        #expect(error?.message.contains(word) == true)
      }
      let request = SQLFetchRequest(try Note.table()).refreshes(every: .milliseconds(20))
      let live = try LiveFetch(request, in: store)
      let screen = await Screen(live)
      await screen.follow()
      try await live.caughtUp()
      try connection.execute("INSERT INTO note VALUES (1, 'a')")
      try await screen.shows(["a"])
      #expect(await screen.errors.isEmpty)
      await screen.stop()
    }

    @Test func aSourceRecoversWhenTriggersAreInstalled() async throws {
      guard let (_, store, connection) = try await open(keepAlive: .milliseconds(30)) else {
        return
      }
      let screen = try await screen(store)
      try await screen.failures.value()
      #expect(await screen.errors.count == 1)
      try await store.install([Note.table().declaration])
      try connection.execute("INSERT INTO note VALUES (1, 'a')")
      try await screen.shows(["a"])
      // A table that is created again has another channel.
      try connection.execute("DROP TABLE note; \(Note.schema); INSERT INTO note VALUES (2, 'b')")
      try await store.install([Note.table().declaration])
      try await screen.shows(["b"])
      try await screen.live.caughtUp()
      try connection.execute("INSERT INTO note VALUES (3, 'c')")
      try await screen.live.caughtUp()
      #expect(await screen.titles == ["b", "c"])
      await screen.stop()
    }

    /// A store in which a commit comes after changes were taken and before their rows are read.
    private final class LateCommitStore: SQLStore {
      private let base: PostgresStore
      private let commit = Mutex<(@Sendable () throws -> Void)?>(nil)

      /// Has a value at the end of each `catchUp()`.
      let hasCaughtUp = AsyncStream.makeStream(of: Void.self)

      init(_ base: PostgresStore) { self.base = base }

      var dialect: SQLDialect { base.dialect }
      var location: String { base.location }

      func commitOnce(_ body: @escaping @Sendable () throws -> Void) {
        commit.withLock { $0 = body }
      }

      func read<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Result
      ) async throws -> Result {
        try await base.read { reader in
          let commit = self.commit.withLock { commit in
            defer { commit = nil }
            return commit
          }
          try commit?()
          return try body(reader)
        }
      }

      func check(_ table: SQLTableDeclaration) async throws { try await base.check(table) }

      func follow(
        _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
      ) async throws { try await base.follow(table, with: others, into: changes) }

      func catchUp() async throws {
        try await base.catchUp()
        hasCaughtUp.continuation.yield()
      }
    }

    @Test func noHalfOfATransactionIsShown() async throws {
      guard let (schema, base, connection) = try await open() else { return }
      try connection.execute("INSERT INTO note SELECT n, '0' FROM generate_series(1, 20) n")
      try await base.install([Note.table().declaration])
      let store = LateCommitStore(base)
      let screen = await Screen(
        try LiveFetch(SQLFetchRequest(try Note.table()), in: store))
      await screen.follow()
      try await screen.live.caughtUp()
      let other = try schema.connection()
      for round in 1...20 {
        // Both commits change the row 1, the second one also all others.
        store.commitOnce { try other.execute("UPDATE note SET title = '\(round)'") }
        try connection.execute("UPDATE note SET owner = \(round) WHERE id = 1")
        try await screen.live.caughtUp()
      }
      #expect(await screen.mixtures == [])
      #expect(await screen.titles == Array(repeating: "20", count: 20))
      #expect(await screen.errors.isEmpty)
      await screen.stop()
    }

    /// The server takes no connection until a test has seen that the store has lost its own.
    @Test func aLostConnectionIsAStateAndEndsInOneChange() async throws {
      guard let (schema, store, connection) = try await open(isAlone: true) else { return }
      try await store.install([Note.table().declaration])
      let screen = try await screen(store)
      try await screen.live.caughtUp()
      try connection.execute("INSERT INTO note VALUES (1, 'a')")
      try await screen.live.caughtUp()
      let before = await screen.changes
      var states = store.states.makeAsyncIterator()
      #expect(try await states.value() == .live)
      // Each state lasts until it is read: without connections the store is stale, and without rows it resyncs.
      try schema.setTakesConnections(false)
      try schema.terminate(connection)
      try connection.execute("INSERT INTO note VALUES (2, 'b')")
      try connection.execute("BEGIN; LOCK TABLE note")
      var names: [String] = []
      for next in ["stale", "resyncing", "live"] {
        try await states.value { state in
          let name = String("\(state)".prefix { $0 != ":" })
          // Each failure to connect is another reason of the state.
          if names.last != name { names.append(name) }
          return name == next
        }
        if next == "stale" { try schema.setTakesConnections(true) }
        if next == "resyncing" { try connection.execute("COMMIT") }
      }
      #expect(names == ["stale", "resyncing", "live"])
      #expect(await screen.titles == ["a", "b"])
      #expect(await screen.changes == before + 1)
      try connection.execute("INSERT INTO note VALUES (3, 'c')")
      try await screen.live.caughtUp()
      #expect(await screen.titles == ["a", "b", "c"])
      await screen.stop()
    }

    @Test func catchingUpFailsWhileTheConnectionIsLost() async throws {
      guard let (schema, store, connection) = try await open(isAlone: true) else { return }
      try await store.install([Note.table().declaration])
      let screen = try await screen(store)
      try await screen.live.caughtUp()
      try schema.setTakesConnections(false)
      try schema.terminate(connection)
      await #expect(throws: PostgresError.self) { try await store.catchUp() }
      #expect(store.state != .live)
      try schema.setTakesConnections(true)
      try await store.states.value { $0 == .live }
      try await screen.live.caughtUp()
      await screen.stop()
    }

    @Test func caughtUpCanBeCancelledAndEndsWithTheFollower() async throws {
      guard let (_, base, _) = try await open() else { return }
      try await base.install([Note.table().declaration])
      let store = LateCommitStore(base)
      let live = try LiveFetch(SQLFetchRequest(try Note.table()), in: store)
      // No controller follows.
      let waiting = Task { try await live.caughtUp() }
      try await store.hasCaughtUp.stream.value()
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      let screen = await Screen(live)
      await screen.follow()
      try await live.caughtUp()
      live.pause()
      live.refresh()
      // What `caughtUp()` waits for, from here on: a call of its own might begin to wait after the end.
      let (paused, answering) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
      live.changes.whenShown { answering.yield($0) }
      await screen.stop()
      let answer = try await paused.value()
      #expect(throws: CancellationError.self) { try answer.get() }
    }

    @Test func theListeningConnectionHasNoTransaction() async throws {
      guard let (schema, store, connection) = try await open(keepAlive: .milliseconds(5))
      else { return }
      try await store.install([Note.table().declaration])
      let screen = try await screen(store)
      for index in 0..<20 {
        try connection.execute("INSERT INTO note VALUES (\(index), 'a')")
        try await screen.live.caughtUp()
        let rows = try connection.rows(
          """
          SELECT count(*) FROM pg_stat_activity WHERE application_name = $1
            AND state LIKE 'idle in transaction%' AND query LIKE '%pg_notify%'
          """, [.text(schema.name)])
        #expect("\(rows)" == "[[FilterableResultsSQL.SQLCellValue.integer(0)]]")
      }
      await screen.stop()
    }

    @Test func aStoreEndsItsConnections() async throws {
      guard let (schema, _, connection) = try await open() else { return }
      do {
        let store = try await schema.store()
        try await store.install([Note.table().declaration])
        let screen = try await screen(store)
        try await screen.live.caughtUp()
        await screen.stop()
      }
      let query = """
        SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema.name)'
          AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()
        """
      try await poll { try "\(connection.rows(query)[0][0])" == "integer(0)" }
    }
  }
#endif
