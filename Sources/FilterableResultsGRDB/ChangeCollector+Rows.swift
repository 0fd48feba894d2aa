#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterEngine
  internal import FilterableResultsSQL
  internal import Synchronization

  // Unsafe: SQLite hands the hook pointers, which are good during the call.

  extension ChangeCollector {
    /// What SQLite calls before it changes a row.
    static let hook: frc_preupdate_callback = {
      context, connection, operation, schema, table, oldID, newID in
      guard let context, let schema, let table, sqlite3_stricmp(schema, "main") == 0 else { return }
      let collector = Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue()
      let change = RowChange(
        connection: connection, operation: operation, oldID: oldID, newID: newID)
      collector.state.withLock { $0.add(change, to: String(cString: table)) }
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
    fileprivate mutating func add(_ change: ChangeCollector.RowChange, to table: String) {
      guard let reading = reading(of: table) else { return }
      let keys = change.keys(reading)
      // A row of a table that is read as a whole is known to change, and nothing else.
      if keys.isEmpty { touched[table] = .everything }
      for key in keys { add(key, to: table) }
    }

    private mutating func add(_ key: FilterValue, to table: String) {
      // Taken out, so that the set is not copied.
      switch touched.removeValue(forKey: table) {
      case .everything: touched[table] = .everything
      case .keys(var keys):
        keys.insert(key)
        touched[table] = keys.count > ChangeCollector.limit ? .everything : .keys(keys)
      case nil: touched[table] = .keys([key])
      }
    }

    /// How keys of a table are read; nil for a table that nobody follows.
    private func reading(of table: String) -> KeyReading? {
      if let reading = keys[table] { return reading }
      // After another schema keys are unknown until the next look at it.
      let isFollowed = followers.contains { $0.table == table || $0.others.contains(table) }
      return isFollowed ? .unknown : nil
    }
  }

  extension ChangeCollector.RowChange {
    /// The keys of the row before and after the change; none where one is unknown.
    fileprivate func keys(_ reading: KeyReading) -> [FilterValue] {
      var keys: [FilterValue] = []
      switch reading {
      case .unknown: break
      case .rowID:
        if operation != SQLITE_INSERT { keys.append(.int(oldID)) }
        if operation == SQLITE_INSERT || operation == SQLITE_UPDATE && newID != oldID {
          keys.append(.int(newID))
        }
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
    /// The key in a cell; nil for what is none.
    fileprivate init?(key value: OpaquePointer) {
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: self = .int(sqlite3_value_int64(value))
      case SQLITE_TEXT:
        let text = sqlite3_value_text(value)
        let count = Int(sqlite3_value_bytes(value))
        guard
          let key = String(
            validating: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
        else { return nil }
        self = .string(key)
      default: return nil
      }
    }
  }
#endif
