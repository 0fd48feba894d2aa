#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import Foundation
  import PostgreSQLSupport
  import Synchronization
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres
  @testable import FilterableResultsSQL

  /// Servers of their own that fail, and connections that do not deliver.
  @Suite(.serialized) struct LostServerTests {
    @Test func aServerThatCrashesAndRestartsIsFollowedAgain() async throws {
      guard let server = try PostgreSQLServer.startOrSkip(),
        let schema = try TestSchema(Note.schema, on: server)
      else { return }
      let store = try await schema.store()
      try await store.install([Note.table().declaration])
      let screen = await Screen(try LiveFetch(SQLFetchRequest(try Note.table()), in: store))
      await screen.follow()
      try await screen.live.caughtUp()
      try schema.connection().execute("INSERT INTO note VALUES (1, 'a', NULL)")
      try await screen.live.caughtUp()
      let changes = await screen.changes
      try server.halt("immediate"); try server.resume()
      try schema.connection().execute("INSERT INTO note VALUES (2, 'b', NULL)")
      try await screen.shows(["a", "b"])
      try await store.states.value { $0 == .live }
      #expect(await screen.changes == changes + 1)
      try schema.connection().execute("DELETE FROM note")
      try await screen.live.caughtUp()
      #expect(await screen.titles.isEmpty)
      await screen.stop()
    }

    /// A listener whose connections are made by a closure.
    private func listener(
      _ connect: @escaping @Sendable (Int) throws(PostgresError) -> PostgresConnection
    ) -> ChangeListener {
      let count = Atomic(0)
      return ChangeListener(
        connectTimeout: .seconds(5), keepAlive: .milliseconds(50),
        connect: { () throws(PostgresError) in
          try connect(count.add(1, ordering: .relaxed).oldValue)
        }, disconnect: {}, forgetSchema: {})
    }

    @Test func notificationsThatDoNotArriveAreAnError() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let database = "d\(schema.name)"
      try schema.connection().execute("CREATE DATABASE \(database)")
      // As behind a pooler, the connection that listens is not served by the one that receives.
      let listener = listener { number throws(PostgresError) in
        let address =
          number.isMultiple(of: 2)
          ? schema.address : schema.address.replacing("/postgres?", with: "/\(database)?")
        return try PostgresConnection(address, timeout: .seconds(600))
      }
      defer { listener.close() }
      let table = try Note.table().declaration
      let error = await #expect(throws: PostgresError.self) {
        try await listener.follow([table], into: SQLChanges())
      }
      #expect(error?.message.contains("pooler") == true)
      #expect(error.map { listener.state == .failed($0) } == true)
      // A source that reads at intervals does without.
      let changes = SQLChanges()
      changes.areReadAtIntervals = true
      try await listener.follow([table], into: changes)
    }

    @Test func aDatabaseOrRoleThatDoesNotExistFailsAndComesBack() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let name = "r\(schema.name)"
      let listener = listener { _ throws(PostgresError) in
        try PostgresConnection(
          schema.address.replacing("postgres@", with: "\(name)@"), timeout: .seconds(600))
      }
      defer { listener.close() }
      var states = listener.states.makeAsyncIterator()
      #expect(await states.next() == .connecting)
      let error = await #expect(throws: PostgresError.self) { try await listener.catchUp() }
      #expect(error?.sqlState?.hasPrefix("28") == true)
      #expect(error.map { listener.state == .failed($0) } == true)
      await #expect(throws: PostgresError.self) { try await listener.catchUp() }
    }

    @Test func aServerThatDoesNotAnswerIsStale() async throws {
      guard let server = try PostgreSQLServer.startOrSkip(),
        let schema = try TestSchema(Note.schema, on: server)
      else { return }
      // The server has as long to answer, before and after it does not.
      let store = try await schema.store(keepAlive: .seconds(3))
      try await store.install([Note.table().declaration])
      let screen = await Screen(try LiveFetch(SQLFetchRequest(try Note.table()), in: store))
      await screen.follow()
      try await screen.live.caughtUp()
      let connection = try schema.connection()
      let rows = try connection.rows(
        "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
        [.text(schema.name)])
      let processes = rows.compactMap { row in
        if case .integer(let number) = row[0] { pid_t(number) } else { nil }
      }
      for process in processes { kill(process, SIGSTOP) }
      defer { for process in processes { kill(process, SIGCONT) } }
      try await store.states.value { $0 != .live }
      try connection.execute("INSERT INTO note VALUES (1, 'a', NULL)")
      // The server makes new connections.
      try await screen.shows(["a"])
      await screen.stop()
    }
  }
#endif
