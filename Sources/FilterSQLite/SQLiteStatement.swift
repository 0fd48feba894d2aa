#if SQLite
  internal import CSQLite
  package import FilterEngine
  package import FilterSQL

  /// A statement with its values, and the row that it has come to.
  package final class SQLiteStatement {
    private let database: SQLiteDatabase
    private let handle: OpaquePointer
    private let sql: String

    // The statement points to them.
    private let tests: [RowTestFunction.Box]

    init(
      _ sql: String, _ parameters: [SQLValue], _ tests: [SQLRowTest], of database: SQLiteDatabase
    ) throws(SQLiteError) {
      try database.checkInterruption(sql)
      var handle: OpaquePointer?
      let code = sqlite3_prepare_v2(database.handle, sql, -1, &handle, nil)
      guard code == SQLITE_OK, let handle else { throw database.failure(sql) }
      self.database = database
      self.handle = handle
      self.sql = sql
      self.tests = tests.map { RowTestFunction.Box($0) }
      for (index, parameter) in parameters.enumerated() {
        let code = parameter.bind(to: handle, at: Int32(index + 1), tests: self.tests)
        guard code == SQLITE_OK else {
          throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: sql)
        }
      }
      try database.checkInterruption(sql)
    }

    deinit { sqlite3_finalize(handle) }

    /// Goes to the next row; false behind the last one.
    package func step() throws(SQLiteError) -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw database.failure(sql)
      }
    }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The bytes of a text or a blob of the row.
    package func byteCount(at column: Int) -> Int {
      Int(sqlite3_column_bytes(handle, Int32(column)))
    }

    /// Sets each element to the value of the column at its index, where SQLite has it until the next step.
    ///
    /// Ends with the first column that holds a text that is not UTF-8, and returns its index.
    package func read(into row: inout [RowSlot]) -> Int? {
      row.withUnsafeMutableBufferPointer { row in
        for index in row.indices {
          guard let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)),
            let slot = RowSlot(sqliteValue: value)
          else { return index }
          row[index] = slot
        }
        return nil
      }
    }

    /// A value of the row, as a column of a kind holds it; nil for a text that is not UTF-8.
    package func value(at column: Int, _ kind: SQLColumn.Kind) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value(kind)
    }

    /// A value of the row, as it is stored; nil for a text that is not UTF-8.
    package func value(at column: Int) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value
    }
  }
#endif
