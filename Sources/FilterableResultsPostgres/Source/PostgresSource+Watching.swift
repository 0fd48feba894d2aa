#if PostgreSQL
  package import FilterEngine
  package import FilterSQL
  package import FilterTables

  // The changes that other connections commit.
  extension PostgresSource {
    /// The state between two looks at the database.
    struct Watching {
      /// Whether the connection listens for changes of a table, and the time of the next look without a notification
      var isListening = false
      var nextLook = ContinuousClock.now
      static let lookInterval = Duration.seconds(1)

      /// The time of the next attempt to connect to a server that is watched
      var nextAttempt = ContinuousClock.now
      static let attemptInterval = Duration.seconds(5)
      static let attemptTimeout = Duration.seconds(1)
    }

    package func dataVersion() throws(TableError) -> FilterValue {
      try value("SELECT pg_catalog.txid_current_snapshot()::text")
    }

    /// Nil while the connection is lost, false when another one can be made.
    package var isSame: Bool? {
      if connection != nil { return true }
      guard ContinuousClock.now >= watching.nextAttempt else { return nil }
      watching.nextAttempt = .now + Watching.attemptInterval
      return (try? PostgresConnection(address, timeout: Watching.attemptTimeout)) == nil
        ? nil : false
    }

    /// Listens, if the table has triggers that report its changes.
    package func beginWatching(_ table: TableModel) throws(TableError) {
      watching.isListening = try run { connection throws(PostgresError) in
        try connection.listen(toTable: table.name)
      }
    }

    /// True after a notification, and each second, as not all changes call triggers.
    package func mayHaveChanged() throws(TableError) -> Bool {
      guard watching.isListening else { return true }
      let arrived = try run { connection throws(PostgresError) in
        try connection.notifications(until: .now)
      }
      let isDue = ContinuousClock.now >= watching.nextLook
      if isDue { watching.nextLook = .now + Watching.lookInterval }
      return isDue || !arrived.isEmpty
    }

    package var watchInterval: Int { watching.isListening ? 50 : 1_000 }

    package func installTriggers(of table: SQLTableDeclaration) throws(TableError) -> Bool {
      try run { connection throws(PostgresError) in try connection.installTriggers(of: table) }
      return true
    }
  }
#endif
