#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite

  /// The connection of a session to a database, with its transactions.
  ///
  /// The statements of a line read one snapshot. A batch is a transaction, and a batch within one is a savepoint.
  final class DatabaseConnection {
    let name: DatabaseName
    let options: TableOptions
    let database: SQLiteDatabase
    private(set) var table: DatabaseTable

    /// The limits of the current line.
    var limits: EvaluationLimits

    /// The number of open batches.
    private(set) var depth = 0

    private let errors: DatabaseError
    private let stamp: FileStamp?
    private var schemaVersion = FilterValue.null
    private var isReading = false

    /// The kinds of columns that were searched for values of other types.
    private var searchedKinds: [String: SQLColumn.Kind?] = [:]

    /// Opens a database and finds the table.
    init(
      _ name: DatabaseName, _ options: TableOptions, limits: EvaluationLimits
    ) throws(ToolError) {
      errors = DatabaseError(
        path: name.path, limits: DatabaseLimits(lockTimeout: options.lockTimeout))
      stamp = FileStamp(path: name.path)
      database = try DatabaseTable.open(name, errors, isWritable: options.isWritable)
      table = try DatabaseTable(
        name, in: database, errors, advice: "choose one with .open \(name.path)?table=NAME")
      self.name = name.naming(table.name)
      self.options = options
      self.limits = limits
      schemaVersion = try value("PRAGMA schema_version")
      guard !options.isWritable || !database.isReadOnly else {
        throw .message("\(name.path): the file cannot be written")
      }
      database.interrupts { [unowned self] _ in
        Interrupt.isRaised || self.limits.time != nil && self.limits.end != nil
      }
    }

    /// The tables and views of the database.
    func tables() throws(ToolError) -> [SQLiteTable] {
      try DatabaseTable.list(in: database, errors)
    }

    /// The kinds of columns whose values have one kind, by name. Reads all rows once for a column without an index, until
    /// `forgetKinds()`.
    func kinds(of names: [String]) throws(ToolError) -> [String: SQLColumn.Kind] {
      let new = Set(names.filter { searchedKinds[$0] == nil })
      if !new.isEmpty {
        try beginReading()
        let inspection = try DatabaseKinds(table)
        let open = try inspection.kinds(of: new).filter(\.value.isDynamic)
        let found = try inspection.kinds(searching: Set(open.keys), within: Self.allSteps)
        for name in new { searchedKinds[name] = .some(found[name]) }
      }
      return searchedKinds.filter { names.contains($0.key) }.compactMapValues(\.self)
    }

    /// More steps of SQLite than a table can take.
    private static let allSteps = 1 << 50

    /// Forgets the kinds of columns, as rows have changed.
    func forgetKinds() { searchedKinds = [:] }

    /// Finds the table again if the schema has changed.
    func checkSchema() throws(ToolError) {
      let version = try value("PRAGMA schema_version")
      guard version != schemaVersion else { return }
      table = try DatabaseTable(name, in: database, errors, advice: "")
      schemaVersion = version
    }

    /// A number that other connections change when they commit.
    func dataVersion() throws(ToolError) -> FilterValue { try value("PRAGMA data_version") }

    /// Whether the file is still the one that was opened; nil if there is none.
    var isSameFile: Bool? {
      guard let now = FileStamp(path: name.path) else { return nil }
      return stamp?.isSameFile(as: now) ?? true
    }

    // MARK: - Statements

    func statement(
      _ sql: String, _ parameters: [SQLValue] = []
    ) throws(ToolError) -> SQLiteStatement {
      try run { () throws(SQLiteError) in try database.statement(sql, parameters) }
    }

    /// Runs a statement that changes rows and returns their number.
    func change(_ sql: String, _ parameters: [SQLValue]) throws(ToolError) -> Int {
      try run { () throws(SQLiteError) in
        let statement = try database.statement(sql, parameters)
        while try statement.step() {}
        return database.changeCount
      }
    }

    /// The first value of a statement; null without a row.
    func value(_ sql: String) throws(ToolError) -> FilterValue {
      try run { () throws(SQLiteError) in try database.query(sql, nil).first?.first ?? .null }
    }

    /// Runs `body` and converts its error, or that of Ctrl-C or of a limit which caused it.
    func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(ToolError) -> Result {
      do throws(SQLiteError) {
        return try body()
      } catch {
        if case .interrupted = error.reason {
          try Interrupt.check()
          if let end = limits.end { throw .message(end.message) }
        }
        throw errors.tool(error)
      }
    }

    // MARK: - Transactions

    /// Begins a snapshot for the reads of a line, unless there is one.
    func beginReading() throws(ToolError) {
      guard !isReading, !database.isInTransaction else { return }
      try execute("BEGIN")
      isReading = true
    }

    func endReading() {
      guard isReading else { return }
      isReading = false
      // A transaction that has only read can always end.
      if database.isInTransaction { try? database.execute("COMMIT") }
    }

    /// Makes changes that are all kept or none.
    func write<Result>(_ body: () throws(ToolError) -> Result) throws(ToolError) -> Result {
      try begin()
      do throws(ToolError) {
        let result = try body()
        try end()
        return result
      } catch {
        // The error that ended the changes is the one to report.
        try? rollback()
        throw error
      }
    }

    /// Throws if the connection is for reading.
    func requireWritable(_ advice: String) throws(ToolError) {
      if !options.isWritable { throw .message("opened read-only; \(advice) opens it for changes") }
    }

    /// Begins a batch.
    func begin() throws(ToolError) {
      endReading()
      if depth == 0 {
        try execute(options.isWritable ? "BEGIN IMMEDIATE" : "BEGIN")
      } else {
        try execute("SAVEPOINT frc_\(depth)")
      }
      depth += 1
    }

    /// Ends a batch; if that fails, the batch stays open.
    func end() throws(ToolError) {
      try execute(depth == 1 ? "COMMIT" : "RELEASE frc_\(depth - 1)")
      depth -= 1
    }

    /// Ends a batch without its changes.
    func rollback() throws(ToolError) {
      depth -= 1
      // Some errors end the whole transaction.
      guard database.isInTransaction else { return }
      try execute(
        depth == 0 ? "ROLLBACK" : "ROLLBACK TO frc_\(depth); RELEASE frc_\(depth)")
    }

    private func execute(_ sql: String) throws(ToolError) {
      try run { () throws(SQLiteError) in try database.execute(sql) }
    }
  }
#endif
