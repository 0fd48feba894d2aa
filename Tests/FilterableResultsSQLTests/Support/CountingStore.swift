#if SQLite
  import FilterSQL
  import FilterableResultsSQL
  import Foundation
  import Synchronization
  import Testing

  @testable import FilterableResultsGRDB

  /// A store that keeps the statements which it has run.
  final class CountingStore: SynchronousSQLStore {
    let base: SQLiteStore
    private let statements = Mutex<[String]>([])
    private let interruption = Mutex<(@Sendable () throws -> Void)?>(nil)

    init(_ base: SQLiteStore) { self.base = base }

    var dialect: SQLDialect { base.dialect }
    var location: String { base.location }

    /// How many statements have read the rows of a table without a condition; to read versions is none.
    var wholeReads: Int {
      statements.withLock { statements in
        statements.count { text in
          !text.contains("WHERE") && !text.hasPrefix("SELECT \"key\", \"version\" FROM")
        }
      }
    }

    /// The statements since the last call.
    func take() -> [String] {
      statements.withLock { statements in
        defer { statements = [] }
        return statements
      }
    }

    /// Runs `body` on a thread of its own when the next statement begins, which waits for it.
    func interrupt(_ body: @escaping @Sendable () throws -> Void) {
      interruption.withLock { $0 = body }
    }

    /// Forgets the statements that were run.
    func reset() { statements.withLock { $0 = [] } }

    func read<Result: Sendable>(
      _ body: @Sendable (any SQLReader) throws -> Result
    ) throws -> Result {
      try base.read { reader in try body(CountingReader(base: reader, add: self.add)) }
    }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      try await base.read { reader in try body(CountingReader(base: reader, add: self.add)) }
    }

    func check(_ table: SQLTableDeclaration) throws { try base.check(table) }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) throws {
      try base.follow(table, with: others, into: changes)
    }

    func catchUp() async throws { try await base.catchUp() }

    private func add(_ statement: String) {
      statements.withLock { $0.append(statement) }
      let body = interruption.withLock { body in
        defer { body = nil }
        return body
      }
      guard let body else { return }
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(throws: Never.self) { try body() }
        isDone.signal()
      }
      isDone.wait()
    }

  }

  /// Any store with the statements that it has run.
  final class RecordingStore: SQLStore {
    private let base: any SQLStore
    private let statements = Mutex<[String]>([])

    init(_ base: any SQLStore) { self.base = base }

    var dialect: SQLDialect { base.dialect }
    var location: String { base.location }

    /// The statements since the last call.
    func take() -> [String] {
      statements.withLock { statements in
        defer { statements = [] }
        return statements
      }
    }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      try await base.read { reader in
        try body(
          CountingReader(base: reader) { text in self.statements.withLock { $0.append(text) } })
      }
    }

    func check(_ table: SQLTableDeclaration) async throws { try await base.check(table) }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      try await base.follow(table, with: others, into: changes)
    }

    func catchUp() async throws { try await base.catchUp() }
  }

  private struct CountingReader: SQLReader {
    let base: any SQLReader
    let add: (String) -> Void

    func check(_ table: SQLTableDeclaration) throws { try base.check(table) }

    func read(
      _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
    ) throws {
      add(select.text)
      try base.read(select, tests: tests, body)
    }
  }
#endif
