#if PostgreSQL
  import FilterEngine
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Random predicates over hostile rows: PostgreSQL and the engine alone.
  @Suite struct PostgreSQLDifferentialTests {
    private static let rows = 60

    @Test func postgreSQLAgreesWithTheEngine() throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
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
          if translation.condition.constant == nil { pushed += 1 }
          if translation.isExact { exact += 1 }
          return try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
        }
        if let difference { Issue.record("FRC_SEED=\(seed): \(difference)") }
      }
      #expect(pushed > 0 && exact > 0)
      withExtendedLifetime(server) {}
    }

    /// Each predicate whose form is recorded means in the database what it means to the engine.
    @Test func eachFormHasTheRowsOfTheEngine() throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
      let database = try PostgreSQLDatabase(port: server.port)
      for seed in RandomSearch.seeds(1) {
        let table = HostileTable(seed: seed, rows: 10, .postgreSQL)
        try table.fill(database)
        let differences = try Differential(table, .postgreSQL).differencesOfForms { _, select in
          try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
        }
        #expect(differences == [], "FRC_SEED=\(seed)")
      }
      withExtendedLifetime(server) {}
    }

    /// Without a rule of the forms one of the predicates that were written for them differs on some rows.
    @Test func withoutARuleOfTheFormsADifferenceIsFound() throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
      let database = try PostgreSQLDatabase(port: server.port)
      var rules: [String: PushdownRules] = [
        "boundsMayBeNull": .boundsMayBeNull, "otherClassesFail": .otherClassesFail,
        "membersMayBeElsewhere": .membersMayBeElsewhere,
        "documentsAreRounded": .documentsAreRounded, "patternsRepeat": .patternsRepeat,
        "patternsHaveAlternatives": .patternsHaveAlternatives,
      ]
      for seed in 0..<UInt64(20) where !rules.isEmpty {
        let table = HostileTable(seed: seed, rows: Self.rows, .postgreSQL)
        try table.fill(database)
        let differential = try Differential(table, .postgreSQL)
        for (name, rule) in rules {
          let isFound = try differential.differs(without: rule) { _, select in
            try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
          }
          if isFound { rules[name] = nil }
        }
      }
      #expect(rules.isEmpty)
      withExtendedLifetime(server) {}
    }
  }
#endif
