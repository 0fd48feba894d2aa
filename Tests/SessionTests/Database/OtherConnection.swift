#if SQLite
  import FilterSQLite

  /// Another connection that writes to a database.
  final class OtherConnection {
    private let database: SQLiteDatabase

    init(_ path: String, hasLog: Bool = false) throws {
      database = try SQLiteDatabase(writing: path)
      try run("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = \(hasLog ? "WAL" : "DELETE")")
    }

    func run(_ sql: String) throws { try database.execute(sql) }
  }
#endif
