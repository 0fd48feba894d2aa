#if PostgreSQL
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// The sources that follow tables, and the tables on whose channels a connection listens.
  struct TableFollowers {
    private var followers: [TableFollower] = []
    private var tables = FollowedTables()

    /// Has declared tables compared with the catalog again.
    private let forgetSchema: @Sendable () -> Void

    init(forgetSchema: @escaping @Sendable () -> Void) { self.forgetSchema = forgetSchema }

    var isEmpty: Bool { followers.isEmpty }

    /// The changes of all sources.
    var sources: [SQLChanges] { followers.compactMap(\.changes) }

    /// The channels on which the connection has to listen.
    var channels: Set<String> { tables.channels }

    /// The columns that a table reports.
    func columns(of table: Int64) -> [String] { tables.columns(of: table) }

    /// Reports changed rows to the sources, by the numbers of the tables.
    func report(_ rows: [Int64: ReportedRows]) {
      for follower in followers {
        if let change = follower.change(rows) { follower.changes?.add(change) }
      }
    }

    /// Follows tables for a source, and listens on their channels.
    ///
    /// - Throws: Also if a table does not report its changes and the source does not read at intervals.
    mutating func follow(
      _ declarations: [SQLTableDeclaration], _ changes: SQLChanges,
      _ connection: PostgresConnection
    ) throws(PostgresError) {
      var follower = TableFollower(declarations, into: changes)
      let found = try ReportingTable.read(follower.names, connection)
      report(tables.set(follower.names, found), toAllBut: changes)
      if !changes.areReadAtIntervals {
        for (name, table) in zip(follower.names, found) where table?.columns == nil {
          throw ReportingTable.silence(of: name, table?.obstacle)
        }
      }
      let known = found.compactMap(\.self)
      let channels = Set(known.map { ChangeTriggers.channel($0.oid) })
        .subtracting(tables.channels)
      if !channels.isEmpty {
        try connection.execute(
          channels.sorted().map { "LISTEN \($0.quotedIdentifier)" }.joined(separator: "; "))
        tables.channels.formUnion(channels)
      }
      guard known.count == found.count else { return }
      follower.resolve(known)
      add(follower)
      // The answer has come before this LISTEN.
      if changes.areReadAtIntervals, !channels.isEmpty { changes.addEverything() }
    }

    /// Adds a follower that does not follow its tables yet, unless there is one of the same source.
    mutating func register(_ declarations: [SQLTableDeclaration], _ weak: WeakChanges) {
      guard let changes = weak.changes, !followers.contains(where: { $0.changes === changes })
      else { return }
      followers.append(TableFollower(declarations, into: changes))
    }

    /// Adds a follower in place of an earlier one of the same source.
    private mutating func add(_ follower: TableFollower) {
      followers.removeAll { $0.changes == nil || $0.changes === follower.changes }
      followers.append(follower)
    }

    /// Asks the server whether the followed tables are as before, which also shows whether the connection is alive.
    mutating func check(_ connection: PostgresConnection) throws(PostgresError) {
      followers.removeAll { $0.changes == nil }
      let names = Set(followers.flatMap(\.names)).sorted()
      let found = try ReportingTable.read(names, connection)
      report(tables.set(names, found))
      for follower in followers { follower.changes?.remind() }
      let used = Set(followers.flatMap(\.tables).map(ChangeTriggers.channel))
      let unused = tables.channels.subtracting(used)
      guard !unused.isEmpty else { return }
      try connection.execute(
        unused.sorted().map { "UNLISTEN \($0.quotedIdentifier)" }.joined(separator: "; "))
      tables.channels.subtract(unused)
    }

    /// Has sources check the tables with these names.
    private func report(_ changed: Set<String>, toAllBut changes: SQLChanges? = nil) {
      guard !changed.isEmpty else { return }
      forgetSchema()
      for follower in followers where follower.changes !== changes {
        if follower.names.contains(where: changed.contains) { follower.changes?.addSchema() }
      }
    }
  }
#endif
