#if SQLite
  internal import CSQLite
  internal import FilterTables

  extension TableError {
    /// The last failure of a connection, in a statement.
    init(of connection: OpaquePointer, _ sql: String) {
      self.init(
        code: sqlite3_extended_errcode(connection),
        message: String(cString: sqlite3_errmsg(connection)), sql: sql,
        hasLog: Self.hasLog(connection))
    }

    /// A failure of SQLite. `hasLog` is whether the database has a write-ahead log.
    init(
      code: Int32, message: String, sql: String = "", hasLog: @autoclosure () -> Bool = false
    ) {
      let reason: Reason =
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT: .damaged
        case SQLITE_CANTOPEN: hasLog() ? .missingLog : .cannotOpen
        case SQLITE_READONLY where code == Self.readOnlyFolder:
          hasLog() ? .missingLog : .cannotOpen
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_NOMEM: .outOfMemory
        case SQLITE_READONLY: .needsRecovery
        case SQLITE_INTERRUPT: .interrupted
        default: .other
        }
      self.init(reason, message, sql: sql, code: code)
    }

    /// SQLITE_READONLY_DIRECTORY, a macro that Swift does not import.
    private static let readOnlyFolder = SQLITE_READONLY | 6 << 8

    /// Whether the header of the file specifies a write-ahead log. SQLite reads the header, as nothing else may open the file.
    private static func hasLog(_ connection: OpaquePointer) -> Bool {
      var file: UnsafeMutablePointer<sqlite3_file>?
      guard
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
        let file, let methods = file.pointee.pMethods, let read = methods.pointee.xRead
      else { return false }
      var bytes: [UInt8] = [0, 0]
      return read(file, &bytes, 2, 18) == SQLITE_OK && bytes == [2, 2]
    }
  }
#endif
