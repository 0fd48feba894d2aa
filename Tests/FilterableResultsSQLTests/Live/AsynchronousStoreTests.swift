#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import FilterableResultsTesting
  import FilterableResultsUI
  import Foundation
  import GRDB
  import Synchronization
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Live sources over a store that can only be awaited.
  @Suite(.limitedDatabases) struct AsynchronousStoreTests {
    private static func base(rows: Int = 3) throws -> TicketBase {
      let base = try TicketBase()
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...Int64(rows) { try TicketBase.put(TicketBase.ticket(id), database) }
      }
      return base
    }

    private static func request(
      _ filter: String = "TRUEPREDICATE", sort: [ResultsSortKey<Ticket>] = [],
      table: String = "ticket"
    ) throws -> SQLFetchRequest<Ticket> {
      SQLFetchRequest(try TicketBase.table(table), try FilterPredicate(text: filter), sort: sort)
    }

    @Test func rowsAreFetchedByThePageAndCounted() async throws {
      let base = try Self.base(rows: 7)
      let store = AsynchronousStore(try SQLiteStore(base.writer), seed: 1)
      var request = try Self.request("id > 1", sort: [.descending(\.priority)])
      request.limit = 4
      let first = try await store.fetch(request).items
      #expect(first.map(\.id) == [7, 6, 5, 4])
      #expect(try await store.fetch(request, after: first[3]).items.map(\.id) == [3, 2])
      #expect(try await store.count(request) == 6)
    }

    @Test func theSynchronousMethodsNameTheOthers() throws {
      let base = try Self.base()
      let store = AsynchronousStore(try SQLiteStore(base.writer), seed: 2)
      let live = try LiveFetch(Self.request(), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let error = #expect(throws: LiveFetchError.self) { try results.update(from: live) }
      #expect(
        error?.description == "the store is asynchronous; await the asynchronous method instead")
      #expect(!results.snapshot.isLoaded)
    }

    /// No store is asked before the first read: tables are checked there.
    @Test func aTableThatIsNotAsDeclaredIsAnErrorOfTheRead() async throws {
      let base = try Self.base()
      let store = AsynchronousStore(try SQLiteStore(base.writer), seed: 3)
      let live = try LiveFetch(Self.request(table: "nothing"), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      for _ in 1...2 {
        await #expect(throws: SQLSchemaError.self) { try await results.update(from: live) }
      }
      try live.setRequest(Self.request("id < 3"))
      #expect(try await results.update(from: live))
      #expect(results.snapshot.items.map(\.id) == [1, 2])
      #expect(try await !results.update(from: live))
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      #expect(try await results.update(from: live))
      #expect(results.snapshot.items.map(\.id) == [2])
    }

    // MARK: - Following

    enum Kind: CaseIterable, Sendable {
      case fetch, limit, window, pages, hierarchy, tree

      func source(_ store: any SQLStore) throws -> LiveSource<Ticket> {
        var request = try AsynchronousStoreTests.request(
          "priority >= 0", sort: [.descending(\.priority)])
        switch self {
        case .fetch: return try LiveFetch(request, in: store)
        case .limit:
          request.limit = 5
          return try LiveFetch(request, in: store)
        case .window: return try LiveWindow(request, rows: 5, in: store)
        case .pages: return try LivePages(request, items: request.table, page: 4, in: store)
        case .hierarchy:
          return try LiveHierarchy(
            LiveHierarchyTests.owners(sort: [.ascending(\.id)]), children: request, of: "ownerID",
            in: store)
        case .tree:
          return try LiveTree(request, parent: "ownerID", in: store)
        }
      }

      /// The ids of all sections, by the rows of both tables.
      func expected(_ database: any TestTransaction) throws -> [[Int64]] {
        let all = try TicketBase.all(database).filter { $0.priority >= 0 }
          .sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
        switch self {
        case .fetch, .pages: return [all.map(\.id)]
        case .limit, .window: return [all.prefix(5).map(\.id)]
        case .hierarchy:
          return try database.rows("SELECT id FROM owner ORDER BY id").map { row in
            all.filter { $0.ownerID == row[0] as Int64 }.map(\.id)
          }
        // No row is expanded.
        case .tree: return [all.filter { $0.ownerID == nil }.map(\.id)]
        }
      }
    }

    /// A store that fails after a read, so that its result is lost.
    private final class FailingStore: SQLStore {
      struct Failure: Error {}

      private let base: SQLiteStore
      private let fails = Mutex(false)

      init(_ base: SQLiteStore) { self.base = base }

      var dialect: SQLDialect { base.dialect }
      var location: String { base.location }

      func failOnce() { fails.withLock { $0 = true } }

      func read<Result: Sendable>(
        _ body: @escaping @Sendable (any SQLReader) throws -> Result
      ) async throws -> Result {
        let result = try await base.read(body)
        let isLost = fails.withLock { fails in
          defer { fails = false }
          return fails
        }
        if isLost { throw Failure() }
        return result
      }

      func check(_ table: SQLTableDeclaration) async throws { try base.check(table) }

      func follow(
        _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
      ) async throws { try base.follow(table, with: others, into: changes) }

      func catchUp() async throws { try await base.catchUp() }
    }

    @Test(arguments: Kind.allCases) func rowsThatAreLostAfterTheirReadAreReadAgain(
      kind: Kind
    ) async throws {
      let base = try Self.base(rows: 9)
      try base.write { try $0.execute(sql: "UPDATE ticket SET owner_id = id WHERE id < 3") }
      let store = FailingStore(try SQLiteStore(base.writer))
      let live = try kind.source(store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try await results.update(from: live)
      for sql in [
        "DELETE FROM owner WHERE id = 2", "INSERT INTO ticket VALUES (30, 'n', 500, 1, 1, 1, 1)",
        "UPDATE ticket SET priority = 600, owner_id = 3 WHERE id = 1",
        "INSERT INTO owner VALUES (2, 'again')", "DELETE FROM ticket WHERE id = 9",
      ] {
        // Each kind reads the tickets, and not each the owners.
        let second = "UPDATE ticket SET title = title || 'y' WHERE id = 1"
        try base.write { try $0.execute(sql: sql + ";" + second) }
        store.failOnce()
        await #expect(throws: FailingStore.Failure.self) { try await results.update(from: live) }
        try base.write {
          try $0.execute(sql: "UPDATE ticket SET title = title || 'x' WHERE id = 4")
        }
        try await results.update(from: live)
        let expected = try base.read(kind.expected)
        #expect(results.snapshot.sections.map { $0.items.map(\.id) } == expected, "\(sql)")
      }
    }

    /// Commits come while rows are read: in the end all of them are shown, and each change leads on from the one before.
    @Test(arguments: Kind.allCases, RandomSearch.seeds(3))
    @MainActor func aFollowerShowsCommitsThatComeWhileRowsAreRead(
      kind: Kind, seed: UInt64
    ) async throws {
      let base = try Self.base(rows: 9)
      let live = try kind.source(AsynchronousStore(SQLiteStore(base.writer), seed: seed))
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter = ListViewAdapter<Ticket>(view)
      view.counts = { [unowned adapter] in adapter.rows.bySection.map(\.count) }
      view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
      results.observe { adapter.apply($0) }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var random = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        let ticket = TicketBase.ticket(Int64(random.below(14)) + 1, &random)
        let isDeleted = random.chance(30)
        try base.write { database in
          if isDeleted {
            try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [ticket.id])
          } else {
            try TicketBase.put(ticket, database)
          }
        }
        if random.chance(60) { await Task.yield() }
        if random.chance(20) { for _ in 0..<random.below(40) { await Task.yield() } }
      }
      try await live.caughtUp()
      task.cancel()
      await task.value
      let expected = try base.read(kind.expected)
      #expect(results.snapshot.sections.map { $0.items.map(\.id) } == expected)
      #expect(view.rows == results.snapshot.sections.map { $0.items.map(\.text) })
      #expect(view.problems.isEmpty)
    }
  }
#endif
