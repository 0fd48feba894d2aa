#if SQLite
  internal import CSQLite
  package import FilterSQL

  extension SQLLimits {
    /// What a connection takes in one statement.
    package init(connection: OpaquePointer) {
      func limit(_ category: Int32) -> Int { Int(sqlite3_limit(connection, category, -1)) }
      self.init(
        sqliteParameters: limit(SQLITE_LIMIT_VARIABLE_NUMBER), length: limit(SQLITE_LIMIT_LENGTH),
        textBytes: limit(SQLITE_LIMIT_SQL_LENGTH), height: limit(SQLITE_LIMIT_EXPR_DEPTH),
        arguments: limit(SQLITE_LIMIT_FUNCTION_ARG), columns: limit(SQLITE_LIMIT_COLUMN))
    }
  }
#endif
