import FilterableResultsUI
import FilterableResultsTesting

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

  /// Rows that are keys, with items that are read by the page.
  @Suite(.limitedDatabases) struct LivePagesTests {
    /// The columns of a ticket that a list sorts, sections and filters by.
    struct TicketKey: Filterable, Hashable, Sendable {
      var id: Int64
      var priority: Int64
      var isOpen: Bool

      static let filterFields = FilterFields<TicketKey>(
        FilterField("id", \.id), FilterField("priority", \.priority), FilterField("open", \.isOpen))
    }

    private static func keys(_ name: String = "ticket") throws -> SQLTable<TicketKey> {
      try SQLTable<TicketKey>(
        name, key: ["id"], columns: [.integer("id"), .integer("priority"), .boolean("open")]
      ) { row in TicketKey(id: row.next(), priority: row.next(), isOpen: row.next()) }
    }

    private final class Reader {
      let live: LivePages<TicketKey, Ticket>
      let results: ResultsController<TicketKey>
      let view = StrictView<String>()
      let adapter: ListViewAdapter<TicketKey>
      var changes: [ResultsChange<TicketKey>] = []

      init(
        _ filter: String, page: Int, pages: Int = 64, isSectioned: Bool = true,
        _ store: any SQLStore
      ) throws {
        live = try LivePages(
          SQLFetchRequest(
            keys(), try FilterPredicate(text: filter), sort: [.descending(\.priority)]),
          items: TicketBase.table(), page: page, pages: pages, in: store)
        results = ResultsController<TicketKey>(identifiedBy: \.id)
        if isSectioned { try results.configure { $0.sections.key = ResultsKey(\.isOpen) } }
        adapter = ListViewAdapter<TicketKey>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned self] path in
          (try? live.item(at: path, in: adapter.snapshot)?.text) ?? "gone"
        }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          adapter.apply(change)
        }
        if store is any SynchronousSQLStore { try results.update(from: live) }
      }
    }

    private static func base(rows: Int) throws -> TicketBase {
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...Int64(rows) {
          let ticket = Ticket(
            id: id, title: "t\(id)", priority: id, isOpen: true, score: nil, due: nil, ownerID: nil)
          try TicketBase.put(ticket, database)
        }
      }
      return base
    }

    @Test func aPageIsOneStatement() throws {
      let base = try Self.base(rows: 300)
      let store = CountingStore(try SQLiteStore(base.writer))
      let live = try LivePages(
        SQLFetchRequest(Self.keys()), items: TicketBase.table(), in: store)
      let results = ResultsController<TicketKey>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(store.take().count == 1 && live.page == 128)
      for index in [130, 128, 255, 200] {
        let path = ResultsPath(section: 0, item: index)
        #expect(try live.item(at: path, in: results.snapshot)?.title == "t\(index + 1)")
      }
      #expect(store.take().count == 1)
      for index in 0..<300 {
        let path = ResultsPath(section: 0, item: index)
        #expect(try live.item(at: path, in: results.snapshot)?.id == Int64(index + 1))
      }
      #expect(store.take().count == 2)
      #expect(try live.item(at: ResultsPath(section: 0, item: 300), in: results.snapshot) == nil)
      #expect(try live.item(at: ResultsPath(section: 1, item: 0), in: results.snapshot) == nil)
    }

    @Test func pagesThatWereNotUsedAreForgotten() throws {
      let base = try Self.base(rows: 40)
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader("TRUEPREDICATE", page: 10, pages: 2, isSectioned: false, store)
      let snapshot = reader.results.snapshot
      func read(_ index: Int) throws -> Int {
        _ = store.take()
        _ = try reader.live.item(at: ResultsPath(section: 0, item: index), in: snapshot)
        return store.take().count
      }
      // The view has read all four pages; two stay.
      #expect(try [read(35), read(25), read(39)] == [0, 0, 0])
      #expect(try [read(5), read(31), read(21)] == [1, 0, 1])
    }

    @Test func anItemIsUpdatedAlsoWhereItsRowIsTheSame() throws {
      let base = try Self.base(rows: 30)
      let reader = try Reader("priority > 0", page: 8, SQLiteStore(base.writer))
      func write(_ sql: String) throws -> Changeset? {
        let count = reader.changes.count
        try base.writer.write { try $0.execute(sql: sql) }
        try reader.results.update(from: reader.live)
        return reader.changes.count == count + 1 ? reader.changes.last?.changeset : nil
      }
      #expect(try write("UPDATE ticket SET title = 'new' WHERE id = 7")?.updatedItems.count == 1)
      #expect(reader.view.rows[0].contains { $0.hasPrefix("7 new") })
      #expect(try write("UPDATE ticket SET title = title WHERE id = 7") == nil)
      // One change of a row that moves and of another one that only its item shows.
      let both = try write("UPDATE ticket SET title = 'x', priority = priority % 30 WHERE id > 28")
      #expect(both?.deletedItems.count == 1)
      #expect(reader.view.rows[0].first?.hasPrefix("29 x") == true)
      #expect(try write("UPDATE ticket SET title = 'y' WHERE priority = 0") == nil)
      // All rows are compared where another connection has written.
      let other = try DatabaseQueue(path: base.path)
      try other.write {
        try $0.execute(sql: "UPDATE ticket SET title = 'other' WHERE id IN (2, 3)")
      }
      try other.close()
      reader.live.changes.addEverything()
      let count = reader.changes.count
      try reader.results.update(from: reader.live)
      #expect(reader.changes.count == count + 1)
      #expect(reader.changes.last?.changeset.updatedItems.count == 2)
      #expect(reader.view.problems.isEmpty)
    }

    @Test func whatCouldNotBeShownIsShownNext() throws {
      let base = try Self.base(rows: 3)
      let reader = try Reader("TRUEPREDICATE", page: 8, SQLiteStore(base.writer))
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET title = 'a' WHERE id = 2") }
      let earlier = try #require(try reader.live.take())
      #expect(earlier.changed == [.int(2)])
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET title = 'b' WHERE id = 3") }
      try reader.results.update(from: reader.live)
      #expect(reader.view.rows[0][0].hasPrefix("3 b") && reader.view.rows[0][1].hasPrefix("2 t2"))
      // Rows that were read earlier are not shown, and are not forgotten.
      #expect(try !reader.results.show(earlier, of: reader.live))
      try reader.results.update(from: reader.live)
      #expect(reader.view.rows[0][1].hasPrefix("2 a"))
    }

    @Test func whatCameWithRowsThatAreRefusedIsShownNext() throws {
      let base = try Self.base(rows: 3)
      let reader = try Reader("TRUEPREDICATE", page: 8, SQLiteStore(base.writer))
      try reader.results.configure {
        $0.rows.identity = ResultsKey(\.priority)
        $0.rows.duplicates = .refuse
      }
      try base.writer.write {
        try $0.execute(
          sql: """
            UPDATE ticket SET title = 'new' WHERE id = 2;
            UPDATE ticket SET priority = 3 WHERE id = 1
            """)
      }
      reader.live.changes.addEverything()
      #expect(throws: ResultsError.duplicateKey(3)) {
        try reader.results.update(from: reader.live)
      }
      #expect(reader.view.rows[0][1].hasPrefix("2 t2"))
      // Of the second ticket only the item changed, and it was read already.
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET priority = 9 WHERE id = 1") }
      try reader.results.update(from: reader.live)
      #expect(reader.view.rows[0].map { $0.prefix(4) } == ["1 t1", "3 t3", "2 ne"])
      let last = try #require(reader.changes.last).changeset
      #expect(last.updatedItems.map(\.to) == [ResultsPath(section: 0, item: 2)])
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aRowThatIsNotAsDeclaredIsAnErrorWhereItIsShown() throws {
      let base = try Self.base(rows: 3)
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET title = x'FF' WHERE id = 2") }
      let reader = try Reader("TRUEPREDICATE", page: 8, SQLiteStore(base.writer))
      let snapshot = reader.results.snapshot
      #expect(throws: SQLDataError.self) {
        try reader.live.item(at: ResultsPath(section: 0, item: 1), in: snapshot)
      }
      #expect(try reader.live.item(at: ResultsPath(section: 0, item: 2), in: snapshot)?.id == 1)
    }

    @Test func itemsOfAnotherTableAreRefused() throws {
      let base = try Self.base(rows: 1)
      let store = try SQLiteStore(base.writer)
      let error = #expect(throws: LiveFetchError.self) {
        try LivePages(SQLFetchRequest(Self.keys("owner")), items: TicketBase.table(), in: store)
      }
      #expect(
        error?.description == "the items are those of table 'ticket', not of 'owner' with its key")
    }

    @Test(arguments: StoreKind.rounds(5))
    func cellsShowWhatTheDatabaseHolds(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(30))
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...30 { try TicketBase.put(TicketBase.ticket(Int64(id), &random), database) }
      }
      let store = try await base.store(seed: seed, usesHook: random.chance(70))
      let filter = random.pick(["TRUEPREDICATE", "priority >= 0", "12 / priority > 1"])
      let reader = try Reader(filter, page: 1 + random.below(9), store)
      for step in 0..<40 {
        for _ in 0...random.below(3) {
          let ticket = TicketBase.ticket(Int64(random.below(36)) + 1, &random)
          let kind = random.below(4)
          try base.write { database in
            switch kind {
            case 0: try TicketBase.put(ticket, database)
            case 1:
              try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [ticket.id])
            case 2:
              try database.execute(
                sql: "UPDATE ticket SET score = ? WHERE id = ?",
                arguments: [ticket.score, ticket.id])
            default:
              try database.execute(
                sql: "UPDATE ticket SET due = ? WHERE id % 5 = ?",
                arguments: [step, ticket.priority])
            }
          }
        }
        let count = reader.changes.count
        try await reader.results.show(reader.live)
        #expect(reader.changes.count <= count + 1)
        // The items of the rows that are shown, read by plain rows.
        let all = try base.read(TicketBase.all)
        let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.text) })
        let expected = reader.results.snapshot.sections.map { section in
          section.items.map { texts[$0.id] ?? "" }
        }
        // A view cannot wait for the items of an asynchronous store.
        let cells =
          kind == .synchronous
          ? reader.view.rows : try await Self.texts(reader.live, reader.results)
        #expect(cells == expected, "seed \(seed) step \(step)")
        #expect(reader.view.problems.isEmpty, "seed \(seed) step \(step)")
        let matches = try FilterPredicate<Ticket>(text: filter)
        let ids = Set(all.filter { (try? matches.matches($0)) ?? false }.map(\.id))
        #expect(Set(reader.results.snapshot.items.map(\.id)) == ids)
      }
    }

    /// The items of all rows, each read when it is asked for.
    private static func texts(
      _ live: LivePages<TicketKey, Ticket>, _ results: ResultsController<TicketKey>
    ) async throws -> [[String]] {
      var texts: [[String]] = []
      let snapshot = results.snapshot
      for (index, section) in snapshot.sections.enumerated() {
        texts.append([])
        for item in section.rows.indices {
          let path = ResultsPath(section: index, item: item)
          texts[index].append(try await live.item(at: path, in: snapshot)?.text ?? "gone")
        }
      }
      return texts
    }
  }
#endif
