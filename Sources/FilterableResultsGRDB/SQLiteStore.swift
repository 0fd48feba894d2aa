#if SQLite
  public import FilterSQL
  internal import FilterSQLite
  public import FilterableResultsSQL
  public import GRDB

  /// An SQLite database, read and written through GRDB.
  ///
  /// ```swift
  /// let store = try SQLiteStore(path: "people.db")
  /// let live = try LiveFetch(SQLFetchRequest(people, adults), in: store)
  /// try await store.writer.write { database in try database.execute(sql: "…") }
  /// ```
  ///
  /// Write through ``writer``, so that changes are known row by row. Commits of other connections and processes are noticed
  /// by ``checkForOtherWriters(every:)``. The rows that they change are known by the log of ``installChangeLog(for:)``;
  /// without it, row versions are compared if the table declares a version column, or else all rows. A writer can have only
  /// one store at a time, as an SQLite connection has one hook.
  public final class SQLiteStore: SynchronousSQLStore {
    /// The database.
    public let writer: any DatabaseWriter

    /// The SQL dialect of SQLite, with the functions of the engine if the connections have them.
    public let dialect: SQLDialect

    /// The path of the file.
    public var location: String { writer.path }

    /// The path, device and inode of the file, which differ from those of another file at the same path.
    public let identity: String

    let collector: ChangeCollector

    private let checkedTables = CheckedTables()
    private let statements = KeptStatements()

    /// The path of the file without symbolic links; empty for a database in memory.
    private let file: String

    /// Creates a store of an open database.
    ///
    /// Prepare its configuration by `prepareForFilters()` to test all parts of filters within statements.
    ///
    /// - Throws: ``SQLiteStoreError``; errors of GRDB.
    public convenience init(_ writer: any DatabaseWriter) throws {
      try self.init(writer, usesHook: true)
    }

    /// Opens a file with a pool of connections, and creates the file if it does not exist.
    ///
    /// Each connection caches up to 1.5 MiB of the file.
    ///
    /// - Throws: ``SQLiteStoreError``; errors of GRDB.
    public convenience init(path: String) throws {
      var configuration = Configuration()
      configuration.prepareForFilters()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -1536") }
      try self.init(DatabasePool(path: path, configuration: configuration))
    }

    /// Creates a store. Without the hook, the rows that a commit changes are unknown.
    init(_ writer: any DatabaseWriter, usesHook: Bool) throws {
      self.writer = writer
      dialect = try writer.read { database in
        var dialect = SQLDialect.sqlite(functions: try FilterFunction.isRegistered(in: database))
        // Both are registered together.
        dialect.hasCollations = dialect.hasFunctions
        if let connection = database.sqliteConnection {
          dialect.limits = SQLLimits(connection: connection)
        }
        return dialect
      }
      (collector, file) = try writer.barrierWriteWithoutTransaction { database in
        let encoding = try String.fetchOne(database, sql: "PRAGMA encoding")
        guard encoding == "UTF-8" else { throw SQLiteStoreError.encoding(encoding ?? "unknown") }
        return (
          try ChangeCollector(database, usesHook: usesHook),
          SQLiteFile.path(of: database) ?? ""
        )
      }
      identity = SQLiteFile.identity(of: file) ?? writer.path
    }

    deinit { collector.close() }

    // MARK: - Reading

    /// Runs `body` on one snapshot of the database, on the caller's thread.
    public func read<Result: Sendable>(
      _ body: @Sendable (any SQLReader) throws -> Result
    ) throws -> Result {
      try naming {
        if let queue = writer as? DatabaseQueue {
          try queue.unsafeRead { try $0.requireOpen() }
        }
        return try writer.read { [checkedTables, statements] in
          try body(SQLiteReader($0, checkedTables, statements))
        }
      }
    }

    /// Runs `body` on one snapshot of the database, without blocking the caller.
    public func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      do {
        if let queue = writer as? DatabaseQueue {
          try await queue.unsafeRead { try $0.requireOpen() }
        }
        return try await writer.read { [checkedTables, statements] in
          try body(SQLiteReader($0, checkedTables, statements))
        }
      } catch {
        throw SQLiteStoreError.naming(error)
      }
    }

    /// Runs `body` and names the error of a closed database.
    func naming<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch { throw SQLiteStoreError.naming(error) }
    }

    // MARK: - Schema and changes

    /// Throws unless the database has the table as declared.
    ///
    /// - Throws: `SQLSchemaError`; errors of GRDB.
    public func check(_ table: SQLTableDeclaration) throws {
      try naming {
        if let queue = writer as? DatabaseQueue {
          try queue.unsafeRead { try $0.requireOpen() }
        }
        try writer.read { database in _ = try SQLiteSchema(table, database).checked() }
      }
    }

    /// Reports the changes of later commits to `changes`.
    ///
    /// - Throws: `SQLSchemaError`; errors of GRDB.
    public func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) throws {
      // On the writing connection, so that the schema cannot change in between.
      try writer.unsafeReentrantWrite { database in
        try database.requireOpen()
        let found = try ([table] + others).map { declaration in
          (declaration, try SQLiteSchema(declaration, database).checked())
        }
        guard let root = found.first?.1, root.isTable else {
          throw SQLSchemaError(table: table.name, reason: .notATable)
        }
        let logEnd = try ChangeLog.end(database)
        let logged = try found.filter { declaration, found in
          guard logEnd != nil, found.isTable else { return false }
          return try ChangeLogTriggers(declaration, found, database).areInstalled
        }
        let related = found.dropFirst().map { (declaration: $0.0, table: $0.1) }
        let tables = Dictionary(
          related.map { ($0.table.name, $0.table) }, uniquingKeysWith: { first, _ in first })
        let links =
          changes.takesLinks
          ? FollowedLink.links(
            of: table, root.name, to: related.map { ($0.declaration, $0.table.name) }
          ) { tables[$0]?.link($1) } : [:]
        try collector.follow(
          root, related.map(\.table), by: links, logged: Set(logged.map(\.1.name)),
          logEnd: logEnd, into: changes, database)
      }
    }

    /// Checks whether other connections or processes have written to the database, and reports their changes, without
    /// blocking the caller.
    ///
    /// - Throws: ``SQLiteStoreError/closed``; errors of GRDB; `CancellationError`.
    public func catchUp() async throws {
      try await writer.writeWithoutTransaction { [collector] database in
        try database.requireOpen()
        try collector.checkForOtherWriters(database)
      }
    }

    /// Checks whether other connections or processes have written to the database, and reports their changes.
    ///
    /// - Throws: ``SQLiteStoreError/closed``; errors of GRDB.
    /// - Complexity: O(1), some microseconds, if there are none.
    public func checkForOtherWriters() throws {
      try writer.unsafeReentrantWrite { database in
        try database.requireOpen()
        try collector.checkForOtherWriters(database)
      }
    }

    /// Checks for other writers whenever the files of the database are written, and at intervals, until the task is
    /// cancelled.
    ///
    /// ```swift
    /// let watch = Task { try await store.checkForOtherWriters(every: .seconds(1)) }
    /// ```
    ///
    /// The interval, at least a millisecond, serves file systems that do not report writes, such as network file systems.
    /// After each interval, changes are read again that could not be read before, for example because the database was
    /// locked.
    ///
    /// - Throws: ``SQLiteStoreError/closed``; errors of GRDB, other than for a database that is locked;
    ///   `CancellationError`.
    public func checkForOtherWriters(every interval: Duration) async throws {
      let watch = DatabaseFileWatch(path: file)
      let timer = Task { [collector] in
        while true {
          try await Task.sleep(for: interval.asPause)
          watch.tick()
          collector.remind()
        }
      }
      defer { timer.cancel() }
      for await _ in watch.ticks {
        do {
          try await writer.writeWithoutTransaction { [collector] database in
            try database.requireOpen()
            try collector.checkForOtherWriters(database)
          }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          // The next check reads the changes.
        }
        // Commits of this process write the same files: the pause limits the checks.
        try await Task.sleep(for: .milliseconds(2))
      }
      try Task.checkCancellation()
    }
  }

  /// The reason why a database cannot be a store.
  @nonexhaustive
  public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The texts of the database are not encoded in UTF-8.
    case encoding(String)
    /// The writer already has a store.
    case hasStore
    /// The connection had another pre-update hook, such as one of a session of SQLite, and has none now.
    case hookInUse
    /// The connections were closed.
    case closed

    /// A sentence that describes the error.
    public var description: String {
      switch self {
      case .encoding(let name): "the database has texts in \(name), not in UTF-8"
      case .hasStore: "the connection has a store already; use that one"
      case .closed: "the database is closed"
      case .hookInUse:
        "the connection had another pre-update hook, which is removed; create the store before a session"
      }
    }
  }

  extension SQLiteStoreError {
    /// The error of a call of GRDB, which reports a closed connection as misuse: by this name, or by that of a connection
    /// that could not be allocated.
    static func naming(_ error: any Error) -> any Error {
      guard let error = error as? DatabaseError, error.resultCode == .SQLITE_MISUSE,
        ["Connection is closed", "out of memory"].contains(error.message)
      else { return error }
      return SQLiteStoreError.closed
    }
  }

  extension Database {
    /// Throws if the connection was closed; some calls of SQLite do not check it.
    func requireOpen() throws(SQLiteStoreError) {
      if sqliteConnection == nil { throw .closed }
    }
  }
#else
  /// An SQLite database, which needs the trait SQLite of the package.
  @available(*, unavailable, message: "needs the trait SQLite of the package filterable-results")
  public final class SQLiteStore {}
#endif
