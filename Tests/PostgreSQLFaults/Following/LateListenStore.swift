#if PostgreSQL && os(Linux)
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import Synchronization

  /// A store with a mistake: it begins to listen after the first snapshot, so that a commit between the two is never
  /// reported.
  final class LateListenStore: SQLStore {
    private struct Following: Sendable {
      let table: SQLTableDeclaration
      let others: [SQLTableDeclaration]
      let changes: SQLChanges
    }

    private let base: any SQLStore
    private let waiting = Mutex<[Following]>([])

    init(_ base: any SQLStore) { self.base = base }

    var dialect: SQLDialect { base.dialect }
    var location: String { base.location }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      let late = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      let result = try await base.read(body)
      for following in late {
        try await base.follow(following.table, with: following.others, into: following.changes)
      }
      return result
    }

    func check(_ table: SQLTableDeclaration) async throws { try await base.check(table) }

    func catchUp() async throws { try await base.catchUp() }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      for table in [table] + others { try await base.check(table) }
      waiting.withLock {
        $0.append(Following(table: table, others: others, changes: changes))
      }
    }
  }
#endif
