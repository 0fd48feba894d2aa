#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterTables
  internal import FilterableResultsSQL
  internal import GRDB

  // Unsafe: values are pointers, valid until the statement moves to the next row.

  /// Runs statements on a connection.
  struct SQLiteReader: SQLReader {
    private let database: Database
    private let checked: CheckedTables
    private let statements: KeptStatements

    init(_ database: Database, _ checked: CheckedTables, _ statements: KeptStatements) {
      self.database = database
      self.checked = checked
      self.statements = statements
    }

    func check(_ table: SQLTableDeclaration) throws { try checked.check(table, database) }

    func read(
      _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
    ) throws {
      // Few texts ask for pages again and again.
      let isKept = select.mostRows != nil && statements.keeps(select.text)
      try database.forEachRow(of: select.text, select.parameters, tests, isKept: isKept, body)
    }
  }

  extension Database {
    /// Runs a statement and passes its rows to `body` one by one until it returns false. If `isKept` is true, the
    /// connection keeps the statement for the next time.
    func forEachRow(
      of sql: String, _ parameters: [SQLValue] = [], _ tests: [SQLRowTest] = [],
      isKept: Bool = false, _ body: (any SQLCells) throws -> Bool
    ) throws {
      try withConnection { connection in
        let cursor: SQLiteCursor
        // `body` may run the statement that its row is from.
        if isKept, let kept = try? cachedStatement(sql: sql),
          sqlite3_stmt_busy(kept.sqliteStatement) == 0
        {
          cursor = try SQLiteCursor(
            kept.sqliteStatement, isKept: true, sql, parameters, tests: tests, readsDoubles: true,
            of: connection, owner: kept)
        } else {
          cursor = try SQLiteCursor(
            sql, parameters, tests: tests, readsDoubles: true, of: connection)
        }
        let cells = SQLiteCells(cursor)
        while try cursor.next() {
          if try !body(cells) { return }
        }
      }
    }

    /// Calls `body` with the connection.
    ///
    /// Throws the error that SQLite reports, without the values of the statement.
    func withConnection<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
      guard let sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      do {
        return try body(sqliteConnection)
      } catch let error as TableError {
        if case .interrupted = error.reason, Task.isCancelled { throw CancellationError() }
        throw DatabaseError(
          resultCode: ResultCode(rawValue: error.code), message: error.message, sql: error.sql)
      }
    }
  }

  /// The current row of a statement.
  final class SQLiteCells: SQLCells {
    private let cursor: SQLiteCursor
    private let statement: OpaquePointer

    init(_ cursor: SQLiteCursor) { (self.cursor, statement) = (cursor, cursor.handle) }

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
