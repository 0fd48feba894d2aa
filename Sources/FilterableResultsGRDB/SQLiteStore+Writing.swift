#if SQLite
  public import FilterableResults
  public import GRDB

  extension SQLiteStore {
    /// Writes a transaction that a following controller does not report to `observation`, which shows it already.
    ///
    /// All other observers are notified. If the change includes other commits, `observation` is notified too. Commits of
    /// other connections that were not noticed yet belong to the same silent change.
    ///
    /// - Throws: An error of `body` or GRDB; the transaction is then rolled back.
    public func write<Result>(
      silentFor observation: ResultsObservation, _ body: (Database) throws -> Result
    ) throws -> Result {
      try writer.writeWithoutTransaction { database in
        try Self.write(database, collector, observation, body)
      }
    }

    /// Writes a transaction that a following controller does not report to `observation`, without blocking the caller.
    ///
    /// - Throws: An error of `body` or GRDB, or `CancellationError`; the transaction is then rolled back.
    public func write<Result: Sendable>(
      silentFor observation: ResultsObservation,
      _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
      try await writer.writeWithoutTransaction { [collector] database in
        try Self.write(database, collector, observation, body)
      }
    }

    private static func write<Result>(
      _ database: Database, _ collector: ChangeCollector, _ observation: ResultsObservation,
      _ body: (Database) throws -> Result
    ) throws -> Result {
      collector.setAuthor(observation)
      defer { collector.setAuthor(nil) }
      try database.beginTransaction()
      do {
        let result = try body(database)
        try database.commit()
        return result
      } catch {
        // An error of the disk may have ended the transaction already.
        if database.isInsideTransaction { try database.rollback() }
        throw error
      }
    }
  }
#endif
