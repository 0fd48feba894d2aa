#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Results that are kept from one run of a program to the next.
  @Suite struct LiveCacheTests {
    private static func request(
      _ filter: String = "priority > 0", sort: [SortKey<Ticket>] = [.descending(\.priority)]
    ) throws -> SQLFetchRequest<Ticket> {
      SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: filter), sort: sort)
    }

    private static func results() -> ResultsController<Ticket> {
      ResultsController<Ticket>(identifiedBy: \.id)
    }

    private static func ids(_ results: ResultsController<Ticket>) -> [Int64] {
      results.snapshot.sections.flatMap { $0.rows.compactMap { $0.item?.id } }
    }

    @Test func keptResultsAreShownAndTheDatabaseIsTheDifference() throws {  // BS-17, TL-10
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...3 {
          try database.execute(
            sql: "INSERT INTO ticket VALUES (?, 't', ?, 1, 1, 1, NULL)", arguments: [id, id])
        }
      }
      let cache = ResultsCache<Ticket>(folder: base.folder.appendingPathComponent("cache"))
      do {
        let live = try LiveFetch(try Self.request(), in: SQLiteStore(base.writer))
        let results = Self.results()
        try results.update(from: live)
        let request = try #require(live.cacheRequest)
        try cache.store(results.snapshot, as: "tickets", for: request)
      }
      try base.writer.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 2") }

      let store = try SQLiteStore(base.writer)
      let live = try LiveFetch(try Self.request(), in: store)
      let results = Self.results()
      let request = try #require(live.cacheRequest)
      let kept = try #require(cache.snapshot("tickets", for: request))
      try results.setContents(of: kept)
      #expect(Self.ids(results) == [3, 2, 1])
      var changes: [ResultsChange<Ticket>] = []
      results.observe { changes.append($0) }
      try results.update(from: live)
      #expect(Self.ids(results) == [3, 1])
      #expect(changes.count == 1 && changes[0].changeset.deletedItems.count == 1)

      // What another request has kept is not shown.
      for other in [
        try Self.request("priority > 1"), try Self.request(sort: []),
        try Self.request(sort: [.descending(\.priority, missing: .last)]),
      ] {
        let live = try LiveFetch(other, in: store)
        let request = try #require(live.cacheRequest)
        #expect(cache.snapshot("tickets", for: request) == nil)
      }
      var window = live.request
      window.limit = 1
      try live.setRequest(window)
      let cut = try #require(live.cacheRequest)
      #expect(cache.snapshot("tickets", for: cut) == nil)
    }

    @Test func anOrderWithoutAKeyPathHasNoCache() throws {
      let base = try TicketBase()
      let live = try LiveFetch(
        try Self.request(sort: [.ascending(\.titleLength)]), in: SQLiteStore(base.writer))
      #expect(live.cacheRequest == nil)
    }
  }

  extension Ticket {
    fileprivate var titleLength: Int { title.count }
  }
#endif
