#if PostgreSQL
  internal import FilterSQL
  internal import FilterableResultsSQL

  // A role that may create objects in a schema can create a function or an operator there whose types fit better than
  // those of `pg_catalog`. A session whose search path has the schema would call it, with its own rights.

  extension PostgresConnection {
    /// Connects to a server, for statements that find functions, operators and types in `pg_catalog` alone. The names of
    /// tables are looked up in `schemas()` and written with their schema.
    ///
    /// - Parameters:
    ///   - timeout: The longest time to wait, unless the address has a `connect_timeout`.
    ///   - isReadOnly: Whether transactions are read-only unless they say otherwise.
    ///   - settings: Other statements, each of which ends with a semicolon.
    ///   - isInterrupted: Asked while the server does not answer; ends the wait if it returns true.
    package convenience init(
      confined address: String, timeout: Duration, isReadOnly: Bool, settings: String = "",
      isInterrupted: (() -> Bool)? = nil
    ) throws(PostgresError) {
      let start = ContinuousClock.now
      try self.init(address, timeout: timeout, isInterrupted: isInterrupted)
      defer { self.isInterrupted = nil }
      let left = (PostgresAddress.timeout(of: connection) ?? timeout) - (.now - start)
      try finish(within: max(left, .seconds(1))) { () throws(PostgresError) in
        let path = try currentSearchPath()
        try execute(
          settings + "SET search_path = pg_catalog, pg_temp; "
            + "SET default_transaction_read_only = \(isReadOnly ? "on" : "off")")
        searchPath = path
      }
    }

    /// The names of the schemas in which tables are looked up, in order.
    package func schemas() throws(PostgresError) -> [String] {
      if let searchPath { return searchPath.schemas }
      return try currentSearchPath().schemas
    }

    private func currentSearchPath() throws(PostgresError) -> PostgresSearchPath {
      let rows = try rows("SELECT pg_catalog.current_setting('search_path'), CURRENT_USER")
      guard let row = rows.first, row.count == 2, case .text(let setting?) = row[0],
        case .text(let user?) = row[1]
      else { throw lost("the server has no search path") }
      return PostgresSearchPath(setting, user: user)
    }

    /// Calls `body`, in which the server has to answer within a time of at most a day.
    func finish<Result>(
      within time: Duration, _ body: () throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
      let end = ContinuousClock.now + min(time, .seconds(86_400))
      let earlier = deadline
      deadline = min(end, earlier ?? end)
      defer { deadline = earlier }
      return try body()
    }
  }
#endif
