#if SQLite || PostgreSQL
  internal import FilterEngine
  #if SQLite
    internal import FilterSQLite
  #endif
  internal import FilterSyntax
  internal import FilterTables

  /// Converts failures of a database to messages with its name.
  struct DatabaseMessages {
    /// The name of the database, never with a password.
    let path: String

    /// The name of the kind of database.
    let title: String

    var limits: DatabaseLimits

    /// Whether Ctrl-C ends a line and not the program.
    let isSession: Bool

    /// Whether Ctrl-C or the limits of the evaluation can end statements.
    var endsStatements: Bool { isSession || limits.evaluation.time != nil }

    /// The message of a failure.
    func tool(_ error: TableError) -> ToolError {
      switch error.reason {
      case .busy: return message("locked by another program; waited \(limits.waitText) s")
      case .conflict:
        return message(
          "another program has changed the rows meanwhile; the same line again edits them")
      case .notADatabase: return message("not a \(title) database, or encrypted")
      #if SQLite
        case .damaged where error.message.has("unsafe use of "):
          return message(
            "\(error.message): the schema has a function that \(title) \(SQLiteDatabase.version) "
              + "does not call for a file that may come from others (JSON functions from 3.41 on); "
              + "drop that index or constraint in a copy")
      #endif
      case .damaged: return message("the database is damaged: \(error.message)")
      case .needsRecovery:
        return message(
          "a change was interrupted; open it once with a program that can write to it")
      case .missingLog:
        return message(
          "a database with a write-ahead log needs its files -wal and -shm beside it; "
            + "copy them all to a writable folder")
      case .tooBig:
        return message(
          "a value or a row has more than \(limits.rowBytes) bytes; --byte-limit allows more")
      case .outOfMemory:
        let bytes = DatabaseLimits.memory(rowBytes: limits.rowBytes)
        return message(
          "\(title) needs more than \(bytes) bytes of memory; --byte-limit allows more")
      case .interrupted: return end ?? message(error.message)
      case .connectionLost(let inTransaction):
        let next = isSession && !inTransaction ? "; the next line connects again" : ""
        return end ?? message(error.message + next)
      case .transactionLost:
        return message("the connection was lost, and the batch with it; .rollback ends it")
      case .cannotOpen: return Interrupt.isRaised ? .interrupted : message(error.message)
      // Its words can name other tables and hidden columns.
      case .other where !limits.namesOthers:
        return message("the database refuses to read the table")
      case .other: return message(error.message)
      }
    }

    private func message(_ text: String) -> ToolError { .message("\(path): \(text)") }

    /// The error if the user or the limits of the evaluation end what runs.
    private var end: ToolError? {
      if isSession, Interrupt.isRaised { return .interrupted }
      return limits.evaluation.end.map { end in
        isSession
          ? .message(end.message)
          : .diagnostic(end.rendered(in: "", label: "frc-query: \(path)"), end.diagnostic())
      }
    }

    /// Runs `body` and converts its error.
    func run<Result>(
      _ body: @autoclosure () throws(TableError) -> Result
    ) throws(ToolError) -> Result {
      do throws(TableError) {
        return try body()
      } catch {
        throw tool(error)
      }
    }
  }
#endif
