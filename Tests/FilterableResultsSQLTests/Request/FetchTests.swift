#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterSyntax
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Synchronization
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Requests on a file of SQLite, held against the same filter over all rows in memory.
  @Suite(.limitedDatabases) struct FetchTests {
    private static let filters = [
      "TRUEPREDICATE", "priority > 1", "open == TRUE AND priority <= 2", "title BEGINSWITH[c] 'a'",
      "title CONTAINS[cd] 'e'", "title LIKE '?'", "score > 0.5 OR score == nil",
      "id BETWEEN {3, 9}",
      "title IN {'a', 'K', 'zz'}", "12 / priority > 3", "priority > 0 AND 12 / priority > 3",
      "length(title) > 1", "due < CAST(-978307198, 'NSDate')",
      "ownerID == nil AND NOT title == 'a'",
      "title >= 'b'", "title MATCHES '[a-z]+'", "priority == $wanted",
    ]

    private static let orders: [[ResultsSortKey<Ticket>]] = [
      [], [.descending(\.priority)], [.ascending(\.title)],
      [.ascending(\.title, options: .normalized)],
      [.descending(\.score), .ascending(\.isOpen)], [.ascending(\.due, missing: .last)],
      [.descending(\.id)],
      [.ascending(\.priority), .descending(\.title, options: .caseInsensitive)],
    ]

    @Test(arguments: StoreKind.rounds(5))
    func aRequestGivesWhatTheFilterGivesInMemory(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(50))
      var tickets = (1...40).map { TicketBase.ticket(Int64($0), &random) }
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for ticket in tickets { try TicketBase.put(ticket, database) }
      }
      tickets = try base.read(TicketBase.all)
      let store = try await base.store(seed: seed)
      for filter in Self.filters {
        var request = SQLFetchRequest(
          try TicketBase.table(), try FilterPredicate(text: filter), sort: random.pick(Self.orders))
        request.bindings = ["wanted": 2]
        if random.chance(50) { request.limit = random.below(12) }
        if random.chance(40) { request.offset = random.below(6) }
        let fetched = try await store.fetch(request)
        let expected = try Self.inMemory(tickets, request)
        let explained = try store.explain(request)
        #expect(
          fetched.items.map(\.text) == expected.items.map(\.text),
          "\(filter) \(request.sort.map { $0.keyPath ?? "" }) \(explained)")
        if request.limit == nil {
          let failed = Set(fetched.failures.map { $0.key.map { $0?.description ?? "NULL" } })
          #expect(failed == Set(expected.failed.map { ["\($0)"] }), "\(filter)")
        }
      }
    }

    private static func inMemory(
      _ tickets: [Ticket], _ request: SQLFetchRequest<Ticket>
    ) throws -> (items: [Ticket], failed: [Int64]) {
      var (items, failed): ([Ticket], [Int64]) = ([], [])
      for ticket in tickets {
        do throws(EvaluationError) {
          if try request.predicate?.matches(ticket, bindings: request.bindings) ?? true {
            items.append(ticket)
          }
        } catch {
          failed.append(ticket.id)
        }
      }
      let source = MemorySource(items)
      source.request.sort = request.sort
      source.request.offset = request.offset
      source.request.limit = request.limit
      guard case .items(let window) = try source.contents() else { return ([], failed) }
      return (window, failed)
    }

    @Test(arguments: StoreKind.rounds(4))
    func pagesAreTheListInParts(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(kind, hasFunctions: random.chance(50))
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...40 { try TicketBase.put(TicketBase.ticket(Int64(id), &random), database) }
      }
      let store = try await base.store(seed: seed)
      for filter in Self.filters where !filter.contains("$") {
        var request = SQLFetchRequest(
          try TicketBase.table(), try FilterPredicate(text: filter), sort: random.pick(Self.orders))
        let all = try await store.fetch(request).items
        #expect(try await store.count(request) == all.count, "\(filter)")
        request.limit = 1 + random.below(7)
        var (pages, page) = ([Ticket](), try await store.fetch(request).items)
        do {
          while let last = page.last, pages.count <= all.count {
            pages += page
            page = try await store.fetch(request, after: last).items
          }
          #expect(pages.map(\.text) == all.map(\.text), "\(filter) \(request.sort)")
        } catch FetchError.noPosition {
          // Without functions the database does not order texts as the engine does, nor dates with NULL at the end.
          #expect(!base.hasFunctions || request.sort.contains { $0.keyPath == "due" })
          #expect(request.sort.contains { ["title", "due"].contains($0.keyPath) })
        }
      }
    }

    private static let textOptions: [AST.Comparison.Options] = [
      [], .normalized, .caseInsensitive, .diacriticInsensitive,
    ]

    /// Every property with every option of a sort key.
    private static func everyKey() throws -> [ResultsSortKey<Ticket>] {
      var keys: [ResultsSortKey<Ticket>] = []
      for name in ["id", "title", "priority", "open", "score", "due", "ownerID"] {
        let isText = name == "title"
        for isAscending in [true, false] {
          for missing in [MissingValuePlacement.automatic, .first, .last] {
            for options in isText ? textOptions : [[]] {
              for isNumeric in isText ? [false, true] : [false] {
                keys.append(
                  try ResultsSortKey(
                    keyPath: name, ascending: isAscending, options: options, numeric: isNumeric,
                    missing: missing))
              }
            }
          }
        }
      }
      return keys
    }

    @Test(arguments: [false, true])
    func eachSortKeyGivesTheOrderOfMemory(_ hasFunctions: Bool) throws {
      var random = SeededGenerator(seed: 1)
      let base = try TicketBase(hasFunctions: hasFunctions)
      let titles = TicketBase.titles + ["a10", "a9", "A2", "a010", "é2"]
      let tickets = titles.enumerated().map { place, title in
        var ticket = TicketBase.ticket(Int64(place + 1), &random)
        (ticket.title, ticket.ownerID) = (title, place % 3 == 0 ? nil : Int64(place % 3))
        return ticket
      }
      try base.writer.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y')")
        for ticket in tickets { try TicketBase.put(ticket, database) }
      }
      let store = try SQLiteStore(base.writer)
      let table = try TicketBase.table()
      for key in try Self.everyKey() {
        var request = SQLFetchRequest(table, nil, sort: [key])
        let expected = try Self.inMemory(tickets, request).items
        #expect(try store.fetch(request).items.map(\.text) == expected.map(\.text), "\(key)")
        request.limit = 5
        #expect(
          try store.fetch(request).items.map(\.text) == expected.prefix(5).map(\.text), "\(key)")
        // Collations order texts with options in the database, which then cuts the rows.
        let isText = key.keyPath == "title" && (key.options != .normalized || key.isNumeric)
        let isOrdered =
          key.missing == .automatic
          && (!isText || hasFunctions && key.options != .normalized)
        #expect(try store.explain(request).contains("LIMIT") == isOrdered, "\(key)")
        request.offset = 3
        #expect(
          try store.fetch(request).items.map(\.text) == expected.dropFirst(3).prefix(5).map(\.text))
      }
    }

    /// A window in an order of texts slides over rows that are equal in the order, before and after a commit.
    @Test(arguments: [false, true]) func aWindowSlidesInAnOrderOfTexts(_ isNumeric: Bool) throws {
      let base = try TicketBase(hasFunctions: true)
      var random = SeededGenerator(seed: RandomSearch.seed)
      var tickets = (1...30).map { TicketBase.ticket(Int64($0), &random) }
      try base.writer.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for ticket in tickets { try TicketBase.put(ticket, database) }
      }
      let sort = [
        try ResultsSortKey<Ticket>(
          "title", ascending: false, options: [.caseInsensitive, .diacriticInsensitive],
          numeric: isNumeric)
      ]
      let request = SQLFetchRequest(try TicketBase.table(), sort: sort)
      let store = try SQLiteStore(base.writer)
      let live = try LiveWindow(request, rows: 7, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      for round in 0..<5 {
        try results.update(from: live)
        let all = try Self.inMemory(tickets, request).items
        let first = min(5 * round, all.count - 7)
        #expect(
          results.snapshot.items.map(\.text) == all.dropFirst(first).prefix(7).map(\.text),
          "FRC_SEED=\(RandomSearch.seed)")
        // A row at the end becomes another one there.
        let index = try #require(tickets.firstIndex { $0.id == all[all.count - 1].id })
        tickets[index].priority += 1
        try base.writer.write { try TicketBase.put(tickets[index], $0) }
        live.showNext(5)
      }
    }

    /// The engine orders all rows faster than the collations of the database.
    @Test func onlyAPartOfTheRowsIsOrderedByACollation() throws {
      let base = try TicketBase(hasFunctions: true)
      let store = try SQLiteStore(base.writer)
      var request = SQLFetchRequest(
        try TicketBase.table(),
        sort: [.ascending(\.title, options: .caseInsensitive), .descending(\.title)])
      #expect(try !store.explain(request).contains("COLLATE"))
      request.limit = 3
      #expect(
        try store.explain(request).contains(
          #"ORDER BY "title" COLLATE frc_c, "title" COLLATE frc DESC, "id" LIMIT ?"#))
    }

    /// Without the function of the engine, the cells that the residual reads are read first.
    @Test(arguments: [
      ("title CONTAINS[cd] 't1'", 11, 11), ("priority / 2 > 190", 2, 2),
      ("12 / (id - 3) > 5", 2, 3),
      ("title CONTAINS[cd] 't1' OR id + 0 > 38 OR priority == 0 OR score > 1", 13, 40),
      ("random() >= 0", 40, 40), ("SELF.title LIKE '*t1*'", 11, 11),
    ])
    func onlyRowsThatCanMatchAreDecoded(_ filter: String, _ matches: Int, _ decoded: Int) throws {
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...40 { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
      }
      let count = Mutex(0)
      let table = try SQLTable<Ticket>(
        "ticket", key: ["id"], columns: TicketBase.table().declaration.columns
      ) { row in
        count.withLock { $0 += 1 }
        return Ticket(
          id: row.next(), title: row.next(), priority: row.next(), isOpen: row.next(),
          score: row.next(), due: row.next(), ownerID: row.next())
      }
      let rows = try SQLiteStore(base.writer).fetch(
        SQLFetchRequest(table, try FilterPredicate(text: filter)))
      #expect(rows.items.count == matches && count.withLock { $0 } == decoded)
      #expect(rows.failures.count == (filter.contains("12 /") ? 1 : 0))
    }

    private struct Score: Filterable, Sendable {
      var id: Int64
      var score: Double

      static let filterFields = FilterFields<Score>(
        FilterField("id", \.id), FilterField("score", \.score))
    }

    /// A column of doubles can store whole numbers as integers, which are doubles in items.
    @Test(arguments: [false, true], ["INTEGER", "NUMERIC", "REAL"])
    func integersInAColumnOfDoublesAreDoubles(_ hasFunctions: Bool, _ type: String) throws {
      let base = try TicketBase(
        hasFunctions: hasFunctions,
        schema: """
          CREATE TABLE score (id INTEGER PRIMARY KEY, score \(type) NOT NULL);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
          INSERT INTO score SELECT i, i / 2.0 FROM n;
          INSERT INTO score SELECT 81, 9007199254740993 WHERE '\(type)' <> 'REAL';
          """)
      let store = try SQLiteStore(base.writer)
      let table = try SQLTable<Score>(
        "score", key: ["id"], columns: [.integer("id"), .real("score")]
      ) { row in Score(id: row.next(), score: row.next()) }
      for text in ["score / 2 > 7", "score / 2 == 7.5", "3 / score > 1", "score + 0 > 7"] {
        let filter = try FilterPredicate<Score>(text: text)
        let all = (1...80).map { Score(id: $0, score: Double($0) / 2) }
        let rows = try store.fetch(SQLFetchRequest(table, filter))
        #expect(
          try rows.items.map(\.id) == all.filter { try filter.matches($0) }.map(\.id), "\(text)")
        #expect(rows.failures.map(\.key) == (type == "REAL" ? [] : [[.integer(81)]]))
      }
    }

    @Test func aFilterIsPushedDownAndCutByTheDatabase() throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      var request = SQLFetchRequest(
        try TicketBase.table(), try FilterPredicate(text: "priority > 2 AND open == TRUE"),
        sort: [.descending(\.score)])
      request.limit = 5
      #expect(
        try store.explain(request) == """
          SELECT "id", "title", "priority", "open", "score", "due", "owner_id" FROM "ticket" \
          WHERE "priority" > ? AND "open" = ? ORDER BY "score" DESC, "id" LIMIT ?
            ?1 2   ?2 TRUE   ?3 5
          part    priority > 2  pushed down
          part    open == TRUE  pushed down
          """)
    }

    /// A person with two properties that the table has no columns for: one is stored, the other computed.
    private struct Person: Filterable, Sendable {
      var id: Int64
      var name: String
      var nick = "none"
      var place = Place()

      static let filterFields = FilterFields<Person>(
        FilterField("id", \.id), FilterField("name", \.name), FilterField("nick", \.nick),
        FilterField("place", \.place), FilterField("size", \.name.count),
        FilterField("shout") { $0.name.uppercased() })
    }

    private struct Place: Filterable, Sendable {
      var city = ""

      static let filterFields = FilterFields<Place>(FilterField("city", \.city))
    }

    /// All items have the initial value of a property that no column gives another one.
    @Test func aStoredPropertyWithoutAColumnIsAnError() throws {
      let base = try TicketBase(
        schema: """
          CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          INSERT INTO person VALUES (1, 'Ann'), (2, 'Bo');
          """)
      let store = try SQLiteStore(base.writer)
      let table = try SQLTable<Person>(
        "person", key: ["id"], columns: [.integer("id"), .text("name")]
      ) { row in Person(id: row.next(), name: row.next()) }
      func message(_ request: SQLFetchRequest<Person>) -> [String?] {
        [
          #expect(throws: FetchError.self) { try store.fetch(request) },
          #expect(throws: FetchError.self) { try LiveFetch(request, in: store) },
        ].map { $0?.description }
      }
      for filter in [
        "nick == 'Ann'", "id > 0 AND NOT nick CONTAINS 'x'", "name == nick", "length(nick) > 2",
      ] {
        let request = SQLFetchRequest(table, try FilterPredicate(text: filter))
        let expected = "table 'person' has no column for the field 'nick'"
        #expect(message(request) == [expected, expected], "\(filter)")
        #expect(throws: FetchError.self) { try store.count(request) }
      }
      for request in [
        SQLFetchRequest(table, try FilterPredicate(text: "place.city == ''")),
        SQLFetchRequest(table, sort: [.ascending(\.place.city)]),
      ] {
        let expected = "table 'person' has no column for the field 'place'"
        #expect(message(request) == [expected, expected])
      }
      let computed = SQLFetchRequest(
        table, try FilterPredicate(text: "size == 3 OR shout == 'BO'"),
        sort: [try ResultsSortKey("size")])
      #expect(try store.fetch(computed).items.map(\.name) == ["Bo", "Ann"])
    }

    @Test func aNegativeWindowIsRefused() throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      for (limit, offset, message) in [
        (-1, 0, "the limit of a request is negative: -1"),
        (1, -1, "the offset of a request is negative: -1"),
        (.min, -1, "the limit of a request is negative: \(Int.min)"),
      ] {
        var request = SQLFetchRequest(try TicketBase.table())
        (request.limit, request.offset) = (limit, offset)
        let errors = [
          #expect(throws: FetchError.self) { try store.fetch(request) },
          #expect(throws: FetchError.self) { try store.explain(request) },
          #expect(throws: FetchError.self) { try LiveFetch(request, in: store) },
          #expect(throws: FetchError.self) {
            try LivePages(request, items: TicketBase.table(), in: store)
          },
        ]
        #expect(errors.map { $0?.description } == errors.map { _ in message })
        // It has no effect on a number of all rows.
        #expect(try store.count(request) == 1)
      }
      var nothing = SQLFetchRequest(try TicketBase.table())
      nothing.limit = 0
      #expect(try store.fetch(nothing).items.isEmpty)
    }

    @Test(arguments: [false, true]) func aClosedDatabaseSaysSo(_ isPool: Bool) throws {
      let base = try TicketBase(isPool: isPool)
      let store = try SQLiteStore(base.writer)
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      let request = SQLFetchRequest(try TicketBase.table())
      let live = try LiveFetch(request, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      #expect(try results.update(from: live))
      try base.writer.close()
      for _ in 0..<2 {
        let errors = [
          #expect(throws: SQLiteStoreError.self) { try store.fetch(request) },
          #expect(throws: SQLiteStoreError.self) { try store.count(request) },
          #expect(throws: SQLiteStoreError.self) { try store.check(TicketBase.owners()) },
          #expect(throws: SQLiteStoreError.self) { try store.checkForOtherWriters() },
          #expect(throws: SQLiteStoreError.self) { try LiveFetch(request, in: store) },
          #expect(throws: SQLiteStoreError.self) { try results.update(from: live) },
          #expect(throws: SQLiteStoreError.self) {
            try store.write(showing: live, in: results) { _ in }
          },
        ]
        #expect(errors == errors.map { _ in .closed })
        #expect(errors[0]?.description == "the database is closed")
        live.refresh()
      }
      #expect(results.count == 1)
    }

    @Test(arguments: [false, true])
    func aClosedDatabaseSaysSoWithoutBlocking(_ isPool: Bool) async throws {
      let base = try TicketBase(isPool: isPool)
      try base.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table())
      let live = try LiveFetch(request, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      #expect(try await results.update(from: live))
      try base.writer.close()
      for _ in 0..<2 {
        await #expect(throws: SQLiteStoreError.closed) { try await store.fetch(request) }
        await #expect(throws: SQLiteStoreError.closed) { try await store.catchUp() }
        do {
          try await results.update(from: live)
          Issue.record("the update succeeds")
        } catch {
          #expect(error as? SQLiteStoreError == .closed)
        }
        live.refresh()
      }
    }

    @Test func aRowThatIsNotAsDeclaredIsReportedAndLeftOut() throws {
      let base = try TicketBase()
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO ticket VALUES (1, 'a', 1, 1, NULL, NULL, NULL), (2, 'b', 'high', 1, 1, 1, NULL),
              (3, 'c', 1, 2, 1, 1, NULL), (4, CAST(x'FF' AS TEXT), 1, 0, 1, 1, NULL)
            """)
      }
      let rows = try SQLiteStore(base.writer).fetch(SQLFetchRequest(try TicketBase.table()))
      #expect(rows.items.map(\.id) == [1])
      let errors = rows.failures.map { failure in
        if case .data(let error) = failure.reason { error.description } else { "" }
      }
      #expect(
        errors == [
          "table 'ticket', row 2: column 'priority' holds a text, not an integer",
          "table 'ticket', row 3: column 'open' holds 2, not 0 or 1",
          "table 'ticket', row 4: column 'title' holds a text that is not UTF-8, not a text",
        ])
    }

    @Test(arguments: [
      ("CREATE TABLE other (id INTEGER PRIMARY KEY)", "there is no table 'ticket'"),
      (
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY)",
        "table 'ticket': there is no column 'title'"
      ),
      (
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, title INTEGER NOT NULL)",
        "table 'ticket': column 'title' is of type 'INTEGER', expected TEXT"
      ),
      (
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT)",
        "table 'ticket': column 'title' may be NULL, expected NOT NULL; declare it nullable"
      ),
      (
        "CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL COLLATE NOCASE)",
        "table 'ticket': column 'title' has the collation NOCASE, expected BINARY"
      ),
      (
        "CREATE TABLE ticket (id INTEGER NOT NULL, title TEXT NOT NULL)",
        "table 'ticket': id is not a primary key and not unique"
      ),
      (
        """
        CREATE TABLE ticket (id INTEGER NOT NULL, title TEXT NOT NULL);
        CREATE UNIQUE INDEX part ON ticket (id) WHERE title > 'a'
        """, "table 'ticket': id is not a primary key and not unique"
      ),
    ])
    func aTableThatIsNotAsDeclaredIsRefused(schema: String, message: String) throws {
      let base = try TicketBase(schema: schema)
      let store = try SQLiteStore(base.writer)
      let table = try SQLTableDeclaration(
        "ticket", key: ["id"], columns: [.integer("id"), .text("title")])
      let error = #expect(throws: SQLSchemaError.self) { try store.check(table) }
      #expect(error?.description == message)
    }

    /// Each entry asks whether the table is as it is declared, again after each change of the schema.
    @Test func eachEntryChecksTheSchema() throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table())
      let item = TicketBase.ticket(1)
      try base.writer.write { try TicketBase.put(item, $0) }
      #expect(try store.fetch(request).items.count == 1 && store.count(request) == 1)
      func message() throws -> String? {
        let errors = [
          #expect(throws: SQLSchemaError.self) { try store.fetch(request) },
          #expect(throws: SQLSchemaError.self) { try store.count(request) },
          #expect(throws: SQLSchemaError.self) { try store.fetch(request, after: item) },
        ]
        #expect(Set(errors).count == 1)
        return errors[0]?.description
      }
      try base.writer.write {
        try $0.execute(sql: "ALTER TABLE ticket RENAME COLUMN title TO titel")
      }
      #expect(
        try message()
          == "table 'ticket': there is no column 'title', did you mean 'titel'?")
      try base.writer.write {
        try $0.execute(sql: "ALTER TABLE ticket RENAME COLUMN titel TO title")
      }
      #expect(try store.count(request) == 1)
      try base.writer.write { try $0.execute(sql: "ALTER TABLE ticket RENAME TO tickets") }
      #expect(try message() == "there is no table 'ticket', did you mean 'tickets'?")
      try base.writer.write {
        try $0.execute(sql: "DROP TABLE tickets")
        try $0.execute(sql: "CREATE TABLE ticket (id INTEGER PRIMARY KEY)")
      }
      #expect(try message() == "table 'ticket': there is no column 'title'")
    }

    @Test func aFetchOffTheCallerChecksTheSchema() async throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(try TicketBase.table())
      _ = try await store.fetch(request)
      try await base.writer.write { try $0.execute(sql: "DROP TABLE ticket") }
      await #expect(throws: SQLSchemaError.self) { try await store.fetch(request) }
    }

    /// Columns of one kind that are taken in another order, and one that is not taken.
    @Test func columnsThatAreSwappedAreAnError() throws {
      struct Person: Filterable, Sendable {
        var id: Int64
        var given: String
        var family: String
        static let filterFields = FilterFields<Person>(
          FilterField("id", \.id), FilterField("given", \.given), FilterField("family", \.family))
      }
      let writer = try DatabaseQueue()
      try writer.write {
        try $0.execute(
          sql: """
            CREATE TABLE person (id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL);
            INSERT INTO person VALUES (1, 'x', 'x'), (2, 'Ada', 'Lovelace')
            """)
      }
      let store = try SQLiteStore(writer)
      let columns: [SQLColumn] = [.integer("id"), .text("given"), .text("family")]
      let swapped = try SQLTable<Person>("person", key: ["id"], columns: columns) { row in
        let (id, family, given): (Int64, String, String) = (row.next(), row.next(), row.next())
        return Person(id: id, given: given, family: family)
      }
      try store.check(swapped.declaration)
      let error = #expect(throws: FetchError.self) { try store.fetch(SQLFetchRequest(swapped)) }
      #expect(error?.description.hasPrefix("table 'person': the items have another value") == true)
      let short = try SQLTable<Person>("person", key: ["id"], columns: columns) { row in
        Person(id: row.next(), given: row.next(), family: "")
      }
      let other = #expect(throws: FetchError.self) { try store.fetch(SQLFetchRequest(short)) }
      #expect(
        other?.description
          == "table 'person': the decoder does not read family; skip() skips a column")
      let right = try SQLTable<Person>("person", key: ["id"], columns: columns) { row in
        Person(id: row.next(), given: row.next(), family: row.next())
      }
      #expect(try store.fetch(SQLFetchRequest(right)).items.map(\.family) == ["x", "Lovelace"])
    }

    /// One declaration: the field table says the columns, and the rows are decoded.
    @Test func aTableIsMadeOfTheFieldTable() throws {
      struct Entry: Filterable, Codable, Sendable, Equatable {
        enum Mood: String, Codable, CaseIterable, FilterValueConvertible { case good, bad }
        var id: Int64
        var title: String
        var mood: Mood?
        var score: Double?
        var isOpen: Bool
        var due: Date?
        var tags: [String]? = nil
        static let filterFields = FilterFields<Entry>(
          FilterField("id", \.id), FilterField("title", \.title), FilterField("mood", \.mood),
          FilterField("score", \.score), FilterField("isOpen", \.isOpen),
          FilterField("due", \.due), FilterField("tags", \.tags))
      }
      let writer = try DatabaseQueue()
      try writer.write {
        try $0.execute(
          sql: """
            CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mood TEXT, score REAL,
            isOpen INTEGER NOT NULL, due INTEGER);
            INSERT INTO entry VALUES (1, 'a', 'good', 1.5, 1, 978307200), (2, 'b', NULL, NULL, 0, NULL),
            (3, 'c', 'odd', 2, 1, NULL), (4, 'd', 'bad', 3, 7, NULL)
            """)
      }
      let store = try SQLiteStore(writer)
      let table = try SQLTable<Entry>(
        "entry", key: ["id"], columns: [.text("name", field: "title")])
      #expect(
        table.declaration.columns.map(\.name) == ["id", "name", "mood", "score", "isOpen", "due"])
      let rows = try store.fetch(SQLFetchRequest(table, sort: [.ascending(\.id)]))
      #expect(
        rows.items == [
          Entry(
            id: 1, title: "a", mood: .good, score: 1.5, isOpen: true,
            due: Date(timeIntervalSinceReferenceDate: 0)),
          Entry(id: 2, title: "b", isOpen: false),
        ])
      #expect(rows.failures.map(\.key) == [[.integer(3)], [.integer(4)]])
      let open = SQLFetchRequest(table, try FilterPredicate("mood == 'good' AND due < now()"))
      #expect(try store.fetch(open).items.map(\.id) == [1])
    }

    /// Millions of rows on which a predicate fails are counted, and few are kept.
    @Test func failuresAreBoundedAndCounted() async throws {
      let world = try await LiveWorld(rows: 500)
      try world.write("UPDATE ticket SET score = 'x' WHERE id > 100")
      var request = world.live.request
      let rows = try await world.store.fetch(request)
      #expect(rows.items.count == 100 && rows.failures.count == 400)
      #expect(rows.failures.kept.count == 100 && rows.failures.first?.key == [.integer(101)])
      request.failureLimit = 3
      #expect(try await world.store.fetch(request).failures.map(\.key.count) == [1, 1, 1])
      request.failureLimit = -1
      #expect(try await world.store.fetch(request).failures.kept.isEmpty)
      // A commit that mends rows which are not kept is counted too.
      try await world.update()
      #expect(world.live.failures.count == 400)
      try world.write("UPDATE ticket SET score = NULL WHERE id > 450")
      try await world.update()
      #expect(world.live.failures.count == 350 && world.ids[0].count == 150)
      try world.write("UPDATE ticket SET score = NULL WHERE id > 120")
      try await world.update()
      #expect(world.live.failures.count == 20 && world.live.failures.kept.count == 20)
      try world.write("UPDATE ticket SET score = NULL WHERE id = 101")
      try await world.update()
      #expect(world.live.failures.count == 19)
    }

    /// What the database could test and does not, since an operand before it can fail.
    @Test func aRequestHasNotes() async throws {
      let world = try await LiveWorld()
      func notes(_ text: String) throws -> [FilterNote] {
        try world.store.notes(
          on: SQLFetchRequest(world.live.request.table, FilterPredicate(text: text)))
      }
      let notes = try notes("12 / priority > 3 AND id < 1000")
      #expect(notes.map(\.code) == ["behind-failure"])
      #expect(
        notes.first?.message
          == "the database does not test 'id < 1000', since '12 / priority > 3' before it can fail; put this part first"
      )
      #expect(notes.first?.range == SourceRange(22, 31))
      #expect(try self.notesAreEmpty(world))
    }

    private func notesAreEmpty(_ world: LiveWorld) throws -> Bool {
      try ["id < 1000 AND priority > 3", "id < 1000 AND title MATCHES 'a.*'"].allSatisfy { text in
        try world.store.notes(
          on: SQLFetchRequest(world.live.request.table, FilterPredicate(text: text))
        ).isEmpty
      }
    }

    @Test func aWriterHasOneStoreAtATime() throws {
      let base = try TicketBase()
      var store: SQLiteStore? = try SQLiteStore(base.writer)
      #expect(throws: SQLiteStoreError.hasStore) { try SQLiteStore(base.writer) }
      #expect(store != nil)
      store = nil
      #expect(throws: Never.self) { try SQLiteStore(base.writer) }
    }

    @Test func aDatabaseInUTF16IsRefused() throws {
      let base = try TicketBase(
        isPool: false, schema: "PRAGMA encoding = 'UTF-16le'; CREATE TABLE other (id INTEGER)")
      #expect(throws: SQLiteStoreError.encoding("UTF-16le")) { try SQLiteStore(base.writer) }
    }

    /// The end of the task ends a statement, whether or not it gives rows.
    @Test(arguments: ["id < 0", "12 / priority > 3", "title LIKE 'x'"])
    func aViewWithoutEndEndsWithTheTask(filter: String) async throws {
      let base = try TicketBase(
        schema: """
          CREATE VIEW ticket AS
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
            SELECT i AS id, 't' AS title, 1 AS priority, 0 AS open, NULL AS score, NULL AS due,
              NULL AS owner_id FROM n WHERE i >= 0;
          """)
      let store = try SQLiteStore(base.writer)
      let request = SQLFetchRequest(
        try TicketBase.table(), try FilterPredicate(text: "(\(filter)) AND id < 0"))
      let statements = RecordingStore(store)
      let task = Task { try await statements.fetch(request) }
      try await poll { !statements.take().isEmpty }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
#endif
