#if SQLite
  import FilterableResults
  import FilterableResultsSQL
  import TestSupport

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  #if PostgreSQL
    import PostgreSQLSupport
  #endif

  /// The database of a test, and whether it answers at once or by a driver that only answers later.
  enum StoreKind: CaseIterable, Sendable {
    case synchronous, asynchronous
    #if PostgreSQL
      case postgreSQL

      /// All kinds, without PostgreSQL where the machine has none.
      static var allCases: [StoreKind] {
        if case .success(nil) = PostgreSQLServer.shared { return [.synchronous, .asynchronous] }
        return [.synchronous, .asynchronous, .postgreSQL]
      }
    #endif

    /// The seeds of a random test with each kind of SQLite, and every second one with PostgreSQL.
    static func rounds(_ usual: Int) -> [(seed: UInt64, kind: StoreKind)] {
      RandomSearch.seeds(usual).enumerated().flatMap { index, seed in
        allCases.filter { $0.isSQLite || index.isMultiple(of: 2) }.map { (seed, $0) }
      }
    }

    var isSQLite: Bool { self == .synchronous || self == .asynchronous }

    func database(
      _ path: String, isPool: Bool, hasFunctions: Bool, schema: String
    ) throws -> any TestDatabase {
      #if PostgreSQL
        guard isSQLite else { return try PostgreSQLSchema(schema) }
      #endif
      return try SQLiteFile(path, isPool: isPool, hasFunctions: hasFunctions, schema: schema)
    }

    func store(_ base: any SQLStore, seed: UInt64) -> any SQLStore {
      self == .asynchronous ? AsynchronousStore(base, seed: seed) : base
    }
  }

  extension LiveSource {
    /// Waits until the store has reported all commits.
    func catchUp() async throws { try await store.catchUp() }
  }

  extension ResultsController where Item: Sendable {
    /// Shows the rows of a source with all commits, by the synchronous method if its store has one.
    @discardableResult
    func show(
      _ live: LiveSource<Item>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Bool {
      if live.store is any SynchronousSQLStore { return try showNow(live) }
      try await live.catchUp()
      return try await update(from: live)
    }

    private func showNow(_ live: LiveSource<Item>) throws -> Bool { try update(from: live) }
  }
#endif
