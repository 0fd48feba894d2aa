#if SQLite && PostgreSQL
  import FilterSQL
  import FilterableResultsPostgres
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import PostgreSQLSupport
  import Synchronization

  /// A schema of the server that the tests of the process share.
  final class PostgreSQLSchema: TestDatabase {
    private static let count = Atomic(0)

    private let address: String
    private let connection: PostgresConnection

    /// Tests on several threads share the connection.
    private let lock = NSLock()

    /// - Parameters:
    ///   - schema: Statements of SQLite, of which the names of types are replaced.
    ///   - server: A server of the test; nil for the one that the tests share.
    init(_ schema: String, on server: PostgreSQLServer? = nil) throws {
      guard let server = try server ?? PostgreSQLServer.shared.get() else {
        throw PostgreSQLFailure(description: "there is no PostgreSQL")
      }
      let name = "t\(Self.count.add(1, ordering: .relaxed).newValue)"
      address =
        "postgres://postgres@127.0.0.1:\(server.port)/postgres?options=-csearch_path%3D\(name)"
      connection = try PostgresConnection(address, timeout: .seconds(600))
      try connection.execute("CREATE SCHEMA \(name)")
      let types = [
        (/\bINTEGER\b/, "bigint"), (/\bREAL\b/, "double precision"), (/\bBLOB\b/, "bytea"),
      ]
      try connection.execute(types.reduce(schema) { $0.replacing($1.0, with: $1.1) })
    }

    func transact(
      _ body: (any TestTransaction) throws -> Database.TransactionCompletion
    ) throws {
      try lock.withLock {
        try connection.execute("BEGIN")
        do {
          switch try body(PostgreSQLTransaction(connection)) {
          case .commit: try connection.execute("COMMIT")
          case .rollback: try connection.execute("ROLLBACK")
          }
        } catch {
          try? connection.execute("ROLLBACK")
          throw error
        }
      }
    }

    func read<Result>(_ body: (any TestTransaction) throws -> Result) throws -> Result {
      try lock.withLock { try body(PostgreSQLTransaction(connection)) }
    }

    func store(_ tables: [SQLTableDeclaration], usesHook: Bool) async throws -> any SQLStore {
      let store = try await PostgresStore(
        address, connectTimeout: .seconds(600), keepAlive: .seconds(600))
      try await store.install(tables)
      return store
    }
  }

  /// Statements by the driver of the library, outside of its fetches.
  private struct PostgreSQLTransaction: TestTransaction {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    var isPostgreSQL: Bool { true }

    func run(_ sql: String, _ values: [SQLValue?]) throws {
      guard !values.isEmpty else { return try connection.execute(sql) }
      try connection.run(Self.numbered(sql), values)
    }

    func rows(_ sql: String, _ values: [SQLValue?]) throws -> [[SQLCellValue]] {
      try connection.rows(Self.numbered(sql), values)
    }

    func inSavepoint(_ body: () throws -> Database.TransactionCompletion) throws {
      try connection.execute("SAVEPOINT part")
      if case .rollback = try body() { try connection.execute("ROLLBACK TO part") }
      try connection.execute("RELEASE part")
    }

    /// A statement with `$1`, `$2` … for each `?`.
    private static func numbered(_ sql: String) -> String {
      let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
      return parts.enumerated().map { ($0 == 0 ? "" : "$\($0)") + $1 }.joined()
    }
  }
#endif
