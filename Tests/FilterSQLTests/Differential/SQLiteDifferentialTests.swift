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

    /// The predicates that share their rows.
    private static let worldSize: UInt64 = 200

    /// The tests among which the predicates are distributed, as they run in parallel.
    private static let parts: UInt64 = 4

    @Test(arguments: 0..<parts) func sqliteAgreesWithTheEngine(_ part: UInt64) throws {
      let seeds = RandomSearch.seeds(4_000)
      var (pushed, exact) = (0, 0)
      let vocabulary = try SQLVocabulary.vocabulary()
      var world: (seed: UInt64, differentials: [Differential], database: SQLiteDatabase)?
      for seed in seeds where seed / Self.worldSize % Self.parts == part {
        var random = SeededGenerator(seed: seed)
        if world?.seed != seed / Self.worldSize {
          let table = HostileTable(seed: seed / Self.worldSize, rows: Self.rows, .sqlite())
          world = (
            seed / Self.worldSize,
            try [false, true].map { try Differential(table, .sqlite(functions: $0)) },
            try table.sqlite()
          )
        }
        guard let (_, differentials, database) = world,
          let predicate = Differential.predicate(&random, vocabulary, differentials[0].table)
        else { continue }
        let expected = differentials[0].inMemory(predicate)
        for differential in differentials {
          let difference = try differential.difference(predicate.syntax, expected) {
            translation, select in
            if translation.condition.constant == nil { pushed += 1 }
            if translation.isExact { exact += 1 }
            return try Self.keys(database, select.text, select.parameters, translation.tests)
          }
          if let difference { Issue.record("FRC_SEED=\(seed): \(difference)") }
        }
      }
      #expect(pushed > 0 && exact > 0 || seeds.count < 1_000)
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
          try Self.keys(database, select.text, select.parameters, translation.tests)
        }
        #expect(differences == [], "FRC_SEED=\(seed)")
      }
    }

    /// The search finds a mistake of the algebra, and none where there is none.
    @Test(
      arguments: [nil] + AlgebraFault.allCases.filter { $0 != .failureIsHidden }.map(Optional.some))
    func theSearchFindsAFaultOfTheAlgebra(_ fault: AlgebraFault?) throws {
      let vocabulary = try SQLVocabulary.vocabulary()
      let table = HostileTable(seed: 1, rows: Self.rows, .sqlite())
      let differential = try Differential(table, .sqlite())
      let database = try table.sqlite()
      let isFound = try (0..<UInt64(fault == nil ? 200 : 2_000)).contains { seed in
        var random = SeededGenerator(seed: seed)
        guard let predicate = Differential.predicate(&random, vocabulary, table) else {
          return false
        }
        return try differential.differs(predicate.syntax, fault) { text, parameters, tests in
          try Self.keys(database, text, parameters, tests)
        }
      }
      #expect(isFound == (fault != nil))
    }

    /// A mistake in a form of SQL makes one of the predicates that were written for the forms differ on some rows.
    @Test(arguments: [
      FormFault.otherClassesPass, .namesAreUnique, .membersAreInObjects, .containersAreTexts,
      .textsEndAtNUL,
    ])
    func theSearchFindsAFaultOfTheForms(_ fault: FormFault) throws {
      let isFound = try (0..<UInt64(20)).contains { seed in
        let table = HostileTable(seed: seed, rows: Self.rows, .sqlite())
        let database = try table.sqlite()
        return try Differential(table, .sqlite()).differs { translation, select in
          let (text, parameters) = fault.planted(in: select, .sqlite())
          return try Self.keys(database, text, parameters, translation.tests)
        }
      }
      #expect(isFound)
    }

    /// A declaration that does not know what columns convert makes a predicate differ.
    @Test func theSearchFindsAWrongAffinity() throws {
      let declaration = try HostileTable.declaration(.sqlite(), hasAffinities: false)
      let isFound = try (0..<UInt64(20)).contains { seed in
        let table = HostileTable(seed: seed, rows: Self.rows, .sqlite())
        let database = try table.sqlite()
        return try Differential(table, .sqlite(), declaration: declaration).differs {
          translation, select in
          try Self.keys(database, select.text, select.parameters, translation.tests)
        }
      }
      #expect(isFound)
    }

    private static func keys(
      _ database: SQLiteDatabase, _ text: String, _ parameters: [SQLValue], _ tests: [SQLRowTest]
    ) throws -> [Int64] {
      try database.rows(text, parameters, tests: tests, [.integer]).map {
        if case .int(let key) = $0[0] { key } else { -1 }
      }
    }
  }
#endif
