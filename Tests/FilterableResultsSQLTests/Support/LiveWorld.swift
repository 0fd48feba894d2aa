#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// A controller that follows tickets, and the changes that it reported.
  struct LiveWorld {
    let base: TicketBase
    let store: any SQLStore
    let live: LiveFetch<Ticket>
    let results: ResultsController<Ticket>
    let changes: Shared

    final class Shared {
      var all: [ResultsChange<Ticket>] = []
    }

    var ids: [[Int64]] {
      results.snapshot.sections.map { $0.rows.compactMap { $0.item?.id } }
    }

    /// The store of a world of SQLite.
    var sqlite: SQLiteStore {
      get throws { try #require(store as? SQLiteStore) }
    }

    /// A world that shows the rows of its first fetch.
    init(
      _ filter: String = "TRUEPREDICATE", sort: [ResultsSortKey<Ticket>] = [], limit: Int? = nil,
      sectioned: Bool = false, rows: Int = 0, isPool: Bool = true, in kind: StoreKind = .synchronous
    ) async throws {
      base = try TicketBase(kind, isPool: isPool)
      store = try await base.store()
      var request = SQLFetchRequest(
        try TicketBase.table(), try FilterPredicate(text: filter), sort: sort)
      request.limit = limit
      live = try LiveFetch(request, in: store)
      results = ResultsController<Ticket>(identifiedBy: \.id)
      if sectioned { try results.configure { $0.sections.key = ResultsKey(\.priority) } }
      if rows > 0 {
        try base.write { transaction in
          for id in 1...rows { try TicketBase.put(TicketBase.ticket(Int64(id)), transaction) }
        }
      }
      try await results.show(live)
      let changes = Shared()
      self.changes = changes
      results.observe { changes.all.append($0) }
    }

    /// Commits each statement.
    func write(_ sql: String...) throws {
      for sql in sql { try base.write { try $0.execute(sql: sql) } }
    }

    /// Shows all commits. Returns false if none has changed anything.
    @discardableResult
    func update(isolation: isolated (any Actor)? = #isolation) async throws -> Bool {
      try await results.show(live)
    }
  }

  extension TicketBase {
    /// A ticket that its number tells from others.
    static func ticket(_ id: Int64) -> Ticket {
      Ticket(
        id: id, title: "t\(id)", priority: 10 * id, isOpen: true, score: nil, due: nil, ownerID: nil
      )
    }
  }
#endif
