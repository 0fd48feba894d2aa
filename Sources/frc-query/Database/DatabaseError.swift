#if SQLite
  internal import FilterSQLite

  /// Turns failures of SQLite into a line about a file.
  struct DatabaseError {
    let path: String

    /// The seconds that a statement waits for a lock.
    let lockTimeout: Double

    func tool(_ error: SQLiteError) -> ToolError {
      switch error.reason {
      case .busy:
        return .message("\(path): locked by another program; waited \(seconds) s")
      case .notADatabase:
        return .message("\(path): not a SQLite database, or encrypted")
      case .damaged:
        return .message("\(path): the database is damaged: \(error.message)")
      case .needsRecovery:
        return .message(
          "\(path): a change was interrupted; open it once with a program that may write")
      case .cannotOpen, .interrupted, .other:
        return .message("\(path): \(error.message)")
      }
    }

    /// Throws where there is no file that can be read, before SQLite could wait for one.
    func checkFile() throws(ToolError) {
      switch SystemCalls.openRegular(path) {
      case .success(let descriptor): SystemCalls.close(descriptor)
      case .failure(let failure): throw .message("\(path): \(failure.message)")
      }
    }

    private var seconds: String {
      lockTimeout == lockTimeout.rounded() && lockTimeout < 1e9
        ? String(Int(lockTimeout)) : String(lockTimeout)
    }

    /// Runs what may fail in SQLite.
    func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(ToolError) -> Result {
      do throws(SQLiteError) {
        return try body()
      } catch {
        throw tool(error)
      }
    }
  }
#endif
