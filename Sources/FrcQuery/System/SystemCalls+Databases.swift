#if SQLite
  internal import FilterSQLite
#endif
internal import EssentialFoundation
internal import FilterSyntax

// Files of SQLite. A process that opens and closes a file of an open database drops its locks, so that no other call opens
// one.
extension SystemCalls {
  /// The reason that a file is not opened: an open database uses it, and its locks would be dropped when the file is
  /// closed. Nil for other files.
  static func failure(ofTaken path: String) -> SystemFailure? {
    #if SQLite
      guard OpenDatabases.role(of: path) != nil else { return nil }
      return SystemFailure("a file of a database that is open")
    #else
      return nil
    #endif
  }

  /// The first bytes of every SQLite database.
  static let databaseHeader = Array("SQLite format 3\0".utf8)

  /// Whether a file is a SQLite database. Does not open it if it is open as one.
  static func isDatabase(_ path: String) -> Bool {
    #if SQLite
      if let role = OpenDatabases.role(of: path) { return role == .database }
    #endif
    guard isFile(path), case .success(let descriptor) = openRegular(path) else { return false }
    defer { close(descriptor) }
    return beginning(of: descriptor, count: databaseHeader.count) == databaseHeader
  }

  /// The reason that a file is not replaced: it is a database, whose other tables would be lost, or is one's log. Nil for
  /// other files.
  static func failure(replacing path: String) -> SystemFailure? {
    guard isDatabase(path) || isBesideDatabase(path) else { return nil }
    return SystemFailure("databases are not overwritten; name another file")
  }

  /// Whether a path is the name of a log, or of the index of one, of a database beside it.
  private static func isBesideDatabase(_ path: String) -> Bool {
    ["-wal", "-shm", "-journal"].contains { ending in
      path.ends(with: ending) && isDatabase(path.dropping(0, last: ending.utf8.count))
    }
  }
}
