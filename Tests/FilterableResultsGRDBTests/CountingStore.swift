#if SQLite
  import FilterSQL
  import FilterableResultsGRDB
  import FilterableResultsSQL
  import Synchronization

  /// A store that keeps the text of each statement that it runs.
  final class CountingStore: SQLStore {
    private let store: SQLiteStore
    private let texts = Mutex<[String]>([])

    init(_ store: SQLiteStore) { self.store = store }

    var dialect: SQLDialect { store.dialect }
    var location: String { store.location }

    /// The statements since the last call.
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }
        return texts
      }
    }

    func read<Result: Sendable>(
      _ body: @Sendable (any SQLReader) throws -> Result
    ) throws -> Result {
      try store.read { try body(Reader(reader: $0, store: self)) }
    }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      try await store.read { try body(Reader(reader: $0, store: self)) }
    }

    func check(_ table: SQLTableDeclaration) throws { try store.check(table) }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) throws {
      try store.follow(table, with: others, into: changes)
    }

    private struct Reader: SQLReader {
      let reader: any SQLReader
      let store: CountingStore

      func read(
        _ select: SQLSelect, tests: [SQLRowTest], _ body: (any SQLCells) throws -> Bool
      ) throws {
        store.texts.withLock { $0.append(select.text) }
        try reader.read(select, tests: tests, body)
      }
    }
  }
#endif
