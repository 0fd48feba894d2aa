#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// The same rows in a database and as lines of JSON: the same rows match, and the same fail.
  struct DatabaseDifferentialTests {
    private let bindings: [String: FilterValue] = ["v": .int(1), "text": .string("a")]
    private let now = Date(timeIntervalSinceReferenceDate: 1.5)

    /// The numbers of the rows that match, and the errors of those that fail.
    private struct Found: Equatable {
      var matches: Set<Int> = []
      var failures: [Int: String] = [:]

      mutating func add(_ row: FilterValue, _ matches: () throws(EvaluationError) -> Bool) {
        guard case .object(let object) = row, case .int(let id)? = object["id"] else { return }
        do throws(EvaluationError) {
          if try matches() { self.matches.insert(Int(id)) }
        } catch {
          failures[Int(id)] = error.description
        }
      }
    }

    private func matcher(_ predicate: FilterPredicate<FilterValue>) -> FilterMatcher {
      FilterMatcher(predicate, bindings: bindings, now: now)
    }

    private func inDatabase(
      _ predicate: FilterPredicate<FilterValue>, _ table: DatabaseTable, isInverted: Bool,
      _ limits: EvaluationLimits
    ) throws -> (found: Found, plan: DatabasePlan) {
      let request = DatabaseWorld.request(
        predicate, bindings: bindings, now: now, isInverted: isInverted, limits: limits)
      let plan = try DatabasePlan(request, of: table, isAlone: true)
      let rows = try DatabaseRows(plan)
      let filter = DatabaseFilter(plan, try plan.residual(), rows)
      var found = Found()
      while let row = try rows.next() {
        switch row {
        case .row: found.add(rows.value) { () throws(EvaluationError) in try filter.matches() }
        case .bad(let error): Issue.record("\(error)")
        }
      }
      var counting = request
      counting.isCount = true
      if let count = try DatabaseRows(DatabasePlan(counting, of: table, isAlone: true)).count() {
        #expect(count == found.matches.count)
      }
      return (found, plan)
    }

    @Test func aDatabaseAgreesWithLines() throws {
      let vocabulary = try DatabaseWorld.vocabulary()
      var world: (seed: UInt64, world: DatabaseWorld, values: [FilterValue])?
      var (pushed, exact, tested) = (0, 0, 0)
      for seed in RandomSearch.seeds(100) {
        var random = SeededGenerator(seed: seed)
        if world?.seed != seed / 25 {
          let made = try DatabaseWorld(seed: seed / 25, rows: 30)
          world = (seed / 25, made, try made.values())
        }
        guard let (_, world, values) = world,
          let predicate = DatabaseWorld.predicate(&random, vocabulary)
        else { continue }
        let isInverted = random.chance(30)
        // Limits of its own make the tool do without functions in the database.
        var limits = EvaluationLimits.standard
        if random.chance(30) { limits.steps -= 1 }
        var expected = Found()
        let matcher = matcher(predicate)
        for value in values {
          expected.add(value) { () throws(EvaluationError) in
            try matcher.matches(value) != isInverted
          }
        }
        let table = try DatabaseTable(
          try #require(DatabaseName(world.database.path, table: nil)), DatabaseLimits())
        let (found, plan) = try inDatabase(predicate, table, isInverted: isInverted, limits)
        #expect(
          found == expected,
          "FRC_SEED=\(seed): \(isInverted ? "NOT " : "")\(predicate.syntax): \(plan.select.text)")
        if plan.select.text.contains("WHERE") { pushed += 1 }
        if plan.translation.isExact { exact += 1 }
        if !plan.translation.tests.isEmpty { tested += 1 }
      }
      #expect(pushed > 0 && exact > 0 && tested > 0)
    }
  }
#endif
