#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// Numbers at the ends of what an integer holds, wherever a request, a window or pages take one.
  @Suite(.limitedDatabases) struct LiveNumberTests {
    private static let numbers: [Int] = [.min, -1, 0, 1, 2, .max - 1, .max]

    private static let durations: [Duration] = [
      .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1 << 40),
      .seconds(Int64.max),
    ]

    private let base: TicketBase

    init() throws {
      base = try TicketBase()
      try base.writer.write { database in
        for id in 1...5 as ClosedRange<Int64> {
          let ticket = Ticket(
            id: id, title: "t\(id)", priority: 10 * id, isOpen: true, score: nil, due: nil,
            ownerID: nil)
          try TicketBase.put(ticket, database)
        }
      }
    }

    /// `residual` has a part that the database does not test; titles in an order of the engine.
    private func request(
      residual: Bool = false, inDatabase: Bool = true
    ) throws -> SQLFetchRequest<Ticket> {
      SQLFetchRequest(
        try TicketBase.table(),
        try FilterPredicate(text: residual ? "title MATCHES 't[0-9]'" : "priority > 0"),
        sort: inDatabase ? [.ascending(\.priority)] : [.ascending(\.title)])
    }

    @Test(arguments: numbers) func windowsOfRequestsAreOfEverySize(_ limit: Int) throws {
      let store = try SQLiteStore(base.writer)
      for offset in Self.numbers {
        guard limit >= 0, offset >= 0 else {
          var request = try request()
          (request.limit, request.offset) = (limit, offset)
          #expect(throws: FetchError.self) { try store.fetch(request) }
          #expect(try store.count(request) == 5)
          continue
        }
        let ids = Array(1...5 as ClosedRange<Int64>).dropFirst(offset)
        for isResidual in [false, true] {
          for inDatabase in [false, true] {
            var request = try request(residual: isResidual, inDatabase: inDatabase)
            (request.limit, request.offset) = (limit, offset)
            #expect(
              try store.fetch(request).items.map(\.id) == Array(ids.prefix(limit)),
              "\(limit) \(offset)")
            #expect(try store.count(request) == 5)
            request.limit = nil
            #expect(try store.fetch(request).items.map(\.id) == Array(ids))
          }
        }
        var request = try request()
        (request.limit, request.offset) = (limit, offset)
        let second = try #require(try store.fetch(self.request()).items.dropFirst().first)
        #expect(
          try store.fetch(request, after: second).items.map(\.id)
            == Array([3, 4, 5].prefix(limit)))
        let live = try LiveFetch(request, in: store)
        let results = ResultsController<Ticket>(identifiedBy: \.id)
        try results.update(from: live)
        #expect(results.snapshot.items.map(\.id) == Array(ids.prefix(limit)))
      }
    }

    @Test(arguments: numbers) func windowsSlideByEveryNumber(_ rows: Int) throws {
      let store = try SQLiteStore(base.writer)
      let size = min(max(rows, 1), 5)
      for count in Self.numbers {
        let live = try LiveWindow(request(), rows: rows, in: store)
        let results = ResultsController<Ticket>(identifiedBy: \.id)
        func ids() throws -> [Int64] {
          try results.update(from: live)
          return results.snapshot.items.map(\.id)
        }
        #expect(try ids() == Array(1...Int64(size)))
        live.showNext(1)
        #expect(try ids().count == size)
        live.showPrevious(count)
        live.showPrevious(count)
        live.showPrevious(.max)
        #expect(try ids() == Array(1...Int64(size)))
        live.showNext(count)
        #expect(try ids().count == size)
        live.showNext(.max)
        live.showPrevious(count)
        #expect(try ids().count == size)
      }
    }

    @Test(arguments: numbers) func pagesAreOfEverySize(_ page: Int) throws {
      let store = try SQLiteStore(base.writer)
      let live = try LivePages(request(), items: TicketBase.table(), page: page, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(live.page == max(1, page))
      for section in Self.numbers {
        for item in Self.numbers {
          let path = ResultsPath(section: section, item: item)
          let found = try live.item(at: path, in: results.snapshot)
          #expect(found?.id == (section == 0 && (0..<5).contains(item) ? Int64(item) + 1 : nil))
        }
      }
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET title = 'x' WHERE id = 2") }
      try results.update(from: live)
      #expect(
        try live.item(at: ResultsPath(section: 0, item: 1), in: results.snapshot)?.title == "x")
    }

    /// Intervals without a length leave time for other work, and longer ones than clocks have are long.
    @MainActor @Test(arguments: durations) func intervalsAreOfEveryLength(_ interval: Duration)
      async throws
    {
      #expect(interval.asPause >= .milliseconds(1) && interval.asPause <= .seconds(Int32.max))
      let store = try SQLiteStore(base.writer)
      let request = try request().refreshes(every: interval)
      #expect(request.refreshInterval == interval)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let live = try LiveFetch(request, in: store)
      let following = Task { await results.follow(live) { Issue.record($0) } }
      let watch = Task { try await store.checkForOtherWriters(every: interval) }
      try await live.caughtUp()
      watch.cancel()
      following.cancel()
      await following.value
      await #expect(throws: CancellationError.self) { try await watch.value }
      try await results.update(from: live)
      #expect(results.count == 5)
    }
  }
#endif
