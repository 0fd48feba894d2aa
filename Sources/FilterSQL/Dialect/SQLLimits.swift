/// The limits of one statement. A part of a predicate that exceeds them is not pushed down.
package struct SQLLimits: Sendable {
  /// The maximum number of values in conditions.
  package var parameters: Int

  /// The maximum size of one value in bytes.
  package var valueBytes = Int.max

  /// The maximum length of the text of conditions in bytes.
  package var textBytes = Int.max

  /// The maximum number of comparisons.
  package var tests = Int.max

  /// The maximum depth of the tree of expressions.
  package var height = Int.max

  /// The maximum depth of the parser's stack while it reads a condition.
  package var symbols = Int.max

  /// The maximum number of arguments of a function.
  package var arguments = Int.max

  /// The maximum number of columns in a result.
  package var columns = Int.max

  /// The maximum number of tables in a join.
  package var tables = Int.max

  /// The protocol of PostgreSQL has 16 bits for the number of parameters.
  static let postgreSQL = SQLLimits(parameters: 65_535 - reserve)

  /// A database whose limits are not known.
  static let unknown = SQLLimits(parameters: 1_000, tests: 200, height: 100)

  /// DuckDB takes a time that grows with the square of the number of comparisons, and a depth of 1,000.
  static let duckDB = SQLLimits(parameters: 65_535 - reserve, tests: 200, height: 100)

  /// Spark takes seconds for a thousand parameters or comparisons, and parses a depth of 200.
  static let spark = SQLLimits(parameters: 1_000 - reserve, tests: 200, height: 100)

  /// SQLite with its default limits.
  static let sqlite = SQLLimits(
    sqliteParameters: 32_766, length: 1_000_000_000, textBytes: 1_000_000_000, height: 1_000,
    arguments: 100, columns: 2_000)

  /// The parameters and levels for other parts of a statement, such as the position and size of a page.
  private static let reserve = 100

  /// SQLite with the limits of a connection, and others that bound the time for preparing a statement, which cannot be
  /// interrupted.
  ///
  /// - Parameters:
  ///   - length: The maximum size of a value in bytes.
  ///   - height: The maximum depth of expressions; 0 if it is not limited.
  package init(
    sqliteParameters parameters: Int, length: Int, textBytes: Int, height: Int, arguments: Int,
    columns: Int
  ) {
    self.parameters = max(0, min(parameters, 32_766) - Self.reserve)
    // A text has more bytes in a database that uses UTF-16.
    valueBytes = min(length / 2, 1 << 24)
    self.textBytes = min(textBytes / 2, 1 << 20)
    // SQLite compares each comparison with each other one, and with each index of the table.
    tests = 512
    self.height = height == 0 ? 1_000 - Self.reserve : max(0, height - Self.reserve)
    // The parser has room for 100 symbols, of which some precede the condition.
    symbols = 86
    self.arguments = arguments
    self.columns = columns
    tables = 64
  }

  init(parameters: Int, tests: Int = .max, height: Int = .max) {
    self.parameters = parameters
    self.tests = tests
    self.height = height
  }
}
