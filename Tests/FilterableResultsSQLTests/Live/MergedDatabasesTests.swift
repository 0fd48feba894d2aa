#if SQLite && PostgreSQL
  import FilterSQL
  import FilterableResults
  import FilterableResultsPostgres
  import FilterableResultsSQL
  import Foundation
  import PostgreSQLSupport
  import TestSupport
  import Testing

  /// One list over the tables of several databases.
  @Suite struct MergedDatabasesTests {
    /// The rows of one database, as a part of the list.
    @MainActor private final class Part {
      let rows = MemorySource<Ticket>()
      let live: LiveFetch<Ticket>
      private let results = ResultsController<Ticket>(identifiedBy: \.id)
      private var task: Task<Void, Never>?
      private(set) var errors = 0

      init(_ store: any SQLStore) throws {
        live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: store)
        results.observe { [rows] change in rows.commit { $0 = Array(change.new.items) } }
        task = Task { [weak self, results, live] in
          await results.follow(live) { _ in self?.errors += 1 }
        }
      }

      func stop() { task?.cancel() }
    }

    @Test @MainActor func oneOfFourDatabasesIsDown() async throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
      let files = try (0..<3).map { _ in try TicketBase() }
      var stores: [any SQLStore] = []
      for file in files { stores.append(try await file.store()) }
      let schema = try PostgreSQLSchema(TicketBase.schema, on: server)
      let remote = try #require(
        try await schema.store([TicketBase.table().declaration], usesHook: true) as? PostgresStore)
      let parts = try (stores + [remote]).map { try Part($0) }
      let list = ResultsController<Ticket>(identifiedBy: \.id)
      list.follow(MergedSource(parts.map(\.rows))) { Issue.record($0) }
      func ids() -> [Int64] { list.snapshot.items.map(\.id) }
      func write(_ id: Int64) async throws {
        let file = Int(id / 100)
        guard file == 3 else {
          return try files[file].write { try TicketBase.put(TicketBase.ticket(id), $0) }
        }
        _ = try await remote.write { transaction in
          try transaction.execute(
            "INSERT INTO ticket VALUES ($1, 'far', 1, TRUE)", [.integer(id)])
        }
      }

      for id: Int64 in [1, 101, 201, 301] { try await write(id) }
      for part in parts { try await part.live.caughtUp() }
      #expect(ids() == [1, 101, 201, 301])

      try server.halt("immediate")
      try await write(102)
      try await parts[1].live.caughtUp()
      // The last rows of the server that is down remain.
      #expect(ids() == [1, 101, 102, 201, 301])
      try await remote.states.value { $0 != .live }
      await #expect(throws: (any Error).self) { try await parts[3].live.caughtUp() }

      try server.resume()
      try await write(302)
      try await list.changes.value { $0.new.items.map(\.id) == [1, 101, 102, 201, 301, 302] }
      #expect(parts[..<3].allSatisfy { $0.errors == 0 })
      for part in parts { part.stop() }
    }
  }
#endif
