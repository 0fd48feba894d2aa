#if PostgreSQL && os(Linux)
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import Foundation
  internal import Synchronization

  /// A store with a mistake: a read may use a snapshot from before the keys were taken, so that the rows of a commit
  /// between the two are never read. It serves one source.
  final class LateTakeStore: SQLStore {
    /// A read that has its snapshot and waits for its body.
    private final class Begun: Sendable {
      private struct State {
        var body: (@Sendable (any SQLReader) -> Void)?
        var isOver = false
      }

      private let state = Mutex(State())
      let isGiven = DispatchSemaphore(value: 0)

      /// Gives the body; false if the read has ended.
      func give(_ body: @escaping @Sendable (any SQLReader) -> Void) -> Bool {
        let isTaken = state.withLock { state in
          if !state.isOver { state.body = body }
          return !state.isOver
        }
        if isTaken { isGiven.signal() }
        return isTaken
      }

      /// The body, if it was given in time.
      func end() -> (@Sendable (any SQLReader) -> Void)? {
        state.withLock { state in
          state.isOver = true
          return state.body
        }
      }
    }

    private let base: any SQLStore
    private let table: SQLTableDeclaration
    private let next = Mutex<Begun?>(nil)

    init(_ base: any SQLStore, _ table: SQLTableDeclaration) {
      (self.base, self.table) = (base, table)
    }

    var dialect: SQLDialect { base.dialect }
    var location: String { base.location }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      let begun = next.withLock { next in
        defer { next = nil }
        return next
      }
      defer { begin() }
      guard let begun else { return try await base.read(body) }
      return try await withCheckedThrowingContinuation { continuation in
        let isTaken = begun.give { reader in
          continuation.resume(with: Swift.Result { try body(reader) })
        }
        guard !isTaken else { return }
        Task {
          do {
            continuation.resume(returning: try await base.read(body))
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
    }

    /// Begins the next read now.
    private func begin() {
      let begun = Begun()
      next.withLock { $0 = begun }
      Task { [base, table] in
        do {
          try await base.read { reader in
            let all = SQLTranslation(
              try FilterPredicate<Entry>(text: "TRUEPREDICATE"), table: table,
              dialect: base.dialect)
            let select = SQLSelect(all, columns: table.key, limit: 1)
            try reader.read(select, tests: []) { _ in false }
            _ = begun.isGiven.wait(timeout: .now() + 0.03)
            begun.end()?(reader)
          }
        } catch {
          // The next read has its own.
          begun.end().map { _ in () }
        }
      }
    }

    func check(_ table: SQLTableDeclaration) async throws { try await base.check(table) }

    func catchUp() async throws { try await base.catchUp() }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      try await base.follow(table, with: others, into: changes)
    }
  }
#endif
