#if SQLite
  public import FilterableResults
  public import GRDB

  extension SQLiteStore {
    /// Writes a transaction of which `observation` gets no change, because it shows already what is written.
    ///
    /// A controller that follows shows the transaction to all others. Where other commits come with it in one change, all
    /// get that change. Commits of other connections that are not noticed yet are shown with it, and are silent too.
    ///
    /// - Throws: What `body` throws, and errors of GRDB; then nothing is written.
    public func write<Result>(
      silentFor observation: ResultsObservation, _ body: (Database) throws -> Result
    ) throws -> Result {
      try writer.writeWithoutTransaction { database in
        try Self.write(database, collector, observation, body)
      }
    }

    /// Writes a transaction of which `observation` gets no change, off the caller.
    ///
    /// - Throws: What `body` throws, errors of GRDB, and `CancellationError`; then nothing is written.
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
