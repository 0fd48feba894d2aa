#if SQLite
  internal import FilterEngine
  internal import FilterJSON
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax
  internal import FilterTables

  /// A connection to a file of SQLite.
  final class SQLiteDriver: DatabaseDriver {
    let database: SQLiteDatabase
    private var messages: SQLiteMessages
    private let stamp: FileStamp?
    private var isReading = false

    /// Opens a file, for reading unless `isWritable`. In a session Ctrl-C ends statements.
    init(
      _ path: String, _ limits: DatabaseLimits, isWritable: Bool, isSession: Bool
    ) throws(ToolError) {
      let messages = SQLiteMessages(path: path, limits: limits, isSession: isSession)
      self.messages = messages
      stamp = FileStamp(path: path)
      try messages.checkFile()
      database = try messages.run { () throws(SQLiteError) in
        SQLiteDatabase.limitMemory(to: DatabaseLimits.memory(rowBytes: limits.rowBytes))
        let database = try SQLiteDatabase(
          reading: path, isWritable: isWritable, lockTimeout: limits.waitLeft,
          rowBytes: limits.rowBytes)
        // The schema is untrusted, so its functions do not run. Cells are checked for damage.
        try database.execute(
          """
          PRAGMA query_only = \(isWritable ? "OFF" : "ON"); PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON
          """)
        return database
      }
      if isSession || limits.evaluation.time != nil {
        database.interrupts { [unowned self] _ in
          let limits = self.limits.evaluation
          return Interrupt.isRaised || limits.time != nil && limits.end != nil
        }
      }
      guard !isWritable || !database.isReadOnly else {
        throw .message("\(path): the file cannot be written")
      }
    }

    var path: String { messages.path }
    let title = DatabaseName.title
    let statesKinds = true
    let untestedReason = "the database may compare values of a view differently"

    var dialect: SQLDialect {
      var dialect = SQLDialect.sqlite(functions: true)
      dialect.hasCollations = true
      return dialect
    }

    var limits: DatabaseLimits {
      get { messages.limits }
      set { messages.limits = newValue }
    }

    /// Runs `body` and converts its error.
    func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(ToolError) -> Result {
      try messages.run(body)
    }

    // MARK: - Statements

    func statement(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(ToolError) -> any DatabaseStatement {
      let statement = try run { () throws(SQLiteError) in
        try database.statement(text, parameters, tests: tests)
      }
      return SQLiteRows(statement, self)
    }

    func execute(_ text: String) throws(ToolError) {
      try run { () throws(SQLiteError) in try database.execute(text) }
    }

    func change(_ text: String, _ parameters: [SQLValue]) throws(ToolError) -> Int {
      try run { () throws(SQLiteError) in
        let statement = try database.statement(text, parameters)
        while try statement.step() {}
        return database.changeCount
      }
    }

    func insert(
      _ text: String, _ parameters: [SQLValue], into table: DatabaseTable
    ) throws(ToolError) -> (count: Int, key: FilterValue?) {
      let count = try change(text, parameters)
      return (count, table.rowID == nil ? nil : .int(database.lastRowID))
    }

    func plan(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(ToolError) -> [String] {
      try run { () throws(SQLiteError) in
        try database.plan(text, parameters, tests: tests)
      }
    }

    /// Without an index that has the groups in order SQLite sorts all rows, which takes longer than to count them in the
    /// tool.
    func countsGroups(
      _ columns: [TableModel.Column], by select: SQLSelect
    ) throws(ToolError) -> Bool {
      // Values of a column without an affinity can be integers and reals that are equal.
      guard !columns.contains(where: { SQLiteAffinity(type: $0.type) == .blob }) else {
        return false
      }
      return try !plan(select.text, select.parameters, tests: []).contains {
        $0.has("TEMP B-TREE")
      }
    }

    /// The value to store. Lists and objects are stored as JSON.
    func stored(
      _ value: FilterValue, in column: TableModel.Column?, isKey: Bool
    ) throws(ToolError) -> StoredValue? {
      switch value {
      case .null: return nil
      case .bool(let flag): return StoredValue(value: .integer(flag ? 1 : 0))
      case .int(let number): return StoredValue(value: .integer(number))
      case .double(let number):
        if number.isNaN { throw .message("NaN cannot be stored") }
        return StoredValue(value: .real(number))
      case .string(let text): return StoredValue(value: .text(text))
      case .data(let data): return StoredValue(value: .bytes(Array(data)))
      default: return StoredValue(value: .text(JSONWriter.text(value)))
      }
    }

    func mark(_ number: Int) -> String { "?\(number)" }

    // MARK: - Transactions

    var isInTransaction: Bool { database.isInTransaction }

    func begin(isWritable: Bool) throws(ToolError) {
      try execute(isWritable ? "BEGIN IMMEDIATE" : "BEGIN")
    }

    func commit() throws(ToolError) { try execute("COMMIT") }

    func rollback() throws(ToolError) { if isInTransaction { try execute("ROLLBACK") } }

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

    // MARK: - Changes by others

    func dataVersion() throws(ToolError) -> FilterValue { try value("PRAGMA data_version") }

    var isSame: Bool? {
      guard let now = FileStamp(path: path) else { return nil }
      return stamp?.isSameFile(as: now) ?? true
    }

    func beginWatching(_ table: DatabaseTable) {}

    /// A look takes microseconds.
    func mayHaveChanged() -> Bool { true }

    let watchInterval = 50

    func installTriggers(of table: DatabaseTable) throws(ToolError) {
      throw .message("\(path): .watch on notices all commits, without triggers")
    }
  }

  /// A statement of SQLite, whose cells are read in its memory.
  private final class SQLiteRows: DatabaseStatement {
    private let statement: SQLiteStatement
    private let driver: SQLiteDriver

    init(_ statement: SQLiteStatement, _ driver: SQLiteDriver) {
      self.statement = statement
      self.driver = driver
    }

    func next() throws(ToolError) -> Bool {
      try driver.run { () throws(SQLiteError) in try statement.step() }
    }

    func read(into row: inout [RowSlot]) -> UnreadableCell? {
      statement.read(into: &row).map {
        UnreadableCell(column: $0, content: "a text that is not valid UTF-8")
      }
    }

    func byteCount(at column: Int) -> Int { statement.byteCount(at: column) }

    func value(at column: Int) -> FilterValue? { statement.value(at: column) }
  }
#endif
