#if SQLite
  internal import CSQLite
  package import FilterEngine
  package import FilterSQL

  /// A connection to a database of SQLite, with `frc_test`.
  package final class SQLiteDatabase {
    let handle: OpaquePointer

    /// The closure of `interrupts`, where the connection can point to it.
    private var interruption: Interruption?

    /// An empty database in memory.
    package convenience init() throws(SQLiteError) {
      try self.init(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens a file for reading. Statements wait `lockTimeout` seconds for other programs, and fail with `tooBig` where
    /// they come to a value or a row of more than `rowBytes` bytes, of which 1 MiB is always permitted.
    ///
    /// Nothing of the file is read before the first statement, which throws where the file is not a database.
    package convenience init(
      reading path: String, isWritable: Bool = false, lockTimeout: Double, rowBytes: Int
    ) throws(SQLiteError) {
      try self.init(
        Self.literal(path), isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
      sqlite3_busy_timeout(handle, Int32(min(lockTimeout * 1_000, 1e9).rounded(.up)))
      // The statements of a schema are values too.
      sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: max(rowBytes, 1 << 20)))
    }

    /// Has SQLite fail with `outOfMemory` rather than allocate more than some bytes, for all connections of the process.
    package static func limitMemory(to bytes: Int) { sqlite3_hard_heap_limit64(Int64(bytes)) }

    /// Whether statements cannot write, as the file may not be written.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last statement has inserted, updated or deleted, without those of triggers.
    package var changeCount: Int { Int(sqlite3_changes64(handle)) }

    /// The rowid of the last row that was inserted.
    package var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// What a statement of the connection may take.
    package var limits: SQLLimits { SQLLimits(connection: handle) }

    /// Opens a file for writing, and makes it if there is none.
    package convenience init(writing path: String) throws(SQLiteError) {
      try self.init(Self.literal(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    private init(_ path: String, _ flags: Int32) throws(SQLiteError) {
      var handle: OpaquePointer?
      // Used by one thread at a time, so that no call needs a lock.
      let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
      guard let handle else { throw SQLiteError(code: code, message: "out of memory") }
      guard code == SQLITE_OK else {
        defer { sqlite3_close_v2(handle) }
        throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
      }
      self.handle = handle
      let registration = RowTestFunction.register(in: handle)
      guard registration == SQLITE_OK else {
        throw SQLiteError(code: registration, message: String(cString: sqlite3_errmsg(handle)))
      }
    }

    deinit { sqlite3_close_v2(handle) }

    /// A path that SQLite reads as the name of a file, and as nothing else it knows.
    private static func literal(_ path: String) -> String {
      path.hasPrefix("/") ? path : "./" + path
    }

    /// Runs statements without values.
    package func execute(_ sql: String) throws(SQLiteError) {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// A statement that is about to begin; `tests` are those of its parameters.
    package func statement(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = []
    ) throws(SQLiteError) -> SQLiteStatement {
      try SQLiteStatement(sql, parameters, tests, of: self)
    }

    /// The rows of a statement, each with as many values as kinds are given.
    package func rows(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = [],
      _ kinds: [SQLColumn.Kind]
    ) throws(SQLiteError) -> [[FilterValue]] {
      let statement = try statement(sql, parameters, tests: tests)
      var rows: [[FilterValue]] = []
      while try statement.step() {
        rows.append(kinds.enumerated().map { statement.value(at: $0, $1) ?? .null })
      }
      return rows
    }

    /// The rows of a statement about the schema.
    package func query(_ sql: String, _ name: String?) throws(SQLiteError) -> [[FilterValue]] {
      let statement = try statement(sql, name.map { [.text($0)] } ?? [])
      var rows: [[FilterValue]] = []
      while try statement.step() {
        rows.append((0..<statement.columnCount).map { statement.value(at: $0) ?? .null })
      }
      return rows
    }

    /// The database's plan of a statement, a line for each step.
    package func plan(
      _ sql: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(SQLiteError) -> [String] {
      let kinds: [SQLColumn.Kind] = [.integer, .integer, .integer, .text]
      return try rows("EXPLAIN QUERY PLAN " + sql, parameters, tests: tests, kinds).map {
        if case .string(let line) = $0[3] { line } else { "" }
      }
    }

    /// How a column of a table compares texts, such as "BINARY"; nil for a view.
    package func collation(ofColumn column: String, in table: String) -> String? {
      Self.collation(ofColumn: column, in: table, handle)
    }

    /// How a column of a table compares texts, in the database of any connection; nil for a view.
    package static func collation(
      ofColumn column: String, in table: String, _ connection: OpaquePointer
    ) -> String? {
      var name: UnsafePointer<CChar>?
      guard
        sqlite3_table_column_metadata(
          connection, "main", table, column, nil, &name, nil, nil, nil) == SQLITE_OK
      else { return nil }
      return name.map { String(cString: $0) }
    }

    /// Has statements end with the error `interrupted` as soon as a function returns true, which is called every
    /// few thousand steps of the database with their number.
    package func interrupts(when isDone: @escaping (Int) -> Bool) {
      let interruption = Interruption(isDone)
      self.interruption = interruption
      sqlite3_progress_handler(
        handle, Interruption.steps,
        { pointer in
          guard let pointer else { return 0 }
          let interruption = Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
          return interruption.isDone(Int(Interruption.steps)) ? 1 : 0
        }, Unmanaged.passUnretained(interruption).toOpaque())
    }

    private final class Interruption {
      static let steps: Int32 = 5_000

      let isDone: (Int) -> Bool
      init(_ isDone: @escaping (Int) -> Bool) { self.isDone = isDone }
    }

    /// Throws where the function of `interrupts` says so. Older versions of SQLite do not ask it while they prepare a
    /// statement.
    func checkInterruption(_ sql: String) throws(SQLiteError) {
      guard let interruption, interruption.isDone(1) else { return }
      throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted", sql: sql)
    }

    func failure(_ sql: String) -> SQLiteError {
      SQLiteError(
        code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)),
        sql: sql)
    }
  }

  extension SQLLimits {
    /// The limits of a connection for one statement.
    package init(connection: OpaquePointer) {
      func limit(_ category: Int32) -> Int { Int(sqlite3_limit(connection, category, -1)) }
      self.init(
        sqliteParameters: limit(SQLITE_LIMIT_VARIABLE_NUMBER), length: limit(SQLITE_LIMIT_LENGTH),
        textBytes: limit(SQLITE_LIMIT_SQL_LENGTH), height: limit(SQLITE_LIMIT_EXPR_DEPTH),
        arguments: limit(SQLITE_LIMIT_FUNCTION_ARG), columns: limit(SQLITE_LIMIT_COLUMN))
    }
  }
#endif
