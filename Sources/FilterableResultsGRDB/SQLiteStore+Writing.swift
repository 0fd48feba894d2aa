#if SQLite
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsSQL
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
        try database.requireOpen()
        return try Self.write(database, collector, observation, body)
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
        try database.requireOpen()
        return try Self.write(database, collector, observation, body)
      }
    }

    /// Writes a transaction and shows it in a controller before returning, for a program that writes and shows rows in one
    /// isolation domain.
    ///
    /// ```swift
    /// try store.write(showing: live, in: results) { database in try database.execute(sql: "…") }
    /// print(results.count)
    /// ```
    ///
    /// The controller may follow the source or not. Commits of others that were not shown yet are part of the change. During
    /// a pause of the source nothing is shown.
    ///
    /// - Throws: An error of `body` or GRDB, and the transaction is rolled back; or the error of `update(from:)`, after the
    ///   transaction was committed.
    public func write<Item: Filterable & Sendable, Result>(
      showing live: LiveSource<Item>, in results: ResultsController<Item>,
      _ body: (Database) throws -> Result
    ) throws -> Result {
      let result = try naming { try writer.write(body) }
      try results.update(from: live)
      return result
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
