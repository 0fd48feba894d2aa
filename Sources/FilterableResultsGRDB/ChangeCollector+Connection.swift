#if SQLite
  internal import CSQLite
  internal import GRDB
  internal import Synchronization

  // Unsafe: the function that marks a connection has a pointer to its collector, which the connection retains.

  extension ChangeCollector {
    /// Whether a store was created on a connection.
    static func isMarked(_ database: Database) throws -> Bool {
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_function_list WHERE name = 'frc_mark')")
        ?? false
    }

    /// Whether the store that was created last on a connection is in use.
    static func hasStore(_ database: Database) throws -> Bool {
      try Bool.fetchOne(database, sql: "SELECT frc_mark()") ?? false
    }

    /// Marks the connection by a function. Redefining a function expires prepared statements: otherwise a `DELETE FROM t`
    /// that was prepared before would truncate the table without calling the hook.
    func mark(_ database: Database, _ pointer: UnsafeMutableRawPointer) throws {
      for _ in 0..<2 {
        let code = sqlite3_create_function_v2(
          database.sqliteConnection, "frc_mark", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
          { context, _, _ in
            guard let pointer = sqlite3_user_data(context) else { return }
            let collector = Unmanaged<ChangeCollector>.fromOpaque(pointer).takeUnretainedValue()
            sqlite3_result_int(context, collector.isOpen ? 1 : 0)
          }, nil, nil, nil)
        guard code == SQLITE_OK else {
          throw DatabaseError(
            resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
      }
    }

    private var isOpen: Bool { state.withLock { $0.isOpen } }

    /// A number that changes with the commits of other connections.
    static func version(_ name: String, _ database: Database) throws -> Int64 {
      try Int64.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
  }
#endif
