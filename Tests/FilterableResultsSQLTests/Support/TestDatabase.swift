#if SQLite
  import FilterSQL
  import FilterableResultsSQL
  import Foundation
  import GRDB

  @testable import FilterableResultsGRDB

  /// A database of a test of its own, empty but for a schema.
  protocol TestDatabase: AnyObject, Sendable {
    /// Runs a transaction to the end that `body` returns.
    func transact(
      _ body: (any TestTransaction) throws -> Database.TransactionCompletion
    ) throws

    func read<Result>(_ body: (any TestTransaction) throws -> Result) throws -> Result

    /// A store that can follow the tables.
    func store(_ tables: [SQLTableDeclaration], usesHook: Bool) async throws -> any SQLStore
  }

  /// A file of SQLite.
  final class SQLiteFile: TestDatabase {
    let writer: any DatabaseWriter

    /// - Parameter isPool: Whether reads go on during writes, by the journal of write-ahead logging.
    init(_ path: String, isPool: Bool, hasFunctions: Bool, schema: String) throws {
      var configuration = Configuration()
      if hasFunctions { configuration.prepareForFilters() }
      writer =
        try isPool
        ? DatabasePool(path: path, configuration: configuration)
        : DatabaseQueue(path: path, configuration: configuration)
      let schema = schema.replacing("BOOLEAN", with: "INTEGER")
      try writer.writeWithoutTransaction { try $0.execute(sql: schema) }
    }

    func transact(
      _ body: (any TestTransaction) throws -> Database.TransactionCompletion
    ) throws {
      try writer.transact { try body(SQLiteTransaction($0)) }
    }

    func read<Result>(_ body: (any TestTransaction) throws -> Result) throws -> Result {
      try writer.read { try body(SQLiteTransaction($0)) }
    }

    func store(_ tables: [SQLTableDeclaration], usesHook: Bool) async throws -> any SQLStore {
      try SQLiteStore(writer, usesHook: usesHook)
    }
  }

  extension DatabaseWriter {
    /// Runs a transaction to the end that `body` returns.
    func transact(_ body: (Database) throws -> Database.TransactionCompletion) throws {
      try writeWithoutTransaction { database in
        try database.inTransaction { try body(database) }
      }
    }
  }

  /// Statements by GRDB.
  struct SQLiteTransaction: TestTransaction {
    private let database: Database

    init(_ database: Database) { self.database = database }

    var isPostgreSQL: Bool { false }

    func run(_ sql: String, _ values: [SQLValue?]) throws {
      try database.execute(sql: sql, arguments: Self.arguments(values))
    }

    func rows(_ sql: String, _ values: [SQLValue?]) throws -> [[SQLCellValue]] {
      try Row.fetchAll(database, sql: sql, arguments: Self.arguments(values)).map { row in
        row.map { Self.cell($1) }
      }
    }

    func inSavepoint(_ body: () throws -> Database.TransactionCompletion) throws {
      try database.inSavepoint(body)
    }

    private static func arguments(_ values: [SQLValue?]) -> StatementArguments {
      StatementArguments(
        values.map { value -> DatabaseValue in
          switch value {
          case .integer(let value): value.databaseValue
          case .real(let value): value.databaseValue
          case .boolean(let value): value.databaseValue
          case .text(let value): value.databaseValue
          case .bytes(let value): Data(value).databaseValue
          default: .null
          }
        })
    }

    private static func cell(_ value: DatabaseValue) -> SQLCellValue {
      switch value.storage {
      case .null: .null
      case .int64(let value): .integer(value)
      case .double(let value): .real(value)
      case .string(let value): .text(value)
      case .blob(let value): .bytes(Array(value))
      }
    }
  }
#endif
