#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterableResultsSQL
  internal import GRDB

  // Unsafe: statements and their values are pointers, good until the statement is finished or goes to the next row.

  /// Runs statements on a connection.
  struct SQLiteReader: SQLReader {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func read(
      _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
    ) throws {
      var statement: OpaquePointer?
      let connection = database.sqliteConnection
      try check(sqlite3_prepare_v2(connection, select.text, -1, &statement, nil), select)
      guard let statement else { return }
      defer { sqlite3_finalize(statement) }
      let boxes = tests.map(RowTestFunction.Box.init)
      for (index, parameter) in select.parameters.enumerated() {
        try check(parameter.bind(to: statement, at: Int32(index + 1), tests: boxes), select)
      }
      let cells = SQLiteCells(statement)
      try withExtendedLifetime(boxes) {
        while true {
          switch sqlite3_step(statement) {
          case SQLITE_ROW: if try !body(cells) { return }
          case SQLITE_DONE: return
          case let code: try check(code, select)
          }
        }
      }
    }

    /// Throws what SQLite reports, without the values of the statement.
    private func check(_ code: Int32, _ select: SQLSelect) throws {
      guard code != SQLITE_OK else { return }
      if code & 0xFF == SQLITE_INTERRUPT, Task.isCancelled { throw CancellationError() }
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage,
        sql: select.text)
    }
  }

  /// The row that a statement is at.
  final class SQLiteCells: SQLCells {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    func kind(at index: Int) -> SQLCellKind {
      SQLCellKind(sqlite3_column_type(statement, Int32(index)))
    }

    func integer(at index: Int) -> Int64 { sqlite3_column_int64(statement, Int32(index)) }
    func real(at index: Int) -> Double { sqlite3_column_double(statement, Int32(index)) }

    func text(at index: Int) -> String? {
      let text = sqlite3_column_text(statement, Int32(index))
      let count = Int(sqlite3_column_bytes(statement, Int32(index)))
      return String(validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func bytes(at index: Int) -> [UInt8] {
      let bytes = sqlite3_column_blob(statement, Int32(index))
      let count = Int(sqlite3_column_bytes(statement, Int32(index)))
      return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  extension SQLCellKind {
    /// The kind by the code of a storage class.
    fileprivate init(_ type: Int32) {
      switch type {
      case SQLITE_INTEGER: self = .integer
      case SQLITE_FLOAT: self = .real
      case SQLITE_TEXT: self = .text
      case SQLITE_BLOB: self = .bytes
      default: self = .null
      }
    }
  }
#endif
