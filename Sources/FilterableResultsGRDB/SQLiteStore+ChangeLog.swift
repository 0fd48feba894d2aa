#if SQLite
  public import FilterSQL
  internal import GRDB

  extension SQLiteStore {
    /// Installs a log of changed rows in the database, so that the changes of other connections and processes are known row
    /// by row. Another call is cheap and adapts the log to the current schema.
    ///
    /// The log is a table, `frc_log`, that triggers of the tables fill, also when other programs write to them. A commit of
    /// one row takes about twice as long, and a statement that changes many rows two to five times as long. The log keeps
    /// the last 65,536 entries; a source that has missed older ones reads all rows.
    ///
    /// Changes are logged without keys, so that all rows are read, if the key of the table has several columns or is neither
    /// an integer nor a text; the same applies to insertions into a table with a partial unique index or one of expressions.
    /// After a change of the table or its indexes the log is not used until this method is called again.
    ///
    /// - Throws: `SQLSchemaError` if a table is not as declared, or is a view or virtual table; errors of GRDB.
    public func installChangeLog(for tables: [SQLTableDeclaration]) throws {
      try writer.unsafeReentrantWrite { database in
        try database.inSavepoint {
          try ChangeLog.install(database)
          for table in tables {
            let found = try SQLiteSchema(table, database).checked()
            guard found.isTable else {
              throw SQLSchemaError(table: table.name, reason: .notATable)
            }
            let triggers = try ChangeLogTriggers(table, found, database)
            if try !triggers.areInstalled { try triggers.install() }
          }
          return .commit
        }
      }
    }

    /// Removes the log and its triggers, if they are installed.
    ///
    /// - Throws: Errors of GRDB.
    public func uninstallChangeLog() throws {
      try writer.unsafeReentrantWrite { database in
        try database.inSavepoint {
          try ChangeLog.uninstall(database)
          return .commit
        }
      }
    }
  }
#endif
