#if SQLite
  internal import CSQLite
  package import FilterSQL

  // Unsafe: a statement is a pointer, which the cursor finalizes. It has pointers to the tests of the cursor.

  /// A statement of a connection with its parameters, and its current row.
  package final class SQLiteCursor {
    /// An error, as the connection reports it.
    package struct Failure: Error {
      /// The extended result code
      package let code: Int32
      package let message: String

      /// Whether the statement was ended by another thread or by a limit of the connection
      package var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }
    }

    /// The statement, for reading its cells.
    package let handle: OpaquePointer
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
      _ sql: String, _ parameters: [SQLValue], tests: [SQLRowTest], readsDoubles: Bool = false,
      of connection: OpaquePointer, owner: AnyObject? = nil
    ) throws(Failure) {
      var handle: OpaquePointer?
      let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
      guard code == SQLITE_OK, let handle else { throw Self.failure(of: connection) }
      try self.init(
        handle, isKept: false, parameters, tests: tests, readsDoubles: readsDoubles,
        of: connection, owner: owner)
    }

    /// Runs a prepared statement, which the cursor finalizes unless the owner keeps it.
    package init(
      _ handle: OpaquePointer, isKept: Bool, _ parameters: [SQLValue], tests: [SQLRowTest],
      readsDoubles: Bool, of connection: OpaquePointer, owner: AnyObject?
    ) throws(Failure) {
      self.handle = handle
      self.isKept = isKept
      self.connection = connection
      self.owner = owner
      self.tests = tests.map { RowTestFunction.Box($0, readsDoubles: readsDoubles) }
      if isKept { sqlite3_reset(handle) }
      for (index, parameter) in parameters.enumerated() {
        let code = parameter.bind(to: handle, at: Int32(index + 1), tests: self.tests)
        guard code == SQLITE_OK else {
          throw Failure(code: code, message: String(cString: sqlite3_errstr(code)))
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

    /// Advances to the next row. Returns false after the last.
    package func step() throws(Failure) -> Bool {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw Self.failure(of: connection)
      }
    }

    static func failure(of connection: OpaquePointer) -> Failure {
      Failure(
        code: sqlite3_extended_errcode(connection),
        message: String(cString: sqlite3_errmsg(connection)))
    }
  }
#endif
