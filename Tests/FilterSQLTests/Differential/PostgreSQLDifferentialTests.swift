#if PostgreSQL
  import FilterEngine
  import FilterSyntax
  import PostgreSQLSupport
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Random predicates over hostile rows: PostgreSQL and the engine alone.
  @Suite struct PostgreSQLDifferentialTests {
    private static let rows = 60

    @Test func postgreSQLAgreesWithTheEngine() throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
      let database = try PostgreSQLDatabase(server)
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
        let difference = try differential.difference(predicate.syntax) { translation, select in
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
      let database = try PostgreSQLDatabase(server)
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

    /// A mistake in a form of SQL makes one of the predicates that were written for the forms differ on some rows.
    @Test func theSearchFindsFaultsOfTheForms() throws {
      guard let server = try PostgreSQLServer.startOrSkip() else { return }
      let database = try PostgreSQLDatabase(server)
      var faults: Set<FormFault> = [
        .boundsAreNotNull, .otherClassesPass, .membersAreInObjects, .documentsAreDoubles,
      ]
      for seed in 0..<UInt64(20) where !faults.isEmpty {
        let table = HostileTable(seed: seed, rows: Self.rows, .postgreSQL)
        try table.fill(database)
        let differential = try Differential(table, .postgreSQL)
        faults = try faults.filter { fault in
          try !differential.differs { _, select in
            let (text, parameters) = fault.planted(in: select, .postgreSQL)
            return try database.column(text, parameters).map { Int64($0) ?? -1 }
          }
        }
      }
      #expect(faults.isEmpty)
      withExtendedLifetime(server) {}
    }
  }
#endif
