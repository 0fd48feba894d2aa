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

  /// What a controller that follows a database shows of it: windows, other requests, and what fails.
  @Suite(.limitedDatabases) struct LiveRequestTests {
    // MARK: - Windows and requests

    @Test(arguments: StoreKind.allCases)
    func aRowBeforeAWindowTakesTheLastOneOut(kind: StoreKind) async throws {
      let world = try await LiveWorld(sort: [.ascending(\.priority)], limit: 10, rows: 12, in: kind)
      try world.write("INSERT INTO ticket VALUES (99, 'a', 0, TRUE, 1, 1, NULL)")
      try await world.update()
      #expect(world.changes.all.last?.changeset.insertedItems == [ResultsPath(section: 0, item: 0)])
      #expect(world.changes.all.last?.changeset.deletedItems == [ResultsPath(section: 0, item: 9)])
      try world.write("DELETE FROM ticket WHERE id = 3")
      try await world.update()
      #expect(world.changes.all.last?.changeset.deletedItems == [ResultsPath(section: 0, item: 3)])
      #expect(world.changes.all.last?.changeset.insertedItems == [ResultsPath(section: 0, item: 9)])
      #expect(world.ids == [[99, 1, 2, 4, 5, 6, 7, 8, 9, 10]])
    }

    @Test(arguments: StoreKind.allCases)
    func aLimitStaysInForceFromAnEmptyTableOn(kind: StoreKind) async throws {
      let world = try await LiveWorld(limit: 2, in: kind)
      for id in 1...4 {
        try world.base.write { try TicketBase.put(TicketBase.ticket(Int64(id)), $0) }
        try await world.update()
      }
      #expect(world.ids == [[1, 2]])
    }

    @Test(arguments: StoreKind.allCases)
    func anotherRequestIsTheDifference(kind: StoreKind) async throws {  // BS-3, TL-10, TL-11
      let world = try await LiveWorld("priority > 10", rows: 4, in: kind)
      var request = world.live.request
      request.predicate = try FilterPredicate(text: "priority < 40")
      request.sort = [.descending(\.id)]
      try world.live.setRequest(request)
      try await world.update()
      #expect(world.ids == [[3, 2, 1]])
      request.limit = 1
      try world.live.setRequest(request)
      try await world.update()
      #expect(world.ids == [[3]])
      #expect(world.changes.all.count == 2)
      #expect(world.changes.all.allSatisfy { !$0.isReload })
    }

    @Test func aRequestThatComesWhileRowsAreReadIsForTheNextLook() throws {
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...4 { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
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

    @Test(arguments: StoreKind.allCases)
    func rowsAreInTheOrderOfTheRequestWhatTheReaderAddsToIt(kind: StoreKind) async throws {
      let world = try await LiveWorld(sort: [.descending(\.title)], rows: 3, in: kind)
      try world.write("UPDATE ticket SET title = 'zz' WHERE id = 1")
      try await world.update()
      #expect(world.ids == [[1, 3, 2]])
      #expect(world.changes.all.last?.changeset.movedItems.count == 1)
      #expect(world.results.items?.map(\.id) == [1, 3, 2])
    }

    @Test func anOwnWriteIsSilentForItsObserver() async throws {
      let world = try await LiveWorld(rows: 2)
      let own = LiveWorld.Shared()
      let observation = world.results.observe { own.all.append($0) }
      try world.results.performSilently(for: observation) {
        try world.write("DELETE FROM ticket WHERE id = 1")
        try world.results.update(from: world.live)
      }
      #expect(world.changes.all.count == 1 && own.all.isEmpty)
      try world.write("UPDATE ticket SET title = 'x' WHERE id = 2")
      try await world.update()
      #expect(world.changes.all.count == 2 && own.all.count == 1)
      #expect(own.all[0].old.rowCount == 1)
    }

    // MARK: - Failures

    @Test(arguments: StoreKind.allCases)
    func anErrorKeepsWhatIsShownUntilTheNextSuccess(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 2, in: kind)
      try world.write("ALTER TABLE ticket RENAME TO other", "DELETE FROM other WHERE id = 1")
      // What could not be read stays to be read: the next look fails too.
      for _ in 1...2 {
        let error = await #expect(throws: SQLSchemaError.self) { try await world.update() }
        #expect(error?.description == "there is no table 'ticket'")
        #expect(world.ids == [[1, 2]])
      }
      try world.write("ALTER TABLE other RENAME TO ticket")
      try await world.update()
      #expect(world.ids == [[2]])
      #expect(world.changes.all.count == 1 && world.changes.all[0].isReload == false)
    }

    @Test(arguments: StoreKind.allCases)
    func anotherColumnIsNoErrorAndKeysAreFollowedAfterIt(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 2, in: kind)
      try world.write("ALTER TABLE ticket ADD COLUMN extra TEXT DEFAULT 'x'")
      try await world.update()
      try world.write("UPDATE ticket SET title = 'y' WHERE id = 2")
      try await world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.results.snapshot.sections[0].rows[1].item?.title == "y")
    }

    @Test(arguments: StoreKind.allCases)
    func aLostColumnIsAnError(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 2, in: kind)
      try world.write("ALTER TABLE ticket DROP COLUMN score")
      let error = await #expect(throws: SQLSchemaError.self) { try await world.update() }
      #expect(error?.description == "table 'ticket': there is no column 'score'")
      #expect(world.ids == [[1, 2]])
    }

    @Test(arguments: StoreKind.allCases)
    func failingRowsFollowTheDatabase(kind: StoreKind) async throws {
      let world = try await LiveWorld("12 / priority > 0", rows: 2, in: kind)
      try world.write("UPDATE ticket SET priority = 0 WHERE id = 2")
      try await world.update()
      #expect(world.live.failures.map(\.key) == [[.integer(2)]])
      if kind.isSQLite {
        try world.write("UPDATE ticket SET priority = 'high' WHERE id = 1")
        try await world.update()
        #expect(Set(world.live.failures.map(\.key)) == [[.integer(1)], [.integer(2)]])
      }
      try world.write("UPDATE ticket SET priority = 3")
      try await world.update()
      #expect(world.live.failures.isEmpty)
      #expect(world.ids == [[1, 2]])
    }

    @Test(arguments: ["now() > due", "random() > 0.5", "randomn(3) == id"])
    func aFilterThatChangesWithoutACommitIsRefused(filter: String) async throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: filter))
      #expect(throws: LiveFetchError.self) { try LiveFetch(request, in: store) }
      let world = try await LiveWorld("priority > 10", rows: 3)
      #expect(throws: LiveFetchError.self) { try world.live.setRequest(request) }
      #expect(world.live.request.predicate?.description == "priority > 10")
    }

    @Test func aRequestThatIsRefusedLeavesTheOneBefore() async throws {
      let world = try await LiveWorld("priority > 10", rows: 3)
      let other = SQLFetchRequest(
        try TicketBase.table("nothing"), try FilterPredicate(text: "id > 0"))
      #expect(throws: SQLSchemaError.self) { try world.live.setRequest(other) }
      #expect(world.live.request.table.declaration.name == "ticket")
      try world.write("UPDATE ticket SET priority = 20 WHERE id = 1")
      try await world.update()
      #expect(world.ids == [[1, 2, 3]] && world.changes.all.count == 1)
    }

    @Test func aViewIsFetchedAndNotFollowed() throws {
      let base = try TicketBase()
      try base.writer.write { database in
        try database.execute(sql: "CREATE VIEW seen AS SELECT * FROM ticket WHERE open = 1")
        try TicketBase.put(TicketBase.ticket(1), database)
      }
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table("seen"))
      #expect(try store.fetch(request).items.map(\.id) == [1])
      let error = #expect(throws: SQLSchemaError.self) { try LiveFetch(request, in: store) }
      #expect(error?.reason == .notATable)
    }
  }
#endif
