#if PostgreSQL
  import CLibPQ
  import PostgreSQLSupport

  @testable import FilterSQL

  /// A connection to a server of the test.
  final class PostgreSQLDatabase {
    private let connection: OpaquePointer

    init(port: Int) throws {
      let options = "host=127.0.0.1 port=\(port) dbname=postgres user=postgres"
      guard let connection = PQconnectdb(options), PQstatus(connection) == CONNECTION_OK else {
        throw PostgreSQLFailure(description: "no connection to port \(port)")
      }
      self.connection = connection
    }

    deinit { PQfinish(connection) }

    /// Runs statements without values.
    func execute(_ sql: String) throws {
      let result = PQexec(connection, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(sql) }
    }

    /// The first column of each row of a statement.
    func column(_ sql: String, _ parameters: [SQLValue]) throws -> [String] {
      let values = parameters.map(PostgreSQLParameter.init)
      var addresses: [UnsafeMutablePointer<CChar>] = []
      defer { addresses.forEach { $0.deallocate() } }
      for value in values {
        let address = UnsafeMutablePointer<CChar>.allocate(capacity: value.bytes.count + 1)
        for (index, byte) in value.bytes.enumerated() {
          address[index] = CChar(bitPattern: byte)
        }
        address[value.bytes.count] = 0
        addresses.append(address)
      }
      let result = PQexecParams(
        connection, sql, Int32(values.count), values.map(\.type),
        addresses.map { UnsafePointer($0) }, values.map { Int32($0.bytes.count) },
        values.map { $0.isBinary ? 1 : 0 }, 0)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else { throw failure(sql) }
      return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
    }

    /// The plan that a prepared statement has whatever its values are.
    func plan(_ sql: String, _ parameters: [SQLValue]) throws -> [String] {
      let types = parameters.map { PostgreSQLParameter($0).type }
      let result = PQprepare(connection, "planned", sql, Int32(types.count), types)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(sql) }
      let values = Array(repeating: "NULL", count: types.count).joined(separator: ", ")
      let plan = try column("EXPLAIN EXECUTE planned\(types.isEmpty ? "" : "(\(values))")", [])
      try execute("DEALLOCATE planned")
      return plan
    }

    private func failure(_ sql: String) -> PostgreSQLFailure {
      PostgreSQLFailure(description: "\(String(cString: PQerrorMessage(connection)))\(sql)")
    }
  }

  /// A value as PostgreSQL is given it.
  private struct PostgreSQLParameter {
    let type: Oid
    let bytes: [UInt8]
    var isBinary = false

    init(_ value: SQLValue) {
      switch value {
      case .integer(let value): self.init(20, "\(value)")
      case .real(let value): self.init(701, Self.text(value))
      case .boolean(let value): self.init(16, value ? "t" : "f")
      case .text(let text), .jsonArray(let text): self.init(25, text)
      case .bytes(let bytes): self.init(type: 17, bytes: bytes, isBinary: true)
      case .uuid(let bytes): self.init(type: 2950, bytes: bytes, isBinary: true)
      case .microseconds(let value):
        let bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        self.init(type: 1184, bytes: bytes, isBinary: true)
      case .localMicroseconds(let value):
        let bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        self.init(type: 1114, bytes: bytes, isBinary: true)
      case .days(let value):
        let bytes = withUnsafeBytes(of: Int32(value).bigEndian) { Array($0) }
        self.init(type: 1082, bytes: bytes, isBinary: true)
      case .integers(let values):
        self.init(1016, "{" + values.map(String.init).joined(separator: ",") + "}")
      case .reals(let values):
        self.init(1022, "{" + values.map(Self.text).joined(separator: ",") + "}")
      case .texts(let texts):
        let quoted = texts.map {
          "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        self.init(1009, "{" + quoted.joined(separator: ",") + "}")
      case .test: self.init(25, "")
      }
    }

    private init(type: Oid, bytes: [UInt8], isBinary: Bool) {
      self.type = type
      self.bytes = bytes
      self.isBinary = isBinary
    }

    private init(_ type: Oid, _ text: String) {
      self.init(type: type, bytes: Array(text.utf8), isBinary: false)
    }

    private static func text(_ value: Double) -> String {
      value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\(value)"
    }
  }
#endif
