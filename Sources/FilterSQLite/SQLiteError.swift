#if SQLite
  internal import CSQLite

  /// A failure of SQLite.
  package struct SQLiteError: Error, CustomStringConvertible {
    /// The failures that a user can do something about.
    package enum Reason: Sendable {
      /// Another program has locked the database
      case busy
      /// The file has another content, or is encrypted
      case notADatabase
      /// The content contradicts itself
      case damaged
      /// The file cannot be opened, or a file beside it cannot be opened or made
      case cannotOpen
      /// A value, a row or a statement is larger than a limit of the connection
      case tooBig
      /// SQLite would take more memory than it may
      case outOfMemory
      /// A change of another program has to be undone first, which needs to write
      case needsRecovery
      /// Ended by the function of `interrupts`
      case interrupted
      case other
    }

    package let reason: Reason

    /// The words of SQLite.
    package let message: String

    /// The statement; empty where none was run.
    package let sql: String

    init(code: Int32, message: String, sql: String = "") {
      reason =
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT: .damaged
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_READONLY where code == Self.readOnlyFolder: .cannotOpen
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
