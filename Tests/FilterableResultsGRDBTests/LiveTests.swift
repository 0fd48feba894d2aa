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

  /// A controller that follows a file of SQLite, case by case.
  @Suite struct LiveTests {
    private struct World {
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
            for id in 1...rows { try TicketBase.put(LiveTests.ticket(Int64(id)), database) }
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

    private static func ticket(_ id: Int64) -> Ticket {
      Ticket(
        id: id, title: "t\(id)", priority: 10 * id, isOpen: true, score: nil, due: nil, ownerID: nil
      )
    }

    // MARK: - Commits

    @Test func aCommitInTwoSectionsIsOneDelivery() throws {  // 157
      let world = try World(sectioned: true, rows: 3)
      try world.base.writer.write { database in
        try TicketBase.put(Self.ticket(4), database)
        try database.execute(sql: "UPDATE ticket SET title = 'new' WHERE id = 1")
        try database.execute(sql: "DELETE FROM ticket WHERE id = 2")
      }
      try world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.ids == [[1], [3], [4]])
      let changeset = try #require(world.changes.all.first?.changeset)
      #expect(changeset.updatedItems.count == 1)
      #expect(changeset.deletedSections.count == 1 && changeset.insertedSections.count == 1)
    }

    @Test func aRollbackAndAWriteThatShowsNothingAreNoDelivery() throws {
      let world = try World("priority > 10", rows: 3)
      try world.base.writer.writeWithoutTransaction { database in
        try database.inTransaction {
          try database.execute(sql: "DELETE FROM ticket")
          return .rollback
        }
      }
      #expect(try world.results.update(from: world.live) == false)
      try world.write("UPDATE ticket SET title = 'x' WHERE id = 1", "UPDATE ticket SET id = id")
      #expect(try world.results.update(from: world.live))
      #expect(world.changes.all.isEmpty)
    }

    @Test func commitsBeforeTheReaderLooksAreOneChange() throws {  // 162
      let world = try World(rows: 2)
      try world.write(
        "DELETE FROM ticket WHERE id = 1", "INSERT INTO ticket VALUES (1, 'b', 1, 1, 1, 1, NULL)",
        "UPDATE ticket SET title = 'c' WHERE id = 1", "DELETE FROM ticket WHERE id = 2")
      try world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.ids == [[1]])
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "c")
    }

    @Test func manyCommitsBehindASlowReaderAreOneChange() throws {  // 162
      let world = try World(rows: 5)
      let commits = RandomSearch.isExhaustive ? 100_000 : 3000
      try world.base.writer.writeWithoutTransaction { database in
        for number in 0..<commits {
          try database.execute(
            sql: "UPDATE ticket SET score = ? WHERE id = ?", arguments: [number, number % 5 + 1])
        }
      }
      try world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.changes.all.first?.changeset.updatedItems.count == 5)
    }

    @Test func aDeleteThatWasPreparedBeforeTheStoreIsNoticed() throws {
      let base = try TicketBase(isPool: false)
      try base.writer.write { try TicketBase.put(Self.ticket(1), $0) }
      let writer = base.writer
      try writer.write { database in
        let statement = try database.cachedStatement(sql: "DELETE FROM owner")
        try statement.execute()
        _ = try database.cachedStatement(sql: "DELETE FROM ticket")
      }
      let store = try SQLiteStore(writer)
      let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      try writer.write { try $0.cachedStatement(sql: "DELETE FROM ticket").execute() }
      #expect(try results.update(from: live))
      #expect(results.snapshot.rowCount == 0)
    }

    @Test func rowsThatWereReadEarlierDoNotReplaceNewerOnes() throws {  // 166
      let world = try World(rows: 2)
      try world.write("UPDATE ticket SET title = 'old' WHERE id = 1")
      let earlier = try #require(try world.live.take())
      try world.write("UPDATE ticket SET title = 'new' WHERE id = 1")
      try world.update()
      try world.results.show(earlier, of: world.live)
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "new")
      // What the earlier look has seen may not be shown yet.
      #expect(try world.results.update(from: world.live))
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "new")
    }

    // MARK: - Windows and requests

    @Test func aRowBeforeAWindowTakesTheLastOneOut() throws {  // 158
      let world = try World(sort: [.ascending(\.priority)], limit: 10, rows: 12)
      try world.write("INSERT INTO ticket VALUES (99, 'a', 0, 1, 1, 1, NULL)")
      try world.update()
      #expect(world.changes.all.last?.changeset.insertedItems == [ItemPath(section: 0, item: 0)])
      #expect(world.changes.all.last?.changeset.deletedItems == [ItemPath(section: 0, item: 9)])
      try world.write("DELETE FROM ticket WHERE id = 3")
      try world.update()
      #expect(world.changes.all.last?.changeset.deletedItems == [ItemPath(section: 0, item: 3)])
      #expect(world.changes.all.last?.changeset.insertedItems == [ItemPath(section: 0, item: 9)])
      #expect(world.ids == [[99, 1, 2, 4, 5, 6, 7, 8, 9, 10]])
    }

    @Test func aLimitStaysInForceFromAnEmptyTableOn() throws {  // 159
      let world = try World(limit: 2)
      for id in 1...4 {
        try world.base.writer.write { try TicketBase.put(Self.ticket(Int64(id)), $0) }
        try world.update()
      }
      #expect(world.ids == [[1, 2]])
    }

    @Test func anotherRequestIsTheDifference() throws {  // 160, BS-3, TL-10, TL-11
      let world = try World("priority > 10", rows: 4)
      var request = world.live.request
      request.predicate = try FilterPredicate(text: "priority < 40")
      request.sort = [.descending(\.id)]
      try world.live.setRequest(request)
      try world.update()
      #expect(world.ids == [[3, 2, 1]])
      request.limit = 1
      try world.live.setRequest(request)
      try world.update()
      #expect(world.ids == [[3]])
      #expect(world.changes.all.count == 2)
      #expect(world.changes.all.allSatisfy { !$0.isReload })
    }

    @Test func aRequestThatComesWhileRowsAreReadIsForTheNextLook() throws {
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...4 { try TicketBase.put(Self.ticket(Int64(id)), database) }
      }
      let store = CountingStore(try SQLiteStore(base.writer))
      let request = SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: "id > 1"))
      let other = SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: "id < 4"))
      let live = try LiveFetch(request, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      store.interrupt { try live.setRequest(other) }
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == [2, 3, 4])
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == [1, 2, 3])
    }

    @Test func rowsAreInTheOrderOfTheRequestWhatTheReaderAddsToIt() throws {
      let world = try World(sort: [.descending(\.title)], rows: 3)
      try world.write("UPDATE ticket SET title = 'zz' WHERE id = 1")
      try world.update()
      #expect(world.ids == [[1, 3, 2]])
      #expect(world.changes.all.last?.changeset.movedItems.count == 1)
      #expect(world.results.items?.map(\.id) == [1, 3, 2])
    }

    @Test func anOwnWriteIsSilentForItsObserver() throws {  // 163
      let world = try World(rows: 2)
      let own = World.Shared()
      let observation = world.results.observe { own.all.append($0) }
      try world.results.performSilently(for: observation) {
        try world.write("DELETE FROM ticket WHERE id = 1")
        try world.update()
      }
      #expect(world.changes.all.count == 1 && own.all.isEmpty)
      try world.write("UPDATE ticket SET title = 'x' WHERE id = 2")
      try world.update()
      #expect(world.changes.all.count == 2 && own.all.count == 1)
      #expect(own.all[0].old.rowCount == 1)
    }

    // MARK: - Failures

    @Test func anErrorKeepsWhatIsShownUntilTheNextSuccess() throws {  // 161
      let world = try World(rows: 2)
      try world.write("ALTER TABLE ticket RENAME TO other", "DELETE FROM other WHERE id = 1")
      // What could not be read stays to be read: the next look fails too.
      for _ in 1...2 {
        let error = #expect(throws: SQLiteSchemaError.self) { try world.update() }
        #expect(error?.description == "there is no table 'ticket'")
        #expect(world.ids == [[1, 2]])
      }
      try world.write("ALTER TABLE other RENAME TO ticket")
      try world.update()
      #expect(world.ids == [[2]])
      #expect(world.changes.all.count == 1 && world.changes.all[0].isReload == false)
    }

    @Test func anotherColumnIsNoErrorAndKeysAreFollowedAfterIt() throws {
      let world = try World(rows: 2)
      try world.write("ALTER TABLE ticket ADD COLUMN extra TEXT DEFAULT 'x'")
      try world.update()
      try world.write("UPDATE ticket SET title = 'y' WHERE id = 2")
      try world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.results.snapshot.sections[0].rows[1].item?.title == "y")
    }

    @Test func aLostColumnIsAnError() throws {
      let world = try World(rows: 2)
      try world.write("ALTER TABLE ticket DROP COLUMN score")
      let error = #expect(throws: SQLiteSchemaError.self) { try world.update() }
      #expect(error?.description == "table 'ticket': there is no column 'score'")
      #expect(world.ids == [[1, 2]])
    }

    @Test func failingRowsFollowTheDatabase() throws {
      let world = try World("12 / priority > 0", rows: 2)
      try world.write("UPDATE ticket SET priority = 0 WHERE id = 2")
      try world.update()
      #expect(world.live.failures.map(\.key) == [[.integer(2)]])
      try world.write("UPDATE ticket SET priority = 'high' WHERE id = 1")
      try world.update()
      #expect(Set(world.live.failures.map(\.key)) == [[.integer(1)], [.integer(2)]])
      try world.write("UPDATE ticket SET priority = 3")
      try world.update()
      #expect(world.live.failures.isEmpty)
      #expect(world.ids == [[1, 2]])
    }

    @Test(arguments: ["now() > due", "random() > 0.5", "randomn(3) == id"])
    func aFilterThatChangesWithoutACommitIsRefused(filter: String) throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: filter))
      #expect(throws: LiveFetchError.self) { try LiveFetch(request, in: store) }
      let world = try World("priority > 10", rows: 3)
      #expect(throws: LiveFetchError.self) { try world.live.setRequest(request) }
      #expect(world.live.request.predicate?.description == "priority > 10")
    }

    @Test func aRequestThatIsRefusedLeavesTheOneBefore() throws {
      let world = try World("priority > 10", rows: 3)
      let other = SQLFetchRequest(
        try TicketBase.table("nothing"), try FilterPredicate(text: "id > 0"))
      #expect(throws: SQLiteSchemaError.self) { try world.live.setRequest(other) }
      #expect(world.live.request.table.declaration.name == "ticket")
      try world.write("UPDATE ticket SET priority = 20 WHERE id = 1")
      try world.update()
      #expect(world.ids == [[1, 2, 3]] && world.changes.all.count == 1)
    }

    @Test func aViewIsFetchedAndNotFollowed() throws {
      let base = try TicketBase()
      try base.writer.write { database in
        try database.execute(sql: "CREATE VIEW seen AS SELECT * FROM ticket WHERE open = 1")
        try TicketBase.put(Self.ticket(1), database)
      }
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table("seen"))
      #expect(try store.fetch(request).items.map(\.id) == [1])
      let error = #expect(throws: SQLiteSchemaError.self) { try LiveFetch(request, in: store) }
      #expect(error?.reason == .notATable)
    }

    // MARK: - Others

    @Test(arguments: [true, false])
    func aTableOfAnAttachedDatabaseIsAnotherOne(usesHook: Bool) throws {
      let base = try TicketBase(isPool: false)
      let store = try SQLiteStore(base.writer, usesHook: usesHook)
      let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      let path = base.folder.appendingPathComponent("other.db").path
      try base.writer.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ? AS other", arguments: [path])
        try database.execute(
          sql: """
            CREATE TABLE other.ticket (id INTEGER PRIMARY KEY);
            INSERT INTO other.ticket VALUES (1), (2);
            DELETE FROM other.ticket WHERE id = 1;
            """)
      }
      #expect(try results.update(from: live) == false)
      try base.writer.write { database in
        try database.execute(sql: "INSERT INTO other.ticket VALUES (3)")
        try TicketBase.put(Self.ticket(4), database)
      }
      try results.update(from: live)
      #expect(results.items?.map(\.id) == [4])
    }

    @Test(arguments: [true, false]) func anotherConnectionIsNoticed(isPool: Bool) throws {
      let world = try World(rows: 2, isPool: isPool)
      try world.store.checkForOtherWriters()
      #expect(try world.results.update(from: world.live) == false)
      let other = try DatabaseQueue(path: world.base.path)
      try other.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      #expect(try world.results.update(from: world.live) == false)
      try world.store.checkForOtherWriters()
      try world.update()
      #expect(world.ids == [[2]])
      try other.write { try $0.execute(sql: "ALTER TABLE ticket DROP COLUMN score") }
      try world.store.checkForOtherWriters()
      #expect(throws: SQLiteSchemaError.self) { try world.update() }
      try other.close()
    }

    @Test func aLiveFetchEndsWithItsReader() throws {  // 164
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      weak var changes: AnyObject?
      do {
        let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
        changes = live
        #expect(changes != nil)
        withExtendedLifetime(live) {}
      }
      #expect(changes == nil)
      try base.writer.write { try TicketBase.put(Self.ticket(1), $0) }
    }

    @Test @MainActor func aControllerFollowsUntilItsTaskIsCancelled() async throws {  // 164, 168
      let base = try TicketBase()
      let writer = base.writer
      let store = try SQLiteStore(writer)
      let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let (stream, continuation) = AsyncStream.makeStream(of: [Int64].self)
      results.observe { change in
        continuation.yield(change.new.sections.flatMap { $0.rows.compactMap { $0.item?.id } })
      }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var shown = stream.makeAsyncIterator()
      #expect(await shown.next() == [])
      try await writer.write { try TicketBase.put(Self.ticket(1), $0) }
      #expect(await shown.next() == [1])
      // Writers in other isolation domains; the reader gets the last state, whatever it sees in between.
      await withTaskGroup { group in
        for id in 2...9 {
          group.addTask {
            try? await writer.write { try TicketBase.put(Self.ticket(Int64(id)), $0) }
          }
        }
      }
      while await shown.next()?.count != 9 {}
      task.cancel()
      await task.value
      try await writer.write { try $0.execute(sql: "DELETE FROM ticket") }
      #expect(results.snapshot.rowCount == 9)
      // To follow again catches up.
      let second = Task { await results.follow(live) { Issue.record($0) } }
      #expect(await shown.next() == [])
      second.cancel()
      await second.value
    }
  }
#endif
