/// What a database takes in one statement. A part of a predicate that takes more is not pushed down.
package struct SQLLimits: Sendable {
  /// The values that conditions may have.
  package var parameters: Int

  /// The bytes of one value.
  package var valueBytes = Int.max

  /// The bytes of the text of conditions.
  package var textBytes = Int.max

  /// The comparisons of a statement.
  package var tests = Int.max

  /// The levels of the tree of expressions.
  package var height = Int.max

  /// The symbols that the parser holds at once while it reads a condition.
  package var symbols = Int.max

  /// The values that a function takes.
  package var arguments = Int.max

  /// The columns that a statement gives.
  package var columns = Int.max

  /// The tables that one SELECT joins.
  package var tables = Int.max

  /// The number of parameters is one of 16 bits in the protocol of PostgreSQL.
  static let postgreSQL = SQLLimits(parameters: 65_535 - reserve)

  /// SQLite with the limits that it has unless it is told otherwise.
  static let sqlite = SQLLimits(
    sqliteParameters: 32_766, length: 1_000_000_000, textBytes: 1_000_000_000, height: 1_000,
    arguments: 100, columns: 2_000)

  /// The parameters and the levels that other parts of a statement may need: the position of a page, and its window.
  private static let reserve = 100

  /// SQLite with limits that a connection has, and others which bound the time in which a statement is prepared. Nothing
  /// interrupts that.
  ///
  /// - Parameters:
  ///   - length: The bytes of a value.
  ///   - height: The levels of expressions; 0 where they are not limited.
  package init(
    sqliteParameters parameters: Int, length: Int, textBytes: Int, height: Int, arguments: Int,
    columns: Int
  ) {
    self.parameters = max(0, min(parameters, 32_766) - Self.reserve)
    // A database in UTF-16 makes more bytes of a text.
    valueBytes = min(length / 2, 1 << 24)
    self.textBytes = min(textBytes / 2, 1 << 20)
    // SQLite compares each of them with each other, and with each index of the table.
    tests = 512
    self.height = height == 0 ? 1_000 - Self.reserve : max(0, height - Self.reserve)
    // Of the 100 that the parser has room for, some are for what stands around a condition.
    symbols = 86
    self.arguments = arguments
    self.columns = columns
    tables = 64
  }

  init(parameters: Int) { self.parameters = parameters }
}
