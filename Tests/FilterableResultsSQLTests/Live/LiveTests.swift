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

  /// A controller that follows a database, commit by commit.
  @Suite(.limitedDatabases) struct LiveTests {
    // MARK: - Commits

    @Test(arguments: StoreKind.allCases)
    func aCommitInTwoSectionsIsOneDelivery(kind: StoreKind) async throws {
      let world = try await LiveWorld(sectioned: true, rows: 3, in: kind)
      try world.base.write { database in
        try TicketBase.put(TicketBase.ticket(4), database)
        try database.execute(sql: "UPDATE ticket SET title = 'new' WHERE id = 1")
        try database.execute(sql: "DELETE FROM ticket WHERE id = 2")
      }
      try await world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.ids == [[1], [3], [4]])
      let changeset = try #require(world.changes.all.first?.changeset)
      #expect(changeset.updatedItems.count == 1)
      #expect(changeset.deletedSections.count == 1 && changeset.insertedSections.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func aRollbackAndAWriteThatShowsNothingAreNoDelivery(kind: StoreKind) async throws {
      let world = try await LiveWorld("priority > 10", rows: 3, in: kind)
      try world.base.transact { database in
        try database.execute(sql: "DELETE FROM ticket")
        return .rollback
      }
      #expect(try await world.update() == false)
      try world.write("UPDATE ticket SET title = 'x' WHERE id = 1", "UPDATE ticket SET id = id")
      #expect(try await world.update())
      #expect(world.changes.all.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func commitsBeforeTheReaderLooksAreOneChange(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 2, in: kind)
      try world.write(
        "DELETE FROM ticket WHERE id = 1",
        "INSERT INTO ticket VALUES (1, 'b', 1, TRUE, 1, 1, NULL)",
        "UPDATE ticket SET title = 'c' WHERE id = 1", "DELETE FROM ticket WHERE id = 2")
      try await world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.ids == [[1]])
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "c")
    }

    @Test(arguments: StoreKind.allCases)
    func manyCommitsBehindASlowReaderAreOneChange(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 5, in: kind)
      let commits = RandomSearch.isExhaustive ? 100_000 : kind.isSQLite ? 3000 : 300
      for number in 0..<commits {
        try world.base.write { database in
          try database.execute(
            sql: "UPDATE ticket SET score = ? WHERE id = ?", arguments: [number, number % 5 + 1])
        }
      }
      try await world.update()
      #expect(world.changes.all.count == 1)
      #expect(world.changes.all.first?.changeset.updatedItems.count == 5)
    }

    @Test func aDeleteThatWasPreparedBeforeTheStoreIsNoticed() throws {
      let base = try TicketBase(isPool: false)
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
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

    @Test(arguments: StoreKind.allCases)
    func rowsThatWereReadEarlierDoNotReplaceNewerOnes(kind: StoreKind) async throws {
      let world = try await LiveWorld(rows: 2, in: kind)
      try world.write("UPDATE ticket SET title = 'old' WHERE id = 1")
      try await world.live.catchUp()
      let earlier = try #require(try await world.live.takeAsync())
      try world.write("UPDATE ticket SET title = 'new' WHERE id = 1")
      try await world.update()
      #expect(try !world.results.show(earlier, of: world.live))
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "new")
      // What the earlier look has seen may not be shown yet.
      #expect(try await world.update())
      #expect(world.results.snapshot.sections[0].rows[0].item?.title == "new")
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
        try TicketBase.put(TicketBase.ticket(4), database)
      }
      try results.update(from: live)
      #expect(results.items?.map(\.id) == [4])
    }

    @Test(arguments: [true, false]) func anotherConnectionIsNoticed(isPool: Bool) async throws {
      let world = try await LiveWorld(rows: 2, isPool: isPool)
      try world.sqlite.checkForOtherWriters()
      #expect(try await world.update() == false)
      let other = try DatabaseQueue(path: world.base.path)
      try await other.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      #expect(try await world.update() == false)
      try world.sqlite.checkForOtherWriters()
      try await world.update()
      #expect(world.ids == [[2]])
      try await other.write { try $0.execute(sql: "ALTER TABLE ticket DROP COLUMN score") }
      try world.sqlite.checkForOtherWriters()
      await #expect(throws: SQLSchemaError.self) { try await world.update() }
      try other.close()
    }

    @Test func aLiveFetchEndsWithItsReader() throws {
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
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
    }

    /// A controller that belongs to no actor is passed to the task that follows.
    @Test func aTaskWithoutAnActorEndsWhenItIsCancelled() async throws {
      let base = try TicketBase()
      let live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: SQLiteStore(base.writer))
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let task = Task { [weak results] in await results?.follow(live) { Issue.record($0) } }
      task.cancel()
      await task.value
    }

    @Test @MainActor func aControllerFollowsUntilItsTaskIsCancelled() async throws {
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
      #expect(try await shown.value() == [])
      try await writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      #expect(try await shown.value() == [1])
      // Writers in other isolation domains; the reader gets the last state, whatever it sees in between.
      await withTaskGroup { group in
        for id in 2...9 {
          group.addTask {
            try? await writer.write { try TicketBase.put(TicketBase.ticket(Int64(id)), $0) }
          }
        }
      }
      try await shown.value { $0.count == 9 }
      task.cancel()
      await task.value
      try await writer.write { try $0.execute(sql: "DELETE FROM ticket") }
      #expect(results.snapshot.rowCount == 9)
      // To follow again catches up.
      let second = Task { await results.follow(live) { Issue.record($0) } }
      #expect(try await shown.value() == [])
      second.cancel()
      await second.value
    }
  }
#endif
