import FilterEngine
import FilterableResults
import TestSupport
import Testing

/// A filter is asked about a row only where its verdict is unknown and all filters before it let the row pass.
@Suite struct FilterVerdictTests {
  private struct Asked: Sendable {
    let rows = Shared<[String: Int]>([:])

    /// How many rows each filter was asked about since the last call.
    func take() -> [String: Int] {
      defer { rows.value = [:] }
      return rows.value
    }
  }

  private let asked = Asked()

  private func filter(
    _ name: String, group: String? = nil, _ test: @escaping @Sendable (Row) -> Bool
  )
    -> ResultsFilter<Row>
  {
    ResultsFilter(name, group: group) { [asked] row in
      asked.rows.change { $0[name, default: 0] += 1 }
      return test(row)
    }
  }

  private func controller() throws -> ResultsController<Row> {
    let controller = keyed()
    controller.filters.add([
      filter("tens", group: "tens") { $0.n % 10 < 5 }, filter("all") { _ in true },
    ])
    try controller.setItems((0..<100).map { Row($0, n: $0) })
    #expect(asked.take() == ["tens": 100, "all": 50])
    return controller
  }

  @Test func aFilterThatIsAddedIsAskedAlone() throws {
    let controller = try controller()
    controller.filters.add(filter("low") { $0.n < 20 })
    #expect(asked.take() == ["low": 50])
    controller.filters.remove(name: "low")
    #expect(asked.take() == [:])
    #expect(controller.snapshot.rowCount == 50)
  }

  @Test func aFilterThatIsReplacedLetsOthersBeAskedAboutNewRows() throws {
    let controller = try controller()
    controller.filters.add(filter("tens", group: "tens") { $0.n % 10 < 7 })
    #expect(asked.take() == ["tens": 100, "all": 20])
    controller.filters.add(filter("tens", group: "tens") { $0.n % 10 < 6 })
    #expect(asked.take() == ["tens": 100])
    controller.filters.remove(name: "tens")
    #expect(asked.take() == ["all": 30])
    #expect(controller.snapshot.rowCount == 100)
  }

  @Test func anEditedRowHasTheVerdictsOfItsContent() throws {
    let controller = try controller()
    controller.replace(Row(3, n: 9))
    controller.replace(Row(9, n: 1))
    #expect(asked.take() == ["tens": 2, "all": 1])
    controller.filters.add(filter("new") { _ in true })
    #expect(asked.take() == ["new": 50])
    controller.filters.remove(name: "tens")
    // The last content of row 3 was hidden before the second filter saw it.
    #expect(asked.take() == ["all": 50, "new": 50])
    #expect(controller.snapshot.rowCount == 100)
  }

  @Test func aRollbackForgetsTheVerdictsOfItsEdits() throws {
    let controller = try controller()
    controller.begin()
    controller.replace(Row(3, n: 9))
    try controller.rollback()
    _ = asked.take()
    controller.filters.add(filter("new") { _ in true })
    #expect(controller.snapshot.rowCount == 50)
    #expect(controller.path(forKey: 3) != nil)
    #expect(asked.take()["all", default: 0] <= 1)
    controller.begin()
    try controller.setItems((0..<10).map { Row($0, n: 4) })
    try controller.rollback()
    controller.filters.removeAll()
    #expect(controller.snapshot.rowCount == 100)
    controller.filters.add(filter("low") { $0.n < 20 })
    #expect(controller.snapshot.rowCount == 20)
  }

  @Test func aRollbackForgetsVerdictsOnMoreThanTheRows() throws {
    let controller = keyed()
    let least = Shared(0)
    controller.filters.add([
      ResultsFilter("least") { $0.n >= least.value }, ResultsFilter("all") { _ in true },
    ])
    try controller.setItems((0..<10).map { Row($0, n: $0) })
    controller.begin()
    least.value = 5
    try controller.refilter()
    #expect(controller.snapshot.rowCount == 5)
    least.value = 0
    try controller.rollback()
    controller.filters.remove(name: "all")
    #expect(controller.snapshot.rowCount == 10)
  }

  /// However the row has come.
  @Test(arguments: ["set", "added", "replaced", "replaced in a batch", "merged"])
  func aRowThatFailsIsAskedAgain(way: String) throws {
    struct Failure: Error {}
    let controller = keyed()
    controller.filters.add(ResultsFilter("odd") { if $0.n == 3 { throw Failure() } else { true } })
    let rows = (0..<10).map { Row($0, n: $0) }
    try controller.setItems(rows.map { way == "set" || $0.n != 3 ? $0 : Row(3) })
    switch way {
    case "added":
      controller.remove(key: 3)
      try controller.add(rows[3])
    case "replaced": controller.replace(rows[3])
    case "replaced in a batch":
      controller.performBatch { for row in rows { controller.replace(row) } }
    case "merged": try controller.merge(rows)
    default: break
    }
    #expect(controller.failures.count == 1)
    controller.filters.add(filter("low", group: "g") { $0.n < 5 })
    controller.filters.add(filter("low", group: "g") { $0.n < 6 })
    #expect(controller.failures.count == 1)
    #expect(controller.snapshot.rowCount == 5)
  }

