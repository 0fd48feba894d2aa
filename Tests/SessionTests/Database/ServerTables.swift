#if PostgreSQL
  import FilterEngine
  import FilterableResultsPostgres
  import Foundation
  import PostgreSQLSupport
  import ToolTestSupport

  /// Tables in a schema of their own on the server of the tests.
  final class ServerTables: Sendable {
    /// The address of the database, whose search path is the schema.
    let address: String

    let schema: String

    /// Tables that statements make; nil without PostgreSQL.
    init?(_ statements: String) throws {
      guard let server = try PostgreSQLServer.shared.get() else { return nil }
      schema = "t" + UUID().uuidString.filter(\.isHexDigit).lowercased()
      address = server.address + "?options=-csearch_path%3D" + schema
      let connection = try PostgresConnection(server.address, timeout: .seconds(600))
      try connection.execute("CREATE SCHEMA \(schema); SET search_path = \(schema); \(statements)")
    }

    deinit { try? run("SET client_min_messages = error; DROP SCHEMA \(schema) CASCADE") }

    /// The input that names a table.
    func table(_ name: String) -> String { address + "&table=" + name }

    /// Runs statements by a connection of their own.
    func run(_ statements: String) throws {
      try PostgresConnection(address, timeout: .seconds(600)).execute(statements)
    }

    /// Four people, as `DatabaseFile.people()` has them.
    static func people() throws -> ServerTables? {
      try ServerTables(
        """
        CREATE TABLE person (
          id bigint PRIMARY KEY, name text NOT NULL, age integer, city text, score double precision
        );
        CREATE INDEX person_city ON person (city);
        INSERT INTO person VALUES
          (1, 'Ada', 36, 'London', 1.5), (2, 'Alan', 41, 'London', NULL),
          (3, 'Zoë', 28, 'Zürich', 3), (7, 'Kurt', NULL, NULL, -2);
        """)
    }
  }

  /// A transaction of another connection, which holds its locks until it ends.
  final class ServerLock {
    private let connection: PostgresConnection

    init(_ address: String, _ statements: String) throws {
      connection = try PostgresConnection(address, timeout: .seconds(600))
      try connection.execute("BEGIN; " + statements)
    }

    func end() throws { try connection.execute("ROLLBACK") }
  }
#endif
