#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterTables
  import FilterableResultsSQL
  import Foundation
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Functions and operators that another role has created in a schema of the search path, whose types fit better than
  /// those of the server.
  @Suite(.limitedDatabases) struct SearchPathTests {
    private func schema() throws -> (TestSchema, Traps)? {
      guard
        let schema = try TestSchema(
          "CREATE TABLE note (id bigint PRIMARY KEY, title varchar(20) NOT NULL, owner bigint)")
      else { return nil }
      let traps = Traps(name: schema.name, server: schema.server)
      try schema.connection().execute(traps.statements)
      return (schema, traps)
    }

    /// Otherwise the other tests would show nothing.
    @Test func aSessionThatSearchesTheSchemaCallsThem() throws {
      guard let (schema, traps) = try schema() else { return }
      try schema.connection().execute(traps.uses)
      #expect(try traps.called() == Set(Traps.names))
    }

    @Test func readersCallNone() async throws {
      guard let (schema, traps) = try schema() else { return }
      try schema.connection().execute("INSERT INTO note VALUES (1, 'a', NULL)")
      let store = try await schema.store()
      let table = try Note.table()
      let request = SQLFetchRequest(table, try FilterPredicate(text: "title == 'a'"))
      for _ in 0..<3 {
        #expect(try await store.fetch(request).items.map(\.id) == [1])
      }
      #expect(try await store.count(request) == 1)
      #expect(try await !store.areInstalled([table.declaration]))
      try await store.install([table.declaration])
      let screen = try await Screen(LiveFetch(request, in: store))
      await screen.follow()
      try await screen.shows(["a"])
      try schema.connection().execute("UPDATE note SET id = 2; INSERT INTO note VALUES (3, 'a')")
      try await screen.shows(["a", "a"])
      await screen.stop()
      try await store.uninstall([table.declaration])
      #expect(try traps.called() == [])
    }

    @Test func writersOfAFollowedTableCallNone() async throws {
      guard let (schema, traps) = try schema() else { return }
      let store = try await schema.store()
      let table = try Note.table().declaration
      try await store.install([table])
      let writer = try schema.connection()
      try writer.listen(to: "note")
      try writer.execute("INSERT INTO note VALUES (1, 'a', NULL); UPDATE note SET title = 'b'")
      try writer.execute("DELETE FROM note; TRUNCATE note")
      #expect(try writer.payloads() == ["[1]", "[1]", "*"])
      #expect(try traps.called() == [])
    }

    @Test func aTransactionOfTheAppHasItsOwnSearchPath() async throws {
      guard let (schema, _) = try schema() else { return }
      let store = try await schema.store(connections: 1)
      let request = SQLFetchRequest(try Note.table())
      for number in 1...3 {
        let path = try await store.write { database in
          try database.execute(
            "INSERT INTO note VALUES ($1, 'a', NULL)", [.integer(Int64(number))])
          return try database.rows("SELECT current_setting('search_path')")
        }
        #expect("\(path)" == "\([[SQLCellValue.text(schema.name)]])")
        #expect(try await store.fetch(request).items.count == number)
      }
    }

    @Test func readsAreReadOnly() async throws {
      guard let (schema, _) = try schema() else { return }
      try schema.connection().execute(
        """
        CREATE TABLE calls (n int);
        CREATE FUNCTION writing() RETURNS bigint LANGUAGE plpgsql
          AS $$ BEGIN INSERT INTO \(schema.name).calls VALUES (1); RETURN 1; END $$;
        CREATE VIEW sly AS SELECT writing() AS id, 'a'::text AS title, NULL::bigint AS owner
        """)
      let store = try await schema.store()
      for _ in 0..<3 {
        let error = await #expect(throws: PostgresError.self) {
          try await store.fetch(SQLFetchRequest(try Note.table("sly")))
        }
        #expect(error?.sqlState == "25006")
      }
      let rows = try schema.connection().rows("SELECT count(*) FROM calls")
      #expect("\(rows)" == "\([[SQLCellValue.integer(0)]])")
    }

    @Test func onlyTransactionsOfTheAppWrite() async throws {
      guard let (schema, _) = try schema() else { return }
      let store = try await schema.store(connections: 1)
      let query = "SELECT current_setting('transaction_read_only')"
      for _ in 0..<2 {
        let outside = try await store.pool.withConnection { try $0.rows(query) }
        #expect("\(outside)" == "\([[SQLCellValue.text("on")]])")
        let inside = try await store.write { try $0.rows(query) }
        #expect("\(inside)" == "\([[SQLCellValue.text("off")]])")
      }
    }

    /// A function of a view may change settings of the session.
    @Test func aViewCannotOpenTheSession() async throws {
      guard let (schema, traps) = try schema() else { return }
      try schema.connection().execute(
        """
        INSERT INTO note VALUES (1, 'a', NULL);
        CREATE VIEW sly AS SELECT length(set_config('search_path', '\(schema.name)', false)
          || set_config('default_transaction_read_only', 'off', false))::bigint AS id,
          'a'::text AS title, NULL::bigint AS owner
        """)
      let store = try await schema.store(connections: 1)
      let sly = SQLFetchRequest(try Note.table("sly"))
      let request = SQLFetchRequest(
        try Note.table(), try FilterPredicate(text: "title == 'a'"))
      for _ in 0..<3 {
        _ = try await store.fetch(sly)
        #expect(try await store.fetch(request).items.count == 1)
      }
      #expect(try traps.called() == [])
    }

    @Test func tablesAreFoundAsTheServerFindsThem() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let connection = try schema.connection()
      let (other, upper) = ("\(schema.name)b", "\(schema.name) \"Ü,x")
      try connection.execute(
        """
        CREATE SCHEMA \(other); CREATE SCHEMA \(upper.quotedIdentifier);
        CREATE TABLE \(other).note (id bigint PRIMARY KEY, title text NOT NULL, owner bigint);
        CREATE TABLE \(upper.quotedIdentifier).memo (id bigint PRIMARY KEY);
        CREATE SEQUENCE \(other).memo; CREATE TABLE \(schema.name).only (id bigint PRIMARY KEY)
        """)
      for path in [
        schema.name, "\(other), \(schema.name)", "\(schema.name.uppercased()) ,\t\(other)", "\"\"",
        upper.quotedIdentifier, "\(upper.quotedIdentifier),\(other)",
        "\(other),\(upper.quotedIdentifier)", "nowhere, \(other)", "\"$user\", \(other)",
        "pg_temp, \(schema.name)", "\(schema.name), pg_catalog", "\(schema.name), pg_temp",
      ] {
        try connection.run("SELECT set_config('search_path', $1, FALSE)", [.text(path)])
        let found = try connection.schemas()
        let existing = try connection.rows(
          "SELECT n::text FROM unnest(current_schemas(TRUE)) WITH ORDINALITY u (n, i) ORDER BY i")
        let names = existing.map { if case .text(let name?) = $0[0] { name } else { "" } }
        #expect(
          found.filter { names.contains($0) } == names.filter { !$0.hasPrefix("pg_temp") },
          "\(path)")
        for name in ["note", "memo", "only", "pg_class", "none"] {
          let table = try TableModel(named: name, connection)
          let number = try connection.rows("SELECT to_regclass($1)::oid", [.text(name)])
          #expect(
            "\(number[0][0])" == table.map { "integer(\($0.identifier))" } ?? "null",
            "\(path): \(name)")
        }
        let visible = try connection.rows(
          """
          SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_table_is_visible(c.oid)
            AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY c.relname
          """)
        #expect(
          try TableModel.relations(connection).map { "text(Optional(\"\($0.name)\"))" }
            == visible.map { "\($0[0])" }, "\(path)")
      }
      try connection.execute(
        "SET search_path = \(schema.name); CREATE TEMPORARY TABLE note (id int PRIMARY KEY)")
      #expect(try TableModel(named: "note", connection)?.columns.count == 1)
      try connection.execute("SET search_path = \(schema.name), pg_temp")
      #expect(try TableModel(named: "note", connection)?.columns.count == 3)
      try connection.execute(
        "DROP SCHEMA \(other) CASCADE; DROP SCHEMA \(upper.quotedIdentifier) CASCADE")
    }

    @Test func aTableThatMovesToAnotherSchemaIsFoundAgain() async throws {
      guard let schema = try TestSchema("\(Note.schema); INSERT INTO note VALUES (1, 'a', NULL)")
      else { return }
      let connection = try schema.connection()
      let other = "\(schema.name)b"
      let store = try await PostgresStore(
        schema.address.replacing("%3D\(schema.name)", with: "%3D\(schema.name),\(other)"),
        connectTimeout: .seconds(600))
      let request = SQLFetchRequest(try Note.table())
      #expect(try await store.fetch(request).items.count == 1)
      try connection.execute("CREATE SCHEMA \(other); ALTER TABLE note SET SCHEMA \(other)")
      let error = await #expect(throws: PostgresError.self) { try await store.fetch(request) }
      #expect(error?.sqlState == "42P01")
      #expect(try await store.fetch(request).items.count == 1)
      try connection.execute("DROP SCHEMA \(other) CASCADE")
    }
  }
#endif
