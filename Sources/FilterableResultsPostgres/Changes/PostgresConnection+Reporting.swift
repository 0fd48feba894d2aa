#if PostgreSQL
  package import FilterSQL

  extension PostgresConnection {
    /// Listens for commits that change a table. Returns false if its triggers are not installed.
    package func listen(toTable name: String) throws(PostgresError) -> Bool {
      guard let table = try ReportingTable.read([name], self).compactMap(\.self).first,
        table.columns != nil
      else { return false }
      try execute("LISTEN \(ChangeTriggers.channel(table.oid))")
      return true
    }

    /// Creates the triggers by which a table reports the keys of changed rows, in the open transaction.
    package func installTriggers(of table: SQLTableDeclaration) throws(PostgresError) {
      try lockInstallation()
      try ReportingTable.install([table], reportsKeys: true, self)
    }

    /// The transactions that have ended.
    func currentSnapshot() throws(PostgresError) -> PostgresSnapshot {
      guard case .text(let text?)? = try rows(Self.snapshotQuery).first?.first,
        let snapshot = PostgresSnapshot(text)
      else { throw lost("the server has no snapshot") }
      return snapshot
    }

    /// Waits for other installations of triggers, until the end of the transaction.
    func lockInstallation() throws(PostgresError) {
      // A prepared statement, as it begins the transaction. The number has no meaning of its own.
      try run("SELECT pg_catalog.pg_advisory_xact_lock(7166562914)")
    }
  }
#endif
