#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResultsSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// The notifications that triggers send, and how they are read.
  @Suite(.limitedDatabases) struct PayloadTests {
    private func texts(
      _ name: String = "text"
    ) throws -> (SQLTableDeclaration, String) {
      let table = try SQLTableDeclaration(name, key: ["key"], columns: [.text("key")])
      return (table, "CREATE TABLE \(name.quotedIdentifier) (key text PRIMARY KEY)")
    }

    private func open(
      _ tables: [SQLTableDeclaration], _ sql: String, payload: PostgresStore.Payload = .keys
    ) async throws -> (TestSchema, PostgresStore, PostgresConnection)? {
      guard let schema = try TestSchema(sql) else { return nil }
      let store = try await schema.store()
      try await store.install(tables, payload: payload)
      let connection = try schema.connection()
      for table in tables { try connection.listen(to: table.name.quotedIdentifier) }
      return (schema, store, connection)
    }

    @Test func eachStatementReportsDistinctRows() async throws {
      let table = try Note.table().declaration
      guard let (_, _, connection) = try await open([table], Note.schema) else { return }
      let cases: [(String, [String])] = [
        ("INSERT INTO note VALUES (1, 'a'), (2, 'b'), (-3, 'c')", ["[-3,1,2]"]),
        ("UPDATE note SET title = 'x' WHERE id > 1", ["[2]"]),
        ("UPDATE note SET id = 10 WHERE id = 1", ["[1,10]"]),
        ("UPDATE note SET id = id + 16 WHERE id > 1", ["[10,18,2,26]"]),
        ("UPDATE note SET title = 'y' WHERE FALSE", []), ("DELETE FROM note WHERE id = 77", []),
        ("DELETE FROM note WHERE id = 18", ["[18]"]),
        ("INSERT INTO note VALUES (26, 'z') ON CONFLICT (id) DO UPDATE SET title = 'q'", ["[26]"]),
        ("INSERT INTO note VALUES (9223372036854775807, 'z')", ["[9223372036854775807]"]),
        ("TRUNCATE note", ["*"]), ("BEGIN; INSERT INTO note VALUES (5, 'a'); ROLLBACK", []),
        (
          "BEGIN; INSERT INTO note VALUES (6, 'a'); SAVEPOINT s; INSERT INTO note VALUES (7, 'a'); "
            + "ROLLBACK TO s; COMMIT", ["[6]"]
        ),
        (
          "BEGIN; UPDATE note SET title = 'b'; UPDATE note SET title = 'c'; DELETE FROM note; COMMIT",
          ["[6]"]
        ),
      ]
      for (sql, payloads) in cases {
        try connection.execute(sql)
        #expect(try connection.payloads() == payloads, "\(sql)")
      }
    }

    @Test func textsAreReadAsTheyAre() async throws {
      let (table, sql) = try texts()
      guard let (_, _, connection) = try await open([table], sql) else { return }
      for key in [
        "", "a\"b", "a,b", "[x]", "*", "a\\b", "é\u{301}", "\u{1F600}", "\n\t\u{1}\u{7f}", "null",
        "'; DROP TABLE text; --", "\u{2028}", "a b",
      ] {
        try connection.run("INSERT INTO text VALUES ($1)", [.text(key)])
        let payloads = try connection.payloads()
        #expect(payloads.count == 1)
        let payload = ChangePayload("1 \(payloads[0])", columns: 1)
        #expect(payload.rows == [[.string(key)]], "\(payloads)")
      }
    }

    @Test func columnsOfAKeyAndLinksAreAList() async throws {
      let columns: [SQLColumn] = [
        .integer("a"), .text("b \"c'\\"), .integer("note", nullable: true), .integer("n"),
      ]
      let note = try Note.table().declaration
      let part = try SQLTableDeclaration("part", key: ["a", "b \"c'\\"], columns: columns)
      let owner = try SQLTableDeclaration(
        "note", key: note.key, columns: note.columns,
        relations: [.toMany("parts", part, to: ["note"])])
      let sql = """
        \(Note.schema); CREATE TABLE part (a int, "b ""c'\\" text, note bigint, n bigint NOT NULL,
          PRIMARY KEY (a, "b ""c'\\"))
        """
      guard let (_, _, connection) = try await open([part, owner], sql) else { return }
      try connection.execute("INSERT INTO part VALUES (1, 'x', NULL, 1), (2, 'y', 7, 1)")
      #expect(try connection.payloads() == [#"[[1, "x", null],[2, "y", 7]]"#])
      try connection.execute("UPDATE part SET note = 8 WHERE a = 2")
      let payloads = try connection.payloads()
      #expect(payloads == [#"[[2, "y", 7],[2, "y", 8]]"#])
      #expect(
        ChangePayload("12 \(payloads[0])", columns: 3)
          .rows == [[.int(2), .string("y"), .int(7)], [.int(2), .string("y"), .int(8)]])
    }

    @Test func manyKeysAreSplitUpTo16Notifications() async throws {
      let (table, sql) = try texts()
      guard let (_, _, connection) = try await open([table], sql) else { return }
      // A key and its quotes and comma take 1,000 bytes, so that 7 fit.
      for (count, parts) in [(7, 1), (8, 2), (14, 2), (112, 16), (113, 0), (20_001, 0)] {
        try connection.run(
          "INSERT INTO text SELECT rpad(n::text || 'x', 997, '-') FROM generate_series(1, $1) n",
          [.integer(Int64(count))])
        let payloads = try connection.payloads()
        guard parts > 0 else {
          #expect(payloads == ["*"], "\(count)")
          try connection.execute("TRUNCATE text")
          #expect(try connection.payloads() == ["*"])
          continue
        }
        #expect(payloads.count == parts, "\(count)")
        #expect(payloads.allSatisfy { $0.utf8.count <= 7_879 })
        let rows = payloads.flatMap { ChangePayload("1 \($0)", columns: 1).rows ?? [] }
        #expect(Set(rows).count == count && rows.count == count)
        try connection.execute("TRUNCATE text")
        #expect(try connection.payloads() == ["*"])
      }
    }

    @Test func anEntryThatDoesNotFitIsUnknown() async throws {
      let (table, sql) = try texts()
      guard
        let (_, _, connection) = try await open(
          [table], sql.replacing("text PRIMARY KEY", with: "text"))
      else { return }
      for (length, isKnown) in [(7_875, true), (7_876, false), (100_000, false)] {
        for others in [0, 3] {
          try connection.run(
            "INSERT INTO text SELECT repeat('x', $1::int) UNION ALL SELECT generate_series(1, $2)::text",
            [.integer(Int64(length)), .integer(Int64(others))])
          let payloads = try connection.payloads()
          #expect((payloads != ["*"]) == isKnown, "\(length) \(others)")
        }
      }
    }

    @Test func twentyThousandIntegersAreKnown() async throws {
      let table = try Note.table().declaration
      guard let (_, _, connection) = try await open([table], Note.schema) else { return }
      try connection.execute("INSERT INTO note SELECT n, '' FROM generate_series(1, 20000) n")
      let payloads = try connection.payloads()
      #expect(payloads.count <= 16)
      let rows = payloads.flatMap { ChangePayload("1 \($0)", columns: 1).rows ?? [] }
      #expect(Set(rows) == Set((1...20_000).map { [.int($0)] }))
    }

    @Test func withoutKeysAllRowsAreUnknown() async throws {
      let table = try Note.table().declaration
      guard let (_, store, connection) = try await open([table], Note.schema, payload: .none)
      else { return }
      try connection.execute("INSERT INTO note VALUES (1, 'a')")
      #expect(try connection.payloads() == ["*"])
      try connection.execute("DELETE FROM note WHERE id = 9")
      #expect(try connection.payloads() == [])
      #expect(try await store.areInstalled([table]))
    }

    @Test func otherPayloadsMeanThatRowsAreUnknown() {
      for text in [
        "", " ", "1", "1 ", "x [1]", "1 [1", "1 1]", "1 [1]]", "1 []", "1 [1,]", "1 [,1]",
        "1 [1.5]", "1 [true]", "1 [{}]", "1 [[1]]", #"1 ["]"#, #"1 ["\"]"#, #"1 ["\u12"]"#,
        #"1 ["\ud800"]"#, #"1 ["\x"]"#, "1 [9223372036854775808]", "1 *",
        "1 " + String(repeating: "[", count: 100_000),
      ] {
        #expect(ChangePayload(text, columns: 1).rows == nil, "\(text)")
      }
      #expect(ChangePayload("1 [1]", columns: 0).rows == nil)
      #expect(ChangePayload("1 [1]", columns: 2).rows == nil)
      #expect(ChangePayload("1 [[1,2],[3]]", columns: 2).rows == nil)
      #expect(ChangePayload(#"7 ["\u0001\b\f\n\r\t\/"]"#, columns: 1).rows?.count == 1)
    }
  }
#endif
