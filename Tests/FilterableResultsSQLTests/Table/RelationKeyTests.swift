#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// Relations by columns of each kind.
  @Suite(.limitedDatabases) struct RelationKeyTests {
    struct Place: Filterable, Hashable, Sendable {
      var name: String
      var notes: [Note] = []

      static let filterFields = FilterFields<Place>(
        FilterField("name", \.name), FilterField("notes", \.notes))
    }

    struct Note: Filterable, Hashable, Sendable {
      var text: String

      static let filterFields = FilterFields<Note>(FilterField("text", \.text))
    }

    struct Entry: Filterable, Hashable, Sendable {
      var text: String
      var place: Place?

      static let filterFields = FilterFields<Entry>(
        FilterField("text", \.text), FilterField("place", \.place))
    }

    /// A kind of column with the values of two places and one that no place has, as SQL.
    struct Key: Sendable, CustomTestStringConvertible {
      let type: String
      let column: @Sendable (_ name: String, _ isNullable: Bool) -> SQLColumn
      let values: [String]

      var testDescription: String { "\(type) \(values[0])" }
    }

    static let keys = [
      Key(
        type: "INTEGER", column: { .integer($0, nullable: $1) },
        values: ["1", "-9223372036854775808", "2"]),
      Key(
        type: "TEXT", column: { .text($0, nullable: $1) },
        values: ["'a'", "'e' || char(769)", "char(233)"]),
      Key(
        type: "BLOB", column: { SQLColumn($0, .bytes, nullable: $1) },
        values: ["x''", "x'00ff'", "x'00'"]),
      Key(
        type: "BLOB", column: { SQLColumn($0, .uuid, nullable: $1) },
        values: [
          "x'00112233445566778899aabbccddeeff'", "x'ffeeddccbbaa99887766554433221100'",
          "x'00112233445566778899aabbccddee00'",
        ]),
    ]

    private static func base(_ key: Key) throws -> TicketBase {
      let base = try TicketBase(
        schema: """
          CREATE TABLE place (key \(key.type) NOT NULL PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE note (id INTEGER PRIMARY KEY, place_key \(key.type), text TEXT NOT NULL);
          """)
      let values = key.values
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO place VALUES (\(values[0]), 'one'), (\(values[1]), 'other');
            INSERT INTO note VALUES (1, \(values[1]), 'a'), (2, \(values[0]), 'b'), (3, NULL, 'c'),
              (4, \(values[1]), 'd'), (5, \(values[2]), 'e');
            """)
      }
      return base
    }

    private static func notes(_ key: Key) throws -> SQLTable<Note> {
      try SQLTable<Note>(
        "note", key: ["id"],
        columns: [.integer("id"), key.column("place_key", true), .text("text")]
      ) { row in
        row.skip()
        row.skip()
        return Note(text: row.next())
      }
    }

    @Test(arguments: keys)
    func manyRowsComeByTheirKey(_ key: Key) throws {
      let base = try Self.base(key)
      let notes = try Self.notes(key)
      let places = try SQLTable<Place>(
        "place", key: ["key"], columns: [key.column("key", false), .text("name")],
        relations: [.toMany("notes", notes.declaration, to: ["place_key"], orderedBy: ["id"])]
      ) { row in
        row.skip()
        return Place(name: row.next())
      }.relating("notes", to: notes, in: \.notes)
      var request = SQLFetchRequest(places, try FilterPredicate(text: "length(name) > 0"))
      request.prefetched = ["notes"]
      let found = try SQLiteStore(base.writer).fetch(request).items
      #expect(
        Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.notes.map(\.text)) })
          == ["one": ["b"], "other": ["a", "d"]])
    }

    @Test(arguments: keys)
    func aRowComesByItsKey(_ key: Key) throws {
      let base = try Self.base(key)
      let places = try SQLTable<Place>(
        "place", key: ["key"], columns: [key.column("key", false), .text("name")]
      ) { row in
        row.skip()
        return Place(name: row.next())
      }
      let entries = try SQLTable<Entry>(
        "note", key: ["id"],
        columns: [.integer("id"), key.column("place_key", true), .text("text")],
        relations: [.toOne("place", places.declaration, from: ["place_key"])]
      ) { row in
        row.skip()
        row.skip()
        return Entry(text: row.next())
      }.relating("place", to: places, in: \.place)
      let store = try SQLiteStore(base.writer)
      // The first is read by the database, the second by the engine.
      for (filter, texts) in [
        ("place.name == 'other'", ["a", "d"]), ("place != nil AND length(place.name) == 3", ["b"]),
      ] {
        let found = try store.fetch(
          SQLFetchRequest(entries, try FilterPredicate(text: filter), sort: [.ascending(\.text)]))
        #expect(found.items.map(\.text) == texts, "\(filter)")
        #expect(found.failures.isEmpty)
      }
    }

    struct Owner: Filterable, Hashable, Sendable {
      var first: String
      var last: String

      static let filterFields = FilterFields<Owner>(
        FilterField("first", \.first), FilterField("last name", \.last))
    }

    struct Pet: Filterable, Hashable, Sendable {
      var id: Int64
      var owner: Owner?

      static let filterFields = FilterFields<Pet>(
        FilterField("id", \.id), FilterField("owner", \.owner))
    }

    /// The key of an order may be a reserved word, and have signs that a filter quotes.
    @Test(arguments: ["owner.first", "owner.last name", "owner.`first`", "owner.`last name`"])
    func anOrderReadsItsRelationWhateverTheKeyIs(_ path: String) throws {
      let base = try TicketBase(
        schema: """
          CREATE TABLE owner (id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL);
          CREATE TABLE pet (id INTEGER PRIMARY KEY, owner_id INTEGER);
          INSERT INTO owner VALUES (1, 'c', 'c'), (2, 'a', 'a'), (3, 'b', 'b');
          INSERT INTO pet VALUES (1, 1), (2, 2), (3, NULL), (4, 3);
          """)
      let owners = try SQLTable<Owner>(
        "owner", key: ["id"],
        columns: [.integer("id"), .text("first"), .text("last", field: "last name")]
      ) { row in
        row.skip()
        return Owner(first: row.next(), last: row.next())
      }
      let pets = try SQLTable<Pet>(
        "pet", key: ["id"],
        columns: [.integer("id"), .integer("owner_id", nullable: true, field: "ownerID")],
        relations: [.toOne("owner", owners.declaration, from: ["owner_id"])]
      ) { row in Pet(id: row.next()) }.relating("owner", to: owners, in: \.owner)
      let request = SQLFetchRequest(
        pets, sort: [try ResultsSortKey(keyPath: path, ascending: false)])
      #expect(try SQLiteStore(base.writer).fetch(request).items.map(\.id) == [1, 4, 2, 3])
    }

    /// Numbers that a text or a double stands for, and truth, are equal in a database where they differ here.
    @Test(arguments: [
      SQLColumn.real("x"), .boolean("x"), .decimal("x"), .date("x", as: .unixSeconds),
      .text("x", comparesBytes: false),
    ])
    func aRelationByAnotherKindIsRefused(_ column: SQLColumn) throws {
      let others = try SQLTable<Note>(
        "other", key: ["id"], columns: [.integer("id"), column, .text("text")]
      ) { _ in Note(text: "") }
      let error = #expect(throws: SQLDeclarationError.self) {
        try SQLTable<Place>(
          "place", key: ["x"], columns: [column],
          relations: [.toMany("notes", others.declaration, to: ["x"])]
        ) { _ in Place(name: "") }.relating("notes", to: others, in: \.notes)
      }
      #expect(error?.reason == .unreadableRelation("notes"))
    }
  }
#endif
