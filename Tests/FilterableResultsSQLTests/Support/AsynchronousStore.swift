#if SQLite
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import TestSupport

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// A store that has no synchronous interface: each call hops to an actor, and waits there before and after its work.
  final class AsynchronousStore: SQLStore {
    private actor Driver {
      private var random: SeededGenerator

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      func wait() async throws {
        for _ in 0..<random.below(4) { await Task.yield() }
        if random.chance(20) { try await Task.sleep(for: .microseconds(random.below(400))) }
      }
    }

    private let base: any SQLStore
    private let driver: Driver

    init(_ base: any SQLStore, seed: UInt64) {
      self.base = base
      driver = Driver(seed: seed)
    }

    var dialect: SQLDialect { base.dialect }
    var location: String { base.location }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any SQLReader) throws -> Result
    ) async throws -> Result {
      try await driver.wait()
      let result = try await base.read(body)
      try await driver.wait()
      return result
    }

    func check(_ table: SQLTableDeclaration) async throws {
      try await driver.wait()
      try await base.check(table)
    }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      try await driver.wait()
      try await base.follow(table, with: others, into: changes)
      try await driver.wait()
    }

    func catchUp() async throws {
      try await driver.wait()
      try await base.catchUp()
    }
  }
#endif
