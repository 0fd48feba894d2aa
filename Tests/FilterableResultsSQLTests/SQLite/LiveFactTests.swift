import FilterableResultsTesting
import FilterableResultsUI

#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// Changes that SQLite reports in ways of its own, and changes of several kinds at once.
  @Suite(.limitedDatabases) struct LiveFactTests {
    // MARK: - Blobs

    // Unsafe: GRDB has no handles of blobs; the functions are declared as in <sqlite3.h>.
    private typealias OpenBlob =
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, Int64,
        Int32, UnsafeMutablePointer<OpaquePointer?>
      ) -> Int32
    private typealias WriteBlob =
      @convention(c) (OpaquePointer?, UnsafeRawPointer, Int32, Int32) -> Int32
    private typealias CloseBlob = @convention(c) (OpaquePointer?) -> Int32

    private static func function<Function>(
      _ name: String, as type: Function.Type
    ) throws -> Function {
      unsafeBitCast(try #require(dlsym(dlopen(nil, RTLD_NOW), name)), to: type)
    }

    /// Overwrites the first byte of a cell.
    private static func write(
      _ byte: String, _ table: String, _ column: String, _ row: Int64, _ database: Database
    ) throws {
      let open = try function("sqlite3_blob_open", as: OpenBlob.self)
      let write = try function("sqlite3_blob_write", as: WriteBlob.self)
      let close = try function("sqlite3_blob_close", as: CloseBlob.self)
      var blob: OpaquePointer?
      #expect(open(database.sqliteConnection, "main", table, column, row, 1, &blob) == 0)
      #expect(write(blob, byte, 1, 0) == 0)
      #expect(close(blob) == 0)
    }

    @Test func bytesThatAreWrittenThroughAHandleAreNoticed() throws {
      let base = try TicketBase(schema: "")
      try base.write { database in
        try database.execute(
          sql: """
            CREATE TABLE note (id INTEGER PRIMARY KEY, owner_id INTEGER, title TEXT NOT NULL,
              priority INTEGER NOT NULL, open INTEGER NOT NULL, score REAL, due INTEGER);
            """)
        for id in 1...3 {
          try database.execute(
            sql: "INSERT INTO note VALUES (?, NULL, 'title', 1, 1, NULL, NULL)", arguments: [id])
        }
      }
      let store = CountingStore(try SQLiteStore(base.writer))
      let table = try SQLTable<Ticket>(
        "note", key: ["id"], columns: TicketBase.table().declaration.columns
      ) { row in
        Ticket(
          id: row.next(), title: row.next(), priority: row.next(), isOpen: row.next(),
          score: row.next(), due: row.next(), ownerID: row.next())
      }
      let live = try LiveFetch(
        SQLFetchRequest(table, FilterPredicate(text: "title BEGINSWITH[n] 't'")), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(results.snapshot.rowCount == 3)
      store.reset()
      try base.writer.write { try Self.write("x", "note", "title", 2, $0) }
      #expect(try results.update(from: live))
      #expect(results.snapshot.items.map(\.id) == [1, 3])
      #expect(store.take().allSatisfy { $0.contains("\"id\" = ?") })
      try base.writer.transact { database in
        try Self.write("t", "note", "title", 2, database)
        try Self.write("T", "note", "title", 3, database)
        return .rollback
      }
      #expect(try !results.update(from: live))
      try base.writer.write { try Self.write("t", "note", "title", 2, $0) }
      #expect(try results.update(from: live))
      #expect(results.snapshot.rowCount == 3)
    }

    /// A link that is written through a handle: only its old value is reported.
    @Test func aLinkThatIsWrittenThroughAHandleIsNoticed() throws {
      let base = try TicketBase(
        schema: """
          CREATE TABLE city (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
          INSERT INTO city VALUES ('a1', 'Oslo'), ('b1', 'Rome');
          INSERT INTO person VALUES (1, 'Ann', 'a1');
          """)
      let cities = try SQLTable<ShopBase.City>(
        "city", key: ["code"], columns: [.text("code"), .text("name")]
      ) { row in ShopBase.City(code: row.next(), name: row.next()) }
      struct Resident: Filterable, Hashable, Sendable {
        var id: Int64
        var city: String?

        static let filterFields = FilterFields<Resident>(
          FilterField("id", \.id), FilterField("cityCode", \.city))
      }
      let people = try SQLTable<Resident>(
        "person", key: ["id"],
        columns: [.integer("id"), .text("city", nullable: true, field: "cityCode")]
      ) { row in Resident(id: row.next(), city: row.next()) }
      let live = try LiveHierarchy(
        SQLFetchRequest(cities), children: SQLFetchRequest(people), of: "cityCode",
        in: SQLiteStore(base.writer))
      let results = ResultsController<Resident>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[1], []])
      try base.writer.write { try Self.write("b", "person", "city", 1, $0) }
      #expect(try results.update(from: live))
      #expect(results.snapshot.sections.map { $0.items.map(\.id) } == [[], [1]])
    }

    // MARK: - Full texts, and files that are rewritten

    @Test func theContentTableOfAFullTextIndexIsFollowed() throws {
      let base = try TicketBase()
      try base.write { database in
        try database.execute(
          sql: """
            CREATE VIRTUAL TABLE search USING fts5(title, content = 'ticket', content_rowid = 'id');
            CREATE TRIGGER added AFTER INSERT ON ticket BEGIN
              INSERT INTO search (rowid, title) VALUES (new.id, new.title); END;
            CREATE TRIGGER changed AFTER UPDATE ON ticket BEGIN
              INSERT INTO search (search, rowid, title) VALUES ('delete', old.id, old.title);
              INSERT INTO search (rowid, title) VALUES (new.id, new.title); END;
            CREATE VIRTUAL TABLE alone USING fts5(title);
            """)
        for id in 1...3 { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
      }
      let store = CountingStore(try SQLiteStore(base.writer))
      let live = try LiveFetch(SQLFetchRequest(TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      store.reset()
      try base.write { try $0.execute(sql: "UPDATE ticket SET title = 'needle' WHERE id = 2") }
      #expect(try results.update(from: live))
      #expect(results.snapshot.items.map(\.title) == ["t1", "needle", "t3"])
      // A change of the index alone is a change of its own tables.
      try base.write { try $0.execute(sql: "INSERT INTO alone VALUES ('a'), ('b')") }
      try base.write { try $0.execute(sql: "INSERT INTO search (search) VALUES ('optimize')") }
      #expect(try !results.update(from: live))
      #expect(store.wholeReads == 0)
      let found = try base.writer.read {
        try Int64.fetchAll($0, sql: "SELECT rowid FROM search WHERE search MATCH 'needle'")
      }
      #expect(found == [2])
      // Neither an index nor its own tables can be followed.
      for name in ["search", "alone", "alone_content"] {
        let table = try SQLTable<LiveTreeTests.Folder>(
          name, key: ["rowid"], columns: [.integer("rowid", field: "id")]
        ) { row in LiveTreeTests.Folder(id: row.next(), name: "", parentID: nil) }
        #expect(throws: SQLSchemaError.self) { try LiveFetch(SQLFetchRequest(table), in: store) }
      }
    }

    @Test(arguments: [true, false]) func aFileThatIsVacuumedShowsTheSameRows(isPool: Bool)
      async throws
    {
      let world = try await LiveWorld(rows: 20, isPool: isPool)
      try world.write("DELETE FROM ticket WHERE id % 3 = 0")
      try await world.update()
      let count = world.changes.all.count
      try await world.base.writer.vacuum()
      try await world.update()
      try world.sqlite.checkForOtherWriters()
      try await world.update()
      #expect(world.changes.all.count == count && world.ids[0].count == 14)
      try world.write("UPDATE ticket SET title = 'new' WHERE id = 20")
      try await world.update()
      #expect(world.changes.all.count == count + 1)
      #expect(world.changes.all.last?.changeset.updatedItems.count == 1)
    }

    // MARK: - Sections and batches

    /// A section is made by a field of the related row: a commit on the other table moves rows between sections.
    @Test func sectionsThroughARelationFollowTheRelatedRow() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.write { database in
        try database.execute(
          sql: """
            INSERT INTO city VALUES ('O', 'Oslo'), ('B', 'Bonn');
            INSERT INTO person VALUES (1, 'Ann', 'O'), (2, 'Bo', 'B'), (3, 'Cy', 'O'), (4, 'Di', NULL);
            """)
      }
      var request = SQLFetchRequest(try ShopBase.people())
      request.prefetched = ["city"]
      let live = try LiveFetch(request, in: SQLiteStore(base.writer))
      let results = ResultsController<ShopBase.Person>(identifiedBy: \.id)
      let city = try ResultsKey<ShopBase.Person>("city.name")
      try results.configure { $0.sections.key = city }
      let view = StrictView<String>()
      let adapter = ListViewAdapter<ShopBase.Person>(view)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
      var changes: [ResultsChange<ShopBase.Person>] = []
      results.observe { change in
        changes.append(change)
        adapter.apply(change)
      }
      try results.update(from: live)
      func shown() -> [String] {
        results.snapshot.sections.map { "\($0.title ?? "-") \($0.items.map(\.id))" }
      }
      func step(_ sql: String, _ expected: [String]) throws {
        let count = changes.count
        try base.write { try $0.execute(sql: sql) }
        try results.update(from: live)
        #expect(shown() == expected, "\(sql)")
        #expect(changes.count == count + 1 && view.problems.isEmpty, "\(sql)")
        #expect(view.rows.map(\.count) == results.snapshot.sections.map(\.count))
      }
      #expect(shown() == ["Oslo [1, 3]", "Bonn [2]", "- [4]"])
      try step(
        "UPDATE city SET name = 'Rome' WHERE code = 'O'", ["Rome [1, 3]", "Bonn [2]", "- [4]"])
      try step("UPDATE city SET name = 'Rome' WHERE code = 'B'", ["Rome [1, 2, 3]", "- [4]"])
      try step("UPDATE person SET city = NULL WHERE id = 2", ["Rome [1, 3]", "- [2, 4]"])
      try step("DELETE FROM city WHERE code = 'O'", ["- [1, 2, 3, 4]"])
      try step("INSERT INTO city VALUES ('O', 'Oslo')", ["Oslo [1, 3]", "- [2, 4]"])
    }

    /// A new request, another order of the controller, another filter and a commit are one change.
    @Test func fetchOrderAndFilterThatChangeInOneBatchAreOneChange() async throws {
      let world = try await LiveWorld("priority > 20", sectioned: true, rows: 9)
      let view = StrictView<String>()
      let adapter = ListViewAdapter<Ticket>(view)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
      world.results.observe(sendingCurrent: true) { adapter.apply($0) }
      try world.write("UPDATE ticket SET open = 0 WHERE id % 2 = 0")
      try world.write("INSERT INTO ticket VALUES (30, 'new', 35, 1, NULL, NULL, NULL)")
      try world.results.performBatch {
        var request = world.live.request
        request.predicate = try FilterPredicate("priority < 60")
        request.sort = [.descending(\.title)]
        request.limit = 5
        try world.live.setRequest(request)
        try world.results.configure {
          $0.sections.key = ResultsKey(\.isOpen)
          $0.rows.sort = [.descending(\.priority)]
        }
        try world.results.filters.add(ResultsFilter("odd", predicate: FilterPredicate("id != 3")))
        try world.results.update(from: world.live)
      }
      // The last five titles below 60, without the third ticket: t5, t4, t3, t2, t1 of which t1 is not fetched.
      let all = try world.base.read(TicketBase.all).filter { $0.priority < 60 }
      let fetched = all.sorted { ($1.title, $0.id) < ($0.title, $1.id) }.prefix(5)
      let kept = fetched.filter { $0.id != 3 }.sorted { $0.priority > $1.priority }
      let sections = Dictionary(grouping: kept, by: \.isOpen).values.map { $0.map(\.id) }
      #expect(Set(world.ids) == Set(sections) && kept.count == 4)
      #expect(world.changes.all.count == 1 && world.changes.all[0].isReload == false)
      #expect(view.problems.isEmpty)
      #expect(view.rows.map(\.count) == world.ids.map(\.count))
      // It is shown as a fetch of its own would be, and nothing is left to show.
      let fresh = ResultsController<Ticket>(identifiedBy: \.id)
      try fresh.configure { $0 = world.results.configuration }
      try fresh.filters.add(ResultsFilter("odd", predicate: FilterPredicate("id != 3")))
      try await fresh.show(LiveFetch(world.live.request, in: world.store))
      #expect(fresh.snapshot == world.results.snapshot)
      #expect(try await !world.update())
    }

    /// A batch that fails restores the order and the filter; the rows of the new request are shown by the next update.
    @Test func aBatchThatFailsAfterItsUpdateIsReadAgain() async throws {
      struct Failure: Error {}
      let world = try await LiveWorld(rows: 4)
      let before = world.ids
      #expect(throws: Failure.self) {
        try world.results.performBatch {
          var request = world.live.request
          request.predicate = try FilterPredicate("id > 2")
          try world.live.setRequest(request)
          try world.results.update(from: world.live)
          throw Failure()
        }
      }
      #expect(world.ids == before)
      try world.write("UPDATE ticket SET title = 'x' WHERE id = 3")
      try await world.update()
      #expect(world.ids == [[3, 4]])
    }
  }
#endif
