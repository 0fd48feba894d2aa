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

  /// Live fetches of tables by the kinds of their keys, and of those that depend on other tables.
  @Suite(.limitedDatabases) struct LiveKeyTests {
    struct Owner: Filterable, Hashable, Sendable {
      var name: String

      static let filterFields = FilterFields<Owner>(FilterField("name", \.name))
    }

    struct Entry: Filterable, Hashable, Sendable {
      var key: String
      var number: Int64
      var owner: Int64?

      /// The row that `owner` names, which the database reads and items do not have.
      var boss: Owner?

      static let filterFields = FilterFields<Entry>(
        FilterField("key", \.key), FilterField("number", \.number),
        FilterField("ownerID", \.owner), FilterField("boss", \.boss))
    }

    private static let schemas = [
      "CREATE TABLE entry (key TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, owner INTEGER)",
      "CREATE TABLE entry (key TEXT PRIMARY KEY, number INTEGER NOT NULL, owner INTEGER) WITHOUT ROWID",
      """
      CREATE TABLE entry (number INTEGER NOT NULL, owner INTEGER, key TEXT NOT NULL,
        UNIQUE (key))
      """,
      """
      CREATE TABLE entry (twice INTEGER GENERATED ALWAYS AS (number * 2) VIRTUAL, number INTEGER NOT NULL,
        owner INTEGER, key TEXT NOT NULL PRIMARY KEY)
      """,
    ]

    private static func table(_ key: [String], relations: [SQLRelation] = []) throws -> SQLTable<
      Entry
    > {
      try SQLTable<Entry>(
        "entry", key: key,
        columns: [
          .text("key"), .integer("number"), .integer("owner", nullable: true, field: "ownerID"),
        ], relations: relations
      ) { row in Entry(key: row.next(), number: row.next(), owner: row.next()) }
    }

    private static func shown(_ results: ResultsController<Entry>) -> [Entry] {
      results.snapshot.sections.flatMap { $0.rows.compactMap(\.item) }
    }

    private static func all(_ database: any TestTransaction) throws -> [Entry] {
      let key = database.isPostgreSQL ? "key COLLATE \"C\"" : "key"
      return try database.rows("SELECT key, number, owner FROM entry ORDER BY \(key)")
        .map { Entry(key: $0[0], number: $0[1], owner: $0[2]) }
    }

    @Test(arguments: schemas, RandomSearch.seeds(2))
    func aKeyOfTextsIsFollowed(schema: String, seed: UInt64) async throws {
      // PostgreSQL has one form of tables.
      for kind in StoreKind.allCases where kind.isSQLite || schema == Self.schemas[0] {
        try await follow(schema, seed, kind)
      }
    }

    private func follow(_ schema: String, _ seed: UInt64, _ kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(kind, schema: schema)
      var request = SQLFetchRequest(try Self.table(["key"]))
      let store = try await base.store(seed: seed, [request.table.declaration])
      request.predicate = try FilterPredicate(text: "number < 3")
      let live = try LiveFetch(request, in: store)
      let results = ResultsController<Entry>(identifiedBy: \.key)
      try await results.show(live)
      let keys = ["", "a", "A", "é", "e\u{301}", "a,b\"'\\", "K", "\u{212A}", "zz"]
      for step in 0..<60 {
        let (key, other) = (random.pick(keys), random.pick(keys))
        let number = random.below(5)
        try base.write { database in
          switch number {
          case 0: try database.execute(sql: "DELETE FROM entry WHERE key = ?", arguments: [key])
          case 1:
            let isTaken = try !database.rows(
              "SELECT 1 FROM entry WHERE key = ?", arguments: [other]
            ).isEmpty
            if database.isPostgreSQL, isTaken, Array(key.utf8) != Array(other.utf8) {
              try database.execute(sql: "DELETE FROM entry WHERE key = ?", arguments: [key])
            }
            try database.execute(
              sql:
                "UPDATE \(database.isPostgreSQL ? "" : "OR REPLACE") entry SET key = ? WHERE key = ?",
              arguments: [key, other])
          default:
            try database.put(
              "entry", key: ["key"], columns: ["key", "number", "owner"], [key, number, 1])
          }
        }
        try await results.show(live)
        let expected = try base.read(Self.all).filter { $0.number < 3 }
        #expect(Self.shown(results) == expected, "seed \(seed) step \(step)")
      }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyOfTwoColumnsIsFollowed(kind: StoreKind) async throws {
      let base = try TicketBase(
        kind,
        schema: """
          CREATE TABLE entry (key TEXT NOT NULL, number INTEGER NOT NULL, owner INTEGER,
            PRIMARY KEY (number, key))
          """)
      let table = try Self.table(["key", "number"])
      let live = try LiveFetch(
        SQLFetchRequest(table), in: try await base.store([table.declaration]))
      let results = ResultsController<Entry>()
      for sql in [
        "INSERT INTO entry VALUES ('a', 1, NULL), ('a', 2, 5)", "UPDATE entry SET number = 3",
        "DELETE FROM entry WHERE owner = 5", "DELETE FROM entry",
      ] {
        try? base.write { try $0.execute(sql: sql) }
        try await results.show(live)
        let expected = try base.read(Self.all)
        #expect(Set(Self.shown(results)) == Set(expected), "\(sql)")
      }
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeOfARelatedRowIsNoticed(kind: StoreKind) async throws {
      let base = try TicketBase(
        kind,
        schema: TicketBase.schema
          + Self.schemas[0]
          + ";INSERT INTO owner VALUES (1, 'Ann'), (2, 'Bo'); INSERT INTO entry VALUES ('a', 1, 1), ('b', 1, 2)"
      )
      let owners = SQLRelation.toOne("boss", try TicketBase.owners(), from: ["owner"])
      let table = try Self.table(["key"], relations: [owners])
      let store = try await base.store([table.declaration, TicketBase.owners()])
      let live = try LiveFetch(
        SQLFetchRequest(table, try FilterPredicate(text: "boss.name == 'Ann'")), in: store)
      let results = ResultsController<Entry>(identifiedBy: \.key)
      try await results.show(live)
      #expect(Self.shown(results).map(\.key) == ["a"])
      try base.write { try $0.execute(sql: "UPDATE owner SET name = 'Ann' WHERE id = 2") }
      try await results.show(live)
      #expect(Self.shown(results).map(\.key) == ["a", "b"])
      try base.write { try $0.execute(sql: "DELETE FROM owner WHERE id = 1") }
      try await results.show(live)
      #expect(Self.shown(results).map(\.key) == ["b"])
      let error = await #expect(throws: FetchError.self) {
        try await store.fetch(
          SQLFetchRequest(table, try FilterPredicate(text: "length(boss.name) > 1")))
      }
      #expect(
        error?.description
          == "the database cannot decide 'length:(boss.name) > 1', and the rows of 'boss' are not fetched"
      )
    }
  }
#endif
