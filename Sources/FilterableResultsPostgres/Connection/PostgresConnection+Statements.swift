#if PostgreSQL
  internal import CLibPQ
  package import FilterSQL
  package import FilterableResultsSQL

  // Unsafe: results of libpq are pointers, cleared where they are received or by the statement that owns them.

  extension PostgresConnection {
    /// Runs a statement and returns it before its first row.
    ///
    /// The statement is prepared if it was not. Its rows are received one by one or, with `isWhole`, together, which is
    /// faster for few rows. `$1` in the text is the first value. A transaction of `beginLazily(_:)` begins with the same message, so that it takes no time of its own.
    ///
    /// With `mayStop`, the statement can be closed before its last row without an end of the transaction.
    package func statement(
      _ text: String, _ values: [SQLValue?] = [], mayStop: Bool = false, isWhole: Bool = false
    ) throws(PostgresError) -> PostgresStatement {
      try running?.receiveAll()
      guard PQenterPipelineMode(connection) == 1 else { throw lost() }
      // The messages before the statement itself, and the statements that they prepare.
      var earlier = 0
      var new: [PreparedStatements.Shape] = []
      if let mode {
        try send("BEGIN \(mode)")
        (self.mode, isInTransaction) = (nil, true)
        earlier += 1
        if hasOwnSearchPath, let searchPath {
          earlier += try sendPrepared(Self.searchPathQuery, [.text(searchPath.setting)], &new)
        }
        if !locks.isEmpty {
          // This takes no snapshot. One that is older than a TRUNCATE or a change of the table would find it empty.
          try send("LOCK TABLE \(locks.joined(separator: ", ")) IN ACCESS SHARE MODE")
          earlier += 1
        }
        if wantsSnapshot { earlier += try sendPrepared(Self.snapshotQuery, [], &new) }
      }
      let hasSavepoint = mayStop && isInTransaction
      if hasSavepoint {
        try send("SAVEPOINT \(Self.savepoint)")
        earlier += 1
      }
      // All but the last message.
      earlier += try sendPrepared(text, values, &new) - 1
      let statement = PostgresStatement(self, hasSavepoint: hasSavepoint)
      do throws(PostgresError) {
        try sync()
        for _ in 0..<earlier {
          if let text = try receiveCommand(), wantsSnapshot { snapshot = PostgresSnapshot(text) }
        }
      } catch {
        // After an error the server has ignored the rest of the messages.
        for shape in new { prepared.remove(shape) }
        throw error
      }
      // For the statement whose results are received next.
      if !isWhole { PQsetSingleRowMode(connection) }
      running = statement
      return statement
    }

    /// Runs a statement to its end and returns the number of rows that it has changed.
    @discardableResult
    package func run(_ text: String, _ values: [SQLValue?] = []) throws(PostgresError) -> Int {
      let statement = try statement(text, values)
      while try statement.next() {}
      return statement.changedRows
    }

    /// Runs a statement and returns all of its rows.
    package func rows(
      _ text: String, _ values: [SQLValue?] = []
    ) throws(PostgresError) -> [[SQLCellValue]] {
      let statement = try statement(text, values)
      var rows: [[SQLCellValue]] = []
      while try statement.next() {
        rows.append(statement.columnNames.indices.map { statement.cell(at: $0) })
      }
      return rows
    }

    /// Runs statements without values, separated by semicolons, outside or inside a transaction.
    package func execute(_ text: String) throws(PostgresError) {
      try running?.receiveAll()
      try receiveUnread()
      guard PQexitPipelineMode(connection) == 1, PQsendQuery(connection, text) == 1 else {
        throw lost()
      }
      try flush()
      var error: PostgresError?
      while let result = try nextResult() {
        defer { PQclear(result) }
        if error == nil { error = Self.error(of: result) }
      }
      isInTransaction = PQtransactionStatus(connection) != PQTRANS_IDLE
      try checkEncoding()
      if let error { throw error }
    }

    /// Has the server prepare each statement again.
    package func forgetPrepared() { prepared.forget() }

    // MARK: - Transactions

    private static var savepoint: String { "frc" }

    /// The mode of a transaction that reads one snapshot.
    package static var reading: StaticString { "ISOLATION LEVEL REPEATABLE READ READ ONLY" }

    /// Ends a transaction that reads, in which an error has occurred, and begins it again with the next statement. The
    /// server prepares statements again.
    func beginAgain() throws(PostgresError) {
      try end(commit: false)
      forgetPrepared()
      mode = Self.reading
    }

    /// Has the next statement begin a transaction. With `asksForSnapshot`, `snapshot` is set with it. With
    /// `hasOwnSearchPath`, its statements find names as if the session were not confined to `pg_catalog`.
    package func beginLazily(
      _ mode: StaticString = PostgresConnection.reading,
      asksForSnapshot: Bool = false, hasOwnSearchPath: Bool = false
    ) {
      guard !isInTransaction else { return }
      self.mode = mode
      (wantsSnapshot, snapshot, locks) = (asksForSnapshot, nil, [])
      self.hasOwnSearchPath = hasOwnSearchPath
    }

    /// Has the transaction that the next statement begins lock tables against changes of the whole table. The names are
    /// quoted identifiers with schemas.
    func lockLazily(_ tables: [String]) { locks = tables }

    /// Runs `body` outside the transaction that the next statement would begin.
    func beforeTransaction<Result>(_ body: () throws -> Result) rethrows -> Result {
      let mode = mode
      self.mode = nil
      defer { self.mode = mode }
      return try body()
    }

    private static var searchPathQuery: String {
      "SELECT pg_catalog.set_config('search_path', $1, TRUE)"
    }

    static var snapshotQuery: String {
      "SELECT pg_catalog.txid_current_snapshot()::pg_catalog.text"
    }

    /// Ends the transaction if one has begun.
    ///
    /// To end one that only reads, `commit` false does not wait for the server.
    package func end(commit: Bool) throws(PostgresError) {
      mode = nil
      guard isInTransaction else { return }
      isInTransaction = false
      try running?.receiveAll()
      if commit, PQtransactionStatus(connection) == PQTRANS_INERROR {
        // COMMIT would roll back without an error.
        isInTransaction = true
        throw PostgresError("a statement of the transaction has failed", sqlState: "25P02")
      }
      guard PQenterPipelineMode(connection) == 1 else { throw lost() }
      try send(commit ? "COMMIT" : "ROLLBACK")
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      try flush()
      unread += 1
      if commit { try receiveUnread() }
    }

    /// Returns to the state before the statement that a cancel has stopped.
    func rollBackToSavepoint() throws(PostgresError) {
      guard PQenterPipelineMode(connection) == 1 else { throw lost() }
      try send("ROLLBACK TO SAVEPOINT \(Self.savepoint)")
      try sync()
      try receiveCommand()
      try receiveToSync()
    }

    // MARK: - Sending

    private func send(_ command: String) throws(PostgresError) {
      guard PQsendQueryParams(connection, command, 0, nil, nil, nil, nil, 1) == 1 else {
        throw lost()
      }
    }

    /// Sends a statement, which the server prepares if it has not, and adds it to `new` then. Returns the number of
    /// messages.
    private func sendPrepared(
      _ text: String, _ values: [SQLValue?], _ new: inout [PreparedStatements.Shape]
    ) throws(PostgresError) -> Int {
      let parameters = PostgresParameters(values)
      let shape = PreparedStatements.Shape(text: text, types: parameters.types)
      let name = prepared.name(of: shape)
      var messages = 1
      if let forgotten = name.forgotten {
        try send("DEALLOCATE \(forgotten)")
        messages += 1
      }
      if name.isNew {
        new.append(shape)
        let count = Int32(parameters.types.count)
        guard PQsendPrepare(connection, name.text, text, count, parameters.types) == 1 else {
          throw lost()
        }
        messages += 1
      }
      try send(parameters, to: name.text)
      return messages
    }

    private func send(
      _ parameters: PostgresParameters, to name: String
    ) throws(PostgresError) {
      let formats = [Int32](repeating: 1, count: parameters.ranges.count)
      let lengths = parameters.ranges.map { Int32(clamping: $0?.count ?? 0) }
      let isSent = parameters.bytes.withUnsafeBytes { bytes in
        // libpq reads no byte at the address of an empty value, which may lie at the end, but needs one.
        let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let empty = UnsafePointer<CChar>(bitPattern: 1)
        let addresses = parameters.ranges.map { range in
          range.flatMap { base?.advanced(by: $0.lowerBound) ?? empty }
        }
        return PQsendQueryPrepared(
          connection, name, Int32(addresses.count), addresses, lengths, formats, 1)
      }
      guard isSent == 1 else { throw lost() }
    }

    /// Ends the messages, sends them, and receives the results of earlier ones.
    private func sync() throws(PostgresError) {
      guard PQpipelineSync(connection) == 1 else { throw lost() }
      try flush()
      try receiveUnread()
    }

    // MARK: - Receiving

    /// Receives the next result; nil at the end of those of a message.
    func nextResult() throws(PostgresError) -> OpaquePointer? {
      while PQisBusy(connection) != 0 { try awaitInput() }
      return PQgetResult(connection)
    }

    /// Receives the results of a message. Returns the first text of a row, if it returns one.
    @discardableResult
    private func receiveCommand() throws(PostgresError) -> String? {
      var error: PostgresError?
      var text: String?
      while let result = try nextResult() {
        error = error ?? Self.error(of: result)
        if PQntuples(result) > 0 { text = PQgetvalue(result, 0, 0).map { String(cString: $0) } }
        PQclear(result)
      }
      guard let error else { return text }
      try receiveToSync()
      throw error
    }

    /// Receives the rest of the results up to the end of the messages that were sent together.
    func receiveToSync() throws(PostgresError) {
      // Results of a message end with nil; two of them in turn mean that nothing is left.
      var ends = 0
      while ends < 2 {
        guard let result = try nextResult() else {
          ends += 1
          continue
        }
        defer { PQclear(result) }
        ends = 0
        if PQresultStatus(result) == PGRES_PIPELINE_SYNC { return try checkEncoding() }
      }
      throw lost()
    }

    /// Throws if a statement has changed the encoding of texts. The server says so at its end, after the rows.
    private func checkEncoding() throws(PostgresError) {
      let encoding = PQparameterStatus(connection, "client_encoding").map { String(cString: $0) }
      guard encoding != Self.encoding else { return }
      throw lost(
        "a statement has set the encoding of texts to \(encoding ?? "an unknown one"), which is not "
          + Self.encoding)
    }

    private func receiveUnread() throws(PostgresError) {
      while unread > 0 {
        unread -= 1
        try receiveCommand()
        try receiveToSync()
      }
    }

    /// The error that a result is; nil for another result.
    static func error(of result: OpaquePointer) -> PostgresError? {
      switch PQresultStatus(result) {
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR: break
      default: return nil
      }
      func field(_ code: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(bitPattern: code.value)).map { start in
          let count = (0...PostgresError.mostBytes).first { start[$0] == 0 }
          let bytes = UnsafeRawBufferPointer(
            start: start, count: count ?? PostgresError.mostBytes + 1)
          return String(decoding: bytes, as: UTF8.self)
        }
      }
      // Not the detail, which shows values of rows. The codes are those of PG_DIAG_MESSAGE_PRIMARY and others, which
      // are macros of characters.
      let message = field("M") ?? String(cString: PQresultErrorMessage(result))
      return PostgresError(message, sqlState: field("C"), position: field("P").flatMap { Int($0) })
    }
  }
#endif
