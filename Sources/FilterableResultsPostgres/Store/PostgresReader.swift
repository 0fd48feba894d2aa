#if PostgreSQL
  internal import FilterSQL
  internal import FilterTables
  internal import FilterableResultsSQL

  /// Runs statements in one transaction that reads.
  final class PostgresReader: SQLReader {
    private let connection: PostgresConnection
    private let tables: PostgresTables

    /// Returns after all transactions that a snapshot sees were reported.
    private let awaitReports: @Sendable (PostgresSnapshot) throws -> Void

    /// The tables of the statements, as far as they were announced.
    private var announced: [SQLTableDeclaration] = []

    /// Whether rows of the snapshot were read.
    private var hasRead = false

    /// Whether at most one statement is run.
    private var isOneStatement = false

    init(
      _ connection: PostgresConnection, _ tables: PostgresTables,
      awaitReports: @escaping @Sendable (PostgresSnapshot) throws -> Void
    ) {
      self.connection = connection
      self.awaitReports = awaitReports
      self.tables = tables
    }

    func check(_ table: SQLTableDeclaration) throws {
      try tables.check(table, connection)
    }

    func prepare(_ tables: [SQLTableDeclaration], isOneStatement: Bool) throws {
      // A check in the transaction would take the snapshot before the tables are locked.
      try connection.beforeTransaction {
        for table in tables { try check(table) }
      }
      let found = tables.compactMap { self.tables.table(named: $0.name) }
      let lockable = found.filter(\.isTable)
      connection.lockLazily(lockable.map(\.quotedName))
      announced = tables
      // The end of a transaction undoes the settings that functions of a view have changed.
      self.isOneStatement = isOneStatement && lockable.count == tables.count
    }

    func catchUp() throws {
      // The snapshot is that of the first statement.
      if !connection.isInTransaction { try connection.run("SELECT 1") }
      if let snapshot = connection.snapshot { try awaitReports(snapshot) }
    }

    func read(
      _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
    ) throws {
      let (rows, isThere) = try start(select)
      var hasRow = isThere
      defer { rows.close() }
      while hasRow {
        if try !body(rows) { return }
        hasRow = try rows.next()
      }
    }

    /// Runs a statement up to its first row. After a change of a table, the server refuses a prepared statement whose
    /// rows have other types now; the first one of a transaction is then prepared again.
    ///
    /// - Throws: `PostgresError`; `SQLSchemaError` if the rows have other types than those that are declared.
    private func start(_ select: SQLSelect) throws -> (rows: PostgresStatement, hasRow: Bool) {
      let isFirst = !hasRead
      hasRead = true
      do {
        return try started(select)
      } catch let error as PostgresError {
        guard error.sqlState == "0A000", isFirst else { throw error }
        try connection.beginAgain()
        return try started(select)
      }
    }

    private func started(_ select: SQLSelect) throws -> (rows: PostgresStatement, hasRow: Bool) {
      let known = tables.types(of: select.text)
      // After the locks: others may have changed the tables since they were checked.
      if known == nil { try checkAgain() }
      let rows = try statement(select, isAlone: isOneStatement && known != nil)
      let hasRow = try rows.next()
      if let known, known != rows.columnTypes {
        rows.close()
        tables.forget()
        return try started(select)
      }
      if known == nil { tables.setTypes(rows.columnTypes, of: select.text) }
      return (rows, hasRow)
    }

    /// Runs a statement; alone, it takes its snapshot after it has locked its tables, and needs no transaction for that.
    private func statement(_ select: SQLSelect, isAlone: Bool) throws -> PostgresStatement {
      let isWhole = select.mostRows.map { $0 <= Self.mostRowsAsWhole } ?? false
      let select = isWhole ? select.withLimitInText : select
      let text = try select.text(prefix: schemaPrefix)
      if isAlone {
        return try connection.beforeTransaction {
          try connection.statement(text, select.parameters, isWhole: isWhole)
        }
      }
      // Only an exact statement has the limit of the request, so that all of its rows are read.
      return try connection.statement(
        text, select.parameters, mayStop: !select.isWindow, isWhole: isWhole)
    }

    /// The greatest limit of a statement whose rows are received together.
    private static var mostRowsAsWhole: Int { 1_000 }

    /// The schema of a table as statements name it.
    private func schemaPrefix(_ name: String) throws(PostgresError) -> String? {
      var table = tables.table(named: name)
      if table == nil { table = try TableModel(named: name, connection) }
      return table?.schemaPrefix
    }

    /// Compares the announced tables with the catalog as the snapshot sees it.
    private func checkAgain() throws {
      for table in announced {
        let found = try PostgresSchema(table, connection).checked()
        guard found.schema == tables.table(named: table.name)?.schema else {
          // The store finds the table again for the next read.
          throw PostgresError(
            "table '\(table.name)' was moved to another schema", sqlState: "42P01")
        }
      }
    }
  }
#endif
