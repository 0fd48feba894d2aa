#if PostgreSQL
  import FilterEngine
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Random predicates over hostile rows: PostgreSQL and the engine alone.
  ///
  /// Without a server the tests are skipped, with a line on standard error; `FRC_NEEDS_POSTGRESQL=1` makes that a
  /// failure.
  @Suite struct PostgreSQLDifferentialTests {
    private static let rows = 60

    @Test func postgreSQLAgreesWithTheEngine() throws {
      guard let server = try PostgreSQLServer.start() else {
        if ProcessInfo.processInfo.environment["FRC_NEEDS_POSTGRESQL"] == "1" {
          Issue.record("there is no PostgreSQL")
        }
        FileHandle.standardError.write(Data("skipped: there is no PostgreSQL\n".utf8))
        return
      }
      let database = try PostgreSQLDatabase(port: server.port)
      let vocabulary = try SQLVocabulary.vocabulary()
      var world: (seed: UInt64, differential: Differential)?
      var (pushed, exact) = (0, 0)
      for seed in RandomSearch.seeds(400) {
        var random = SeededGenerator(seed: seed)
        if world?.seed != seed / 100 {
          let table = HostileTable(seed: seed / 100, rows: Self.rows, .postgreSQL)
          try table.fill(database)
          world = (seed / 100, try Differential(table, .postgreSQL))
        }
        guard let (_, differential) = world,
          let predicate = Differential.predicate(&random, vocabulary, differential.table)
        else { continue }
        let difference = try differential.difference(predicate) { translation, select in
          if case .constant = translation.condition {} else { pushed += 1 }
          if translation.isExact { exact += 1 }
          return try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
        }
        if let difference { Issue.record("FRC_SEED=\(seed): \(difference)") }
      }
      #expect(pushed > 0 && exact > 0)
      withExtendedLifetime(server) {}
    }
  }
#endif
