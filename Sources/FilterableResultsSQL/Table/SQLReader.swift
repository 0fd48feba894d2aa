public import FilterSQL

/// A state of a database that statements are run on.
public protocol SQLReader {
  /// Runs a statement. `body` takes the rows one after another, and gives false for the end. It may run other
  /// statements of the same reader.
  ///
  /// `tests` has the parts of the predicate that the statement hands back to the engine.
  func read(
    _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
  ) throws

  /// Throws unless the database has a table as it is declared. A store remembers the tables that fit until the schema
  /// changes, so that the question takes microseconds.
  func check(_ table: SQLTableDeclaration) throws
}
