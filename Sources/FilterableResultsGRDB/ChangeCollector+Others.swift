#if SQLite
  internal import FilterEngine
  internal import FilterableResultsSQL
  internal import GRDB
  internal import Synchronization

  extension ChangeCollector {
    /// Hands on what other connections have written since the last call: the rows that the log names, and all rows of
    /// tables that it does not have.
    func checkForOtherWriters(_ database: Database) throws {
      // The versions are read before the log: a commit that comes in between is read twice, and never missed.
      let data = try Self.version("data_version", database)
      let schema = try Self.version("schema_version", database)
      let isUnchanged = state.withLock { $0.dataVersion == data && $0.schemaVersion == schema }
      guard !isUnchanged else { return }
      let entries = try loggedEntries(database)
      let (changes, hasNewSchema) = state.withLock { state in
        let hasNewSchema = state.schemaVersion != schema
        (state.dataVersion, state.schemaVersion) = (data, schema)
        if hasNewSchema { state.forgetSchema() }
        let touched = state.touched(entries, isKnown: false)
        return (state.changes(touched, areLinksKnown: false), hasNewSchema)
      }
      hand(changes, hasNewSchema: hasNewSchema)
    }

    /// The last entry of the log, if all entries that were not handed on are of this connection, whose rows are known
    /// by the hook; nil otherwise.
    func endOfOwnEntries(_ database: Database) throws -> Int64? {
      let known = state.withLock { $0.logged.isEmpty ? nil : $0.dataVersion }
      guard let known else { return nil }
      // The log is read first: if nothing was written until the version is read, nothing was written before.
      let end = try ChangeLog.lastEntry(database)
      return try Self.version("data_version", database) == known ? end : nil
    }

    /// What the log has of tables that are followed; nil where it has none of them.
    func loggedEntries(_ database: Database) throws -> ChangeLog.Entries? {
      let end = state.withLock { $0.logged.isEmpty ? nil : $0.logEnd }
      return try end.map { try ChangeLog.entries(after: $0, database) }
    }
  }

  extension ChangeCollector.State {
    /// What has changed, by the log where it has a table. The changes of other tables were seen if `isKnown`, and
    /// are anything otherwise.
    mutating func touched(
      _ entries: ChangeLog.Entries?, isKnown: Bool
    ) -> [String: ChangeCollector.Touched] {
      var result = touched
      for follower in followers {
        for table in follower.others.union([follower.table])
        where !isKnown || unreported.contains(table) { result[table] = .everything }
      }
      guard let entries, logEnd != nil else { return result }
      logEnd = entries.end
      for table in logged {
        guard !entries.isIncomplete else {
          result[table] = .everything
          continue
        }
        switch entries.keys[table] {
        case .some(.some(let keys)): result[table] = .keys(keys)
        case .some(nil): result[table] = .everything
        case nil: result[table] = nil
        }
      }
      return result
    }
  }
#endif
