#if SQLite
  internal import CSQLite
  internal import FilterSQLite
  public import GRDB

  extension Configuration {
    /// Registers a function by which SQLite tests, with the engine, those parts of a filter that SQL cannot express, and
    /// collations by which it orders texts as the engine does. SQLite can then count and limit the rows of any filter that
    /// cannot fail, in any order of columns.
    ///
    /// Call it before the database is opened. The function, `frc_test`, can only be called by statements of this library;
    /// do not use it or the collations, `frc` and others with this prefix, in an index, view or trigger.
    public mutating func prepareForFilters() {
      prepareDatabase { try FilterFunction.register(in: $0) }
    }
  }

  /// The function `frc_test` in GRDB connections.
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
