#if SQLite
  internal import CSQLite
  internal import FilterTables

  extension TableError {
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
      self.init(reason, message, sql: sql)
    }

    /// SQLITE_READONLY_DIRECTORY, a macro that Swift does not import.
    private static let readOnlyFolder = SQLITE_READONLY | 6 << 8
  }
#endif
