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

  /// Items with the rows that they are related to, of a file of SQLite.
  @Suite(.limitedDatabases) struct RelationTests {
    typealias Person = ShopBase.Person

    /// Filters that the database does not decide alone, and the relations that the engine reads for each.
    private static let filters: [(text: String, relations: [String])] = [
      ("length(name) > 2", []), ("city.name == 'Oslo' AND length(name) > 1", []),
      ("length(city.name) > 0 OR name == 'Bo'", ["city"]), ("orders.@sum.amount > 5", ["entry"]),
      ("ANY orders.product.name CONTAINS[d] 'e'", ["entry", "product"]),
      ("SUBQUERY(orders, $o, $o.product.name == 'pen' AND $o.amount > 2).@count > 1", []),
      ("orders[0].amount + length(city.code) > 3", ["city", "entry"]),
      ("orders.@count > 1 AND sqrt(orders.@max.amount) > 1", ["entry"]),
    ]

    private static func request(
      _ filter: String?, sort: [ResultsSortKey<Person>] = []
    ) throws -> SQLFetchRequest<Person> {
      SQLFetchRequest(
        try ShopBase.people(), try filter.map { try FilterPredicate(text: $0) }, sort: sort)
    }

    private static func filled(
      _ random: inout SeededGenerator, hasFunctions: Bool, in kind: StoreKind
    ) throws -> TicketBase {
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: hasFunctions, schema: ShopBase.schema)
      var generator = random
      try base.write { database in
        for _ in 0..<120 { try ShopBase.change(database, &generator) }
      }
      random = generator
      return base
    }

    /// The tables besides that of people which statements read.
    private static func related(_ statements: [String]) -> [String] {
      statements.compactMap { text in
        text.firstMatch(of: /FROM "(\w+)"/).map { String($0.output.1) }
      }.filter { $0 != "person" }
    }

    @Test(arguments: StoreKind.rounds(6))
    func aRequestGivesWhatTheFilterGivesInMemory(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try Self.filled(&random, hasFunctions: random.chance(40), in: kind)
      let store = RecordingStore(try await base.store(ShopBase.tables()))
      let all = try base.read(ShopBase.all)
      for (filter, relations) in Self.filters {
        var request = try Self.request(
          filter, sort: random.chance(50) ? [.descending(\.name, options: .normalized)] : [])
        let predicate = try #require(request.predicate)
        let expected = all.filter { (try? predicate.matches($0)) ?? false }
        var failed: [Int64] = []
        for person in all {
          do { _ = try predicate.matches(person) } catch { failed.append(person.id) }
        }
        _ = store.take()
        let fetched = try await store.fetch(request)
        let explained = try store.explain(request)
        #expect(
          fetched.items.map(\.id).sorted() == expected.map(\.id), "\(filter) \(explained)")
        #expect(
          fetched.failures.map { $0.key.map { $0?.description ?? "" } } == failed.map { ["\($0)"] }
            || !request.sort.isEmpty, "\(filter)")
        // One statement a relation, whatever the number of rows; none where no row comes back.
        let read = Self.related(store.take())
        #expect(Set(read).isSubset(of: relations) && Set(read).count == read.count, "\(filter)")
        #expect(try await store.count(request) == expected.count)
        request.prefetched = ["city", "orders.product"]
        _ = store.take()
        let whole = try await store.fetch(request).items.sorted { $0.id < $1.id }
        #expect(whole.map(\.text) == expected.map(\.text), "seed \(seed) \(filter)")
        #expect(whole == expected)
        let statements = store.take()
        #expect(statements.count <= 4, "\(filter) \(statements)")
      }
    }

    @Test func aRelationAndPageIsOneStatement() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.writer.write { database in
        try database.execute(sql: "INSERT INTO city VALUES ('O', 'Oslo')")
        for id in 1...600 {
          try database.execute(sql: "INSERT INTO person VALUES (?, 'Ann', 'O')", arguments: [id])
          try database.execute(
            sql: "INSERT INTO entry VALUES (?, ?, 3, 1, 1, 1)", arguments: [id, id])
        }
      }
      let store = CountingStore(try SQLiteStore(base.writer))
      var request = try Self.request(nil)
      request.prefetched = ["city", "orders"]
      #expect(try store.fetch(request).items.allSatisfy { $0.orders.count == 1 && $0.city != nil })
      // 600 rows are three pages.
      #expect(
        Self.related(store.take()).sorted() == ["city", "city", "city", "entry", "entry", "entry"])
      // What the database decides reads nothing.
      request = try Self.request("city.name == 'Oslo' AND ANY orders.amount > 2")
      #expect(try store.fetch(request).items.count == 600)
      #expect(store.take().count == 1)
      // Reading ends with the page in which there are enough rows.
      request = try Self.request("length(city.name) == 4")
      request.limit = 10
      #expect(try store.fetch(request).items.count == 10)
      #expect(Self.related(store.take()) == ["city"])
    }

    @Test func anOrderOfTheEngineReadsItsRelation() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO city VALUES ('O', 'Oslo'), ('B', 'Bonn');
            INSERT INTO person VALUES (1, 'Ann', 'O'), (2, 'Bo', 'B'), (3, 'Cy', NULL);
            """)
      }
      let store = try SQLiteStore(base.writer)
      let request = try Self.request(nil, sort: [try ResultsSortKey("city.name")])
      #expect(try store.fetch(request).items.map(\.id) == [3, 2, 1])
    }

    @Test func aRelatedRowThatCannotBeReadLeavesTheRowOut() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO person VALUES (1, 'Ann', NULL), (2, 'Bo', NULL);
            INSERT INTO entry VALUES (1, 1, 'many', NULL, NULL, 1), (2, 2, 4, NULL, NULL, 1);
            """)
      }
      let rows = try SQLiteStore(base.writer).fetch(Self.request("orders.@sum.amount >= 0"))
      #expect(rows.items.map(\.id) == [2])
      #expect(rows.failures.map(\.key) == [[.integer(1)]])
      guard case .data(let error)? = rows.failures.first?.reason else {
        Issue.record("no failure of data")
        return
      }
      #expect(
        error.description == "table 'entry', row 1: column 'amount' holds a text, not an integer")
    }

    @Test func whatIsNotReadIsRefused() throws {
      let base = try TicketBase(schema: ShopBase.schema)
      let store = try SQLiteStore(base.writer)
      var request = SQLFetchRequest(
        try ShopBase.people(isRelated: false),
        try FilterPredicate<Person>(text: "orders.@sum.amount > 3"))
      let error = #expect(throws: FetchError.self) { try store.fetch(request) }
      #expect(
        error?.description
          == "the database cannot decide 'orders.@sum.amount > 3', and the rows of 'orders' are not fetched"
      )
      // What reads all of an item reads the first relation too.
      for text in [#"CAST(SELF, "NSString") == "x""#, "ANYKEY == 1"] {
        request.predicate = try FilterPredicate(text: text)
        let error = #expect(throws: FetchError.self) { try store.fetch(request) }
        let message =
          "the database cannot decide '\(text)', and the rows of 'city' are not fetched"
        #expect(error?.description == message)
      }
      request.predicate = nil
      request.prefetched = ["orders"]
      let second = #expect(throws: FetchError.self) { try store.fetch(request) }
      #expect(second?.description == "the table has no items for the relation 'orders'")
      for path in ["name", "city.name", "orders.city", ""] {
        var request = try Self.request(nil)
        request.prefetched = [path]
        #expect(throws: FetchError.self, "\(path)") { try store.fetch(request) }
      }
      let people = try ShopBase.people()
      let third = #expect(throws: SQLDeclarationError.self) {
        try people.relating("friends", to: people, in: \.friends)
      }
      #expect(third?.reason == .unreadableRelation("friends"))
      #expect(throws: SQLDeclarationError.self) {
        try people.relating("orders", to: people, in: \.friends)
      }
    }
  }

  extension ShopBase.Person {
    /// A property that no relation fills.
    fileprivate var friends: [ShopBase.Person] {
      get { [] }
      set { _ = newValue }
    }
  }
#endif
