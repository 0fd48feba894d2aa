#if SQLite
  public import FilterSQL
  internal import FilterSQLite
  public import FilterableResultsSQL
  public import GRDB

  /// A database of SQLite, read and written through GRDB.
  ///
  /// ```swift
  /// let store = try SQLiteStore(path: "people.db")
  /// let live = try LiveFetch(SQLFetchRequest(people, adults), in: store)
  /// try await store.writer.write { database in try database.execute(sql: "…") }
  /// ```
  ///
  /// Write through ``writer``: its commits are known row by row. Commits of other connections and processes are noticed
  /// by ``checkForOtherWriters(every:)``. Their rows are known by the log of ``installChangeLog(for:)``; without it they are
  /// found by the version column of a table, or all rows are read and compared. A writer has one store at a time, since
  /// SQLite has one hook a connection.
  public final class SQLiteStore: SynchronousSQLStore {
    /// The database.
    public let writer: any DatabaseWriter

    /// The SQL of SQLite, with the engine where the connections have it.
    public let dialect: SQLDialect

    /// The path of the file.
    public var location: String { writer.path }

    /// The path of the file with its number in the file system, which another file at the same path does not have.
    public let identity: String

    let collector: ChangeCollector

    private let checkedTables = CheckedTables()

    /// The file as SQLite opens it, without symbolic links; empty for a database in memory.
    private let file: String

    /// A store of a database that is open.
    ///
    /// Connections whose configuration was prepared by `prepareForFilters()` ask the engine within a statement.
    ///
    /// - Throws: ``SQLiteStoreError``; errors of GRDB.
    public convenience init(_ writer: any DatabaseWriter) throws {
      try self.init(writer, usesHook: true)
    }

    /// A store of a file, which is made where there is none, with a pool of connections.
    ///
    /// Each connection keeps up to 1.5 MiB of the file in memory.
    ///
    /// - Throws: ``SQLiteStoreError``; errors of GRDB.
    public convenience init(path: String) throws {
      var configuration = Configuration()
      configuration.prepareForFilters()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -1536") }
      try self.init(DatabasePool(path: path, configuration: configuration))
    }

    /// A store; without the hook each commit on a table reads all of its rows.
    init(_ writer: any DatabaseWriter, usesHook: Bool) throws {
      self.writer = writer
      dialect = try writer.read { database in
        var dialect = SQLDialect.sqlite(functions: try FilterFunction.isRegistered(in: database))
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

    /// Reads one state of the database.
    public func read<Result: Sendable>(
      _ body: @Sendable (any SQLReader) throws -> Result
    ) throws -> Result {
      try writer.read { [checkedTables] in try body(SQLiteReader($0, checkedTables)) }
    }

    /// Reads one state of the database, off the caller.
    public func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      try await writer.read { [checkedTables] in try body(SQLiteReader($0, checkedTables)) }
    }

    // MARK: - Schema and changes

    /// Throws unless the database has a table as it is declared.
    ///
    /// - Throws: ``SQLiteSchemaError``; errors of GRDB.
    public func check(_ table: SQLTableDeclaration) throws {
      try writer.read { database in _ = try SQLiteSchema(table, database).checked() }
    }

    /// Adds what commits change to `changes`.
    ///
    /// - Throws: ``SQLiteSchemaError``; errors of GRDB.
    public func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) throws {
      // On the connection of the hook, so that no schema changes in between.
      try writer.unsafeReentrantWrite { database in
        let found = try ([table] + others).map { declaration in
          (declaration, try SQLiteSchema(declaration, database).checked())
        }
        guard let root = found.first?.1, root.isTable else {
          throw SQLiteSchemaError(table: table.name, reason: .notATable)
        }
        let logEnd = try ChangeLog.end(database)
        let logged = try found.filter { declaration, found in
          guard logEnd != nil, found.isTable else { return false }
          return try ChangeLogTriggers(declaration, found, database).areInstalled
        }
        let related = found.dropFirst().map { (declaration: $0.0, table: $0.1) }
        let links =
          changes.takesLinks
          ? FollowedLink.links(of: table, root, to: related) : [:]
        try collector.follow(
          root, related.map(\.table), by: links, logged: Set(logged.map(\.1.name)),
          logEnd: logEnd, into: changes, database)
      }
    }

    /// Looks whether others have written to the database: other connections, also those of this program, and other
    /// processes. Then all that is followed is read at its next look.
    ///
    /// - Throws: Errors of GRDB.
    /// - Complexity: O(1), some microseconds.
    public func checkForOtherWriters() throws {
      try writer.unsafeReentrantWrite { try collector.checkForOtherWriters($0) }
    }

    /// Looks for other writers as soon as the files of the database are written, and in intervals, until the task is
    /// cancelled.
    ///
    /// ```swift
    /// let watch = Task { try await store.checkForOtherWriters(every: .seconds(1)) }
    /// ```
    ///
    /// The system reports writes to files on Linux and on Apple's platforms. The interval serves file systems that
    /// report nothing, such as those of a network. After each interval changes that could not be read, because the
    /// database was locked for example, are tried again. The shortest interval is a millisecond.
    ///
    /// - Throws: Errors of GRDB, other than for a database that is locked; `CancellationError`.
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
            try collector.checkForOtherWriters(database)
          }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          // A lock of the database is noticed by the next look.
        }
        // Commits of this program write the same files: a pause bounds the looks during many of them.
        try await Task.sleep(for: .milliseconds(2))
      }
      try Task.checkCancellation()
    }
  }

  /// Why a database cannot be a store.
  @nonexhaustive
  public enum SQLiteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The texts of the database are not in UTF-8.
    case encoding(String)
    /// The writer has another store.
    case hasStore

    /// A sentence for people.
    public var description: String {
      switch self {
      case .encoding(let name): "the database has texts in \(name), not in UTF-8"
      case .hasStore: "the connection has a store already; use that one"
      }
    }
  }
#else
  /// A database of SQLite, in a package that asks for the trait SQLite.
  @available(*, unavailable, message: "needs the trait SQLite of the package filterable-results")
  public final class SQLiteStore {}
#endif
