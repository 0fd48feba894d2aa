/// A failure of a database.
package struct TableError: Error, CustomStringConvertible {
  /// The failures that a user can act on.
  package enum Reason: Sendable {
    /// Another program has locked the database
    case busy
    /// Another program has changed the rows since the transaction began to read
    case conflict
    /// The file is not a database, or is encrypted
    case notADatabase
    /// The content is damaged
    case damaged
    /// The file or the server, or a file that the database needs beside it, cannot be opened or created
    case cannotOpen
    /// The files of the write-ahead log can be neither opened nor created
    case missingLog
    /// A value, a row or a statement exceeds a limit of the connection
    case tooBig
    /// The database needs more memory than its limit
    case outOfMemory
    /// An interrupted change of another program must first be undone, which requires writing
    case needsRecovery
    /// The user or the limits of the evaluation have ended the statement
    case interrupted
    /// The server does not answer; a transaction that was open is over
    case connectionLost(inTransaction: Bool)
    /// The transaction has not been ended since its connection was lost
    case transactionLost
    case other
  }

  package let reason: Reason

  /// The message of the database.
  package let message: String

  /// The statement; empty if none was run.
  package let sql: String

  /// The result code of SQLite; 0 for other databases.
  package let code: Int32

  package init(_ reason: Reason, _ message: String, sql: String = "", code: Int32 = 0) {
    self.reason = reason
    self.message = message
    self.sql = sql
    self.code = code
  }

  package var description: String { sql.isEmpty ? message : "\(message): \(sql)" }
}
