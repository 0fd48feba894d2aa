#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Random predicates over hostile rows: SQLite, with the engine's function and without, and the engine alone.
  @Suite struct SQLiteDifferentialTests {
    private static let rows = 60

    @Test(arguments: [true, false])
    func sqliteAgreesWithTheEngine(_ hasFunctions: Bool) throws {
      var (pushed, exact) = (0, 0)
      let vocabulary = try SQLVocabulary.vocabulary()
      let dialect = SQLDialect.sqlite(functions: hasFunctions)
      var world: (seed: UInt64, differential: Differential, database: SQLiteDatabase)?
      for seed in RandomSearch.seeds(400) {
        var random = SeededGenerator(seed: seed)
        if world?.seed != seed / 50 {
          // Rows are made for a few predicates each.
          let table = HostileTable(seed: seed / 50, rows: Self.rows, dialect)
          world = (seed / 50, try Differential(table, dialect), try table.sqlite())
        }
        guard let (_, differential, database) = world,
          let predicate = Differential.predicate(&random, vocabulary, differential.table)
        else { continue }
        let difference = try differential.difference(predicate) { translation, select in
          if translation.condition.constant == nil { pushed += 1 }
          if translation.isExact { exact += 1 }
          return try database.rows(
            select.text, select.parameters, tests: translation.tests, [.integer]
          ).map { if case .int(let key) = $0[0] { key } else { -1 } }
        }
        if let difference { Issue.record("FRC_SEED=\(seed): \(difference)") }
      }
      #expect(pushed > 0 && exact > 0)
    }

    /// Each predicate whose form is recorded means in the database what it means to the engine.
    @Test(arguments: [true, false])
    func eachFormHasTheRowsOfTheEngine(_ hasFunctions: Bool) throws {
      let dialect = SQLDialect.sqlite(functions: hasFunctions)
      for seed in RandomSearch.seeds(1) {
        let table = HostileTable(seed: seed, rows: 10, dialect)
        let database = try table.sqlite()
        let differences = try Differential(table, dialect).differencesOfForms {
          translation, select in
          try database.rows(select.text, select.parameters, tests: translation.tests, [.integer])
            .map { if case .int(let key) = $0[0] { key } else { -1 } }
        }
        #expect(differences == [], "FRC_SEED=\(seed)")
      }
    }

    /// Without a rule of the algebra a predicate and some rows are found for which SQLite differs.
    @Test(arguments: [
      "negationSwapsSides", "joinStopsAtFailure", "unionNeedsAll", "exactNeedsAll",
      "residualKeepsInexact", "residualKeepsUnpushed",
    ])
    func withoutARuleADifferenceIsFound(_ name: String) throws {
      let rule = try #require(
        PushdownRules.ofAlgebra.first { $0.name == name }?.rule)
      let vocabulary = try SQLVocabulary.vocabulary()
      let table = HostileTable(seed: 1, rows: Self.rows, .sqlite())
      let differential = try Differential(table, .sqlite())
      let database = try table.sqlite()
      var isFound = false
      for seed in 0..<UInt64(2_000) where !isFound {
        var random = SeededGenerator(seed: seed)
        guard let predicate = Differential.predicate(&random, vocabulary, table) else { continue }
        let difference = try differential.difference(
          predicate, rules: PushdownRules.all.subtracting(rule)
        ) { translation, select in
          try database.rows(select.text, select.parameters, tests: translation.tests, [.integer])
            .map { if case .int(let key) = $0[0] { key } else { -1 } }
        }
        isFound = difference != nil
      }
      #expect(isFound)
    }

    /// Without a rule of the forms one of the predicates that were written for them differs on some rows.
    @Test(arguments: [
      "otherClassesFail", "affinityConverts", "namesMayRepeat", "membersMayBeElsewhere",
      "patternsRepeat", "patternsHaveAlternatives", "containersAreNoTexts",
      "textsGoOnAfterNUL",
    ])
    func withoutARuleOfTheFormsADifferenceIsFound(_ name: String) throws {
      let rule = try #require(PushdownRules.ofForms.first { $0.name == name }?.rule)
      let isFound = try (0..<UInt64(20)).contains { seed in
        let table = HostileTable(seed: seed, rows: Self.rows, .sqlite())
        let differential = try Differential(table, .sqlite())
        let database = try table.sqlite()
        return try differential.differs(without: rule) { translation, select in
          try database.rows(select.text, select.parameters, tests: translation.tests, [.integer])
            .map { if case .int(let key) = $0[0] { key } else { -1 } }
        }
      }
      #expect(isFound)
    }
  }
#endif
