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

      func wait() async {
        for _ in 0..<random.below(random.chance(20) ? 40 : 4) { await Task.yield() }
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
      await driver.wait()
      let result = try await base.read(body)
      await driver.wait()
      return result
    }

    func check(_ table: SQLTableDeclaration) async throws {
      await driver.wait()
      try await base.check(table)
    }

    func follow(
      _ table: SQLTableDeclaration, with others: [SQLTableDeclaration], into changes: SQLChanges
    ) async throws {
      await driver.wait()
      try await base.follow(table, with: others, into: changes)
      await driver.wait()
    }

    func catchUp() async throws {
      await driver.wait()
      try await base.catchUp()
    }
  }
#endif
