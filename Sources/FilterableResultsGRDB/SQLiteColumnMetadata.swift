#if SQLite
  internal import CSQLite
  internal import GRDB

  /// What SQLite tells of a column beyond its pragmas.
  enum SQLiteColumnMetadata {
    /// The collation of a column.
    static func collation(
      of column: String, in table: String, _ database: Database
    ) throws -> String {
      var name: UnsafePointer<CChar>?
      let code = sqlite3_table_column_metadata(
        database.sqliteConnection, "main", table, column, nil, &name, nil, nil, nil)
      guard code == SQLITE_OK, let name else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
      return String(cString: name)
    }
  }
#endif
