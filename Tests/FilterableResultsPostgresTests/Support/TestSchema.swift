#if PostgreSQL
  import FilterEngine
  import FilterSQL
  import FilterableResultsSQL
  import PostgreSQLSupport

  @testable import FilterableResultsPostgres

  /// A schema of its own in a database, which connections of a test find first. The tests share the server.
  struct TestSchema: Sendable {
    let server: PostgreSQLServer
    let name = "t\(UInt32.random(in: 0 ... .max))"
    private let database: String

    /// The address of the database, with the schema in the search path and as the name of the application.
    var address: String {
      "postgres://postgres@127.0.0.1:\(server.port)/\(database)?options=-csearch_path%3D\(name)&application_name=\(name)"
    }

    /// Creates the schema, in a database of its own if `isAlone`, and runs statements in it; nil if there is no
    /// PostgreSQL.
    init?(_ sql: String = "", on server: PostgreSQLServer? = nil, isAlone: Bool = false) throws {
      guard let server = try server ?? PostgreSQLServer.shared.get() else { return nil }
      self.server = server
      database = isAlone ? "d\(name)" : "postgres"
      if isAlone { try administrate("CREATE DATABASE \(database)") }
      let connection = try connection()
      try connection.execute("CREATE SCHEMA \(name)")
      if !sql.isEmpty { try connection.execute(sql) }
    }

    func connection() throws -> PostgresConnection {
      try PostgresConnection(address, timeout: .seconds(600))
    }

    func store(
      connections: Int = 4, keepAlive: Duration = .seconds(600)
    ) async throws -> PostgresStore {
      try await PostgresStore(
        address, connections: connections, connectTimeout: .seconds(600), keepAlive: keepAlive)
    }

    private func administrate(_ sql: String) throws {
      try PostgresConnection(server.address, timeout: .seconds(600)).execute(sql)
    }

    /// Sets whether the server makes new connections to the database of the schema, which must be its own.
    func setTakesConnections(_ takes: Bool) throws {
      try administrate("ALTER DATABASE \(database) ALLOW_CONNECTIONS \(takes)")
    }

    /// Whether another connection of the schema runs a statement that begins with `text`.
    func isRunning(_ text: String, by connection: PostgresConnection) throws -> Bool {
      try !connection.rows(
        """
        SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()
          AND state = 'active' AND starts_with(query, $2)
        """, [.text(name), .text(text)]
      ).isEmpty
    }

    /// Whether another connection of the schema waits for a lock.
    func isWaitingForLock(by connection: PostgresConnection) throws -> Bool {
      try !connection.rows(
        """
        SELECT pid FROM pg_locks JOIN pg_stat_get_activity(NULL) USING (pid)
        WHERE NOT granted AND application_name = $1
        """, [.text(name)]
      ).isEmpty
    }

    /// Ends all connections of the schema but the caller's, and waits for their end.
    func terminate(_ connection: PostgresConnection) throws {
      _ = try connection.rows(
        """
        SELECT pg_terminate_backend(pid, 600000) FROM pg_stat_activity
        WHERE application_name = $1 AND pid <> pg_backend_pid()
        """, [.text(name)])
    }
  }

  /// A row of the table `note`.
  struct Note: Filterable, Hashable, Sendable {
    var id: Int64
    var title: String
    var owner: Int64?

    static let filterFields = FilterFields<Note>(
      FilterField("id", \.id), FilterField("title", \.title), FilterField("owner", \.owner))

    static let schema =
      "CREATE TABLE note (id bigint PRIMARY KEY, title text NOT NULL, owner bigint)"

    static func table(_ name: String = "note") throws -> SQLTable<Note> {
      try SQLTable<Note>(
        name, key: ["id"],
        columns: [.integer("id"), .text("title"), .integer("owner", nullable: true)]
      ) { row in Note(id: row.next(), title: row.next(), owner: row.next()) }
    }
  }

  extension PostgresConnection {
    /// The payloads that are notified on the channels of tables, without the numbers of transactions, up to a marker of the
    /// connection's own.
    func payloads() throws -> [String] {
      try execute("LISTEN frc_test; NOTIFY frc_test")
      var payloads: [String] = []
      while true {
        for notification in try notifications(until: nil) {
          if notification.channel == "frc_test", notification.processID == processID {
            return payloads
          }
          guard notification.channel != "frc_test" else { continue }
          let parts = notification.payload.split(separator: " ", maxSplits: 1)
          payloads.append(String(parts[1]))
        }
      }
    }

    /// Listens for the changes of a table.
    func listen(to table: String) throws {
      let oid = try rows("SELECT $1::regclass::oid", [.text(table)])
      guard case .integer(let number) = oid[0][0] else { return }
      try execute("LISTEN \(ChangeTriggers.channel(number))")
    }
  }
#endif
