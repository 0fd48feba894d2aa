#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres
  @testable import FilterableResultsSQL

  /// Notifications that a role sends by itself, and numbers that no server of PostgreSQL sends.
  @Suite(.limitedDatabases) struct ForgedTests {
    /// A notification with the number of a transaction that has not ended says nothing about it.
    @Test func aNotificationIsNoProofThatATransactionWasReported() async throws {
      // Others would have transactions in progress on the server that the tests share.
      guard let server = try PostgreSQLServer.startOrSkip(),
        let schema = try TestSchema(Note.schema, on: server)
      else { return }
      defer { withExtendedLifetime(server) {} }
      let (writer, forger) = (try schema.connection(), try schema.connection())
      let store = try await schema.store()
      let table = try Note.table().declaration
      try await store.install([table])
      // Nothing reads the changes, so that only the calls below send markers.
      let changes = SQLChanges()
      try await store.follow(table, with: [], into: changes)
      try writer.execute("BEGIN; INSERT INTO note VALUES (1, 'a', NULL)")
      let number = try writer.rows("SELECT txid_current()")
      guard case .integer(let transaction) = number[0][0] else { return }
      try await store.catchUp()
      try forger.run(
        "SELECT pg_notify('frc_' || 'note'::regclass::oid, $1)", [.text("\(transaction) [1]")])
      // The notification arrives before the marker of the first call, and is done with before the second begins.
      for _ in 0..<2 { try await store.catchUp() }
      let open = try forger.currentSnapshot()
      #expect(!open.sees(transaction) && store.listener.hasReported(open))
      let closed = try #require(PostgresSnapshot("\(open.next):\(open.next):"))
      #expect(!store.listener.hasReported(closed))
      try writer.execute("COMMIT")
      try await store.catchUp()
      #expect(store.listener.hasReported(closed) && changes.hasPending)
    }

    @Test func numbersOfASnapshotDoNotOverflow() throws {
      let most = Int64.max
      let texts = ["0:0:", "1:5:2,3", "0:\(most):", "\(most):\(most):", "\(most):\(most):\(most)"]
      let snapshots = try texts.map { try #require(PostgresSnapshot($0), "\($0)") }
      for (earlier, later) in snapshots.flatMap({ first in snapshots.map { (first, $0) } }) {
        let ended = later.transactions(endedAfter: earlier, atMost: 10)
        #expect(ended?.count ?? 0 <= 12)
        var commits = ReportedCommits()
        commits.add(earlier)
        commits.add([.min, .max])
        _ = commits.include(later)
      }
      for text in ["-1:5:", "5:1:", "\(Int64.min):\(most):", "1:2", "1:2:3:4", "a:b:", "::"] {
        #expect(PostgresSnapshot(text) == nil, "\(text)")
      }
    }
  }
#endif
