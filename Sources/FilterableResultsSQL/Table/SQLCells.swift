public import FilterSQL

/// One snapshot of a database, on which statements are run.
public protocol SQLReader {
  /// Runs a statement and passes its rows to `body` one by one until it returns false.
  ///
  /// `body` may run other statements of the same reader. `tests` are the parts of the predicate that the statement
  /// hands back to the engine.
  func read(
    _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
  ) throws

  /// Throws unless the database has the table as declared. A store caches the result until the schema changes, so that
  /// a repeated check takes microseconds.
  func check(_ table: SQLTableDeclaration) throws

  /// Announces the tables of later statements, before the first one, so that the database can keep others from replacing
  /// their rows. By default it does nothing.
  ///
  /// If `isOneStatement` is true, at most one statement follows, which needs no transaction.
  func prepare(_ tables: [SQLTableDeclaration], isOneStatement: Bool) throws

  /// Returns after the store has reported all commits that the snapshot includes. By default it returns at once.
  ///
  /// A source calls it after it has read rows by the keys that were reported. If the snapshot includes a commit that was
  /// not reported in time, it reads the rows of this commit too, so that it never shows half of a transaction.
  func catchUp() throws
}

extension SQLReader {
  /// Does nothing.
  public func prepare(_ tables: [SQLTableDeclaration], isOneStatement: Bool) {}

  /// Returns at once.
  public func catchUp() {}
}

/// The current row of a statement, valid until the next row is read.
public protocol SQLCells: AnyObject {
  /// The content of the cell at an index among the columns of the statement.
  func cell(at index: Int) -> SQLCellValue

  /// Sets each element of `row` to the content of the cell at its index.
  func read(into row: inout [SQLCellValue])
}

/// The content of a cell.
public enum SQLCellValue: Sendable {
  /// NULL
  case null
  /// A 64-bit integer
  case integer(Int64)
  /// A double
  case real(Double)
  /// A text, or nil if its bytes are not UTF-8
  case text(String?)
  /// Bytes
  case bytes([UInt8])
}

extension SQLCells {
  /// The value of a cell for binding it to a statement; nil for NULL and for text that is not UTF-8.
  func value(at index: Int) -> SQLValue? {
    switch cell(at: index) {
    case .null: nil
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): text.map { .text($0) }
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}
