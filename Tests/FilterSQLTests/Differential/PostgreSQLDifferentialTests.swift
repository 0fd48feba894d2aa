#if PostgreSQL
  import FilterEngine
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Random predicates over hostile rows: PostgreSQL and the engine alone.
  @Suite(.limitedDatabases) struct PostgreSQLDifferentialTests {
    private static let rows = 60

    @Test func postgreSQLAgreesWithTheEngine() throws {
      guard let database = try PostgreSQLDatabase() else { return }
      try Differential.search(.postgreSQL, rounds: 400, rows: Self.rows) { table, _ in
        try table.fill(database)
      } keys: { _, select in
        try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
      }
    }

    /// Each predicate whose form is recorded means in the database what it means to the engine.
    @Test func eachFormHasTheRowsOfTheEngine() throws {
      guard let database = try PostgreSQLDatabase() else { return }
      for seed in RandomSearch.seeds(1) {
        let table = HostileTable(seed: seed, rows: 10, .postgreSQL)
        try table.fill(database)
        let differences = try Differential(table, .postgreSQL).differencesOfForms { _, select in
          try database.column(select.text, select.parameters).map { Int64($0) ?? -1 }
        }
        #expect(differences == [], "FRC_SEED=\(seed)")
      }
    }

    /// A mistake in a form of SQL makes one of the predicates that were written for the forms differ on some rows.
    @Test func theSearchFindsFaultsOfTheForms() throws {
      guard let database = try PostgreSQLDatabase() else { return }
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
    }
  }
#endif
