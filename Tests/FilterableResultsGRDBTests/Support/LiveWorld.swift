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

  /// A controller that follows tickets in a file of SQLite, and what it was told.
  struct LiveWorld {
    let base: TicketBase
    let store: SQLiteStore
    let live: LiveFetch<Ticket>
    let results: ResultsController<Ticket>
    let changes: Shared

    final class Shared {
      var all: [ResultsChange<Ticket>] = []
    }

    var ids: [[Int64]] {
      results.snapshot.sections.map { $0.rows.compactMap { $0.item?.id } }
    }

    init(
      _ filter: String = "TRUEPREDICATE", sort: [SortKey<Ticket>] = [], limit: Int? = nil,
      sectioned: Bool = false, rows: Int = 0, isPool: Bool = true
    ) throws {
      base = try TicketBase(isPool: isPool)
      store = try SQLiteStore(base.writer)
      var request = SQLFetchRequest(
        try TicketBase.table(), try FilterPredicate(text: filter), sort: sort)
      request.limit = limit
      live = try LiveFetch(request, in: store)
      results = ResultsController<Ticket>(identifiedBy: \.id)
      if sectioned { try results.configure { $0.sections.key = ResultsKey(\.priority) } }
      if rows > 0 {
        try base.writer.write { database in
          for id in 1...rows { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
        }
      }
      try results.update(from: live)
      let changes = Shared()
      self.changes = changes
      results.observe { changes.all.append($0) }
    }

    func write(_ sql: String...) throws {
      for sql in sql { try base.writer.write { try $0.execute(sql: sql) } }
    }

    func update() throws { try results.update(from: live) }
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
