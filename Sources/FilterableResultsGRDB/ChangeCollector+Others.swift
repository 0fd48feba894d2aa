#if SQLite
  internal import FilterEngine
  internal import FilterableResultsSQL
  internal import GRDB
  internal import Synchronization

  extension ChangeCollector {
    /// Reports the changes of other connections since the last call: the rows in the log, and all rows of tables that are not
    /// logged.
    func checkForOtherWriters(_ database: Database) throws {
      testHook(database)
      // The versions are read before the log: a commit in between is read twice, and never missed.
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
      report(changes, hasNewSchema: hasNewSchema)
    }

    /// The last entry of the log, if all entries since the last report are of this connection, whose rows the hook knows;
    /// nil otherwise.
    func endOfOwnEntries(_ database: Database) throws -> Int64? {
      let known = state.withLock { $0.logged.isEmpty ? nil : $0.dataVersion }
      guard let known else { return nil }
      // The log is read first: if others have not written until the version is read, they have not written before.
      let end = try ChangeLog.lastEntry(database)
      return try Self.version("data_version", database) == known ? end : nil
    }

    /// The entries since the last report; nil if no followed table is logged.
    func loggedEntries(_ database: Database) throws -> ChangeLog.Entries? {
      let end = state.withLock { $0.logged.isEmpty ? nil : $0.logEnd }
      return try end.map { try ChangeLog.entries(after: $0, database) }
    }
  }

  extension ChangeCollector.State {
    /// The changes of all tables, from the log for those that are logged. Changes of other tables were collected if `isKnown`
    /// is true, and are unknown otherwise.
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
