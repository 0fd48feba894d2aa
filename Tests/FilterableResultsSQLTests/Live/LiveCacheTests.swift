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
  @testable import FilterableResultsSQL

  /// Results that are kept from one run of a program to the next.
  @Suite(.limitedDatabases) struct LiveCacheTests {
    private static func request(
      _ filter: String = "priority > 0", sort: [ResultsSortKey<Ticket>] = [.descending(\.priority)]
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
      // A copy of the file in its place is another database.
      let path = base.folder.appendingPathComponent("other.db").path
      _ = try SQLiteStore(path: path)
      let identity = try SQLiteStore(path: path).identity
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
      #expect(try SQLiteStore(path: path).identity != identity)
      var window = live.request
      window.limit = 1
      try live.setRequest(window)
      let cut = try #require(live.cacheRequest)
      #expect(cache.snapshot("tickets", for: cut) == nil)
    }

    @MainActor @Test func aFollowerKeepsWhatItShows() async throws {  // BS-17
      let base = try TicketBase()
      let cache = ResultsCache<Ticket>(folder: base.folder.appendingPathComponent("cache"))
      try await base.writer.write { database in
        try database.execute(
          sql: "INSERT INTO ticket VALUES (1, 't', 1, 1, 1, 1, NULL), (2, 't', 2, 1, 1, 1, NULL)")
      }
      let store = try SQLiteStore(base.writer)
      let live = try LiveFetch(try Self.request(), in: store)
      let request = try #require(live.cacheRequest)
      // A cache that knows a row which is gone, and not one that is there.
      let earlier = Self.results()
      let gone = Ticket(
        id: 9, title: "old", priority: 9, isOpen: true, score: nil, due: nil, ownerID: nil)
      try earlier.setItems([gone])
      try cache.store(earlier.snapshot, as: "tickets", for: request)

      let results = Self.results()
      let (stream, continuation) = AsyncStream.makeStream(of: [Int64].self)
      results.observe { _ in continuation.yield(Self.ids(results)) }
      var failures = 0
      live.keep(in: cache, as: "tickets")
      let task = Task {
        await results.follow(live) { _ in failures += 1 }
      }
      var shown = stream.makeAsyncIterator()
      #expect(try await shown.value() == [9])
      #expect(try await shown.value() == [2, 1])
      for id in 3...6 {
        try await base.writer.write { database in
          try database.execute(
            sql: "INSERT INTO ticket VALUES (?, 't', ?, 1, 1, 1, NULL)", arguments: [id, id])
        }
        try await shown.value { $0.count == id }
      }
      task.cancel()
      await task.value
      // The last state is written at the end.
      #expect(cache.snapshot("tickets", for: request) == results.snapshot)
      #expect(failures == 0 && Self.ids(results) == [6, 5, 4, 3, 2, 1])
    }

    @Test func statesBetweenTwoWritesAreOne() async throws {
      let base = try TicketBase()
      let cache = ResultsCache<Ticket>(folder: base.folder.appendingPathComponent("cache"))
      let keeper = CacheKeeper(cache, as: "tickets", interval: .seconds(3600))
      let results = Self.results()
      try results.setItems([])
      for id in 1...50 {
        let ticket = Ticket(
          id: Int64(id), title: "t", priority: 1, isOpen: true, score: nil, due: nil, ownerID: nil)
        try results.add(ticket)
        keeper.keep(results.snapshot, for: ["number": "\(id)"])
        if id == 1 {
          try await poll { cache.snapshot("tickets", for: ["number": "1"]) != nil }
        }
      }
      // The interval is not over: the first state is still the one that was written.
      #expect(cache.snapshot("tickets", for: ["number": "1"])?.rowCount == 1)
      await keeper.finish()
      #expect(cache.snapshot("tickets", for: ["number": "50"])?.rowCount == 50)
      #expect(keeper.takeError() == nil)
    }

    @MainActor @Test func aCacheThatCannotBeWrittenIsAnErrorAndNoHarm() async throws {
      let base = try TicketBase()
      let folder = base.folder.appendingPathComponent("file")
      try Data().write(to: folder)
      let cache = ResultsCache<Ticket>(folder: folder)
      let live = try LiveFetch(try Self.request(), in: SQLiteStore(base.writer))
      let results = Self.results()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      results.observe { continuation.yield($0.new.rowCount) }
      var failures = 0
      live.keep(in: cache, as: "tickets")
      let task = Task {
        await results.follow(live) { _ in failures += 1 }
      }
      var shown = stream.makeAsyncIterator()
      #expect(try await shown.value() == 0)
      task.cancel()
      await task.value
      #expect(failures == 1 && results.snapshot.isLoaded)
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
