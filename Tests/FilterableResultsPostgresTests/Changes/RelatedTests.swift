#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Changes of rows that followed rows are related to.
  @Suite(.limitedDatabases) struct RelatedTests {
    private static let schema = """
      \(Note.schema); CREATE TABLE owner (id bigint PRIMARY KEY, name text NOT NULL);
      CREATE TABLE part (id bigint PRIMARY KEY, note bigint NOT NULL, size bigint NOT NULL)
      """

    private static let rows = """
      INSERT INTO owner VALUES (1, 'ann'), (2, 'bob');
      INSERT INTO note VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', NULL), (4, 'd', 1);
      INSERT INTO part VALUES (1, 1, 5), (2, 2, 7)
      """

    private struct Owner: Filterable, Sendable {
      var name: String
      static let filterFields = FilterFields<Owner>(FilterField("name", \.name))
    }

    private struct Part: Filterable, Sendable {
      var size: Int64
      static let filterFields = FilterFields<Part>(FilterField("size", \.size))
    }

    /// A note with the rows that it is related to.
    private struct Memo: Filterable, Sendable {
      var id: Int64
      var title: String
      var owner: Owner?
      var parts: [Part] = []

      static let filterFields = FilterFields<Memo>(
        FilterField("id", \.id), FilterField("title", \.title), FilterField("owner", \.owner),
        FilterField("parts", \.parts))
    }

    private func memos() throws -> SQLTable<Memo> {
      let owners = try SQLTable<Owner>(
        "owner", key: ["id"], columns: [.integer("id"), .text("name")]
      ) { row in
        row.skip()
        return Owner(name: row.next())
      }
      let parts = try SQLTable<Part>(
        "part", key: ["id"], columns: [.integer("id"), .integer("note"), .integer("size")]
      ) { row in
        row.skip()
        row.skip()
        return Part(size: row.next())
      }
      return try SQLTable<Memo>(
        "note", key: ["id"],
        columns: [
          .integer("id"), .text("title"), .integer("owner", nullable: true, field: "ownerID"),
        ],
        relations: [
          .toOne("owner", owners.declaration, from: ["owner"]),
          .toMany("parts", parts.declaration, to: ["note"]),
        ]
      ) { row in Memo(id: row.next(), title: row.next()) }
      .relating("owner", to: owners, in: \.owner).relating("parts", to: parts, in: \.parts)
    }

    @Test func rowsAreReadAgainThroughTheirLinks() async throws {
      guard let schema = try TestSchema(Self.schema) else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let memos = try memos()
      let tables = [memos.declaration] + memos.declaration.relations.map(\.table)
      for linked in [true, false] {
        // Without the links all rows are read.
        try connection.execute("TRUNCATE owner, part, note; \(Self.rows)")
        try await store.install(tables, payload: linked ? .keys : .none)
        let request = SQLFetchRequest(
          memos, try FilterPredicate(text: "owner.name == 'ann' OR ANY parts.size > 6"))
        let live = try LiveFetch(request, in: store)
        let results = ResultsController<Memo>(identifiedBy: \.id, sortedBy: [.ascending(\.id)])
        try await results.update(from: live)
        #expect(results.snapshot.items.map(\.title) == ["a", "b", "d"])
        for (sql, titles) in [
          ("UPDATE owner SET name = 'eve' WHERE id = 1", ["b"]),
          ("UPDATE part SET size = 9 WHERE id = 1", ["a", "b"]),
          ("UPDATE part SET note = 3 WHERE id = 1", ["b", "c"]),
          ("DELETE FROM part WHERE id = 2", ["c"]),
          ("UPDATE note SET owner = 9 WHERE id = 4", ["c"]),
          ("INSERT INTO owner VALUES (9, 'ann')", ["c", "d"]),
          ("UPDATE owner SET id = 19 WHERE id = 9", ["c"]),
          ("TRUNCATE part", []),
          (
            "BEGIN; INSERT INTO part VALUES (1, 1, 7); DELETE FROM note WHERE id = 2; COMMIT", ["a"]
          ),
        ] {
          try connection.execute(sql)
          try await store.catchUp()
          try await results.update(from: live)
          #expect(results.snapshot.items.map(\.title) == titles, "\(linked) \(sql)")
        }
      }
    }

    @Test func rowsWithUUIDsAreReadByTheirKeys() async throws {
      let ids = ["00000000-0000-0000-0000-00000000000a", "ffffffff-0000-4000-8000-00000000000b"]
      guard let schema = try TestSchema("CREATE TABLE item (id uuid PRIMARY KEY)") else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let table = try SQLTableDeclaration(
        "item", key: ["id"], columns: [SQLColumn("id", .uuid)])
      try await store.install([table])
      try connection.listen(to: "item")
      try connection.execute("INSERT INTO item VALUES ('\(ids[0])'), ('\(ids[1])')")
      var rows = ReportedRows(columns: ["id"])
      for payload in try connection.payloads() {
        rows.add(ChangePayload("1 \(payload)", columns: 1))
      }
      #expect(rows.values(table.columns[0])?.count == 2)
      #expect(rows.values(.integer("id")) == nil && rows.values(.text("other")) == nil)
    }
  }
#endif
