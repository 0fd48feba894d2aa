#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterableResultsSQL
  internal import GRDB

  // Unsafe: statements and their values are pointers, valid until the statement is finalized or moves to the next row.

  /// Runs statements on a connection.
  struct SQLiteReader: SQLReader {
    private let database: Database
    private let checked: CheckedTables

    init(_ database: Database, _ checked: CheckedTables) {
      self.database = database
      self.checked = checked
    }

    func check(_ table: SQLTableDeclaration) throws { try checked.check(table, database) }

    func read(
      _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
    ) throws {
      var statement: OpaquePointer?
      let connection = database.sqliteConnection
      try check(sqlite3_prepare_v2(connection, select.text, -1, &statement, nil), select)
      guard let statement else { return }
      defer { sqlite3_finalize(statement) }
      let boxes = tests.map { RowTestFunction.Box($0, readsDoubles: true) }
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

    /// Throws the error that SQLite reports, without the values of the statement.
    private func check(_ code: Int32, _ select: SQLSelect) throws {
      guard code != SQLITE_OK else { return }
      if code & 0xFF == SQLITE_INTERRUPT, Task.isCancelled { throw CancellationError() }
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage,
        sql: select.text)
    }
  }

  /// The current row of a statement.
  final class SQLiteCells: SQLCells {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    func read(into row: inout [SQLCellValue]) {
      row.withUnsafeMutableBufferPointer { row in
        for index in row.indices { row[index] = cell(at: index) }
      }
    }

    // The functions of a value take half the time of those of a column. They are not synchronized, which is fine as GRDB
    // uses a connection on one thread at a time.
    func cell(at index: Int) -> SQLCellValue {
      guard let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: index)) else {
        return .null
      }
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
      case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
      case SQLITE_TEXT: return .text(String(sqliteValue: value))
      case SQLITE_BLOB:
        let bytes = sqlite3_value_blob(value)
        let count = Int(sqlite3_value_bytes(value))
        return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      default: return .null
      }
    }
  }
#endif
