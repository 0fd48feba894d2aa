#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResultsSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Views whose functions change the encoding in which the server sends texts.
  @Suite(.limitedDatabases) struct EncodingTests {
    private func sly(_ encoding: String) -> String {
      """
      CREATE VIEW sly AS SELECT 1::bigint AS id, 'é'::text AS title, NULL::bigint AS owner
        WHERE set_config('client_encoding', '\(encoding)', false) <> '';
      """
    }

    @Test(arguments: ["LATIN1", "SQL_ASCII", "EUC_JP"])
    func aReadWithAnotherEncodingIsAnError(_ encoding: String) async throws {
      guard
        let schema = try TestSchema(
          "\(sly(encoding)); \(Note.schema); INSERT INTO note VALUES (1, 'é', NULL)")
      else { return }
      let store = try await schema.store(connections: 1)
      for text in ["TRUEPREDICATE", "title MATCHES '.+'", "title == 'é'"] {
        let predicate = try FilterPredicate<Note>(text: text)
        let error = await #expect(throws: PostgresError.self, "\(text)") {
          try await store.fetch(SQLFetchRequest(try Note.table("sly"), predicate))
        }
        #expect(error?.message.contains(encoding) == true, "\(error?.message ?? "")")
        // By another connection.
        let rows = try await store.fetch(SQLFetchRequest(try Note.table(), predicate))
        #expect(rows.items.map(\.title) == ["é"])
      }
    }

    @Test func bytesThatAreNotUTF8AreNoText() throws {
      guard let schema = try TestSchema(sly("LATIN1")) else { return }
      let connection = try schema.connection()
      let statement = try connection.statement(
        "SELECT title, to_jsonb(title), to_json(title), title::name, title::varchar, title::char(3) FROM sly"
      )
      #expect(try statement.next())
      var slots = [RowSlot](repeating: RowSlot(.null), count: 1)
      #expect(statement.read(into: &slots) == 0)
      for column in statement.columnNames.indices {
        guard case .text(nil) = statement.cell(at: column) else {
          Issue.record("\(column): \(statement.cell(at: column))")
          continue
        }
      }
      #expect(throws: PostgresError.self) { try statement.next() }
      #expect(!connection.isUsable)
    }

    /// The transaction of the app is not committed without an error either.
    @Test func aTransactionWithAnotherEncodingIsAnError() async throws {
      guard let schema = try TestSchema(sly("LATIN1")) else { return }
      let store = try await schema.store(connections: 1)
      await #expect(throws: PostgresError.self) {
        try await store.write { database in try database.rows("SELECT * FROM sly") }
      }
      #expect(try await store.write { try $0.rows("SELECT 1") }.count == 1)
    }
  }
#endif
