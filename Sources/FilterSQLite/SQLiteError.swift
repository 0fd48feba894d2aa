#if SQLite
  internal import CSQLite

  /// A failure of SQLite.
  package struct SQLiteError: Error, CustomStringConvertible {
    /// The failures that a user can act on.
    package enum Reason: Sendable {
      /// Another program has locked the database
      case busy
      /// The file is not a database, or is encrypted
      case notADatabase
      /// The content is damaged
      case damaged
      /// The file, or a file that SQLite needs beside it, cannot be opened or created
      case cannotOpen
      /// The files of the write-ahead log can be neither opened nor created
      case missingLog
      /// A value, a row or a statement exceeds a limit of the connection
      case tooBig
      /// SQLite needs more memory than its limit
      case outOfMemory
      /// An interrupted change of another program must first be undone, which requires writing
      case needsRecovery
      /// Ended by the function of `interrupts(when:)`
      case interrupted
      case other
    }

    package let reason: Reason

    /// The message of SQLite.
    package let message: String

    /// The statement; empty if none was run.
    package let sql: String

    /// `hasLog` is whether the database has a write-ahead log.
    init(
      code: Int32, message: String, sql: String = "", hasLog: @autoclosure () -> Bool = false
    ) {
      reason =
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
      self.message = message
      self.sql = sql
    }

    /// SQLITE_READONLY_DIRECTORY, a macro that Swift does not import.
    private static let readOnlyFolder = SQLITE_READONLY | 6 << 8

    package var description: String { sql.isEmpty ? message : "\(message): \(sql)" }
  }
#endif
