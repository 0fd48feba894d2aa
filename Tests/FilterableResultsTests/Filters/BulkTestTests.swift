import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// Filters that answer for many rows at once, beside closures that answer for each.
@Suite struct BulkTestTests {
  /// Rows whose number is at least a bound; those that are divisible by 7 fail.
  private struct AtLeast: BulkTest {
    let bound: Int
    var fails = false
    var limit: EvaluationError?
    var asked = Shared<[Int]>([])

    func passes(_ row: Row, limits: EvaluationLimits) throws(EvaluationError) -> Bool {
      asked.change { $0.append(row.id) }
      if let limit { throw limit }
      if fails, row.n % 7 == 0 { throw EvaluationError(.custom, "seven") }
      return row.n >= bound
    }

    func narrow(
      _ words: inout [UInt64], of rows: UnsafeBufferPointer<Row>, limits: EvaluationLimits,
      failed: (Int, EvaluationError) -> Void
    ) {
      for index in rows.indices where words[index >> 6] >> UInt64(index & 63) & 1 == 1 {
        do throws(EvaluationError) {
          if try passes(rows[index], limits: limits) { continue }
        } catch {
          failed(index, error)
        }
        words[index >> 6] &= ~(1 << UInt64(index & 63))
      }
    }

    func implies(_ other: any BulkTest<Row>) -> Bool {
      guard let other = other as? AtLeast else { return false }
      return bound >= other.bound && !fails && !other.fails
    }
  }

  @Test(arguments: RandomSearch.seeds(12), [false, true])
  func theVisibleRowsAreThoseOfClosures(seed: UInt64, fails: Bool) throws {
    var dice = SeededGenerator(seed: seed)
    let (bulk, single) = (keyed(), keyed())
    let items = (0..<200).map { Row($0, n: .random(in: 0..<100, using: &dice)) }
    try bulk.setItems(items)
    try single.setItems(items)
    for _ in 0..<30 {
      let test = AtLeast(bound: .random(in: 0..<100, using: &dice), fails: fails)
      if Bool.random(using: &dice) {
        try bulk.setFilters(FilterRegistry([ResultsFilter("n", bulk: test)]))
        try single.setFilters(
          FilterRegistry([ResultsFilter("n", where: { try test.passes($0, limits: .standard) })]))
      } else {
        let row = Row(.random(in: 0..<220, using: &dice), n: .random(in: 0..<100, using: &dice))
        try bulk.merge([row])
        try single.merge([row])
      }
      #expect(bulk.snapshot.items == single.snapshot.items, "FRC_SEED=\(seed) FRC_ROUNDS=1")
      #expect(bulk.failures.count == single.failures.count)
      #expect(Set(bulk.failures.positions) == Set(single.failures.positions))
    }
  }

  @Test func aStricterTestIsAskedAboutVisibleRowsAlone() throws {
    let controller = keyed()
    try controller.setItems((0..<130).map { Row($0, n: $0) })
    try controller.setFilters(FilterRegistry([ResultsFilter("n", bulk: AtLeast(bound: 100))]))
    let stricter = AtLeast(bound: 120)
    try controller.setFilters(FilterRegistry([ResultsFilter("n", bulk: stricter)]))
    #expect(stricter.asked.value == Array(100..<130))
    #expect(controller.snapshot.items.map(\.id) == Array(120..<130))
    let wider = AtLeast(bound: 0)
    try controller.setFilters(FilterRegistry([ResultsFilter("n", bulk: wider)]))
    #expect(wider.asked.value.count == 130)
  }

  @Test func verdictsAreKept() throws {
    let controller = keyed()
    try controller.setItems((0..<130).map { Row($0, n: $0) })
    let test = AtLeast(bound: 50)
    let filter = ResultsFilter("n", bulk: test)
    try controller.setFilters(FilterRegistry([filter]))
    #expect(test.asked.value.count == 130)
    try controller.setFilters(
      FilterRegistry([filter, ResultsFilter("even", where: { $0.n % 2 == 0 })]))
    controller.replace(Row(7, n: 70))
    #expect(test.asked.value == Array(0..<130) + [7])
    #expect(controller.snapshot.items.contains { $0.id == 7 })
  }

  @Test func aLimitRefusesTheFilter() throws {
    let controller = keyed()
    try controller.setItems((0..<130).map { Row($0, n: $0) })
    let test = AtLeast(bound: 50, limit: EvaluationError(.cancelled))
    #expect(throws: ResultsError.self) {
      try controller.setFilters(FilterRegistry([ResultsFilter("n", bulk: test)]))
    }
    #expect(controller.snapshot.rowCount == 130 && controller.filters.isEmpty)
  }
}