  @Test func aRowThatAPredicateFailsOnIsAskedAgain() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let row = { (id: Int) -> FilterValue in
      ["id": .int(Int64(id)), "n": id == 3 ? "x" : .int(Int64(id))]
    }
    let low = { (limit: Int) throws -> ResultsFilter<FilterValue> in
      try ResultsFilter("low", group: "g", predicate: FilterPredicate(text: "id < \(limit)"))
    }
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate("n >= 0")))
    try controller.setItems((0..<100).map(row))
    #expect(controller.failures.count == 1)
    controller.filters.add(try low(5))
    controller.filters.add(try low(6))
    #expect(controller.failures.count == 1 && controller.snapshot.rowCount == 5)
  }

  @Test func refilteringAsksAllAgain() throws {
    let controller = try controller()
    try controller.refilter()
    #expect(asked.take() == ["tens": 100, "all": 50])
    try controller.refilter(key: 3)
    #expect(asked.take() == ["tens": 1, "all": 1])
  }

  @Test func aRowThatIsAskedAboutAgainComesAndGoes() throws {
    let controller = keyed()
    let least = Shared(0)
    controller.filters.add(ResultsFilter("least") { $0.n >= least.value })
    try controller.setItems((0..<4).map { Row($0, n: $0) })
    let recorder = Recorder(controller)
    least.value = 3
    try controller.refilter(key: 1)
    #expect(recorder.take() == ["D(1)"])
    try controller.refilter(key: 3)
    #expect(recorder.take() == [])
    try controller.performBatch { () throws(ResultsError) in
      try controller.refilter(key: 0)
      try controller.refilter(key: 2)
    }
    #expect(recorder.take() == ["D(1) D(0)"])
    least.value = 0
    for key in [2, 0, 1] as [FilterValue] { try controller.refilter(key: key) }
    #expect(recorder.take() == ["I(0)", "I(0)", "I(1)"])
    #expect(try !controller.refilter(key: 9))
  }

  @Test(arguments: 0..<20)
  func whatIsShownIsWhatAllFiltersLetPass(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<130).map { Row($0, n: $0) })
    for step in 0..<60 {
      let number = Int.random(in: 0..<150, using: &dice)
      let (factor, rest) = (
        Int.random(in: 2..<6, using: &dice), Int.random(in: 0..<2, using: &dice)
      )
      switch step % 6 {
      case 0, 3:
        controller.filters.add(
          ResultsFilter("\(number % 7)", group: "\(number % 4)") { $0.n % factor != rest })
      case 1: controller.replace(Row(number, n: number * factor))
      case 2: controller.filters.remove(name: "\(number % 7)")
      case 4: try controller.add(Row(number, n: number + factor))
      default:
        controller.begin()
        controller.remove(key: FilterValue.int(Int64(number)))
        controller.replace(Row(number / 2, n: number))
        if number % 2 == 0 { controller.filters.remove(group: "\(number % 4)") }
        if number % 3 == 0 { try controller.rollback() } else { try controller.end() }
      }
      let fresh = keyed { $0.rows.sort = [.ascending(\.n)] }
      fresh.filters = controller.filters
      try fresh.setItems(controller.items)
      #expect(fresh.snapshot == controller.snapshot)
    }
  }

  /// Predicates of which some let pass only what others do, one in the place of another.
  @Test(arguments: RandomSearch.seeds(30))
  func filtersInThePlaceOfOthersHideWhatTheyHide(seed: UInt64) throws {
    let texts = [
      "city CONTAINS 'a'", "city CONTAINS 'ab'", "city BEGINSWITH 'a'", "n >= 3",
      "n >= 3 AND city CONTAINS 'a'", "n % 2 == 0",
    ]
    var dice = SeededGenerator(seed: seed)
    let controller = keyed()
    let items = (0..<130).map { Row($0, n: $0 % 7, city: ["a", "ab", "ba", "c", nil][$0 % 5]) }
    for step in 0..<40 {
      let name = "\(Int.random(in: 0..<3, using: &dice))"
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: controller.filters.remove(name: name)
      case 1 where step < 4: try controller.setItems(items)
      case 1: controller.replace(items[Int.random(in: 0..<130, using: &dice)])
      default:
        let text = try #require(texts.randomElement(using: &dice))
        try controller.filters.add(
          ResultsFilter(
            name, group: Bool.random(using: &dice) ? "g" : nil,
            predicate: FilterPredicate(text: text)))
      }
      guard controller.isLoaded else { continue }
      let fresh = keyed()
      fresh.filters = controller.filters
      try fresh.setItems(items)
      try #require(fresh.snapshot == controller.snapshot, "FRC_SEED=\(seed) FRC_ROUNDS=1")
    }
  }

  @Test func whatAReplacedFilterHidIsAskedAgain() throws {
    let controller = keyed()
    try controller.filters.add(
      ResultsFilter("two", group: "g", predicate: FilterPredicate("city != 'c'")))
    try controller.setItems([Row(1, n: 1, city: "b"), Row(2, n: 1, city: "c")])
    try controller.filters.add(
      ResultsFilter("one", group: "g", predicate: FilterPredicate("city != 'c'")))
    try controller.filters.add(ResultsFilter("two", predicate: FilterPredicate("city != 'c'")))
    try controller.filters.add(ResultsFilter("two", predicate: FilterPredicate("n >= 0")))
    #expect(controller.snapshot.items.map(\.id) == [1])
  }
}
