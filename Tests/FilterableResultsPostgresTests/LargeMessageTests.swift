#if PostgreSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// What a server sends beside rows takes a bounded amount of memory.
  @Suite(.limitedDatabases) struct LargeMessageTests {
    @Test func aLongMessageIsCut() throws {
      for text in [
        String(repeating: "é", count: 1_000_000), String(repeating: "a\n", count: 99_999),
      ] {
        let message = PostgresError(text).message
        #expect(message.utf8.count <= 4_096 + 3 && message.hasSuffix("…"))
        #expect(!message.contains("\u{FFFD}"))
      }
    }

    @Test func moreNotificationsThanAreKeptEndTheConnection() throws {
      guard let schema = try TestSchema() else { return }
      let (listener, sender) = (try schema.connection(), try schema.connection())
      try listener.execute("LISTEN \(schema.name)")
      // 48 MB are received while statements run, and then more than 64 MiB are.
      for count in [6_000, 4_000] {
        try sender.execute(
          """
          SELECT pg_notify('\(schema.name)', n || repeat('x', 7900)) FROM generate_series(1, \(count)) n
          """)
        if count == 6_000 { try listener.execute("SELECT 1") }
      }
      #expect(throws: PostgresError.self) { try listener.execute("SELECT 1") }
      #expect(!listener.isUsable)
    }
  }
#endif
