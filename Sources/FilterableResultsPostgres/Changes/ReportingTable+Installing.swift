#if PostgreSQL
  internal import FilterSQL

  extension ReportingTable {
    /// Creates or replaces the triggers of tables, in the open transaction of a connection.
    ///
    /// Columns that triggers report already, for another declaration, stay reported.
    static func install(
      _ tables: [SQLTableDeclaration], reportsKeys: Bool, _ connection: PostgresConnection
    ) throws(PostgresError) {
      let wanted = ReportedColumns(tables)
      let names = wanted.names
      let found = try read(names, connection)
      // In the order of the tables' numbers, so that two installations do not wait for each other.
      for (name, table) in zip(names, found).sorted(by: { ($0.1?.oid ?? 0) < ($1.1?.oid ?? 0) }) {
        guard let table else {
          throw PostgresError("there is no table '\(name)'", sqlState: "42P01")
        }
        if let obstacle = table.obstacle {
          throw PostgresError(
            "table '\(name)' \(obstacle.rawValue), and triggers do not report all of its changes; "
              + "have requests read it at intervals by refreshes(every:)", sqlState: "42809")
        }
        var columns: [String] = []
        if reportsKeys {
          let earlier = table.earlierColumns.filter { !wanted.columns(of: name).contains($0) }
          columns = wanted.columns(of: name) + earlier
        }
        if let installed = table.columns, Set(installed) == Set(columns) { continue }
        do throws(PostgresError) {
          try table.replaceTriggers(ChangeTriggers(columns: columns), connection)
        } catch {
          guard error.sqlState == "42501" else { throw error }
          throw PostgresError(
            "the role may not create triggers of table '\(name)': \(error.message); grant TRIGGER "
              + "on the table and CREATE on its schema, or have requests read it at intervals by "
              + "refreshes(every:)", sqlState: error.sqlState)
        }
      }
    }

    /// Removes the triggers of tables, in the open transaction of a connection.
    static func uninstall(
      _ tables: [SQLTableDeclaration], _ connection: PostgresConnection
    ) throws(PostgresError) {
      for table in try read(tables.map(\.name), connection).compactMap(\.self) {
        try table.removeTriggers(connection)
      }
    }

    private func replaceTriggers(
      _ triggers: ChangeTriggers, _ connection: PostgresConnection
    ) throws(PostgresError) {
      try removeTriggers(connection)
      let function = try freeFunction(connection)
      try connection.execute(triggers.creation(ofFunction: function))
      try connection.execute(ChangeTriggers.comment(onFunction: function))
      for statement in triggers.creation(on: name, function: function) {
        try connection.execute(statement)
      }
    }

    private func removeTriggers(_ connection: PostgresConnection) throws(PostgresError) {
      guard !functions.isEmpty else { return }
      for trigger in ChangeTriggers.names {
        try connection.execute("DROP TRIGGER IF EXISTS \(trigger) ON \(name)")
      }
      for function in Set(functions).sorted() {
        try connection.execute("DROP FUNCTION IF EXISTS \(function)()")
      }
    }

    /// A qualified name of a function that does not exist. A restored table has another number than the one that its
    /// function is named after, so that the name can be in use.
    private func freeFunction(_ connection: PostgresConnection) throws(PostgresError) -> String {
      var name = "\(schema).frc_\(oid)"
      // A server that finds every name would be asked without end.
      for _ in 0..<16 {
        let found = try connection.rows(
          "SELECT 1 WHERE pg_catalog.to_regprocedure($1) IS NOT NULL", [.text("\(name)()")])
        if found.isEmpty { return name }
        name += "_"
      }
      throw PostgresError("the function \(name) and those with fewer underscores exist")
    }
  }

  /// The columns that tables have to report for sources of declared tables.
  struct ReportedColumns {
    /// The names of the tables, in the order of their declarations.
    private(set) var names: [String] = []

    private var columns: [String: [String]] = [:]

    /// The keys of the tables, and the columns that link them to others: those of the relations of all tables that can
    /// be reached.
    init(_ tables: [SQLTableDeclaration]) {
      for table in tables where columns[table.name] == nil {
        names.append(table.name)
        columns[table.name] = []
      }
      for table in tables { add(table.key, to: table.name) }
      for table in tables { addLinks(of: table) }
    }

    /// The columns of a table, without duplicates.
    func columns(of table: String) -> [String] { columns[table] ?? [] }

    private mutating func addLinks(of table: SQLTableDeclaration) {
      for relation in table.relations {
        // Links of several columns do not tell which rows are related.
        if relation.from.count == 1 { add(relation.from, to: table.name) }
        if relation.to.count == 1 { add(relation.to, to: relation.table.name) }
        addLinks(of: relation.table)
      }
    }

    private mutating func add(_ names: [String], to table: String) {
      guard var reported = columns[table] else { return }
      for name in names where !reported.contains(name) { reported.append(name) }
      columns[table] = reported
    }
  }
#endif
