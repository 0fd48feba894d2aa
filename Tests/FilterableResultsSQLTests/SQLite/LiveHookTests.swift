#if SQLite
  import FilterEngine
  import FilterableResults
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// The one pre-update hook of a connection, when other code takes it.
  @Suite(.limitedDatabases) struct LiveHookTests {
    // Unsafe: the functions are those of the SQLite library that the tests are linked to, by their declarations in
    // <sqlite3.h>, which declares them only for some builds.
    private typealias SetHook =
      @convention(c) (OpaquePointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?) ->
      UnsafeMutableRawPointer?
    private typealias CreateSession =
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
      ) -> Int32
    private typealias AttachSession =
      @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32
    private typealias EndSession = @convention(c) (OpaquePointer?) -> Void
    private typealias IsEmptySession = @convention(c) (OpaquePointer?) -> Int32

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
    }

    private let base: TicketBase
    private let store: CountingStore
    private let live: LiveFetch<Ticket>
    private let results = ResultsController<Ticket>(identifiedBy: \.id)

    init() throws {
      base = try TicketBase()
      try base.write { database in
        for id in 1...3 { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
      }
      store = CountingStore(try SQLiteStore(base.writer))
      live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: store)
      try results.update(from: live)
      store.reset()
    }

    private var titles: [String] { results.snapshot.items.map(\.title) }

    private func write(_ sql: String) throws { try base.write { try $0.execute(sql: sql) } }

    /// Removes the hook of the store, as one of other code would.
    private static func takeHook(_ database: Database) throws {
      let set = try #require(function("sqlite3_preupdate_hook", as: SetHook.self))
      #expect(set(database.sqliteConnection, nil, nil) != nil)
    }

    @Test func aCommitWithoutTheHookHasAllRowsRead() throws {
      try write("UPDATE ticket SET title = 'a' WHERE id = 1")
      try results.update(from: live)
      #expect(titles == ["a", "t2", "t3"] && store.wholeReads == 0)
      try base.writer.writeWithoutTransaction(Self.takeHook)
      try write("UPDATE ticket SET title = 'b' WHERE id = 2")
      #expect(try results.update(from: live))
      #expect(titles == ["a", "b", "t3"] && store.wholeReads == 1)
      try write("DELETE FROM ticket WHERE id = 1")
      #expect(try results.update(from: live))
      #expect(titles == ["b", "t3"] && store.wholeReads == 2)
      // A commit that changes no row is none, nor is a rollback.
      try write("UPDATE ticket SET title = 'b' WHERE id = 99")
      try base.transact { database in
        try database.execute(sql: "DELETE FROM ticket")
        return .rollback
      }
      try write("SELECT 1")
      #expect(try !results.update(from: live))
    }

    @Test func theLogServesCommitsWithoutTheHook() throws {
      try store.base.installChangeLog(for: [live.request.table.declaration])
      try results.update(from: live)
      try base.writer.writeWithoutTransaction(Self.takeHook)
      store.reset()
      try write("UPDATE ticket SET title = 'a' WHERE id = 1; DELETE FROM ticket WHERE id = 3")
      #expect(try results.update(from: live))
      #expect(titles == ["a", "t2"] && store.wholeReads == 0)
      try write("INSERT INTO owner VALUES (1, 'x')")
      #expect(try !results.update(from: live))
    }

    @Test func aHookThatIsTakenDuringATransactionIsFoundByATest() throws {
      try base.writer.transact { database in
        try database.execute(sql: "UPDATE ticket SET title = 'a' WHERE id = 1")
        try Self.takeHook(database)
        try database.execute(sql: "UPDATE ticket SET title = 'b' WHERE id = 2")
        return .commit
      }
      try results.update(from: live)
      #expect(titles == ["a", "t2", "t3"])
      try store.base.checkForOtherWriters()
      #expect(try results.update(from: live))
      #expect(titles == ["a", "b", "t3"] && store.wholeReads == 1)
      // It is found once, and every commit is noticed from then on.
      try store.base.checkForOtherWriters()
      #expect(try !results.update(from: live))
      try write("DELETE FROM ticket WHERE id = 3")
      #expect(try results.update(from: live))
      #expect(titles == ["a", "b"])
    }

    @Test func aTestOfAHookThatIsCalledChangesNothing() throws {
      try base.writer.writeWithoutTransaction { database in
        try TicketBase.put(TicketBase.ticket(3), database)
        try store.base.checkForOtherWriters()
        #expect(database.lastInsertedRowID == 3)
      }
      #expect(try results.update(from: live))
      for _ in 1...2 {
        try store.base.checkForOtherWriters()
        #expect(try !results.update(from: live))
        try base.transact { database in
          try store.base.checkForOtherWriters()
          try database.execute(sql: "UPDATE ticket SET title = title || 'x' WHERE id = 2")
          try store.base.checkForOtherWriters()
          return .commit
        }
        #expect(try results.update(from: live))
      }
      #expect(titles == ["t1", "t2xx", "t3"] && store.wholeReads == 0)
    }

    @Test func aWriteToAnotherDatabaseCallsTheHookToo() throws {
      try write("CREATE TEMP TABLE draft (id INTEGER PRIMARY KEY); INSERT INTO draft VALUES (1)")
      #expect(try !results.update(from: live))
    }

    @Test func aSessionTakesTheHookAndHarmsNothing() throws {
      guard
        let create = Self.function("sqlite3session_create", as: CreateSession.self),
        let attach = Self.function("sqlite3session_attach", as: AttachSession.self),
        let isEmpty = Self.function("sqlite3session_isempty", as: IsEmptySession.self),
        let delete = Self.function("sqlite3session_delete", as: EndSession.self)
      else { return print("the library has no sessions: skipped") }
      try base.writer.writeWithoutTransaction { database in
        var session: OpaquePointer?
        #expect(create(database.sqliteConnection, "main", &session) == 0)
        #expect(attach(session, nil) == 0)
        try database.execute(sql: "UPDATE ticket SET title = 'a' WHERE id = 1")
        #expect(isEmpty(session) == 0)
        delete(session)
      }
      #expect(try results.update(from: live))
      #expect(titles == ["a", "t2", "t3"])
      try write("UPDATE ticket SET title = 'b' WHERE id = 2")
      #expect(try results.update(from: live))
      #expect(titles == ["a", "b", "t3"])
      // A session that is older than the store would record nothing more.
      let other = try TicketBase()
      var session: OpaquePointer?
      other.writer.unsafeReentrantWrite { database in
        #expect(create(database.sqliteConnection, "main", &session) == 0)
      }
      let error = #expect(throws: SQLiteStoreError.hookInUse) { try SQLiteStore(other.writer) }
      #expect(error?.description.contains("another pre-update hook") == true)
      _ = try SQLiteStore(other.writer)
      other.writer.unsafeReentrantWrite { _ in delete(session) }
    }

    @Test func relatedRowsAreReadWithoutTheHook() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.write {
        try $0.execute(
          sql: "INSERT INTO city VALUES ('O', 'Oslo'); INSERT INTO person VALUES (1, 'Ann', 'O')")
      }
      let live = try LiveFetch(
        SQLFetchRequest(ShopBase.people(), FilterPredicate(text: "city.name == 'Oslo'")),
        in: SQLiteStore(base.writer))
      let results = ResultsController<ShopBase.Person>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(results.snapshot.rowCount == 1)
      try base.writer.writeWithoutTransaction(Self.takeHook)
      try base.write { try $0.execute(sql: "UPDATE city SET name = 'Rome'") }
      #expect(try results.update(from: live))
      #expect(results.snapshot.rowCount == 0)
    }
  }
#endif
