#if SQLite
  internal import CSQLite
  internal import EssentialFoundation
  package import FilterEngine
  package import FilterSQL
  internal import FilterSyntax
  package import FilterTables

  /// A connection to a SQLite database, with the function `frc_test`.
  package final class SQLiteDatabase {
    let handle: OpaquePointer

    /// The function of `interrupts(when:)`, to which the connection has a pointer.
    private var interruption: Interruption?

    /// The path of a file that is opened for reading, if there were no files of a write-ahead log beside it.
    private var pathWithoutLog: String?

    /// The file that was opened for reading.
    private(set) var file: OpenDatabases.File?

    /// The limits of the evaluation, by which a function of `interrupts(when:)` can end statements.
    package var evaluation = EvaluationLimits.standard

    /// Whether a transaction was begun for reads alone.
    var isReading = false

    /// An empty database in memory.
    package convenience init() throws(TableError) {
      try self.init(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens a file for reading.
    ///
    /// Statements wait at most `lockTimeout` seconds for other programs. They fail with `tooBig` if a value or a row has more
    /// than `rowBytes` bytes, but not for less than 1 MiB. The file is first read by the first statement, which throws if it
    /// is not a database.
    package convenience init(
      reading path: String, isWritable: Bool = false, lockTimeout: Double, rowBytes: Int
    ) throws(TableError) {
      let file = OpenDatabases.File(path)
      try self.init(
        Self.literal(path), isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
      self.file = file
      sqlite3_busy_timeout(handle, Int32(min(lockTimeout * 1_000, 1e9).rounded(.up)))
      // The limit applies to the statements of the schema too.
      sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: max(rowBytes, 1 << 20)))
      guard let path = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }),
        !Self.hasLogFiles(path)
      else { return }
      pathWithoutLog = path
    }

    /// Limits the memory of all connections of the process. A statement that needs more fails with `outOfMemory`.
    package static func limitMemory(to bytes: Int) { sqlite3_hard_heap_limit64(Int64(bytes)) }

    /// Whether statements cannot write, as the file may not be written.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last statement has inserted, updated or deleted, without those of triggers.
    package var changeCount: Int { Int(sqlite3_changes64(handle)) }

    /// The rowid of the last row that was inserted.
    package var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The limits of a statement.
    package var limits: SQLLimits { SQLLimits(connection: handle) }

    /// Opens a file for writing, and creates it if it does not exist.
    package convenience init(writing path: String) throws(TableError) {
      try self.init(Self.literal(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    private init(_ path: String, _ flags: Int32) throws(TableError) {
      var handle: OpaquePointer?
      // One thread at a time uses the connection, so calls need no lock.
      let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
      guard let handle else { throw TableError(code: code, message: "out of memory") }
      guard code == SQLITE_OK else {
        defer { sqlite3_close_v2(handle) }
        throw TableError(code: code, message: String(cString: sqlite3_errmsg(handle)))
      }
      self.handle = handle
      OpenDatabases.add(handle)
      let registration = RowTestFunction.register(in: handle)
      guard registration == SQLITE_OK else {
        throw TableError(code: registration, message: String(cString: sqlite3_errmsg(handle)))
      }
    }

    /// The version of the library, such as "3.46.1".
    package static var version: String { String(cString: sqlite3_libversion()) }

    deinit {
      sqlite3_close_v2(handle)
      OpenDatabases.remove(handle)
      if let pathWithoutLog, Self.hasLogFiles(pathWithoutLog) {
        Self.removeLogFiles(pathWithoutLog)
      }
    }

    private static func hasLogFiles(_ path: String) -> Bool {
      ["-wal", "-shm"].contains { FileManager.default.fileExists(atPath: path + $0) }
    }

    /// Lets SQLite remove the files of a write-ahead log that reading has made.
    ///
    /// A connection that may not write leaves them behind. One that may write removes them when it closes, unless other
    /// programs use the database; without permission to write they stay.
    private static func removeLogFiles(_ path: String) {
      guard let database = try? SQLiteDatabase(path, SQLITE_OPEN_READWRITE) else { return }
      try? database.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    }

    /// A path that SQLite always takes for the name of a file, never for a URI or a special name.
    private static func literal(_ path: String) -> String {
      path.begins(with: "/") ? path : "./" + path
    }

    /// Runs statements without parameters.
    package func execute(_ sql: String) throws(TableError) {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
        throw TableError(of: handle, sql)
      }
    }

    /// A prepared statement. `tests` are the tests of its parameters.
    package func statement(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = []
    ) throws(TableError) -> SQLiteCursor {
      try checkInterruption(sql)
      let cursor = try SQLiteCursor(sql, parameters, tests: tests, of: handle, owner: self)
      try checkInterruption(sql)
      return cursor
    }

    /// The rows of a statement, with a value for each of `kinds`.
    package func rows(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = [],
      _ kinds: [SQLColumn.Kind]
    ) throws(TableError) -> [[FilterValue]] {
      let statement = try statement(sql, parameters, tests: tests)
      var rows: [[FilterValue]] = []
      while try statement.next() {
        rows.append(kinds.enumerated().map { statement.value(at: $0, $1) ?? .null })
      }
      return rows
    }

    /// The rows of a statement about the schema.
    package func query(_ sql: String, _ name: String?) throws(TableError) -> [[FilterValue]] {
      try statement(sql, name.map { [.text($0)] } ?? []).rows()
    }

    /// The query plan of a statement, one line for each step.
    package func plan(
      _ sql: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(TableError) -> [String] {
      try statement("EXPLAIN QUERY PLAN " + sql, parameters, tests: tests).rows().map {
        if case .string(let line)? = $0.last { line } else { "" }
      }
    }

    /// Ends statements with the error `interrupted` when a function returns true.
    ///
    /// SQLite calls the function every few thousand steps, with their number.
    package func interrupts(when isDone: @escaping (Int) -> Bool) {
      interrupts(Interruption(isDone))
    }

    private func interrupts(_ interruption: Interruption?) {
      self.interruption = interruption
      guard let interruption else { return sqlite3_progress_handler(handle, 0, nil, nil) }
      sqlite3_progress_handler(
        handle, Interruption.steps,
        { pointer in
          guard let pointer else { return 0 }
          let interruption = Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
          return interruption.isDone(Int(Interruption.steps)) ? 1 : 0
        }, Unmanaged.passUnretained(interruption).toOpaque())
    }

    /// Runs statements that take at most `count` steps of SQLite together. Returns nil if they take more.
    ///
    /// Steps are counted in thousands. Unlike a time, their number is the same in each run.
    package func limitingSteps<Result>(
      to count: Int, _ body: () throws(TableError) -> Result
    ) throws(TableError) -> Result? {
      let outer = interruption
      defer { interrupts(outer) }
      var (rest, isOver) = (count, false)
      interrupts { steps in
        if let outer, outer.isDone(steps) { return true }
        rest -= steps
        isOver = rest < 0
        return isOver
      }
      do throws(TableError) {
        return try body()
      } catch {
        if case .interrupted = error.reason, isOver { return nil }
        throw error
      }
    }

    private final class Interruption {
      static let steps: Int32 = 5_000

      let isDone: (Int) -> Bool
      init(_ isDone: @escaping (Int) -> Bool) { self.isDone = isDone }
    }

    /// Throws if the function of `interrupts(when:)` returns true. Older versions of SQLite do not call it while they
    /// prepare a statement.
    private func checkInterruption(_ sql: String) throws(TableError) {
      guard let interruption, interruption.isDone(1) else { return }
      throw TableError(code: SQLITE_INTERRUPT, message: "interrupted", sql: sql)
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
