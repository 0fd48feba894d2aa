#if PostgreSQL
  import FilterSQL
  import FilterableResultsSQL
  import PostgreSQLSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Installing, replacing and removing the triggers of tables.
  @Suite(.limitedDatabases) struct InstallTests {
    private func declaration(_ name: String, links: [String] = []) throws -> SQLTableDeclaration {
      let columns = ["id"] + links
      return try SQLTableDeclaration(name, key: ["id"], columns: columns.map { .integer($0) })
    }

    private func count(_ connection: PostgresConnection, _ query: String) throws -> String {
      "\(try connection.rows(query)[0][0])"
    }

    private func installed(_ name: String, _ connection: PostgresConnection) throws -> [String]? {
      try ReportingTable.read([name], connection)[0]?.columns
    }

    private let triggers = "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'note'::regclass"
    private let functions = """
      SELECT count(*) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
      """

    @Test func installingAgainChangesNothingAndRemovingLeavesNothing() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let table = try Note.table().declaration
      #expect(try await !store.areInstalled([table]))
      try await store.install([table])
      #expect(try await store.areInstalled([table]))
      let before = try ReportingTable.read(["note"], connection)
      try await store.install([table])
      #expect(try ReportingTable.read(["note"], connection) == before)
      #expect(try count(connection, triggers) == "integer(4)")
      try await store.uninstall([table])
      try await store.uninstall([table])
      #expect(try count(connection, triggers) == "integer(0)")
      #expect(try count(connection, functions) == "integer(0)")
      #expect(try await !store.areInstalled([table]))
    }

    @Test func triggersOfAnotherVersionOrThatAreDisabledAreReplaced() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let table = try Note.table().declaration
      for change in [
        "COMMENT ON FUNCTION $ IS 'Reports changed rows, filterable-results version 0'",
        "ALTER TABLE note DISABLE TRIGGER frc_update",
        "ALTER TABLE note ENABLE REPLICA TRIGGER frc_update", "DROP TRIGGER frc_delete ON note",
      ] {
        try await store.install([table])
        let function = try ReportingTable.read(["note"], connection)[0]?.functions.first ?? ""
        try connection.execute(change.replacing("$", with: "\(function)()"))
        #expect(try await !store.areInstalled([table]), "\(change)")
        try await store.install([table])
        #expect(try await store.areInstalled([table]), "\(change)")
        #expect(try count(connection, triggers) == "integer(4)")
        #expect(try count(connection, functions) == "integer(1)")
      }
    }

    @Test func columnsOfOtherDeclarationsStayReported() async throws {
      guard let schema = try TestSchema("CREATE TABLE a (id int PRIMARY KEY, x int, y int)")
      else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let a = try declaration("a", links: ["x", "y"])
      func other(_ link: String) throws -> SQLTableDeclaration {
        try SQLTableDeclaration(
          "b", key: ["id"], columns: [.integer("id")], relations: [.toMany("all", a, to: [link])])
      }
      try connection.execute("CREATE TABLE b (id int PRIMARY KEY)")
      try await store.install([a])
      #expect(try installed("a", connection) == ["id"])
      try await store.install([a, other("x")])
      #expect(try installed("a", connection) == ["id", "x"])
      try await store.install([a, other("y")])
      #expect(try installed("a", connection).map(Set.init) == ["id", "x", "y"])
      try await store.install([a])
      #expect(try installed("a", connection).map(Set.init) == ["id", "x", "y"])
      // A column that is renamed or dropped makes the triggers useless, but writers do not fail.
      try connection.listen(to: "a")
      try connection.execute("ALTER TABLE a RENAME COLUMN x TO z; INSERT INTO a VALUES (1, 2, 3)")
      #expect(try connection.payloads() == ["*"])
      #expect(try await !store.areInstalled([a]))
      try connection.execute("ALTER TABLE a DROP COLUMN z; DELETE FROM a")
      #expect(try connection.payloads() == ["*"])
      try await store.install([a], payload: .none)
      #expect(try installed("a", connection) == [])
      try await store.install([a])
      #expect(try installed("a", connection) == ["id"])
    }

    @Test func hostileNamesChangeNothing() async throws {
      let names = [
        #"a"b"#, "a'b", "a\\b", "$$", "$f$", "a;b", "é", "%I", "frc_new", "entries",
        "select", String(repeating: "x", count: 63), "a\nb", "--", "r", "a\u{600}\"b",
        "a\"\u{301}b",
        "a\u{600}'b", "'\u{301}\\\u{301}\u{600}\\",
      ]
      guard let schema = try TestSchema() else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      for setting in ["on", "off"] {
        for name in names {
          let quoted = name.quotedIdentifier
          try connection.execute(
            "CREATE TABLE \(quoted) (\(quoted) text PRIMARY KEY, \("\(quoted)x".quotedIdentifier) int)"
          )
          let table = try SQLTableDeclaration(name, key: [name], columns: [.text(name)])
          let changing = try PostgresConnection(
            schema.address.replacing(
              "&", with: "%20-cstandard_conforming_strings%3D\(setting)&"), timeout: .seconds(600))
          try ReportingTable.install([table], reportsKeys: true, changing)
          #expect(try await store.areInstalled([table]), "\(name)")
          try connection.listen(to: quoted)
          try connection.run("INSERT INTO \(quoted) VALUES ($1)", [.text(name)])
          let payload = try connection.payloads().first ?? ""
          #expect(ChangePayload("1 \(payload)", columns: 1).rows == [[.string(name)]], "\(name)")
          try await store.uninstall([table])
          try connection.execute("DROP TABLE \(quoted)")
        }
      }
      #expect(try count(connection, functions) == "integer(0)")
    }

    @Test func aRestoredOrRenamedTableReportsOnItsOwnChannel() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let (store, connection) = (try await schema.store(), try schema.connection())
      let table = try Note.table().declaration
      try await store.install([table])
      try connection.execute("ALTER TABLE note RENAME TO memo; \(Note.schema)")
      try await store.install([table])
      try connection.listen(to: "memo")
      try connection.listen(to: "note")
      try connection.execute("INSERT INTO memo VALUES (1, ''); INSERT INTO note VALUES (2, '')")
      #expect(try connection.payloads() == ["[1]", "[2]"])
      // A function with the name that a table's function would have stays as it is.
      try await store.uninstall([table])
      let oid = try ReportingTable.read(["note"], connection)[0]?.oid ?? 0
      try connection.execute("CREATE FUNCTION frc_\(oid)() RETURNS int LANGUAGE sql AS 'SELECT 1'")
      try await store.install([table])
      #expect(try count(connection, "SELECT frc_\(oid)()") == "integer(1)")
      #expect(try await store.areInstalled([table]))
    }

    @Test func tablesWhoseChangesAreNotAllReportedAreRefused() async throws {
      guard
        let schema = try TestSchema(
          """
          CREATE TABLE a (id int PRIMARY KEY); CREATE VIEW v AS SELECT * FROM a;
          CREATE MATERIALIZED VIEW m AS SELECT * FROM a;
          CREATE TABLE parent (id int PRIMARY KEY); CREATE TABLE heir () INHERITS (parent);
          CREATE TABLE whole (id int PRIMARY KEY) PARTITION BY RANGE (id);
          CREATE TABLE part PARTITION OF whole FOR VALUES FROM (0) TO (10);
          CREATE SEQUENCE s; CREATE FOREIGN DATA WRAPPER w;
          CREATE SERVER far FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE f (id int) SERVER far
          """)
      else { return }
      let store = try await schema.store()
      for (name, reason) in [
        ("v", "is a view"), ("m", "is a view"), ("f", "is a foreign table"),
        ("whole", "is a partition or has partitions"),
        ("part", "is a partition or has partitions"),
        ("parent", "inherits from a table or has heirs"),
        ("heir", "inherits from a table or has heirs"), ("s", "is not a table"),
        ("none", "there is no table 'none'"),
      ] {
        let error = await #expect(throws: PostgresError.self, "\(name)") {
          try await store.install([try self.declaration("a"), try self.declaration(name)])
        }
        #expect(error?.message.contains(reason) == true, "\(name): \(error?.message ?? "")")
        if name != "none" { #expect(error?.message.contains("refreshes(every:)") == true) }
      }
      #expect(try await !store.areInstalled([try declaration("a")]))
      let connection = try schema.connection()
      try connection.execute("CREATE TEMPORARY TABLE t (id int PRIMARY KEY)")
      let error = #expect(throws: PostgresError.self) {
        try ReportingTable.install([try self.declaration("t")], reportsKeys: true, connection)
      }
      #expect(error?.message.contains("is temporary") == true)
      try connection.execute("DROP FOREIGN DATA WRAPPER w CASCADE")
    }

    @Test func aRoleWithoutRightsGetsAnError() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let connection = try schema.connection()
      let role = "\(schema.name)_role"
      try connection.execute(
        "CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role)")
      let address = schema.address.replacing("postgres@", with: "\(role)@")
      let store = try await PostgresStore(address)
      let table = try Note.table().declaration
      for (grant, isEnough) in [
        ("SELECT ON note", false), ("TRIGGER ON note", false),
        ("CREATE ON SCHEMA \(schema.name)", true),
      ] {
        try connection.execute("GRANT \(grant) TO \(role)")
        guard !isEnough else {
          try await store.install([table])
          continue
        }
        let error = await #expect(throws: PostgresError.self) { try await store.install([table]) }
        #expect(error?.sqlState == "42501" && error?.message.contains("refreshes(every:)") == true)
      }
      #expect(try await store.areInstalled([table]))
      try connection.execute("DROP OWNED BY \(role) CASCADE; DROP ROLE \(role)")
    }

    @Test func severalProgramsInstallAtOnce() async throws {
      guard let schema = try TestSchema(Note.schema) else { return }
      let store = try await schema.store()
      let table = try Note.table().declaration
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await store.install([table]) } }
        try await group.waitForAll()
      }
      #expect(try count(try schema.connection(), functions) == "integer(1)")
    }
  }
#endif
