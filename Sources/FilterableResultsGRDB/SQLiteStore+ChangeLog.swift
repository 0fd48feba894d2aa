#if SQLite
  public import FilterSQL
  internal import GRDB

  extension SQLiteStore {
    /// Has the database log the rows of tables that change, so that commits of other connections and processes are
    /// known row by row. To call it again is cheap, and brings the log up to the schema.
    ///
    /// The log is a table of the database, `frc_log`, which triggers of the tables fill, in other programs that write to
    /// them too. A commit of one row takes about twice as long, and a statement that changes many rows
    /// two to five times as long. The log keeps the last 65,536 entries; a reader that has missed older ones reads all
    /// rows.
    ///
    /// A table whose key is several columns, or no integer and no text, is logged without keys. Where a table has a
    /// unique index of expressions or of a part of its rows, each insertion is logged so. After a change of the table
    /// or of its indexes its log is not used until this method is called again.
    ///
    /// - Throws: ``SQLiteSchemaError`` where a table is not as it is declared, or is no table; errors of GRDB.
    public func installChangeLog(for tables: [SQLTableDeclaration]) throws {
      try writer.unsafeReentrantWrite { database in
        try database.inSavepoint {
          try ChangeLog.install(database)
          for table in tables {
            let found = try SQLiteSchema(table, database).checked()
            guard found.isTable else {
              throw SQLiteSchemaError(table: table.name, reason: .notATable)
            }
            let triggers = try ChangeLogTriggers(table, found, database)
            if try !triggers.areInstalled { try triggers.install() }
          }
          return .commit
        }
      }
    }

    /// Deletes the log and its triggers; nothing where there is none.
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
