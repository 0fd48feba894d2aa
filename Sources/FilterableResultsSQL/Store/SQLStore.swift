public import FilterSQL

/// A database that requests are run on.
///
/// `SQLiteStore` of the module `FilterableResultsGRDB` is one.
public protocol SQLStore: AnyObject, Sendable {
  /// The language of the database.
  var dialect: SQLDialect { get }

  /// What tells the database from others, such as the path of its file.
  var location: String { get }

  /// What tells the content of the database from that of others which had the same location; the location unless the
  /// store knows more.
  var identity: String { get }

  /// Reads one state of the database.
  ///
  /// - Throws: Why the database cannot be read, and what `body` throws.
  func read<Result: Sendable>(
    _ body: @Sendable (any SQLReader) throws -> Result
  ) throws -> Result

  /// Reads one state of the database, off the caller.
  ///
  /// - Throws: Why the database cannot be read, what `body` throws, and `CancellationError`.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLReader) throws -> Result
  ) async throws -> Result

  /// Throws unless the database has a table as it is declared.
  func check(_ table: SQLTableDeclaration) throws

  /// Adds what commits change to `changes`, which the store does not retain: keys of a table, and everything where
  /// rows of other tables change. Called again for the same changes it looks at the schema again.
  ///
  /// - Throws: As ``check(_:)``.
  func follow(
    _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
  ) throws
}

extension SQLStore {
  /// The location.
  public var identity: String { location }
}
