#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
  internal import FilterSQLite
  internal import FilterableResultsSQL
  internal import Synchronization

  // Unsafe: SQLite passes pointers to the hook, which are valid during the call.

  extension ChangeCollector {
    /// The function that SQLite calls before it changes a row.
    static let callback: frc_preupdate_callback = {
      context, connection, operation, schema, table, oldID, newID in
      guard let context, let schema, let table else { return }
      let isFollowed = sqlite3_stricmp(schema, "main") == 0
      let change = RowChange(
        connection: connection, operation: operation, oldID: oldID, newID: newID)
      Unmanaged<ChangeCollector>.fromOpaque(context)._withUnsafeGuaranteedRef { collector in
        collector.state.withLock { state in
          state.slot.isCalled = true
          if isFollowed { state.add(change, to: table) }
        }
      }
    }

    /// A row that is about to change.
    struct RowChange {
      let connection: OpaquePointer?
      let operation: Int32
      let oldID: Int64
      let newID: Int64
    }
  }

  extension ChangeCollector.State {
    fileprivate mutating func add(
      _ change: ChangeCollector.RowChange, to table: UnsafePointer<CChar>
    ) {
      if !recent.hasName(table) {
        settle()
        let name = String(cString: table)
        recent = RecentTable(name, reading(of: name), links: links[name] ?? [])
      }
      guard let reading = recent.reading else { return }
      if !recent.isEverything { addKeys(of: change, reading) }
      for column in recent.links {
        let link = LinkColumn(table: recent.name, column: column)
        guard let values = change.values(ofLink: column) else {
          touchedLinks[link] = .everything
          continue
        }
        for value in values { Self.add(value, to: link, in: &touchedLinks) }
      }
    }

    private mutating func addKeys(of change: ChangeCollector.RowChange, _ reading: KeyReading) {
      if case .rowID = reading {
        if change.operation != SQLITE_INSERT { recent.add(change.oldID) }
        if change.operation == SQLITE_INSERT
          || change.operation == SQLITE_UPDATE && change.newID != change.oldID
        {
          recent.add(change.newID)
        }
        if recent.ids.count > ChangeCollector.limit { settleIDs() }
      } else {
        let keys = change.keys(reading)
        // Without a key only the table is known.
        if keys.isEmpty { settled[recent.name] = .everything }
        for key in keys { Self.add(key, to: recent.name, in: &settled) }
        recent.isEverything = settled[recent.name]?.isEverything ?? false
      }
    }

    /// Moves the changes of the recent table to `settled`.
    mutating func settle() {
      settleIDs()
      recent = RecentTable()
    }

    private mutating func settleIDs() {
      guard !recent.ids.isEmpty else { return }
      let ids = recent.takeIDs()
      if ids.count > ChangeCollector.limit {
        settled[recent.name] = .everything
      } else {
        for id in ids { Self.add(.int(id), to: recent.name, in: &settled) }
      }
      recent.isEverything = settled[recent.name]?.isEverything ?? false
    }

    private static func add<Target: Hashable>(
      _ key: FilterValue, to target: Target, in touched: inout [Target: ChangeCollector.Touched]
    ) {
      // Removed first, so that the set is not copied.
      switch touched.removeValue(forKey: target) {
      case .everything: touched[target] = .everything
      case .keys(var keys):
        keys.insert(key)
        touched[target] = keys.count > ChangeCollector.limit ? .everything : .keys(keys)
      case nil: touched[target] = .keys([key])
      }
    }

    /// The way in which keys of a table are read; nil for a table that is not followed.
    private func reading(of table: String) -> KeyReading? {
      if let reading = keys[table] { return reading }
      // After a change of the schema keys are unknown until it is checked.
      let isFollowed = followers.contains { $0.table == table || $0.others.contains(table) }
      return isFollowed ? .unknown : nil
    }
  }

  extension ChangeCollector.RowChange {
    /// The keys of the row before and after the change; none if one of them is unknown.
    fileprivate func keys(_ reading: KeyReading) -> [FilterValue] {
      var keys: [FilterValue] = []
      switch reading {
      case .unknown, .rowID: break
      case .column(let column):
        if operation != SQLITE_INSERT {
          guard let key = key(column, frc_preupdate_old) else { return [] }
          keys.append(key)
        }
        if operation != SQLITE_DELETE {
          guard let key = key(column, frc_preupdate_new) else { return [] }
          keys.append(key)
        }
      }
      return keys
    }

    /// The values of a column before and after the change that are not NULL; nil if one cannot be read.
    fileprivate func values(ofLink column: Int) -> [FilterValue]? {
      // The new value of a column that is written through a blob handle cannot be read.
      if operation == SQLITE_DELETE, frc_preupdate_blobwrite(connection) == column { return nil }
      var values: [FilterValue] = []
      for (read, isThere) in [
        (frc_preupdate_old, operation != SQLITE_INSERT),
        (frc_preupdate_new, operation != SQLITE_DELETE),
      ] where isThere {
        var value: OpaquePointer?
        guard read(connection, Int32(column), &value) == SQLITE_OK, let value else { return nil }
        if sqlite3_value_type(value) == SQLITE_NULL { continue }
        guard let key = FilterValue(key: value) else { return nil }
        values.append(key)
      }
      return values
    }

    private func key(
      _ column: Int,
      _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    ) -> FilterValue? {
      var value: OpaquePointer?
      guard read(connection, Int32(column), &value) == SQLITE_OK else { return nil }
      return value.flatMap(FilterValue.init(key:))
    }
  }

  extension FilterValue {
    /// Creates a key from a cell; fails for other types of cells.
    fileprivate init?(key value: OpaquePointer) {
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: self = .int(sqlite3_value_int64(value))
      case SQLITE_TEXT:
        guard let key = String(sqliteValue: value) else { return nil }
        self = .string(key)
      default: return nil
      }
    }
  }
#endif
