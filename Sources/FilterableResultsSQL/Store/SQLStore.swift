public import FilterSQL

/// A database that requests are run on, by a driver that may be asynchronous.
///
/// `SQLiteStore` of the module `FilterableResultsGRDB` is a store. One that can also answer without suspending conforms
/// to ``SynchronousSQLStore``.
public protocol SQLStore: AnyObject, Sendable {
  /// The SQL dialect of the database.
  var dialect: SQLDialect { get }

  /// A text that identifies the database, such as the path of its file.
  var location: String { get }

  /// A text that also differs from that of an earlier database at the same location. The default is `location`.
  var identity: String { get }

  /// Runs `body` on one snapshot of the database, outside the caller's isolation domain.
  ///
  /// `body` waits for each statement of its reader, and should run on a thread that may block.
  ///
  /// - Throws: An error of the database, an error of `body`, or `CancellationError`.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLReader) throws -> Result
  ) async throws -> Result

  /// Throws unless the database has the table as declared.
  func check(_ table: SQLTableDeclaration) async throws

  /// Reports the changes of later commits to `changes`, which the store references weakly: the keys of changed rows of
  /// `table`, and everything if rows of `others` change.
  ///
  /// Another call with the same `changes` replaces the tables and checks the schema again.
  ///
  /// - Throws: Like ``check(_:)``.
  func follow(
    _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
  ) async throws

  /// Returns after the changes of all earlier commits, also of other programs, have been reported to the sources.
  ///
  /// - Throws: An error of the database, or `CancellationError`.
  func catchUp() async throws
}

/// A database that can be read without suspending.
///
/// Fetches, pages and controllers have synchronous methods for such a store.
public protocol SynchronousSQLStore: SQLStore {
  /// Runs `body` on one snapshot of the database, on the caller's thread.
  ///
  /// - Throws: An error of the database, or an error of `body`.
  func read<Result: Sendable>(
    _ body: @Sendable (any SQLReader) throws -> Result
  ) throws -> Result

  /// Throws unless the database has the table as declared.
  func check(_ table: SQLTableDeclaration) throws

  /// Reports the changes of later commits to `changes`, as `SQLStore.follow(_:with:into:)`.
  func follow(
    _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
  ) throws
}

extension SQLStore {
  /// The location.
  public var identity: String { location }
}
