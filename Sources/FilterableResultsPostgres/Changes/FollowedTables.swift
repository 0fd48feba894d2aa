#if PostgreSQL
  /// The tables that a listener follows, as the catalog had them when they were read last.
  struct FollowedTables {
    /// The channels on which the connection listens for changes.
    var channels: Set<String> = []

    private var byName: [String: ReportingTable?] = [:]
    private var columns: [Int64: [String]] = [:]

    /// The columns that a table reports.
    func columns(of table: Int64) -> [String] { columns[table] ?? [] }

    /// Replaces tables. Returns the names of those that have changed since they were read before.
    @discardableResult
    mutating func set(_ names: [String], _ tables: [ReportingTable?]) -> Set<String> {
      var changed: Set<String> = []
      for (name, table) in zip(names, tables) {
        if let earlier = byName.updateValue(table, forKey: name),
          earlier?.fingerprint != table?.fingerprint
        {
          changed.insert(name)
        }
        if let table { columns[table.oid] = table.columns }
      }
      return changed
    }
  }
#endif
