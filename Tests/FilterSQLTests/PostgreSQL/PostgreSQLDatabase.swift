#if PostgreSQL
  import FilterableResultsPostgres
  import FilterableResultsSQL
  import PostgreSQLSupport

  @testable import FilterSQL

  /// A connection with a schema of its own, on the server that the tests share.
  final class PostgreSQLDatabase {
    private let connection: PostgresConnection

    /// Connects; nil if there is no PostgreSQL.
    init?() throws {
      guard let server = try PostgreSQLServer.shared.get() else { return nil }
      connection = try PostgresConnection(server.address, timeout: .seconds(600))
      let schema = "t\(UInt32.random(in: 0 ... .max))"
      try connection.execute("CREATE SCHEMA \(schema); SET search_path = \(schema)")
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws { try connection.execute(sql) }

    /// The first column of each row of a statement.
    func column(_ sql: String, _ parameters: [SQLValue]) throws -> [String] {
      try connection.rows(sql, parameters).map { row in
        switch row.first {
        case .integer(let integer)?: String(integer)
        case .text(let text?)?: text
        default: ""
        }
      }
    }

    /// The plan that a prepared statement has whatever its values are.
    func plan(_ sql: String, _ parameters: [SQLValue]) throws -> [String] {
      let types = parameters.map(\.typeName).joined(separator: ", ")
      let list = types.isEmpty ? "" : "(\(types))"
      try connection.execute("PREPARE planned\(list) AS \(sql)")
      let values = Array(repeating: "NULL", count: parameters.count).joined(separator: ", ")
      let plan = try column("EXPLAIN EXECUTE planned\(list.isEmpty ? "" : "(\(values))")", [])
      try connection.execute("DEALLOCATE planned")
      return plan
    }
  }

  extension SQLValue {
    /// The name of the type that the driver sends.
    fileprivate var typeName: String {
      switch self {
      case .integer: "int8"
      case .real: "float8"
      case .boolean: "bool"
      case .text, .jsonArray, .test: "text"
      case .bytes: "bytea"
      case .uuid: "uuid"
      case .microseconds: "timestamptz"
      case .localMicroseconds: "timestamp"
      case .days: "date"
      case .integers: "int8[]"
      case .uuids: "uuid[]"
      case .reals: "float8[]"
      case .texts: "text[]"
      }
    }
  }
#endif
