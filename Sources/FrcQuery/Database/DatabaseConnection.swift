#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables

  /// The connection of a session to a database, with its transactions.
  ///
  /// The statements of a line read one snapshot. A batch is a transaction, and a batch within one is a savepoint.
  final class DatabaseConnection {
    let name: DatabaseName
    let options: TableOptions
    let driver: DatabaseDriver
    private(set) var table: DatabaseTable

    /// The number of plans that were made.
    var planCount = 0

    /// The number of open batches.
    private(set) var depth = 0

    private var schemaVersion = FilterValue.null

    /// The kinds of columns that were searched for values of other types.
    private var searchedKinds: [String: SQLColumn.Kind?] = [:]

    /// Whether the texts of columns are JSON documents.
    private var searchedDocuments: [String: Bool] = [:]

    /// Opens a database and finds the table.
    init(
      _ name: DatabaseName, _ options: TableOptions, limits: EvaluationLimits
    ) throws(ToolError) {
      driver = try name.driver(
        DatabaseLimits(lockTimeout: options.lockTimeout), isWritable: options.isWritable,
        isSession: true)
      table = try driver.table(
        named: name.table, advice: "choose one with .open \(name.naming("NAME").text)")
      self.name = name.naming(table.name)
      self.options = options
      driver.limits.evaluation = limits
      // What is wrong with the stated kinds is an error before anything is read.
      _ = try table.kinds(stated: options.types)
      if !options.types.isEmpty { _ = try options.types.conversion(.standard) }
      schemaVersion = try driver.run(driver.source.schemaVersion(of: table.model))
    }

    private var source: any TableSource { driver.source }

    /// Runs `body` and converts its error.
    private func run<Result>(
      _ body: @autoclosure () throws(TableError) -> Result
    ) throws(ToolError) -> Result {
      try driver.run(body())
    }

    /// The limits of the current line.
    var limits: EvaluationLimits {
      get { driver.limits.evaluation }
      set { driver.limits.evaluation = newValue }
    }

    /// The kinds of columns whose values have one kind, by name. Reads all rows once for a column without an index, until
    /// `forgetKinds()`.
    func kinds(of names: [String]) throws(ToolError) -> [String: SQLColumn.Kind] {
      let new = Set(names.filter { searchedKinds[$0] == nil })
      if !new.isEmpty {
        try beginReading()
        let open = try driver.kinds(of: new, in: table).filter(\.value.isDynamic)
        let found =
          open.isEmpty
          ? [:] : try run(source.kinds(searching: Set(open.keys), in: table.model, .all))
        for name in new { searchedKinds[name] = .some(found[name]) }
      }
      return searchedKinds.filter { names.contains($0.key) }.compactMapValues(\.self)
    }

    /// The columns among `names` whose texts are JSON documents. Reads the rows of such columns once, until
    /// `forgetKinds()`.
    func documents(among names: Set<String>) throws(ToolError) -> Set<String> {
      let new = names.subtracting(searchedDocuments.keys)
      if !new.isEmpty {
        try beginReading()
        let found = try driver.documents(among: new, in: table)
        for name in new { searchedDocuments[name] = found.contains(name) }
      }
      return names.filter { searchedDocuments[$0] ?? false }
    }

    /// Forgets the kinds of columns, as rows have changed.
    func forgetKinds() { (searchedKinds, searchedDocuments) = ([:], [:]) }

    /// Finds the table again if the schema has changed.
    func checkSchema() throws(ToolError) {
      let version = try run(source.schemaVersion(of: table.model))
      guard version != schemaVersion else { return }
      table = try driver.table(named: name.table, advice: "")
      schemaVersion = version
    }

    // MARK: - Transactions

    /// Begins a snapshot for the reads of a line, unless there is one.
    func beginReading() throws(ToolError) { try run(source.beginReading()) }

    func endReading() { source.endReading() }

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
      try run(source.begin(within: depth, isWritable: options.isWritable))
      depth += 1
    }

    /// Ends a batch; if that fails, the batch stays open.
    func end() throws(ToolError) {
      endReading()
      try run(source.end(depth))
      depth -= 1
    }

    /// Ends a batch without its changes.
    func rollback() throws(ToolError) {
      endReading()
      depth -= 1
      try run(source.rollback(depth + 1))
    }

    // MARK: - Changes by others

    /// Starts watching the table.
    func beginWatching() throws(ToolError) { try run(source.beginWatching(table.model)) }

    /// Whether the next look should ask for the data version.
    func mayHaveChanged() throws(ToolError) -> Bool { try run(source.mayHaveChanged()) }

    /// Has the table report the commits that change it, in the open transaction.
    func installTriggers() throws(ToolError) {
      let declaration = try table.declaration(driver.kinds(of: [], in: table))
      guard try run(source.installTriggers(of: declaration)) else {
        throw .message("\(driver.path): .watch on notices all commits, without triggers")
      }
    }
  }
#endif
