#if SQLite
  internal import FilterEngine
  internal import FilterSQLite
  internal import FilterSyntax

  /// Converts SQLite errors to messages about a file.
  struct SQLiteMessages {
    let path: String

    var limits: DatabaseLimits

    /// Whether Ctrl-C ends a line and not the program.
    let isSession: Bool

    func tool(_ error: SQLiteError) -> ToolError {
      switch error.reason {
      case .busy:
        return .message("\(path): locked by another program; waited \(limits.waitText) s")
      case .notADatabase:
        return .message("\(path): not a SQLite database, or encrypted")
      case .damaged where error.message.has("unsafe use of "):
        return .message(
          "\(path): \(error.message): the schema has a function that SQLite \(SQLiteDatabase.version) "
            + "does not call for a file that may come from others (JSON functions from 3.41 on); "
            + "drop that index or constraint in a copy")
      case .damaged:
        return .message("\(path): the database is damaged: \(error.message)")
      case .needsRecovery:
        return .message(
          "\(path): a change was interrupted; open it once with a program that can write to it")
      case .missingLog:
        return .message(
          "\(path): a database with a write-ahead log needs its files -wal and -shm beside it; "
            + "copy them all to a writable folder")
      case .tooBig:
        return .message(
          "\(path): a value or a row has more than \(limits.rowBytes) bytes; --byte-limit allows more"
        )
      case .outOfMemory:
        let bytes = DatabaseLimits.memory(rowBytes: limits.rowBytes)
        return .message(
          "\(path): SQLite needs more than \(bytes) bytes of memory; --byte-limit allows more")
      case .interrupted:
        if isSession, Interrupt.isRaised { return .interrupted }
        guard let end = limits.evaluation.end else { break }
        if isSession { return .message(end.message) }
        return .diagnostic(
          end.rendered(in: "", label: "frc-query: \(path)"), end.diagnostic())
      case .other where !limits.namesOthers:
        // Its words can name other tables and hidden columns.
        return .message("\(path): the database refuses to read the table")
      case .cannotOpen, .other: break
      }
      return .message("\(path): \(error.message)")
    }

    /// Throws if there is no readable regular file, before SQLite waits for it.
    func checkFile() throws(ToolError) {
      guard let failure = SystemCalls.failure(readingRegular: path) else { return }
      throw .message("\(path): \(failure.message)")
    }

    /// Runs `body` and converts its error.
    func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(ToolError) -> Result {
      do throws(SQLiteError) {
        return try body()
      } catch {
        throw tool(error)
      }
    }
  }
#endif
