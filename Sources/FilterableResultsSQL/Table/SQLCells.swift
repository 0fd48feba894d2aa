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

  /// Returns after the changes of all commits that the snapshot contains have been reported to the sources. The snapshot
  /// contains the commits before the first statement of the reader.
  ///
  /// A store that reports commits before they can be read does not need it.
  func awaitReports() throws
}

extension SQLReader {
  /// Does nothing.
  public func awaitReports() throws {}
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
