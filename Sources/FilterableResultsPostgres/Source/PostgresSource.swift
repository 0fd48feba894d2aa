#if PostgreSQL
  package import FilterEngine
  package import FilterSQL
  package import FilterTables
  internal import FilterableResultsSQL

  /// A connection to a server of PostgreSQL.
  ///
  /// If the connection is lost, the error says so, and the next statement outside of the transaction connects again.
  package final class PostgresSource: TableSource {
    let address: String
    private let isWritable: Bool
    private let lockTimeout: Double
    private let isInterrupted: @Sendable () -> Bool
    private let watch: StatementWatch
    private(set) var connection: PostgresConnection?
    package var evaluation: EvaluationLimits

    /// The reads that have begun
    private enum ReadState {
      case none
      case transaction
      /// Between a savepoint and its end, within a batch
      case savepoint
    }
    private var reading = ReadState.none

    /// Whether a statement has failed since the reads began
    private var hasFailed = false

    /// Whether a transaction was begun that has not been ended
    private var hasBegun = false

    /// The state of `.watch on`
    var watching = Watching()

    /// The time for connecting, unless the address has a `connect_timeout`
    private static let connectTimeout = Duration.seconds(10)

    /// Connects to a server, for reading unless `isWritable`.
    ///
    /// Statements wait at most `lockTimeout` seconds for other programs. If `endsStatements` is true, they end when the
    /// limits of the evaluation do, or when `isInterrupted` returns true, which also ends the attempt to connect.
    package init(
      _ address: String, isWritable: Bool, lockTimeout: Double, _ evaluation: EvaluationLimits,
      endsStatements: Bool, isInterrupted: @escaping @Sendable () -> Bool
    ) throws(TableError) {
      (self.address, self.isWritable) = (address, isWritable)
      (self.lockTimeout, self.evaluation) = (lockTimeout, evaluation)
      self.isInterrupted = isInterrupted
      watch = StatementWatch(isActive: endsStatements, isInterrupted: isInterrupted)
      connection = try connect()
    }

    package let dialect = SQLDialect.postgreSQL
    package var permitsOtherTypes: Bool { false }

    // MARK: - Connection

    private func connect() throws(TableError) -> PostgresConnection {
      let timeout = min(evaluation.timeLeft ?? Self.connectTimeout, Self.connectTimeout)
      do throws(PostgresError) {
        // Texts of dates and intervals that the server writes and reads do not depend on its settings.
        let lockTimeout = Int(min(lockTimeout * 1_000, 1e9).rounded(.up))
        return try PostgresConnection(
          confined: address, timeout: timeout, isReadOnly: !isWritable,
          settings: """
            SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
            SET lock_timeout = \(max(lockTimeout, 1));
            """, isInterrupted: isInterrupted)
      } catch {
        throw TableError(.cannotOpen, error.message)
      }
    }

    /// The connection, a new one if the last was lost.
    private func open() throws(TableError) -> PostgresConnection {
      if let connection, connection.isUsable { return connection }
      (connection, reading, watching.isListening) = (nil, .none, false)
      guard !hasBegun else {
        throw TableError(.transactionLost, "the connection of the transaction was lost")
      }
      let connection = try connect()
      self.connection = connection
      return connection
    }

    /// Runs `body` with the connection, and converts its error.
    func run<Result>(
      _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(TableError) -> Result {
      let connection = try open()
      watch.begin(connection, evaluation)
      defer { watch.end() }
      do throws(PostgresError) {
        return try body(connection)
      } catch {
        throw failure(error)
      }
    }

    /// The failure for an error of the server or of the connection. The watch drops the connection of a server that does
    /// not cancel.
    func failure(_ error: PostgresError) -> TableError {
      hasFailed = true
      if error.isConnectionLost {
        (connection, reading, watching.isListening) = (nil, .none, false)
        return TableError(.connectionLost(inTransaction: hasBegun), error.message)
      }
      let reason: TableError.Reason =
        switch error.sqlState {
        case "55P03": .busy
        case "40001": .conflict
        default: error.isCancelled ? .interrupted : .other
        }
      return TableError(reason, error.message)
    }

    // MARK: - Statements

    package func cursor(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(TableError) -> any TableCursor {
      let connection = try open()
      watch.begin(connection, evaluation)
      do throws(PostgresError) {
        return PostgresCursor(
          try connection.statement(text, parameters, mayStop: mayStop), self, watch)
      } catch {
        watch.end()
        throw failure(error)
      }
    }

    package func execute(_ text: String) throws(TableError) {
      try run { connection throws(PostgresError) in try connection.execute(text) }
    }

    package func change(_ text: String, _ parameters: [SQLValue]) throws(TableError) -> Int {
      try run { connection throws(PostgresError) in try connection.run(text, parameters) }
    }

    package func insert(
      _ text: String, _ parameters: [SQLValue], into table: TableModel
    ) throws(TableError) -> (count: Int, key: FilterValue?) {
      let keys = table.selection(table.key)
      let rows = try cursor(
        "\(text) RETURNING \(keys)", parameters, tests: [], mayStop: false)
      var (count, key) = (0, FilterValue?.none)
      while try rows.next() {
        let values = table.key.indices.map { rows.value(at: $0) ?? .null }
        key = values.count == 1 ? values[0] : .list(FilterList(values))
        count += 1
      }
      return (count, key)
    }

    package func plan(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest]
    ) throws(TableError) -> [String] {
      let rows = try run { connection throws(PostgresError) in
        try connection.rows("EXPLAIN (COSTS FALSE) " + text, parameters)
      }
      return rows.map { if case .text(let line?) = $0.first { line } else { "" } }
    }

    /// Equal numbers can have several spellings, of which a count has a certain one.
    package func countsGroups(
      _ columns: [TableModel.Column], by select: SQLSelect
    ) throws(TableError) -> Bool {
      columns.allSatisfy { column in
        switch column.kind {
        case .integer, .boolean, .text, .uuid, .date: true
        default: false
        }
      }
    }

    // MARK: - Transactions

    package var isInTransaction: Bool { connection?.isInTransaction ?? false }

    package func begin(isWritable: Bool, isLazy: Bool) throws(TableError) {
      // Sent together with the first statement.
      if isLazy { return try open().beginLazily() }
      try execute(
        "BEGIN ISOLATION LEVEL REPEATABLE READ" + (isWritable ? " READ WRITE" : " READ ONLY"))
      hasBegun = true
    }

    package func commit() throws(TableError) {
      try run { connection throws(PostgresError) in try connection.end(commit: true) }
      hasBegun = false
    }

    package func rollback() throws(TableError) {
      hasBegun = false
      guard isInTransaction else { return }
      try execute("ROLLBACK")
    }

    package func beginReading() throws(TableError) {
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

    package func endReading() {
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
