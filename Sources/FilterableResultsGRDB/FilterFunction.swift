#if SQLite
  internal import CSQLite
  internal import FilterSQLite
  public import GRDB

  extension Configuration {
    /// Has each connection ask the engine about what SQL cannot say, so that SQLite can count and cut the rows of any
    /// filter that cannot fail.
    ///
    /// Call it before the database is opened. It registers the function `frc_test`, which only statements of this
    /// library can call: use it in no index, view or trigger.
    public mutating func prepareForFilters() {
      prepareDatabase { try FilterFunction.register(in: $0) }
    }
  }

  /// `frc_test` in the connections of GRDB.
  enum FilterFunction {
    fileprivate static func register(in database: Database) throws {
      guard let connection = database.sqliteConnection else { return }
      let code = RowTestFunction.register(in: connection)
      guard code == SQLITE_OK else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
    }

    static func isRegistered(in database: Database) throws -> Bool {
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_function_list WHERE name = 'frc_test')")
        ?? false
    }
  }
#endif
