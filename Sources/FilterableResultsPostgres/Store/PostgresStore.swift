#if PostgreSQL
  public import FilterSQL
  public import FilterableResultsSQL
  internal import Synchronization

  /// A PostgreSQL database, read through the system's libpq.
  ///
  /// ```swift
  /// let store = try await PostgresStore("postgres://user@localhost/shop")
  /// let rows = try await store.fetch(SQLFetchRequest(people, adults))
  /// ```
  ///
  /// Reads run in transactions that are read-only and see one snapshot. The store opens connections when they are needed
  /// and keeps them.
  public final class PostgresStore: SQLStore {
    /// The SQL dialect of PostgreSQL.
    public let dialect = SQLDialect.postgreSQL

    /// The address without a password: `postgres://user@host:port/database`.
    public let location: String

    /// The location and the identifiers of the server and the database, which differ from those of another database at
    /// the same address.
    public let identity: String

    let pool: ConnectionPool
    private let tables = PostgresTables()

    /// Receives the changes of followed tables.
    let listener: ChangeListener

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - address: A URI, `postgres://user@host/database`, or keywords and values, `host=… dbname=…`. libpq reads what is
    ///     missing from the environment, from `.pgpass` and from service files. TLS is as the address says (`sslmode`).
    ///   - connections: The maximum number of connections that read and write. One more receives notifications.
    ///   - connectTimeout: The longest time to wait for a connection, unless the address has a `connect_timeout`.
    ///   - keepAlive: The time between two checks of the connection that receives notifications. A lost connection is
    ///     noticed within twice this time, or this time and a second.
    /// - Throws: ``PostgresError`` within the timeout; `CancellationError`.
    public init(
      _ address: String, connections: Int = 4, connectTimeout: Duration = .seconds(10),
      keepAlive: Duration = .seconds(10)
    ) async throws {
      let connect = { @Sendable () throws(PostgresError) -> PostgresConnection in
        try PostgresConnection(confined: address, timeout: connectTimeout.asPause, isReadOnly: true)
      }
      let pool = ConnectionPool(limit: connections, connect)
      self.pool = pool
      listener = ChangeListener(
        connectTimeout: connectTimeout, keepAlive: keepAlive, connect: connect,
        disconnect: { pool.abort() }, forgetSchema: { [tables] in tables.forget() })
      (location, identity) = try await pool.withConnection { connection in
        try connection.finish(within: connectTimeout) { () throws(PostgresError) in
          (connection.location, try Self.identity(connection))
        }
      }
    }

    deinit { listener.close() }

    private static func identity(
      _ connection: PostgresConnection
    ) throws(PostgresError) -> String {
      let database = try connection.rows(
        "SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()")
      var parts = [connection.location] + database.joined().map { "\($0)" }
      do throws(PostgresError) {
        let server = try connection.rows(
          "SELECT system_identifier FROM pg_catalog.pg_control_system()")
        parts += server.joined().map { "\($0)" }
      } catch {
        // Some servers do not permit the function.
        guard error.sqlState == "42501" else { throw error }
      }
      return parts.joined(separator: " ")
    }

    // MARK: - Reading

    /// Runs `body` on one snapshot of the database, on the thread of a connection.
    ///
    /// - Throws: ``PostgresError``; an error of `body`; `CancellationError`, after which the server stops the running
    ///   statement.
    public func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      do {
        return try await pool.withConnection {
          [tables, listener] connection in
          connection.beginLazily(asksForSnapshot: listener.isStarted)
          defer { try? connection.end(commit: false) }
          return try body(
            PostgresReader(connection, tables, awaitReports: listener.awaitReports(of:)))
        }
      } catch let error as PostgresError where error.isSchemaChange {
        tables.forget()
        throw error
      }
    }

    /// Throws unless the database has the table as declared.
    ///
    /// - Throws: `SQLSchemaError`; ``PostgresError``.
    public func check(_ table: SQLTableDeclaration) async throws {
      try await pool.withConnection { _ = try PostgresSchema(table, $0).checked() }
    }

    // MARK: - Writing

    /// Runs `body` in a transaction, on the thread of a connection, and commits it.
    ///
    /// Sources that follow the tables are notified as of any other commit.
    ///
    /// - Throws: An error of `body`, ``PostgresError`` or `CancellationError`; the transaction is then rolled back. If the
    ///   connection is lost during the commit, it is unknown whether the transaction was committed.
    public func write<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      try await write(hasOwnSearchPath: true, body)
    }

    func write<Result: Sendable>(
      hasOwnSearchPath: Bool, _ body: @escaping @Sendable (PostgresTransaction) throws -> Result
    ) async throws -> Result {
      try await pool.withConnection { connection in
        connection.beginLazily("READ WRITE", hasOwnSearchPath: hasOwnSearchPath)
        do {
          let result = try body(PostgresTransaction(connection))
          try connection.end(commit: true)
          return result
        } catch {
          try? connection.end(commit: false)
          throw error
        }
      }
    }
  }

  extension PostgresError {
    /// Whether a table or a column is missing, or a prepared statement has rows of another type than before.
    fileprivate var isSchemaChange: Bool {
      ["42P01", "42703", "0A000"].contains(sqlState)
    }
  }
#else
  /// A PostgreSQL database, which needs the trait PostgreSQL of the package.
  @available(
    *, unavailable, message: "needs the trait PostgreSQL of the package filterable-results"
  )
  public final class PostgresStore {}
#endif
