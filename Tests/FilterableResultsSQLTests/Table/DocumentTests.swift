#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// Columns of JSON documents, in tables that accept any text and in those that do not.
  @Suite(.limitedDatabases) struct DocumentTests {
    private struct Extra: Filterable, Codable, Sendable, SQLReadable {
      var a: Int?
      var b: String?

      static let filterFields = FilterFields<Extra>(FilterField("a", \.a), FilterField("b", \.b))

      static func read(from row: inout SQLRow, orNull: Bool) -> Extra? {
        String.read(from: &row, orNull: orNull).flatMap {
          try? JSONDecoder().decode(Extra.self, from: Data($0.utf8))
        }
      }
    }

    private struct Item: Filterable, Sendable {
      var id: Int64
      var extra: Extra
      var meta: Extra?

      static let filterFields = FilterFields<Item>(
        FilterField("id", \.id), FilterField("extra", \.extra), FilterField("meta", \.meta))
    }

    private static func table(canonical: Bool) throws -> SQLTable<Item> {
      try SQLTable(
        "item", key: ["id"],
        columns: [
          .integer("id"), .json("extra", isObject: true),
          .json("meta", isObject: true, nullable: true, canonical: canonical),
        ]
      ) { row in Item(id: row.next(), extra: row.next(), meta: row.next()) }
    }

    private static func store(_ schema: String) throws -> SQLiteStore {
      let writer = try DatabaseQueue()
      try writer.write { database in
        try database.execute(sql: schema)
        for (id, text) in [
          #"{"a":1,"b":"x"}"#, #"{"a":2}"#, "{", #"{"a":1}"#, "{}", "", #"{"b":"x"}"#,
        ].enumerated() {
          try database.execute(
            sql: "INSERT INTO item (id, extra) VALUES (?, ?)", arguments: [id, text])
        }
      }
      return try SQLiteStore(writer)
    }

    private static let schema = """
      CREATE TABLE item (id INTEGER PRIMARY KEY, extra TEXT NOT NULL, meta TEXT)
      """

    /// The rows that can be read are those of the filter; a text that is not JSON is an error of its row.
    @Test(arguments: [
      ("extra.a == 1", [0, 3]), ("extra.a != 1", [1, 4, 6]), ("extra.b == 'x'", [0, 6]),
      ("extra.b == nil", [1, 3, 4]), ("extra.a IN {1, 2} AND extra.b == nil", [1, 3]),
      ("NOT extra.a == 1 OR id == 0", [0, 1, 4, 6]), ("extra.a == 1 AND id < 3", [0]),
      ("id >= 3 AND extra.a == 1", [3]), ("meta.a == 1", []), ("meta == nil AND extra.a == 2", [1]),
    ])
    func aTextThatIsNotJSONIsAnErrorOfItsRow(filter: String, ids: [Int64]) throws {
      let store = try Self.store(Self.schema)
      var request = SQLFetchRequest(
        try Self.table(canonical: false), try FilterPredicate(text: filter))
      let rows = try store.fetch(request)
      #expect(rows.items.map(\.id) == ids)
      for failure in rows.failures {
        guard case .data(let error) = failure.reason else {
          Issue.record("\(failure)")
          continue
        }
        #expect(error.column == "extra" && [[.integer(2)], [.integer(5)]].contains(error.key))
      }
      // A comparison of another column can leave the row out before.
      if !filter.contains("id"), !filter.contains("meta") { #expect(rows.failures.count == 2) }
      request.limit = 1
      #expect(try store.fetch(request).items.map(\.id) == Array(ids.prefix(1)))
      #expect(try store.count(request) == ids.count)
    }

    @Test(arguments: [
      (schema, false),
      (schema.replacing("meta TEXT", with: "meta TEXT CHECK (json_valid(meta) OR 1)"), false),
      (
        schema.replacing("meta TEXT", with: "meta TEXT CHECK (meta IS NULL OR json_valid(meta))"),
        true
      ),
    ])
    func canonicalDocumentsHaveToBeValidated(schema: String, isValidated: Bool) throws {
      let store = try Self.store(schema)
      try store.check(Self.table(canonical: false).declaration)
      let table = try Self.table(canonical: true).declaration
      guard !isValidated else { return try store.check(table) }
      let error = #expect(throws: SQLSchemaError.self) { try store.check(table) }
      #expect(
        error?.description
          == "table 'item': column 'meta' may contain text that is not JSON, expected CHECK (json_valid(meta))"
      )
    }
  }
#endif
