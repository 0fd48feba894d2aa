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

  /// Controllers that are released while they follow, and writes that are shown before they return.
  @MainActor @Suite(.limitedDatabases) struct LiveLifetimeTests {
    @MainActor private final class World {
      let base: TicketBase
      let store: CountingStore
      let live: LiveFetch<Ticket>
      var results: ResultsController<Ticket>? = ResultsController<Ticket>(identifiedBy: \.id)
      private(set) var counts: [Int] = []
      private let (shownCounts, continuation) = AsyncStream.makeStream(of: Int.self)

      init() throws {
        base = try TicketBase()
        store = CountingStore(try SQLiteStore(base.writer))
        live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: store)
      }

      var ids: [Int64] { results?.snapshot.items.map(\.id) ?? [] }

      /// Waits until a number of rows is shown.
      func shows(_ count: Int) async throws {
        try await shownCounts.value { $0 == count }
      }

      /// Begins to follow, and waits until rows are shown.
      func follow() async throws -> Task<Void, Never> {
        observe()
        let task = Task { [weak results, live] in
          _ = await results?.follow(live) { Issue.record($0) }
        }
        try await shownCounts.value()
        return task
      }

      func observe() {
        results?.observe(for: self) { [unowned self] in
          counts.append($0.new.rowCount)
          continuation.yield($0.new.rowCount)
        }
      }

      func shown() throws -> ResultsController<Ticket> { try #require(results) }

      func insert(_ id: Int64) throws {
        try base.write { try TicketBase.put(TicketBase.ticket(id), $0) }
      }
    }

    // MARK: - Released controllers

    @Test func aReleasedControllerEndsItsTask() async throws {  // 164
      let world = try World()
      let task = try await world.follow()
      try world.insert(1)
      try await world.shows(1)
      weak let released = world.results
      world.results = nil
      #expect(released == nil)
      try world.insert(2)
      await task.value
      #expect(world.counts == [0, 1])
      // Another controller can follow the source.
      world.results = ResultsController<Ticket>(identifiedBy: \.id)
      let second = try await world.follow()
      #expect(world.ids == [1, 2])
      second.cancel()
      await second.value
    }

    @Test func aControllerThatIsReleasedDuringAReadEndsItsTask() async throws {  // 164
      let world = try World()
      let task = try await world.follow()
      weak let released = world.results
      world.store.interrupt {
        DispatchQueue.main.sync { MainActor.assumeIsolated { world.results = nil } }
      }
      try world.insert(1)
      await task.value
      #expect(released == nil && world.counts == [0])
    }

    /// A closure that retains the controller follows until it is cancelled.
    @Test func aRetainedControllerFollowsOn() async throws {
      let world = try World()
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      world.results?.observe { continuation.yield($0.new.rowCount) }
      let task = Task { [results = world.results, live = world.live] in
        await results?.follow(live) { Issue.record($0) }
      }
      world.results = nil
      var counts = stream.makeAsyncIterator()
      #expect(await counts.next() == 0)
      try world.insert(1)
      #expect(await counts.next() == 1)
      task.cancel()
      await task.value
    }

    // MARK: - Writes that are shown at once

    @Test func aWriteIsShownBeforeItReturns() throws {
      let world = try World()
      let results = try #require(world.results)
      try world.insert(5)
      try results.update(from: world.live)
      world.observe()
      let count = try world.store.base.write(showing: world.live, in: results) { database in
        try TicketBase.put(TicketBase.ticket(1), database)
        try TicketBase.put(TicketBase.ticket(2), database)
        return database.changesCount
      }
      #expect(count == 1 && world.ids == [1, 2, 5] && world.counts == [3])
      // The changed rows are read.
      #expect(world.store.take().last?.contains("WHERE \"id\" IN (?, ?)") == true)
      #expect(throws: DatabaseError.self) {
        try world.store.base.write(showing: world.live, in: results) { database in
          try database.execute(sql: "DELETE FROM ticket")
          try database.execute(sql: "DELETE FROM nothing")
        }
      }
      #expect(world.ids == [1, 2, 5] && world.counts == [3])
      // The transaction stands if the controller refuses its rows.
      try results.configure {
        $0.rows.identity = ResultsKey(\.priority)
        $0.rows.duplicates = .refuse
      }
      #expect(throws: ResultsError.duplicateKey(10)) {
        try world.store.base.write(showing: world.live, in: results) {
          try $0.execute(sql: "UPDATE ticket SET priority = 10")
        }
      }
      #expect(world.ids == [1, 2, 5] && world.counts == [3])
      #expect(try world.base.read(TicketBase.all).map(\.priority) == [10, 10, 10])
    }

    /// The controller follows, and reads an earlier commit while the write is made: both are shown when it returns, and
    /// no state without one of them.
    @Test func aWriteDuringAReadIsShownWithIt() async throws {
      let world = try World()
      for id in 1...4 { try world.insert(Int64(id)) }
      let task = try await world.follow()
      let results = try #require(world.results)
      var shown: [[Int64]] = []
      results.observe { change in shown.append(change.new.items.map(\.id)) }
      world.store.interrupt {
        DispatchQueue.main.sync {
          MainActor.assumeIsolated {
            #expect(throws: Never.self) {
              try world.store.base.write(showing: world.live, in: world.shown()) { database in
                try database.execute(sql: "DELETE FROM ticket WHERE id = 4")
              }
            }
            #expect(world.ids == [2, 3])
          }
        }
      }
      try world.base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      try await world.shows(2)
      try world.insert(9)
      try await world.shows(3)
      #expect(shown == [[2, 3], [2, 3, 9]])
      task.cancel()
      await task.value
    }
  }
#endif
