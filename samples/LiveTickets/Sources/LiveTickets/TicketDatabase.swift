import FilterableResultsGRDB
import FilterableResultsPostgres
import FilterableResultsSQL
import GRDB

/// A database with tickets: a file of SQLite, or a database of a PostgreSQL server.
enum TicketDatabase {
  case file(SQLiteStore)
  case server(PostgresStore)

  /// Opens a database. `postgres://…` is the address of a server, and any other text the path of a file.
  init(_ address: String) async throws {
    let isServer = ["postgres://", "postgresql://"].contains { address.hasPrefix($0) }
    self =
      isServer
      ? .server(try await PostgresStore(address)) : .file(try SQLiteStore(path: address))
  }

  var store: any SQLStore {
    switch self {
    case .file(let store): store
    case .server(let store): store
    }
  }

  /// Creates the table unless there is one. A server reports its changes by triggers.
  func createTable() async throws {
    try await run(
      """
      CREATE TABLE IF NOT EXISTS ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        priority INTEGER NOT NULL, open BOOLEAN NOT NULL)
      """)
    if case .server(let store) = self { try await store.install([Ticket.table().declaration]) }
  }

  /// Commits a statement.
  func run(_ sql: String) async throws {
    switch self {
    case .file(let store): try await store.writer.write { try $0.execute(sql: sql) }
    case .server(let store): _ = try await store.write { try $0.execute(sql) }
    }
  }

  /// Notices the commits of other programs until the task is cancelled. A server reports them by itself; its state is
  /// passed to `show`.
  func watch(_ show: @Sendable (String) -> Void) async throws {
    switch self {
    case .file(let store): try await store.checkForOtherWriters(every: .seconds(1))
    case .server(let store): for await state in store.states { show("\(state)") }
    }
  }
}
