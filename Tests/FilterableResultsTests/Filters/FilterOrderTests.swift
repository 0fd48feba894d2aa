import FilterEngine
import FilterableResults
import TestSupport
import Testing

/// Filters that come, go and change places, whose verdicts are kept for as long as they are in force.
@Suite struct FilterOrderTests {
  /// How often each filter was asked about each row.
  private let asked = Shared<[String: [Int: Int]]>([:])

  private static let tests: [(name: String, passes: @Sendable (Row) -> Bool)] = [
    ("even", { $0.n % 2 == 0 }), ("third", { $0.n % 3 != 1 }), ("all", { _ in true }),
    ("low", { $0.n < 50 }), ("not last", { $0.n != 64 }), ("none", { _ in false }),
  ]

  /// The same filters, however often they are put in force.
  private func pool() -> [ResultsFilter<Row>] {
    Self.tests.map { name, passes in
      ResultsFilter(name) { [asked] row in
        asked.change { $0[name, default: [:]][row.id, default: 0] += 1 }
        return passes(row)
      }
    }
  }

  @Test func aFilterThatChangedPlacesIsAskedAboutTheRowsThatComeBack() throws {
    let pool = pool()
    let controller = keyed()
    controller.filters.add([pool[0], pool[1]])
    try controller.setItems((0..<130).map { Row($0, n: $0) })
    controller.filters = FilterRegistry([pool[1], pool[0]])
    controller.filters.remove(name: "even")
    #expect(controller.snapshot.items.map(\.id) == (0..<130).filter { $0 % 3 != 1 })
  }

  @Test(arguments: RandomSearch.seeds(12), [false, true])
  func whatIsShownIsWhatAllLetPassInWhateverOrder(seed: UInt64, edits: Bool) throws {
    var dice = SeededGenerator(seed: seed)
    let pool = pool()
    let controller = keyed()
    var items = (0..<70).map { Row($0, n: $0) }
    try controller.setItems(items)
    for _ in 0..<20 {
      let filters = Array(
        pool.shuffled(using: &dice).prefix(.random(in: 0...4, using: &dice)))
      // A filter that is gone forgets what it said.
      let names = Set(filters.map(\.name))
      asked.value = asked.value.filter { names.contains($0.key) }
      try controller.setFilters(FilterRegistry(filters))
      #expect(asked.value.values.allSatisfy { $0.values.allSatisfy { $0 == 1 } })
      if edits {
        let id = Int.random(in: 0..<70, using: &dice)
        items[id].n = Int.random(in: 0..<90, using: &dice)
        controller.replace(items[id])
        asked.value = asked.value.mapValues { $0.filter { $0.key != id } }
      }
      let tests = Self.tests.filter { names.contains($0.name) }
      let expected = items.filter { row in tests.allSatisfy { $0.passes(row) } }
      try #require(
        controller.snapshot.items == expected,
        "FRC_SEED=\(seed) FRC_ROUNDS=1: \(filters.map(\.name))")
    }
  }
}
