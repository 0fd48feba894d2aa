import CBenchmarkLibPQ
import Foundation

/// A connection that is used through the interface of libpq, as one writes it for one struct. One thread uses it.
final class HandConnection {
  struct Failure: Error {
    let message: String
  }

  /// A value of a statement.
  enum Value {
    case integer(Int)
    case real(Double)
    case text(String)

    fileprivate var type: Oid {
      switch self {
      case .integer: 20
      case .real: 701
      case .text: 25
      }
    }

    fileprivate var bytes: [UInt8] {
      switch self {
      case .integer(let value): withUnsafeBytes(of: Int64(value).bigEndian) { Array($0) }
      case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) }
      case .text(let text): Array(text.utf8)
      }
    }
  }

  private let connection: OpaquePointer
  private var prepared: Set<String> = []

  init(_ address: String) throws {
    guard let connection = PQconnectdb(address) else { throw Failure(message: "no memory") }
    self.connection = connection
    guard PQstatus(connection) == CONNECTION_OK else { throw failure }
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
  }

  deinit { PQfinish(connection) }

  private var failure: Failure { Failure(message: String(cString: PQerrorMessage(connection))) }

  /// Runs statements without values.
  func execute(_ sql: String) throws {
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failure }
  }

  // MARK: - Rows

  /// The people of a prepared statement, whose rows come as a whole.
  func people(_ sql: String, _ values: [Value] = []) throws -> [Person] {
    let result = try run(sql, values)
    defer { PQclear(result) }
    return (0..<PQntuples(result)).map { Self.person(result, $0) }
  }

  /// The people of a statement, whose rows come one by one.
  func peopleOneByOne(_ sql: String) throws -> [Person] {
    guard PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1,
      PQsetSingleRowMode(connection) == 1
    else { throw failure }
    var people: [Person] = []
    while let result = PQgetResult(connection) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_SINGLE_TUPLE else {
        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure }
        continue
      }
      people.append(Self.person(result, 0))
    }
    return people
  }

  /// The people of a statement as a copy in the binary format.
  func peopleByCopy(_ sql: String) throws -> [Person] {
    let result = PQexec(connection, "COPY (\(sql)) TO STDOUT (FORMAT binary)")
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_OUT else { throw failure }
    var people: [Person] = []
    var isFirst = true
    while true {
      var buffer: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(connection, &buffer, 0)
      guard count > 0, let buffer else { break }
      defer { PQfreemem(buffer) }
      var bytes = UnsafeRawBufferPointer(start: buffer, count: Int(count))[...]
      // A header of 19 bytes before the first row, and -1 in place of a number of columns after the last.
      if isFirst { bytes = bytes.dropFirst(19) }
      isFirst = false
      guard bytes.count > 2 else { continue }
      var position = bytes.startIndex + 2
      func cell() -> UnsafeRawBufferPointer {
        let count = Int(
          Int32(bigEndian: bytes.base.loadUnaligned(fromByteOffset: position, as: Int32.self)))
        defer { position += 4 + count }
        return UnsafeRawBufferPointer(
          rebasing: bytes.base[position + 4..<position + 4 + count])
      }
      people.append(
        Person(
          id: Self.integer(cell()), name: Self.text(cell()), age: Self.integer(cell()),
          city: Self.text(cell()), score: Self.real(cell()), joined: Self.date(cell())))
    }
    while let rest = PQgetResult(connection) { PQclear(rest) }
    return people
  }

  private static func person(_ result: OpaquePointer?, _ row: Int32) -> Person {
    func cell(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
    return Person(
      id: integer(cell(0)), name: text(cell(1)), age: integer(cell(2)), city: text(cell(3)),
      score: real(cell(4)), joined: date(cell(5)))
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
  }

  private static func real(_ bytes: UnsafeRawBufferPointer) -> Double {
    Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Microseconds since 2000-01-01, which is 31,622,400 seconds before 2001-01-01.
  private static func date(_ bytes: UnsafeRawBufferPointer) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(integer(bytes)) / 1e6 - 31_622_400)
  }

  // MARK: - Statements

  /// Runs a statement that changes rows.
  func change(_ sql: String, _ values: [Value]) throws { PQclear(try run(sql, values)) }

  /// A round trip to the server.
  func roundTrip() throws { PQclear(try run("SELECT 1", [])) }

  /// Runs a statement that is prepared once.
  private func run(_ sql: String, _ values: [Value]) throws -> OpaquePointer? {
    let count = Int32(values.count)
    // The name of the statement is its text, of which the server keeps 63 bytes.
    let name = String(UInt(bitPattern: sql.hashValue), radix: 36)
    if prepared.insert(sql).inserted {
      let made = PQprepare(connection, name, sql, count, values.map(\.type))
      defer { PQclear(made) }
      guard PQresultStatus(made) == PGRES_COMMAND_OK else { throw failure }
    }
    let bytes = values.map(\.bytes)
    let lengths = bytes.map { Int32($0.count) }
    let formats = [Int32](repeating: 1, count: values.count)
    let all = bytes.flatMap(\.self)
    let result = all.withUnsafeBytes { buffer in
      var offset = 0
      let addresses = bytes.map { value -> UnsafePointer<CChar>? in
        defer { offset += value.count }
        return buffer.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
      }
      return PQexecPrepared(connection, name, count, addresses, lengths, formats, 1)
    }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      PQclear(result)
      throw failure
    }
    return result
  }
}
