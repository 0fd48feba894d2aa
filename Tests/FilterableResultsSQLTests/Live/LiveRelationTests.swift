import FilterableResultsUI
import FilterableResultsTesting

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

  /// Controllers that follow rows with those that they are related to.
  @Suite(.limitedDatabases) struct LiveRelationTests {
    typealias Person = ShopBase.Person

    private final class Reader {
      let live: LiveFetch<Person>
      let results = ResultsController<Person>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Person>
      var changes: [ResultsChange<Person>] = []

      init(_ filter: String?, prefetched: [String], _ store: any SQLStore) throws {
        var request = SQLFetchRequest(
          try ShopBase.people(), try filter.map { try FilterPredicate<Person>(text: $0) })
        request.prefetched = prefetched
        live = try LiveFetch(request, in: store)
        adapter = ListViewAdapter<Person>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          adapter.apply(change)
        }
        if store is any SynchronousSQLStore { try results.update(from: live) }
      }

      var ids: [Int64] { results.snapshot.items.map(\.id) }
    }

    private static func base() throws -> TicketBase {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO city VALUES ('O', 'Oslo'), ('B', 'Bonn');
            INSERT INTO product VALUES (1, 1, 'pen');
            """)
        for id in 1...20 {
          try database.execute(
            sql: "INSERT INTO person VALUES (?, 'Ann', ?)", arguments: [id, id > 17 ? "B" : "O"])
          try database.execute(
            sql: "INSERT INTO entry VALUES (?, ?, ?, 1, 1, 1)", arguments: [id, id, id])
        }
      }
      return base
    }

    /// The statements that read a commit, and the number of rows that it updates.
    private static func step(
      _ sql: String, _ reader: Reader, _ base: TicketBase, _ store: CountingStore
    ) throws -> (statements: [String], updated: Int) {
      let count = reader.changes.count
      try base.writer.write { try $0.execute(sql: sql) }
      _ = store.take()
      try reader.results.update(from: reader.live)
      let changeset = reader.changes.count == count ? nil : reader.changes.last?.changeset
      return (store.take(), changeset?.updatedItems.count ?? 0)
    }

    @Test func aChangedOrderReadsTheRowsOfItsOldAndNewLink() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(nil, prefetched: ["orders"], store)
      let one = try Self.step("UPDATE entry SET amount = 70 WHERE id = 7", reader, base, store)
      #expect(one.updated == 1 && one.statements.count == 2)
      #expect(one.statements[0].contains("WHERE \"id\" = ? "), "\(one.statements)")
      let moved = try Self.step("UPDATE entry SET person_id = 9 WHERE id = 7", reader, base, store)
      #expect(moved.updated == 2 && moved.statements.count == 2)
      #expect(reader.results.snapshot.items[8].orders.map(\.amount) == [70, 9])
      let gone = try Self.step(
        "UPDATE entry SET person_id = NULL WHERE id = 7", reader, base, store)
      #expect(gone.updated == 1)
      // A row that is linked to nobody shows nothing.
      let other = try Self.step("DELETE FROM entry WHERE id = 7", reader, base, store)
      #expect(other.statements.isEmpty && other.updated == 0)
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aChangedOwnerReadsTheRowsThatLinkToIt() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader("length(city.name) == 4", prefetched: [], store)
      #expect(reader.ids.count == 20)
      let (statements, updated) = try Self.step(
        "UPDATE city SET name = 'Köln' WHERE code = 'B'", reader, base, store)
      // The keys of the rows by their link, the rows, their owners.
      #expect(statements.count == 3 && updated == 3)
      #expect(statements.first == "SELECT \"id\" FROM \"person\" WHERE \"city\" = ?")
      _ = try Self.step(
        "UPDATE city SET code = 'K', name = 'x' WHERE code = 'B'", reader, base, store)
      #expect(reader.ids == Array(1...17))
      _ = try Self.step("UPDATE person SET city = 'O' WHERE id = 20", reader, base, store)
      #expect(reader.ids == Array(1...17) + [20])
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aRowFartherAwayHasAllRowsRead() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader("id < 4", prefetched: ["orders.product"], store)
      let (statements, updated) = try Self.step(
        "UPDATE product SET name = 'ink'", reader, base, store)
      #expect(updated == 3 && statements.count == 3)
      #expect(statements.first?.contains("\"id\" < ? ORDER BY") == true)
    }

    @Test func anotherColumnHasLinksReadAgain() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(nil, prefetched: ["orders"], store)
      try base.writer.write { database in
        try database.execute(sql: "ALTER TABLE entry ADD COLUMN note TEXT DEFAULT 'x'")
        try database.execute(sql: "UPDATE entry SET person_id = 1 WHERE id = 2")
      }
      try base.writer.write { try $0.execute(sql: "UPDATE entry SET amount = 5 WHERE id = 3") }
      try reader.results.update(from: reader.live)
      #expect(reader.results.snapshot.items.prefix(3).map(\.orders.count) == [2, 0, 1])
      #expect(reader.results.snapshot.items[2].orders[0].amount == 5)
      let after = try Self.step("UPDATE entry SET amount = 6 WHERE id = 3", reader, base, store)
      #expect(after.statements.count == 2 && after.updated == 1)
    }

    @Test func aLinkOfColumnsOfTwoKindsHasAllRowsRead() throws {
      let base = try TicketBase(
        schema: """
          CREATE TABLE city (code INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
          INSERT INTO city VALUES (7, 'Oslo');
          INSERT INTO person VALUES (1, 'Ann', '7'), (5, 'Cy', NULL);
          """)
      let cities = try SQLTableDeclaration(
        "city", key: ["code"], columns: [.integer("code"), .text("name")])
      let people = try SQLTable<Person>(
        "person", key: ["id"],
        columns: [
          .integer("id"), .text("name"),
          .text("city", nullable: true, field: "cityCode"),
        ], relations: [.toOne("city", cities, from: ["city"])]
      ) { row in Person(id: row.next(), name: row.next()) }
      let store = try SQLiteStore(base.writer)
      let live = try LiveFetch(
        SQLFetchRequest(people, try FilterPredicate(text: "city.name == 'Rome' OR id == 5")),
        in: store)
      let results = ResultsController<Person>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == [5])
      try base.writer.write { try $0.execute(sql: "UPDATE city SET name = 'Rome'") }
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == [1, 5])
      // Items cannot get rows by a link that the program compares otherwise.
      let table = try SQLTable<ShopBase.City>("city", key: ["code"], columns: cities.columns) {
        row in
        row.skip()
        return ShopBase.City(code: "", name: row.next())
      }
      #expect(throws: SQLDeclarationError.self) {
        try people.relating("city", to: table, in: \.city)
      }
    }

    private static let readers: [(filter: String?, prefetched: [String])] = [
      (nil, ["city", "orders"]), (nil, ["orders.product"]), ("length(city.name) > 3", ["orders"]),
      ("orders.@sum.amount > 6", []), ("city.name == 'Oslo' OR ANY orders.amount == 3", ["city"]),
      ("ANY orders.product.name MATCHES 'p.*'", []),
    ]

    @Test(arguments: StoreKind.rounds(5))
    func controllersShowWhatTheTablesHold(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(30), schema: ShopBase.schema)
      let store = try await base.store(
        seed: seed, usesHook: random.chance(80), ShopBase.tables())
      let readers = try Self.readers.map {
        try Reader($0.filter, prefetched: $0.prefetched, store)
      }
      for step in 0..<50 {
        var generator = random
        try base.transact { database in
          for _ in 0...generator.below(step == 0 ? 60 : 3) {
            try ShopBase.change(database, &generator)
          }
          return generator.chance(15) ? .rollback : .commit
        }
        random = generator
        let all = try base.read(ShopBase.all)
        for reader in readers where random.chance(70) {
          try await check(reader, all, "seed \(seed) step \(step)")
        }
      }
    }

    private func check(_ reader: Reader, _ all: [Person], _ message: String) async throws {
      let count = reader.changes.count
      try await reader.results.show(reader.live)
      let request = reader.live.request
      let matches = all.filter { (try? request.predicate?.matches($0) ?? true) ?? false }
      let shown = reader.results.snapshot.items
      let text = "\(message) \(request.predicate?.syntax.sourceText ?? "")"
      #expect(shown.map(\.id) == matches.map(\.id), "\(text)")
      for (shown, row) in zip(shown, matches) {
        if request.prefetched.contains("city") { #expect(shown.city == row.city, "\(text)") }
        if request.prefetched.contains("orders.product") {
          #expect(shown.orders == row.orders, "\(text)")
        } else if request.prefetched.contains("orders") {
          #expect(shown.orders.map(\.amount) == row.orders.map(\.amount), "\(text)")
        }
      }
      #expect(reader.changes.count <= count + 1)
      #expect(reader.view.rows.flatMap(\.self) == shown.map(\.text), "\(text)")
      #expect(reader.view.problems.isEmpty, "\(text)")
    }
  }
#endif
