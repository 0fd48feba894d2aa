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

  /// Who is notified of a commit, and when.
  @MainActor @Suite(.limitedDatabases) struct LiveScenarioTests {
    @MainActor private final class World {
      let base: TicketBase
      let store: any SQLStore
      let live: LiveFetch<Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)

      init(
        _ filter: String = "TRUEPREDICATE", isShown: Bool = true, in kind: StoreKind = .synchronous
      ) async throws {
        base = try TicketBase(kind)
        store = try await base.store()
        live = try LiveFetch(
          SQLFetchRequest(
            try TicketBase.table(), try FilterPredicate(text: filter), sort: [.descending(\.id)]),
          in: store)
        for id in 1...3 { try insert(id) }
        if isShown { try await results.show(live) }
      }

      var ids: [Int64] {
        results.snapshot.sections.flatMap { $0.rows.compactMap { $0.item?.id } }
      }

      nonisolated static func insertion(_ id: Int) -> String {
        "INSERT INTO ticket VALUES (\(id), 'a', \(id), TRUE, NULL, NULL, NULL)"
      }

      func insert(_ id: Int) throws {
        try base.write { try $0.execute(sql: Self.insertion(id)) }
      }

      /// The store of a world of SQLite.
      var sqlite: SQLiteStore {
        get throws { try #require(store as? SQLiteStore) }
      }

      @discardableResult
      func update() async throws -> Bool { try await results.show(live) }
    }

    private final class Log {
      var changes: [ResultsChange<Ticket>] = []
    }

    // MARK: - Silent writes

    @Test func aTransactionIsSilentForItsAuthor() async throws {
      let world = try await World()
      let (own, others) = (Log(), Log())
      let author = world.results.observe { own.changes.append($0) }
      world.results.observe { others.changes.append($0) }
      let count = try await world.sqlite.write(silentFor: author) { database in
        try database.execute(sql: "DELETE FROM ticket WHERE id > 1")
        return database.changesCount
      }
      try await world.update()
      #expect(count == 2 && world.ids == [1])
      #expect(own.changes.isEmpty && others.changes.count == 1)
      // The next change begins after the silent one.
      try world.insert(7)
      try await world.update()
      #expect(own.changes.count == 1 && others.changes.count == 2)
      #expect(own.changes.last?.old.rowCount == 1)
      #expect(own.changes.last?.changeset.insertedItems == [ResultsPath(section: 0, item: 0)])
    }

    @Test func aTransactionWithOthersIsForAll() async throws {
      let world = try await World()
      let own = Log()
      let author = world.results.observe { own.changes.append($0) }
      try await world.sqlite.write(silentFor: author) { try $0.execute(sql: World.insertion(4)) }
      try world.insert(5)
      try await world.sqlite.write(silentFor: author) { try $0.execute(sql: World.insertion(6)) }
      try await world.update()
      #expect(own.changes.count == 1 && world.ids == [6, 5, 4, 3, 2, 1])
    }

    @Test func aTransactionThatIsOvertakenIsForAll() async throws {
      let world = try await World()
      let own = Log()
      let author = world.results.observe { own.changes.append($0) }
      try await world.sqlite.write(silentFor: author) { try $0.execute(sql: World.insertion(4)) }
      let delivery = try #require(try world.live.take())
      #expect(delivery.author === author)
      // The reader may have seen this one too.
      try world.insert(5)
      #expect(try world.results.show(delivery, of: world.live))
      #expect(own.changes.count == 1)
    }

    @Test func aTransactionThatFailsIsNotWritten() async throws {
      let world = try await World()
      let own = Log()
      let author = world.results.observe { own.changes.append($0) }
      await #expect(throws: DatabaseError.self) {
        try await world.sqlite.write(silentFor: author) { database in
          try database.execute(sql: World.insertion(4))
          try database.execute(sql: World.insertion(4))
        }
      }
      try world.insert(5)
      try await world.update()
      #expect(world.ids == [5, 3, 2, 1] && own.changes.count == 1)
    }

    @Test func aFollowerIsSilentToo() async throws {
      let world = try await World()
      let own = Log()
      let author = world.results.observe { own.changes.append($0) }
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      world.results.observe { continuation.yield($0.new.rowCount) }
      let (results, live) = (world.results, world.live)
      let task = Task { await results.follow(live) { Issue.record($0) } }
      try await world.sqlite.write(silentFor: author) { try $0.execute(sql: World.insertion(4)) }
      var counts = stream.makeAsyncIterator()
      try await counts.value { $0 == 4 }
      // It may come with the first look, which is for all.
      let before = own.changes.count
      try await world.sqlite.write(silentFor: author) { try $0.execute(sql: World.insertion(5)) }
      try await counts.value { $0 == 5 }
      #expect(own.changes.count == before)
      task.cancel()
      await task.value
    }

    // MARK: - Observers and streams

    @Test(arguments: StoreKind.allCases)
    func aLateObserverBeginsWithThePresentRows(kind: StoreKind) async throws {
      let world = try await World(in: kind)
      try world.insert(4)
      try await world.update()
      let late = Log()
      world.results.observe(sendingCurrent: true) { late.changes.append($0) }
      #expect(late.changes.count == 1 && late.changes[0].isReload)
      #expect(late.changes[0].new.rowCount == 4)
      try world.insert(5)
      try await world.update()
      #expect(late.changes.count == 2 && !late.changes[1].isReload)
      #expect(late.changes[1].old == late.changes[0].new)
      #expect(late.changes[1].changeset.insertedItems == [ResultsPath(section: 0, item: 0)])
    }

    @Test(arguments: StoreKind.allCases)
    func aSlowReaderOfAStreamGetsItsCommitsAsOneChange(kind: StoreKind) async throws {
      let world = try await World(in: kind)
      var reader = world.results.changes.makeAsyncIterator()
      let current = await reader.next()
      let first = try #require(current)
      #expect(first.isReload && first.new.rowCount == 3)
      for id in 4...6 {
        try world.insert(id)
        try await world.update()
      }
      try world.base.write { database in
        try database.execute(sql: "DELETE FROM ticket WHERE id IN (1, 5)")
      }
      try await world.update()
      let next = await reader.next()
      let second = try #require(next)
      #expect(!second.isReload && second.old == first.new)
      #expect(second.new == world.results.snapshot && world.ids == [6, 4, 3, 2])
      #expect(second.changeset.insertedItems.count == 2)
      #expect(second.changeset.deletedItems == [ResultsPath(section: 0, item: 2)])
    }

    @Test(arguments: StoreKind.allCases)
    func oneControllerShowsItemsAndThenADatabase(kind: StoreKind) async throws {
      // TL-1, BS-1, BS-2
      let world = try await World(isShown: false, in: kind)
      let log = Log()
      world.results.observe { log.changes.append($0) }
      let ticket = Ticket(
        id: 2, title: "a", priority: 2, isOpen: true, score: nil, due: nil, ownerID: nil)
      try world.results.setItems([ticket])
      try await world.update()
      #expect(world.ids == [3, 2, 1])
      #expect(log.changes.last?.changeset.insertedItems.count == 2)
      #expect(log.changes.last?.changeset.deletedItems == [])
      #expect(try await world.update() == false)
    }

    // MARK: - Pauses

    @Test(arguments: StoreKind.allCases)
    func aPausedFetchIgnoresCommits(kind: StoreKind) async throws {
      // TL-13
      let world = try await World(in: kind)
      let log = Log()
      world.results.observe { log.changes.append($0) }
      world.live.pause()
      world.live.pause()
      try world.insert(4)
      try world.base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      #expect(try await world.update() == false)
      world.live.resume()
      #expect(try await world.update() == false)
      #expect(world.ids == [3, 2, 1])
      world.live.resume()
      try await world.update()
      #expect(world.ids == [4, 3, 2] && log.changes.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func aFollowerCatchesUpWhenAPauseEnds(kind: StoreKind) async throws {
      // TL-13
      let world = try await World(in: kind)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      world.results.observe { continuation.yield($0.new.rowCount) }
      let (results, live) = (world.results, world.live)
      let task = Task { await results.follow(live) { Issue.record($0) } }
      live.pause()
      try world.insert(4)
      try world.insert(5)
      try await live.catchUp()
      live.resume()
      var counts = stream.makeAsyncIterator()
      #expect(try await counts.value() == 5)
      task.cancel()
      await task.value
    }

    /// Rows that were set by hand go with the end of a pause, and with the next commit.
    @Test(arguments: StoreKind.allCases)
    func ownRowsGoWithTheNextLook(kind: StoreKind) async throws {
      // TL-13
      let world = try await World(in: kind)
      let own = try await world.store.fetch(world.live.request).items[0]
      for rows in [nil, [], [own]] {
        for isPaused in [true, false] {
          if isPaused { world.live.pause() }
          try world.results.setItems(rows)
          if isPaused { world.live.resume() }
          try await world.update()
          #expect(world.ids == [3, 2, 1])
          try world.results.setItems(rows)
          try world.base.write {
            try $0.execute(sql: "UPDATE ticket SET title = title || 'x' WHERE id = 2")
          }
          try await world.update()
          #expect(world.ids == [3, 2, 1])
          #expect(try await world.update() == false)
        }
      }
      // Rows in another order, which the edits of a commit do not fit.
      world.results.sort(by: [.ascending(\.id)])
      try world.insert(4)
      try await world.update()
      #expect(world.ids == [4, 3, 2, 1])
      // A second controller shows all of it.
      let other = ResultsController<Ticket>(identifiedBy: \.id)
      try await other.show(world.live)
      #expect(other.items == world.results.items)
    }

    @Test(arguments: StoreKind.allCases)
    func aFollowerWithOwnRowsCatchesUp(kind: StoreKind) async throws {
      // TL-13
      let world = try await World(in: kind)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let (results, live) = (world.results, world.live)
      results.observe { continuation.yield($0.new.rowCount) }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var counts = stream.makeAsyncIterator()
      live.pause()
      try results.setItems([])
      #expect(try await counts.value() == 0)
      live.resume()
      #expect(try await counts.value() == 3)
      try results.setItems(nil)
      #expect(try await counts.value() == 0)
      try world.insert(4)
      #expect(try await counts.value() == 4)
      task.cancel()
      await task.value
    }

    @Test(arguments: StoreKind.allCases)
    func theFetchedItemsAreThoseBeforeFiltersOfTheController(kind: StoreKind) async throws {
      // TL-14
      let world = try await World("priority > 1", in: kind)
      try world.results.filters.add(ResultsFilter("first", predicate: FilterPredicate("id < 3")))
      #expect(world.ids == [2])
      try world.insert(9)
      #expect(try await world.store.fetch(world.live.request).items.map(\.id) == [9, 3, 2])
      try await world.update()
      #expect(world.ids == [2] && world.results.items?.map(\.id) == [9, 3, 2])
    }

    // MARK: - The time

    @Test(arguments: StoreKind.allCases)
    func aFilterWithTheTimeIsReadInIntervals(kind: StoreKind) async throws {
      let world = try await World(in: kind)
      let soon = Int(Date().timeIntervalSince1970) + 1
      try world.base.write { database in
        try database.execute(sql: "UPDATE ticket SET due = ? WHERE id = 2", arguments: [soon])
      }
      var request = world.live.request
      request.predicate = try FilterPredicate("due <= now()")
      #expect(throws: LiveFetchError.self) { try LiveFetch(request, in: world.store) }
      let live = try LiveFetch(request.refreshes(every: .milliseconds(20)), in: world.store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let (stream, continuation) = AsyncStream.makeStream(of: [Int64].self)
      results.observe { change in
        continuation.yield(change.new.sections.flatMap { $0.rows.compactMap { $0.item?.id } })
      }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var shown = stream.makeAsyncIterator()
      try await shown.value { $0 == [2] }
      task.cancel()
      await task.value
      // Chance is no better in intervals.
      request.predicate = try FilterPredicate("due <= now() AND random() < 2")
      let error = #expect(throws: LiveFetchError.self) {
        try LiveFetch(request.refreshes(every: .seconds(1)), in: world.store)
      }
      #expect(
        error?.description
          == "a filter with random() cannot be followed: its result changes without a commit")
    }
  }
#endif
