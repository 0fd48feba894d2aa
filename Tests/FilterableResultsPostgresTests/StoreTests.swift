#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import PostgreSQLSupport
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Requests, schemas, transactions and cancellation on a server.
  @Suite(.limitedDatabases) struct StoreTests {
    struct Event: Filterable, Hashable, Sendable {
      var id: UUID
      var title: String
      var price: Decimal?
      var at: Date
      var day: Date?
      var isOpen: Bool
      var score: Double

      static let filterFields = FilterFields<Event>(
        FilterField("id", \.id), FilterField("title", \.title), FilterField("price", \.price),
        FilterField("at", \.at), FilterField("day", \.day), FilterField("open", \.isOpen),
        FilterField("score", \.score))
    }

    static let schema = """
      CREATE TABLE event (id uuid PRIMARY KEY, title text NOT NULL, price numeric(38, 4),
        at timestamptz NOT NULL, day date, open boolean NOT NULL, score real NOT NULL)
      """

    static func events() throws -> SQLTable<Event> {
      try SQLTable<Event>(
        "event", key: ["id"],
        columns: [
          SQLColumn("id", .uuid), .text("title"), .decimal("price", nullable: true),
          .date("at", as: .timestamp), .date("day", as: .calendarDay, nullable: true),
          .boolean("open"), .real("score", finite: true),
        ]
      ) { row in
        Event(
          id: row.next(), title: row.next(), price: row.next(), at: row.next(), day: row.next(),
          isOpen: row.next(), score: row.next())
      }
    }

    @Test func eachTypeIsAFieldOfItems() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      #expect(store.location == "postgres://postgres@127.0.0.1:\(schema.server.port)/postgres")
      let id = UUID()
      try await store.write { database in
        try database.execute(Self.schema)
        try database.execute(
          "INSERT INTO event VALUES ($1, 'é', 1.50, '2001-01-01 00:00:00.25Z', '2001-01-02', TRUE, 0.5)",
          [.uuid(withUnsafeBytes(of: id.uuid) { Array($0) })])
        try database.execute(
          "INSERT INTO event VALUES (gen_random_uuid(), 'z', NULL, 'infinity', NULL, FALSE, 2)")
      }
      let all = try await store.fetch(SQLFetchRequest(try Self.events()))
      #expect(
        all.items == [
          Event(
            id: id, title: "é", price: Decimal(string: "1.5"),
            at: Date(timeIntervalSinceReferenceDate: 0.25),
            day: Date(timeIntervalSinceReferenceDate: 86_400), isOpen: true, score: 0.5)
        ])
      #expect(all.failures.count == 1)
      for filter in [
        "price == 1.5", "price > 1 AND open == YES", "at < CAST(1, 'NSDate')",
        "day == CAST(86400, 'NSDate')",
        "id IN {CAST('\(id)', 'NSUUID'), CAST('\(UUID())', 'NSUUID')}", "score == 0.5",
        "title CONTAINS[cd] 'E'",
      ] {
        let request = SQLFetchRequest(try Self.events(), try FilterPredicate(text: filter))
        #expect(try await store.fetch(request).items.map(\.id) == [id], "\(filter)")
      }
    }

    @Test func pagesOfEachOrderHaveAllRows() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      try await store.write { database in
        try database.execute(Self.schema)
        try database.execute(
          """
          INSERT INTO event SELECT gen_random_uuid(), 't' || n % 7, CASE WHEN n % 5 > 0 THEN n % 9 / 2.0 END,
            '2001-01-01Z'::timestamptz + n % 11 * '1 hour'::interval,
            CASE WHEN n % 3 > 0 THEN '2001-01-01'::date + n % 4 END, n % 2 = 0, n % 6
          FROM generate_series(1, 100) n
          """)
      }
      try await store.install([try Self.events().declaration])
      for sort: ResultsSortKey<Event> in [
        .descending(\.price), .ascending(\.price), .ascending(\.at),
        .descending(\.day), .ascending(\.day), .ascending(\.isOpen), .descending(\.score),
      ] {
        var request = SQLFetchRequest(try Self.events(), sort: [sort])
        let all = try await store.fetch(request).items
        #expect(all.count == 100)
        let window = try LiveWindow(request, rows: 30, in: store)
        let results = ResultsController<Event>(identifiedBy: \.id)
        try await results.update(from: window)
        window.showNext(20)
        try await results.update(from: window)
        window.showPrevious(5)
        try await results.update(from: window)
        #expect(results.snapshot.items.map(\.id) == all[15..<45].map(\.id), "\(sort)")
        request.limit = 7
        var (pages, last): ([Event], Event?) = ([], nil)
        while true {
          let page = try await store.fetch(request, after: last).items
          pages += page
          last = page.last
          if page.count < 7 { break }
        }
        #expect(pages == all, "\(sort)")
      }
    }

    /// The statement of a page has no parameter for the limit, with which the server would plan it for each execution.
    @Test func aServerKeepsThePlanOfAPage() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store(connections: 1)
      let other = try schema.connection()
      try other.execute(
        "CREATE TABLE t (a bigint PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 50)")
      let table = try SQLTable<Int64Row>("t", key: ["a"], columns: [.integer("a")]) {
        Int64Row(a: $0.next())
      }
      var request = SQLFetchRequest(table, sort: [.ascending(\.a)])
      for limit in [2, 3, 2, 1_000, 3] {
        request.limit = limit
        let first = try await store.fetch(request).items
        #expect(first.map(\.a) == Array((Int64(1)...50).prefix(limit)))
        for item in first.suffix(1) {
          let next = try await store.fetch(request, after: item).items
          #expect(next.map(\.a) == Array((Int64(1)...50).dropFirst(first.count).prefix(limit)))
        }
      }
      let statements = try await store.pool.withConnection { connection in
        try connection.rows(
          """
          SELECT count(*) FROM pg_catalog.pg_prepared_statements
          WHERE statement ~ 'LIMIT (2|3|1000)$'
          """)
      }
      #expect("\(statements)" == "\([[SQLCellValue.integer(6)]])")
    }

    /// PostgreSQL shows a truncated table empty to a transaction whose snapshot is older than the TRUNCATE.
    @Test func aTruncatedTableIsNotEmptyForEarlierSnapshots() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      let other = try schema.connection()
      try other.execute("CREATE TABLE t (a bigint PRIMARY KEY); INSERT INTO t VALUES (0), (1)")
      let table = try SQLTable<Int64Row>("t", key: ["a"], columns: [.integer("a")]) {
        Int64Row(a: $0.next())
      }
      let request = SQLFetchRequest(table)
      #expect(try await store.fetch(request).items.count == 2)
      for _ in 0..<20 {
        other.beginLazily("READ WRITE")
        try other.run("TRUNCATE t")
        let rows = Task { try await store.fetch(request).items.count }
        // The read has begun, and waits for the table.
        try await poll { try schema.isWaitingForLock(by: other) }
        try other.run("INSERT INTO t VALUES (2), (3)")
        try other.end(commit: true)
        #expect(try await rows.value == 2)
      }
    }

    /// The database and the engine, which reads all rows, have the same numbers, also of NaN and of large integers.
    @Test func theDatabaseMeasuresColumns() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      try await store.write { database in
        try database.execute(
          "CREATE TABLE m (id int PRIMARY KEY, big bigint, small smallint, real float8, at timestamptz)"
        )
        try database.execute(
          """
          INSERT INTO m SELECT n, CASE n % 3 WHEN 0 THEN 9223372036854775807 - n WHEN 1 THEN -n END, n % 5 - 2,
            CASE n % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN n / 3.0 END, '2001-01-01Z'::timestamptz + n % 7 * '1 day'::interval
          FROM generate_series(1, 40) n
          """)
      }
      let table = try SQLTable<Measured>(
        "m", key: ["id"],
        columns: [
          .integer("id"), .integer("big", nullable: true), .integer("small", nullable: true),
          .real("real", nullable: true), .date("at", as: .timestamp, nullable: true),
        ]
      ) { row in
        Measured(
          id: row.next(), big: row.next(), small: row.next(), real: row.next(), at: row.next())
      }
      let aggregates: [ResultsAggregate<Measured>] = [
        .sum(\.big), .average(\.small), .minimum(\.real), .maximum(\.real), .maximum(\.big),
        .minimum(\.at), .maximum(\.at), .sum(\.id),
      ]
      // The engine tests the second filter.
      var summaries: [RowSummary] = []
      for filter in ["TRUEPREDICATE", "id * 2 > 0"] {
        let request = SQLFetchRequest(table, try FilterPredicate(text: filter))
          .summarizes(facets: [.values(of: \.small)], aggregates: aggregates)
        summaries.append(try await store.summary(request))
      }
      #expect(summaries[0] == summaries[1])
      #expect(summaries[0].aggregates[3].value == .double(37 / 3.0))
      #expect(summaries[0].facets[0].counts.map(\.count).reduce(0, +) == 40)
    }

    struct Measured: Filterable, Sendable {
      var id: Int64
      var big: Int64?
      var small: Int64?
      var real: Double?
      var at: Date?
      static let filterFields = FilterFields<Measured>(
        FilterField("id", \.id), FilterField("big", \.big), FilterField("small", \.small),
        FilterField("real", \.real), FilterField("at", \.at))
    }

    @Test func aDeclarationIsComparedWithTheCatalog() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      try await store.write { database in
        try database.execute(
          "CREATE COLLATION soft (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
        )
        try database.execute("CREATE DOMAIN age AS int NOT NULL CHECK (value > 0)")
        try database.execute(
          """
          CREATE TABLE "per son" (id bigint PRIMARY KEY, "na\"\"me" text COLLATE soft NOT NULL, age age, code text,
            part char(3) NOT NULL, other int UNIQUE, note json)
          """)
        try database.execute("CREATE VIEW people AS SELECT * FROM \"per son\"")
      }
      func reason(
        _ column: SQLColumn, table: String = "per son", key: [String] = ["id"]
      ) async throws -> SQLSchemaError.Reason? {
        var columns: [SQLColumn] = [.integer("id")]
        if column.name != "id" { columns.append(column) }
        let declaration = try SQLTableDeclaration(table, key: key, columns: columns)
        do { try await store.check(declaration) } catch let error as SQLSchemaError {
          return error.reason
        }
        return nil
      }
      #expect(try await reason(.integer("age")) == nil)
      #expect(try await reason(.integer("age"), table: "people") == nil)
      #expect(
        try await reason(.integer("id"), table: "per sons") == .noTable(suggestion: "per son"))
      #expect(try await reason(.text("cod")) == .noColumn("cod", suggestion: "code"))
      #expect(try await reason(.text("code")) == .nullable("code"))
      #expect(
        try await reason(.text("na\"me"))
          == .collation(column: "na\"me", found: "soft", expected: "a deterministic one"))
      #expect(try await reason(.text("na\"me", comparesBytes: false)) == nil)
      #expect(
        try await reason(.text("part"))
          == .type(column: "part", found: "character(3)", expected: "text or character varying"))
      #expect(
        try await reason(.json("note", isObject: false, nullable: true))
          == .type(column: "note", found: "json", expected: "jsonb"))
      #expect(
        try await reason(.integer("other", nullable: true), key: ["other"]) == .notAKey(["other"]))
    }

    @Test func aReadSeesOneSnapshotAndATransactionIsWhole() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store()
      let other = try schema.connection()
      try other.execute("CREATE TABLE t (a bigint PRIMARY KEY)")
      let table = try SQLTable<Int64Row>("t", key: ["a"], columns: [.integer("a")]) {
        Int64Row(a: $0.next())
      }
      let translation = SQLTranslation(
        .literal(.init(true)), table: table.declaration, dialect: .postgreSQL)
      let select = SQLSelect(translation, columns: ["a"])
      let counts = try await store.read { reader in
        var counts: [Int] = []
        for number in 0..<3 {
          var count = 0
          try reader.read(select, tests: []) { _ in
            count += 1
            return true
          }
          counts.append(count)
          try other.run("INSERT INTO t VALUES ($1)", [.integer(Int64(number))])
        }
        return counts
      }
      #expect(counts == [0, 0, 0])
      let error = await #expect(throws: PostgresError.self) {
        try await store.write { database in
          try database.execute("INSERT INTO t VALUES (10)")
          _ = try? database.execute("INSERT INTO t VALUES (10)")
        }
      }
      #expect(error?.sqlState == "25P02")
      #expect(try other.rows("SELECT * FROM t").count == 3)
      let added = try await store.write { try $0.execute("INSERT INTO t VALUES (11), (12)") }
      #expect(added == 2)
      await #expect(throws: PostgresError.self) {
        try await store.read { reader in
          try reader.read(select, tests: []) { _ in throw PostgresError("stop") }
        }
      }
      try other.execute("ALTER TABLE t ALTER a TYPE int")
      #expect(try await store.fetch(SQLFetchRequest(table)).items.count == 5)
      // No row is taken for one that cannot be read.
      try other.execute("ALTER TABLE t ALTER a TYPE text")
      await #expect(throws: SQLSchemaError.self) {
        try await store.fetch(SQLFetchRequest(table))
      }
    }

    struct Int64Row: Filterable, Sendable {
      var a: Int64
      static let filterFields = FilterFields<Int64Row>(FilterField("a", \.a))
    }

    @Test func aCancelledTaskStopsItsStatementAndFreesItsConnection() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store(connections: 1)
      let sleep = Task { try await store.write { try $0.execute("SELECT pg_sleep(600)") } }
      let other = try schema.connection()
      try await poll { try schema.isRunning("SELECT pg_sleep", by: other) }
      let waiting = Task { try await store.write { try $0.execute("SELECT 1") } }
      waiting.cancel()
      sleep.cancel()
      await #expect(throws: CancellationError.self) { try await sleep.value }
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(try await store.write { try $0.rows("SELECT 1").count } == 1)
    }

    @Test func aConnectionThatTheServerHasClosedIsReplaced() async throws {
      guard let schema = try TestSchema() else { return }
      let store = try await schema.store(connections: 1)
      let other = try schema.connection()
      for _ in 0..<3 {
        _ = try await store.write { try $0.rows("SELECT 1").count }
        try schema.terminate(other)
      }
      #expect(try await store.write { try $0.rows("SELECT 1").count } == 1)
    }
  }
#endif
