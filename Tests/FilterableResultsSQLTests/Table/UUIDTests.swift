#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// UUIDs that are stored as text, in either case.
  @Suite(.limitedDatabases) struct UUIDTests {
    private struct Device: Filterable, Codable, Sendable {
      var id: Int64
      var token: UUID?

      static let filterFields = FilterFields<Device>(
        FilterField("id", \.id), FilterField("token", \.token))
    }

    private static let columns: [SQLColumn] = [
      .integer("id"), SQLColumn("token", .uuidText, nullable: true, indexed: true),
    ]

    private static func tables() throws -> [SQLTable<Device>] {
      [
        try SQLTable("device", key: ["id"], columns: columns) { row in
          Device(id: row.next(), token: row.next())
        },
        try SQLTable("device", key: ["id"], columns: [columns[1]]),
      ]
    }

    @Test(arguments: [false, true]) func textsOfEitherCaseAreRead(_ hasFunctions: Bool) throws {
      let uuids = try (0..<2).map {
        try #require(UUID(uuidString: "ABCDEF0\($0)-1234-4ABC-8DEF-0123456789AB"))
      }
      let base = try TicketBase(
        hasFunctions: hasFunctions,
        schema: """
          CREATE TABLE device (id INTEGER PRIMARY KEY, token TEXT);
          CREATE INDEX device_token ON device (token);
          """)
      let texts: [String?] = [
        uuids[0].uuidString, uuids[0].uuidString.lowercased(),
        "abcDEF00-1234-4aBC-8Def-0123456789aB",
        uuids[1].uuidString.lowercased(), nil, "abcdef0012344abc8def0123456789ab", "",
      ]
      try base.writer.write { database in
        for text in texts {
          try database.execute(sql: "INSERT INTO device (token) VALUES (?)", arguments: [text])
        }
        try database.execute(sql: "INSERT INTO device (token) VALUES (zeroblob(16))")
      }
      let store = try SQLiteStore(base.writer)
      for table in try Self.tables() {
        for (text, ids) in [
          ("token == $first", [1, 2, 3]), ("token != $first", [4, 5]),
          ("token IN {$first, $second}", [1, 2, 3, 4]), ("token IN {$second}", [4]),
          ("token == nil", [5]), ("NOT token IN {$first}", [4, 5]),
          ("TRUEPREDICATE", [1, 2, 3, 4, 5]), ("token == $first AND id > 1", [2, 3]),
        ] as [(String, [Int64])] {
          var request = SQLFetchRequest(table, try FilterPredicate(text: text))
          request.bindings = ["first": uuids[0], "second": uuids[1]]
          let rows = try store.fetch(request)
          #expect(rows.items.map(\.id) == ids, "\(text)")
          #expect(rows.items.allSatisfy { $0.token == nil || uuids.contains($0.token ?? UUID()) })
          for failure in rows.failures {
            #expect([[.integer(6)], [.integer(7)], [.integer(8)]].contains(failure.key))
          }
        }
      }
    }

    @Test func theColumnHasToBeOfText() throws {
      let base = try TicketBase(
        schema: "CREATE TABLE device (id INTEGER PRIMARY KEY, token BLOB)")
      let store = try SQLiteStore(base.writer)
      let error = #expect(throws: SQLSchemaError.self) {
        try store.check(Self.tables()[0].declaration)
      }
      #expect(
        error?.description == "table 'device': column 'token' is of type 'BLOB', expected TEXT")
    }
  }
#endif
