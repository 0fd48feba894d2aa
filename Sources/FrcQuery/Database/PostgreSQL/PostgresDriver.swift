#if PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterTables
  internal import FilterableResultsPostgres
  internal import FilterableResultsSQL

  /// A connection to a server of PostgreSQL.
  ///
  /// If the connection is lost, the error says so, and the next line of a session connects again.
  final class PostgresDriver: DatabaseDriver {
    let name: DatabaseName
    private let isWritable: Bool
    private let isSession: Bool
    private(set) var connection: PostgresConnection?
    private let watch: StatementWatch
    var limits: DatabaseLimits

    /// The part of the current line that reads
    private enum ReadState {
      case none
      case transaction
      /// Between a savepoint and its end, within a batch
      case savepoint
    }
    private var reading = ReadState.none

    /// Whether a statement has failed since the line began to read
    private var hasFailed = false

    /// Whether a transaction was begun that has not been ended
    private var hasBegun = false

    /// The state of `.watch on`
    var watching = Watching()

    /// The time for connecting, unless the address has a `connect_timeout`
    private static let connectTimeout = Duration.seconds(10)

    /// Connects to a server, for reading unless `isWritable`. In a session Ctrl-C ends statements.
    init(
      _ name: DatabaseName, _ limits: DatabaseLimits, isWritable: Bool, isSession: Bool
    ) throws(ToolError) {
      (self.name, self.limits) = (name, limits)
      (self.isWritable, self.isSession) = (isWritable, isSession)
      watch = StatementWatch(isActive: isSession || limits.evaluation.time != nil)
      connection = try connect()
    }

    var path: String { name.path }
    var title: String { name.system.rawValue }
    let dialect = SQLDialect.postgreSQL
    let statesKinds = false
    let untestedReason = "the database may compare values of their types differently"

    // MARK: - Connection

    private func connect() throws(ToolError) -> PostgresConnection {
      let timeout = min(limits.evaluation.timeLeft ?? Self.connectTimeout, Self.connectTimeout)
      do throws(PostgresError) {
        // Texts of dates and intervals that the server writes and reads do not depend on its settings.
        let lockTimeout = Int(min(limits.lockTimeout * 1_000, 1e9).rounded(.up))
        return try PostgresConnection(
          confined: name.address, timeout: timeout, isReadOnly: !isWritable,
          settings: """
            SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
            SET lock_timeout = \(max(lockTimeout, 1));
            """, isInterrupted: { Interrupt.isRaised })
      } catch {
        try Interrupt.check()
        throw .message("\(path): \(error.message)")
      }
    }

    /// The connection, a new one if the last was lost.
    private func open() throws(ToolError) -> PostgresConnection {
      if let connection, connection.isUsable { return connection }
      (connection, reading, watching.isListening) = (nil, .none, false)
      guard !hasBegun else {
        throw .message("\(path): the connection was lost, and the batch with it; .rollback ends it")
      }
      let connection = try connect()
      self.connection = connection
      return connection
    }

    /// Runs `body` with the connection, and converts its error.
    func run<Result>(
      _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(ToolError) -> Result {
      let connection = try open()
      watch.begin(connection, limits.evaluation)
      defer { watch.end() }
      do throws(PostgresError) {
        return try body(connection)
      } catch {
        throw failure(error)
      }
    }

    /// The message of an error of the server or of the connection.
    func failure(_ error: PostgresError) -> ToolError {
      hasFailed = true
      if error.isConnectionLost {
        (connection, reading, watching.isListening) = (nil, .none, false)
      }
      // The watch drops the connection of a server that does not cancel.
      if error.isCancelled || error.isConnectionLost {
        if isSession, Interrupt.isRaised { return .interrupted }
        if let end = limits.evaluation.end {
          return isSession
            ? .message(end.message)
            : .diagnostic(
              end.rendered(in: "", label: "frc-query: \(path)"), end.diagnostic())
        }
      }
      if error.isConnectionLost {
        let next = isSession && !hasBegun ? "; the next line connects again" : ""
        return .message("\(path): \(error.message)\(next)")
      }
      switch error.sqlState {
      case "55P03":
        return .message("\(path): locked by another program; waited \(limits.waitText) s")
      case "40001":
        return .message(
          "\(path): another program has changed the rows meanwhile; the same line again edits them")
      // Its words can name other tables and hidden columns.
      case .some where !limits.namesOthers:
        return .message("\(path): the database refuses to read the table")
      default: return .message("\(path): \(error.message)")
      }
    }

    // MARK: - Statements

    func statement(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(ToolError) -> any DatabaseStatement {
      let connection = try open()
      watch.begin(connection, limits.evaluation)
      do throws(PostgresError) {
        return PostgresRows(
          try connection.statement(text, parameters, mayStop: mayStop), self, watch)
      } catch {
        watch.end()
        throw failure(error)
      }
    }

    func execute(_ text: String) throws(ToolError) {
      try run { connection throws(PostgresError) in try connection.execute(text) }
    }

    func change(_ text: String, _ parameters: [SQLValue]) throws(ToolError) -> Int {
      try run { connection throws(PostgresError) in try connection.run(text, parameters) }
    }

    func insert(
      _ text: String, _ parameters: [SQLValue], into table: DatabaseTable
    ) throws(ToolError) -> (count: Int, key: FilterValue?) {
      let keys = table.selection(table.key)
      let rows = try statement(
        "\(text) RETURNING \(keys)", parameters, tests: [], mayStop: false)
      var (count, key) = (0, FilterValue?.none)
      while try rows.next() {
        let values = table.key.indices.map { rows.value(at: $0) ?? .null }
        key = values.count == 1 ? values[0] : .list(FilterList(values))
        count += 1
      }
      return (count, key)
    }

    func plan(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(ToolError) -> [String] {
      let rows = try run { connection throws(PostgresError) in
        try connection.rows("EXPLAIN (COSTS FALSE) " + text, parameters)
      }
      return rows.map { if case .text(let line?) = $0.first { line } else { "" } }
    }

    /// Equal numbers can have several spellings, of which the tool shows a certain one.
    func countsGroups(
      _ columns: [TableModel.Column], by select: SQLSelect
    ) throws(ToolError) -> Bool {
      columns.allSatisfy { column in
        switch column.kind {
        case .integer, .boolean, .text, .uuid, .date: true
        default: false
        }
      }
    }

    func mark(_ number: Int) -> String { "$\(number)" }

    // MARK: - Transactions

    var isInTransaction: Bool { connection?.isInTransaction ?? false }

    func begin(isWritable: Bool) throws(ToolError) {
      guard isSession else {
        // Sent together with the first statement.
        return try open().beginLazily()
      }
      try execute(
        "BEGIN ISOLATION LEVEL REPEATABLE READ" + (isWritable ? " READ WRITE" : " READ ONLY"))
      hasBegun = true
    }

    func commit() throws(ToolError) {
      try run { connection throws(PostgresError) in try connection.end(commit: true) }
      hasBegun = false
    }

    func rollback() throws(ToolError) {
      hasBegun = false
      guard isInTransaction else { return }
      try execute("ROLLBACK")
    }

    func beginReading() throws(ToolError) {
      guard case .none = reading else { return }
      let connection = try open()
      if connection.isInTransaction {
        try execute("SAVEPOINT \(Self.savepoint)")
        (reading, hasFailed) = (.savepoint, false)
      } else {
        connection.beginLazily()
        reading = .transaction
      }
    }

    func endReading() {
      switch reading {
      case .none: break
      case .transaction:
        if connection?.isUsable == true {
          try? run { connection throws(PostgresError) in try connection.end(commit: false) }
        }
      case .savepoint:
        // An error would otherwise be that of all later statements of the batch.
        let undoing = hasFailed ? "ROLLBACK TO \(Self.savepoint); " : ""
        try? execute(undoing + "RELEASE \(Self.savepoint)")
      }
      reading = .none
    }

    private static let savepoint = "frc_line"
  }
#endif
