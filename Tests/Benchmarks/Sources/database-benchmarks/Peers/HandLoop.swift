import Foundation
import GRDB
import GRDBSQLite

/// A statement that is run through the interface of SQLite, as one writes it for one struct.
enum HandLoop {
  /// A value of a statement.
  enum Value {
    case integer(Int)
    case real(Double)
    case text(String)
  }

  /// The people of a statement that reads the columns of the file in their order.
  static func people(
    _ database: Database, _ sql: String, _ values: [Value] = []
  ) throws -> [Person] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database.sqliteConnection, sql, -1, &statement, nil) == SQLITE_OK
    else { throw DatabaseError(message: database.lastErrorMessage) }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
      case .real(let number): sqlite3_bind_double(statement, place, number)
      case .text(let text):
        sqlite3_bind_text(
          statement, place, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    var people: [Person] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      people.append(
        Person(
          id: Int(sqlite3_column_int64(statement, 0)), name: text(statement, 1),
          age: Int(sqlite3_column_int64(statement, 2)), city: text(statement, 3),
          score: sqlite3_column_double(statement, 4),
          joined: Date(timeIntervalSince1970: Double(sqlite3_column_int64(statement, 5)))))
    }
    return people
  }

  private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    let text = sqlite3_column_text(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }
}
