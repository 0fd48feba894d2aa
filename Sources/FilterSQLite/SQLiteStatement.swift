#if SQLite
  internal import CSQLite
  package import FilterEngine
  package import FilterSQL
  package import FilterTables

  /// A statement with its parameters, and its current row.
  package final class SQLiteStatement: TableCursor {
    private let database: SQLiteDatabase
    private let cursor: SQLiteCursor
    private let handle: OpaquePointer
    private let sql: String

    init(
      _ sql: String, _ parameters: [SQLValue], _ tests: [SQLRowTest], of database: SQLiteDatabase
    ) throws(TableError) {
      try database.checkInterruption(sql)
      do throws(SQLiteCursor.Failure) {
        cursor = try SQLiteCursor(
          sql, parameters, tests: tests, of: database.handle, owner: database)
      } catch {
        throw database.error(error, sql)
      }
      handle = cursor.handle
      self.database = database
      self.sql = sql
      try database.checkInterruption(sql)
    }

    package func next() throws(TableError) -> Bool {
      do throws(SQLiteCursor.Failure) {
        return try cursor.step()
      } catch {
        throw database.error(error, sql)
      }
    }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    package func byteCount(at column: Int) -> Int {
      Int(sqlite3_column_bytes(handle, Int32(column)))
    }

    package func read(into row: inout [RowSlot]) -> UnreadableCell? {
      row.withUnsafeMutableBufferPointer { row in
        for index in row.indices {
          guard let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)),
            let slot = RowSlot(sqliteValue: value)
          else { return UnreadableCell(column: index, content: "a text that is not valid UTF-8") }
          row[index] = slot
        }
        return nil
      }
    }

    /// A value of the current row, in a column of a kind; nil for a text that is not UTF-8.
    package func value(at column: Int, _ kind: SQLColumn.Kind) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value(kind)
    }

    package func value(at column: Int) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value
    }

    package func holdsJSON(at column: Int) -> Bool { false }
  }
#endif
