#if SQLite || PostgreSQL
  #if SQLite
    internal import FilterSQLite
  #endif
  internal import FilterTables
  #if PostgreSQL
    internal import FilterableResultsPostgres
  #endif

  extension DatabaseName {
    /// Opens the database, for reading unless `isWritable`. In a session Ctrl-C ends statements.
    func driver(
      _ limits: DatabaseLimits, isWritable: Bool = false, isSession: Bool = false
    ) throws(ToolError) -> DatabaseDriver {
      let messages = DatabaseMessages(
        path: path, title: system.rawValue, limits: limits, isSession: isSession)
      let source: any TableSource
      switch system {
      case .sqlite:
        #if SQLite
          source = try file(messages, isWritable: isWritable)
        #else
          throw missingTrait
        #endif
      case .postgreSQL:
        #if PostgreSQL
          source = try messages.run(
            PostgresSource(
              address, isWritable: isWritable, lockTimeout: limits.lockTimeout, limits.evaluation,
              endsStatements: messages.endsStatements, isInterrupted: { Interrupt.isRaised }))
        #else
          throw missingTrait
        #endif
      }
      return DatabaseDriver(source, messages)
    }

    #if SQLite
      /// Opens a file of SQLite.
      private func file(
        _ messages: DatabaseMessages, isWritable: Bool
      ) throws(ToolError) -> SQLiteDatabase {
        // SQLite would wait for a file that is not regular.
        if let failure = SystemCalls.failure(readingRegular: path) {
          throw .message("\(path): \(failure.message)")
        }
        let limits = messages.limits
        SQLiteDatabase.limitMemory(to: DatabaseLimits.memory(rowBytes: limits.rowBytes))
        let database = try messages.run(
          SQLiteDatabase(
            reading: path, isWritable: isWritable, lockTimeout: limits.waitLeft,
            rowBytes: limits.rowBytes))
        // The schema is untrusted, so its functions do not run. Cells are checked for damage.
        try messages.run(
          database.execute(
            """
            PRAGMA query_only = \(isWritable ? "OFF" : "ON"); PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON
            """))
        if messages.endsStatements {
          database.interrupts { [unowned database] _ in
            Interrupt.isRaised || database.evaluation.isOver
          }
        }
        guard !isWritable || !database.isReadOnly else {
          throw .message("\(path): the file cannot be written")
        }
        return database
      }
    #endif
  }
#endif
