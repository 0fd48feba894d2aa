#if PostgreSQL
  public import FilterSQL
  public import FilterableResultsSQL

  extension PostgresStore {
    /// The content of the notifications that a table sends.
    @nonexhaustive
    public enum Payload: Hashable, Sendable {
      /// The keys of changed rows, and the columns that link them to rows of other tables. Each role that can connect to
      /// the database can receive them, whatever rights it has to read rows
      case keys
      /// No keys, so that sources read all rows after each commit
      case none
    }

    // MARK: - Triggers

    /// Has tables report their changed rows, also those that other programs change. Another call is cheap and adapts the
    /// triggers to the declarations and to the version of the library.
    ///
    /// ```swift
    /// try await store.install([people.declaration, orders.declaration])
    /// ```
    ///
    /// Install related tables together: the columns that link rows to those of other tables are reported then. For each
    /// table it creates a function `frc_<number>` in the schema of the table and four triggers of statements. They send
    /// notifications with the commit: at most 16 for a statement, with the keys of up to 20,000 rows, or one that says that
    /// rows are unknown, as after `TRUNCATE`. A commit of one row takes some 0.05 ms longer.
    ///
    /// Rows that logical replication writes are not reported, and neither are those of a session with
    /// `session_replication_role = replica`.
    ///
    /// The role needs the right TRIGGER on the tables and CREATE on their schemas; to replace triggers it has to own the
    /// tables.
    ///
    /// - Throws: ``PostgresError``: without these rights, and for a view, a foreign table, a partition, a table with
    ///   partitions or heirs, an heir, and a temporary table, as not all of their changes would be reported. Requests of
    ///   such tables can be read at intervals by `refreshes(every:)`.
    public func install(
      _ tables: [SQLTableDeclaration], payload: Payload = .keys
    ) async throws {
      try await write(hasOwnSearchPath: false) { transaction in
        try transaction.lockInstallation()
        try ReportingTable.install(
          tables, reportsKeys: payload == .keys, transaction.connection)
      }
    }

    /// Removes the triggers of tables and their functions, if they are installed.
    ///
    /// - Throws: ``PostgresError``, also if the role does not own the tables.
    public func uninstall(_ tables: [SQLTableDeclaration]) async throws {
      try await write(hasOwnSearchPath: false) { transaction in
        try transaction.lockInstallation()
        try ReportingTable.uninstall(tables, transaction.connection)
      }
    }

    /// Whether all of the tables report their changes, by triggers of this version of the library.
    ///
    /// - Throws: ``PostgresError``.
    public func areInstalled(_ tables: [SQLTableDeclaration]) async throws -> Bool {
      try await pool.withConnection { connection in
        try ReportingTable.read(tables.map(\.name), connection).allSatisfy { $0?.columns != nil }
      }
    }

    // MARK: - Changes

    /// Reports the changes of later commits to `changes`.
    ///
    /// - Throws: `SQLSchemaError`; ``PostgresError`` if the connection is lost, or if a table does not report its changes and
    ///   the source does not read at intervals.
    public func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      let tables = [table] + others
      listener.register(tables, for: changes)
      for table in tables { try await check(table) }
      try await listener.follow(tables, into: changes)
    }

    /// Returns after the changes of all earlier commits have been reported to the sources.
    ///
    /// - Throws: ``PostgresError`` if the connection is lost; `CancellationError`.
    public func catchUp() async throws { try await listener.catchUp() }

    // MARK: - States

    /// The current state of the connection on which changes are received.
    public var state: PostgresState { listener.state }

    /// The current state, and then each later one. A slow reader misses all but the newest.
    ///
    /// ```swift
    /// for await state in store.states { banner.isHidden = state == .live }
    /// ```
    public var states: some AsyncSequence<PostgresState, Never> & Sendable { listener.states }
  }

  extension PostgresTransaction {
    /// Waits for other installations of triggers, until the end of the transaction.
    fileprivate func lockInstallation() throws(PostgresError) {
      try connection.lockInstallation()
    }
  }
#endif
