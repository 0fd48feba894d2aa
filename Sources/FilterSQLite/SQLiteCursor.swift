#if SQLite
  internal import CSQLite
  package import FilterEngine
  package import FilterSQL
  package import FilterTables

  // Unsafe: a statement is a pointer, which the cursor finalizes. It has pointers to the tests of the cursor.

  /// A statement of a connection with its parameters, and its current row.
  package final class SQLiteCursor: TableCursor {
    /// The statement, for reading its cells.
    package let handle: OpaquePointer
    private let sql: String
    private let connection: OpaquePointer
    private let owner: AnyObject?
    private let tests: [RowTestFunction.Box]

    /// Whether the owner keeps the statement, which runs again with other parameters.
    private let isKept: Bool

    /// Prepares a statement. `tests` are the tests of its parameters.
    ///
    /// If `readsDoubles` is true, they test integers in columns of doubles as doubles, which items have in their place.
    /// `owner` closes the connection, and lives as long as the cursor.
    package convenience init(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = [],
      readsDoubles: Bool = false, of connection: OpaquePointer, owner: AnyObject? = nil
    ) throws(TableError) {
      var handle: OpaquePointer?
      let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
      guard code == SQLITE_OK, let handle else { throw TableError(of: connection, sql) }
      try self.init(
        handle, isKept: false, sql, parameters, tests: tests, readsDoubles: readsDoubles,
        of: connection, owner: owner)
    }

    /// Runs a prepared statement, which the cursor finalizes unless the owner keeps it.
    package init(
      _ handle: OpaquePointer, isKept: Bool, _ sql: String, _ parameters: [SQLValue],
      tests: [SQLRowTest], readsDoubles: Bool, of connection: OpaquePointer, owner: AnyObject?
    ) throws(TableError) {
      (self.handle, self.sql) = (handle, sql)
      self.isKept = isKept
      self.connection = connection
      self.owner = owner
      self.tests = tests.map { RowTestFunction.Box($0, readsDoubles: readsDoubles) }
      if isKept { sqlite3_reset(handle) }
      for (index, parameter) in parameters.enumerated() {
        let code = parameter.bind(to: handle, at: Int32(index + 1), tests: self.tests)
        guard code == SQLITE_OK else {
          throw TableError(code: code, message: String(cString: sqlite3_errstr(code)), sql: sql)
        }
      }
    }

    deinit {
      guard isKept else {
        sqlite3_finalize(handle)
        return
      }
      // The statement would hold its snapshot, and pointers to the tests.
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }

    package func next() throws(TableError) -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw TableError(of: connection, sql)
      }
    }

    // MARK: - Cells

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

    package func byteCount(at column: Int) -> Int {
      Int(sqlite3_column_bytes(handle, Int32(column)))
    }

    package func value(at column: Int) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value
    }

    /// A value of the current row, in a column of a kind; nil for a text that is not UTF-8.
    package func value(at column: Int, _ kind: SQLColumn.Kind) -> FilterValue? {
      guard let value = sqlite3_column_value(handle, Int32(column)) else { return .null }
      return SQLiteCell(value).value(kind)
    }

    package func holdsJSON(at column: Int) -> Bool { false }

    /// The remaining rows, with all of their values.
    func rows() throws(TableError) -> [[FilterValue]] {
      let columns = 0..<Int(sqlite3_column_count(handle))
      var rows: [[FilterValue]] = []
      while try next() { rows.append(columns.map { value(at: $0) ?? .null }) }
      return rows
    }
  }
#endif
