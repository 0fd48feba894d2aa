#if SQLite
  internal import CSQLite
  internal import GRDB

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The file of a connection.
  enum SQLiteFile {
    /// The absolute path without symbolic links, beside which SQLite makes its other files; nil for a database in
    /// memory.
    static func path(of database: Database) -> String? {
      guard let path = sqlite3_db_filename(database.sqliteConnection, "main") else { return nil }
      return path.pointee == 0 ? nil : String(cString: path)
    }

    /// The path and the number of a file; nil where there is none.
    static func identity(of path: String) -> String? {
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      return "\(path) \(found.st_dev) \(found.st_ino)"
    }
  }
#endif
