#if SQLite
  internal import CSQLite
  internal import GRDB

  /// The file of a connection.
  enum SQLiteFile {
    /// The absolute path without symbolic links, beside which SQLite makes its other files; nil for a database in
    /// memory.
    static func path(of database: Database) -> String? {
      guard let path = sqlite3_db_filename(database.sqliteConnection, "main") else { return nil }
      return path.pointee == 0 ? nil : String(cString: path)
    }
  }
#endif
