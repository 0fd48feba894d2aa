import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

extension RuleDifferential {
  fileprivate static let rows = 30

  /// The rules that share their rows.
  private static let worldSize: UInt64 = 100

  /// Records each random rule whose rest differs. `fill` makes the function that runs statements on rows.
  fileprivate static func search(
    _ dialect: SQLDialect, rounds: Int,
    fill: (HostileTable) throws -> (SQLTranslation, SQLSelect) throws -> [Int64]
  ) throws {
    let vocabulary = try vocabulary()
    var world: (number: UInt64, keys: (SQLTranslation, SQLSelect) throws -> [Int64])?
    var rules: RuleDifferential?
    let seeds = RandomSearch.seeds(rounds)
    for seed in seeds {
      if world?.number != seed / worldSize {
        let table = HostileTable(seed: seed / worldSize, rows: rows, dialect)
        rules = RuleDifferential(
          try Differential(table, dialect), tally: rules?.tally ?? Tally())
        world = (seed / worldSize, try fill(table))
      }
      var random = SeededGenerator(seed: seed)
      guard let keys = world?.keys, let rule = rules?.rule(&random, vocabulary) else { continue }
      if let difference = try rules?.difference(rule, keys) {
        Issue.record("FRC_SEED=\(seed) FRC_ROUNDS=1: \(difference)")
      }
    }
    let tally = rules?.tally ?? Tally()
    #expect(seeds.count < 200 || tally.hasAll, "\(tally)")
  }
}

#if SQLite
  import FilterSQLite

  /// The rests of random rules on SQLite.
  @Suite struct RuleDifferentialTests {
    private static func keys(
      of table: HostileTable
    ) throws -> (SQLTranslation, SQLSelect) throws -> [Int64] {
      let database = try table.sqlite()
      return { translation, select in
        try database.rows(
          select.text, select.parameters, tests: translation.tests, [.integer]
        ).map { if case .int(let key) = $0[0] { key } else { -1 } }
      }
    }

    @Test(arguments: [true, false])
    func theRestOnSQLiteSaysWhatTheRuleSays(_ hasFunctions: Bool) throws {
      try RuleDifferential.search(
        .sqlite(functions: hasFunctions), rounds: 300, fill: Self.keys)
    }

    /// The rest of a rule without the filter of its policy differs.
    @Test func theSearchFindsAFilterThatIsForgotten() throws {
      let table = HostileTable(seed: 1, rows: RuleDifferential.rows, .sqlite())
      var rules = RuleDifferential(try Differential(table, .sqlite()))
      rules.forgetsPolicy = true
      let (keys, vocabulary) = (try Self.keys(of: table), try RuleDifferential.vocabulary())
      var found = 0
      for seed in UInt64(0)..<100 {
        var random = SeededGenerator(seed: seed)
        guard let rule = rules.rule(&random, vocabulary) else { continue }
        if try rules.difference(rule, keys) != nil { found += 1 }
      }
      #expect(found > 5)
    }
  }
#endif

#if PostgreSQL
  /// The rests of random rules on PostgreSQL.
  @Suite(.limitedDatabases) struct PostgreSQLRuleDifferentialTests {
    @Test func theRestOnPostgreSQLSaysWhatTheRuleSays() throws {
      guard let database = try PostgreSQLDatabase() else { return }
      try RuleDifferential.search(.postgreSQL, rounds: 200) { table in
        try table.fill(database)
        return { _, select in
          try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
        }
      }
    }
  }
#endif
