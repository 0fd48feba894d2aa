#if PostgreSQL && os(Linux)
  import FilterEngine
  import FilterSQL
  import FilterableResultsSQL
  import PostgreSQLSupport
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Servers that stop answering.
  @Suite(.limitedDatabases) struct SilentServerTests {
    private func silenced(
      _ schema: TestSchema, from word: String
    ) throws -> (DisturbedServer, String) {
      let server = try DisturbedServer(before: schema.server, silentFrom: word)
      return (server, schema.address.replacing(":\(schema.server.port)/", with: ":\(server.port)/"))
    }

    @Test(arguments: ["CURRENT_USER", "default_transaction_read_only", "pg_database"])
    func aStoreIsOpenedWithinItsTimeout(_ word: String) async throws {
      guard let schema = try TestSchema() else { return }
      let (server, address) = try silenced(schema, from: word)
      defer { server.stop() }
      let error = await #expect(throws: PostgresError.self) {
        _ = try await PostgresStore(address, connectTimeout: .seconds(2))
      }
      #expect(error?.message == "no answer from the server" && server.isSilent)
    }

    /// Without the end the wait would last for ten minutes: in the startup of the session, and in its settings.
    @Test(arguments: ["user", "CURRENT_USER"])
    func aCallerEndsTheWaitForAConnection(_ word: String) throws {
      guard let schema = try TestSchema() else { return }
      let (server, address) = try silenced(schema, from: word)
      defer { server.stop() }
      let error = #expect(throws: PostgresError.self) {
        try PostgresConnection(
          confined: address, timeout: .seconds(600), isReadOnly: true,
          isInterrupted: { server.isSilent })
      }
      #expect(error?.message == "interrupted" && error?.sqlState == "57014")
    }

    @Test func aCancelledReadEndsAfterOneRequest() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let (server, address) = try silenced(schema, from: "\"title\" =")
      defer { server.stop() }
      let store = try await PostgresStore(address, connectTimeout: .seconds(600))
      let request = SQLFetchRequest(
        try Note.table(), try FilterPredicate(text: "title == 'a'"))
      let task = Task { try await store.fetch(request) }
      try await poll { server.isSilent }
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
      #expect(server.laterClients <= 1)
    }
  }
#endif
