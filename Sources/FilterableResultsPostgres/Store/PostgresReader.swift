#if PostgreSQL
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// Runs statements in one transaction that reads.
  final class PostgresReader: SQLReader {
    private let connection: PostgresConnection
    private let checked: CheckedTables
    private let listener: ChangeListener
    private let schemaVersion: Int

    /// Whether rows of the snapshot were read.
    private var hasRead = false

    init(
      _ connection: PostgresConnection, _ checked: CheckedTables, _ listener: ChangeListener,
      schemaVersion: Int
    ) {
      self.connection = connection
      self.listener = listener
      self.checked = checked
      self.schemaVersion = schemaVersion
    }

    func check(_ table: SQLTableDeclaration) throws {
      try checked.check(table, version: schemaVersion) {
        _ = try PostgresSchema(table, connection).checked()
      }
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
    private func start(
      _ select: SQLSelect
    ) throws(PostgresError) -> (rows: PostgresStatement, hasRow: Bool) {
      let isFirst = !hasRead
      hasRead = true
      do throws(PostgresError) {
        return try started(select)
      } catch {
        guard error.sqlState == "0A000", isFirst else { throw error }
        try connection.end(commit: false)
        connection.forgetPrepared()
        connection.beginLazily(asksForSnapshot: listener.isStarted)
        return try started(select)
      }
    }

    private func started(
      _ select: SQLSelect
    ) throws(PostgresError) -> (rows: PostgresStatement, hasRow: Bool) {
      // Only an exact statement has the limit of the request, so that all of its rows are read.
      let rows = try connection.statement(
        select.text, select.parameters, mayStop: !select.isWindow)
      return (rows, try rows.next())
    }
  }
#endif
