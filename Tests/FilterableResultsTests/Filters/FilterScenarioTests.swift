import FilterableResults
import Testing

/// Filters, their groups, and what is shown of rows that they hide.
@Suite struct FilterScenarioTests {
  private func filtered(_ items: [Row]) throws -> (ResultsController<Row>, Recorder) {
    let controller = keyed()
    try controller.setItems(items)
    return (controller, Recorder(controller))
  }

  private let even = ResultsFilter<Row>("even") { $0.id % 2 == 0 }

  @Test func rowsGoAndComeBack() throws {
    let (controller, recorder) = try filtered(rows(1, 2, 3, 4))
    controller.filters.add(even)
    #expect(recorder.take() == ["D(2) D(0)"])
    controller.filters.add(ResultsFilter("small") { $0.id < 4 })
    #expect(recorder.take() == ["D(1)"])
    controller.filters.remove(name: "small")
    #expect(recorder.take() == ["I(1)"])
    controller.filters.remove(name: "unknown")
    #expect(recorder.take() == [])
    controller.filters.remove(even)
    #expect(recorder.take() == ["I(0) I(2)"])
    #expect(recorder.problems == [])
  }

  /// A text in place of a filter, a predicate and a registry.
  @Test func aTextReplacesTheFilterOfItsGroup() throws {
    let (controller, recorder) = try filtered(rows(1, 2, 3, 4))
    controller.filters.add(even)
    #expect(recorder.take() == ["D(2) D(0)"])
    let least = "4"
    try controller.filter("id < \(4)", in: "size")
    #expect(recorder.take() == ["D(1)"])
    try controller.filter("id >= \(Int(least) ?? 0)", in: "size")
    #expect(recorder.take() == ["D(0) I(0)"])
    #expect(controller.filters.map(\.description) == ["even: code", "size [size]: id >= 4"])
    // A quotation mark is a value, and another group another filter.
    try controller.filter("city == \("'") OR id > \(0)", in: "city")
    #expect(recorder.take() == [] && controller.filters.count == 3)
    // What cannot be tested leaves the filter before in force.
    #expect(throws: SyntaxError.self) { try controller.filter("idd > 3", in: "size") }
    #expect(throws: EvaluationError.self) { try controller.filter("id > $least", in: "size") }
    #expect(controller.filters[group: "size"]?.description == "size [size]: id >= 4")
    #expect(recorder.take() == [])
    controller.filters.remove(group: "size")
    controller.filters.remove(group: "city")
    #expect(recorder.take() == ["I(0)"] && recorder.problems == [])
  }

  @Test func filtersAreListedAsTheyAreApplied() throws {  // UA-37
    let asked = Shared<[String]>([])
    let filter = { (name: String, group: String?, limit: Int) in
      ResultsFilter<Row>(name, group: group) { row in
        asked.change { $0.append("\(name)\(row.id)") }
        return row.id > limit
      }
    }
    let (controller, recorder) = try filtered(rows(1, 2, 3))
    controller.filters.add(filter("z", nil, 1))
    controller.filters.add(filter("a", "g", 2))
    controller.filters.add(filter("m", nil, 0))
    #expect(controller.filters.map(\.name) == ["z", "a", "m"])
    // A replacement has the place of the one before it.
    controller.filters.add(filter("b", "g", 2))
    #expect(controller.filters.map(\.name) == ["z", "b", "m"])
    asked.value = []
    try controller.refilter()
    #expect(asked.value.filter { $0.hasSuffix("3") } == ["z3", "b3", "m3"])
    #expect(Set(asked.value) == ["z1", "z2", "b2", "z3", "b3", "m3"])
    #expect(recorder.take() == ["D(0)", "D(0)"])
    // Neither a list nor a registry that was taken out leads back to the controller.
    var list = Array(controller.filters)
    list.reverse()
    list.removeLast()
    var copy = controller.filters
    copy.remove(name: "b")
    copy.add(ResultsFilter("none") { _ in false })
    #expect(copy.map(\.name) == ["z", "m", "none"] && list.map(\.name) == ["m", "b"])
    #expect(controller.filters.map(\.name) == ["z", "b", "m"])
    try controller.refilter()
    try controller.add(Row(2))
    try controller.add(Row(4))
    #expect(recorder.take() == ["I(1)"])
    #expect(controller.snapshot.items == rows(3, 4))
  }

  @Test func aGroupHoldsOneFilter() throws {  // UA-32
    let (controller, recorder) = try filtered(rows(1, 2, 3, 4))
    controller.filters.add(ResultsFilter("a", group: "g") { $0.id > 1 })
    controller.filters.add(ResultsFilter("b") { $0.id < 9 })
    controller.filters.add(ResultsFilter("c", group: "g") { $0.id < 4 })
    #expect(controller.filters.map(\.name) == ["c", "b"])
    #expect(recorder.take() == ["D(0)", "D(2) I(0)"])
    controller.filters.add(ResultsFilter("b") { $0.id != 2 })
    #expect(controller.filters.map(\.name) == ["c", "b"])
    #expect(recorder.take() == ["D(1)"])
    #expect(controller.filters[group: "g"]?.name == "c")
    var copy = controller.filters
    copy.removeAll()
    #expect(controller.filters.count == 2)
    controller.filters = try FilterRegistry([
      ResultsFilter("x", group: "g", predicate: nil),
      ResultsFilter("y", group: "g", predicate: nil),
    ])
    #expect(controller.filters.map(\.name) == ["y"])
    #expect(recorder.take() == ["I(1) I(3)"])
  }

  /// What a filter could not decide is told, in whatever way it was put in force.
  @Test(arguments: [true, false]) func failuresOfFiltersAreKept(isSet: Bool) throws {
    struct Failure: Error {}
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4))
    var filters = controller.filters
    filters.add(ResultsFilter("even") { if $0.id > 2 { throw Failure() } else { $0.id == 2 } })
    if isSet { try controller.setFilters(filters) } else { controller.filters = filters }
    #expect(controller.failures.count == 2 && controller.snapshot.items == rows(2))
    #expect(controller.failures.positions.map(\.offset) == [2, 3])
    #expect(controller.filters.map(\.name) == ["even"])
    filters.removeAll()
    if isSet { try controller.setFilters(filters) } else { controller.filters = filters }
    #expect(controller.failures.count == 0 && controller.snapshot.rowCount == 4)
  }

  /// Filters are in force when their change is delivered, and a filter that an observer adds then is not lost.
  @Test(arguments: [true, false]) func anObserverMayAddAFilter(isSet: Bool) throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4))
    var names: [[String]] = []
    let observation = controller.observe { [unowned controller] _ in
      names.append(controller.filters.map(\.name))
      if names.count == 1 { controller.filters.add(ResultsFilter("even") { $0.id % 2 == 0 }) }
    }
    let filters = FilterRegistry<Row>([ResultsFilter("small") { $0.id < 4 }])
    if isSet { try controller.setFilters(filters) } else { controller.filters = filters }
    #expect(names == [["small"], ["small", "even"]])
    #expect(controller.filters.map(\.name) == ["small", "even"])
    #expect(controller.snapshot.items == rows(2))
    observation.cancel()
  }

  /// Filters that change places in a batch have them again after a rollback, with what they said.
  @Test func theOrderOfFiltersIsTakenBack() throws {
    for (n, hiding) in [(-1, "positive"), (11, "small")] {
      let controller = keyed()
      controller.filters.add([
        ResultsFilter("positive") { $0.n > 0 }, ResultsFilter("small") { $0.n < 10 },
      ])
      try controller.setItems([Row(1, n: 5), Row(2, n: 5)])
      controller.begin()
      controller.filters = FilterRegistry(controller.filters.reversed())
      #expect(controller.filters.map(\.name) == ["small", "positive"])
      try controller.rollback()
      #expect(controller.filters.map(\.name) == ["positive", "small"])
      controller.replace(Row(1, n: n))
      #expect(controller.snapshot.items.map(\.id) == [2])
      controller.filters.remove(name: hiding)
      #expect(controller.snapshot.items.map(\.id) == [1, 2])
    }
  }

  @Test func aRowOfABatchIsHiddenByItsNewContent() throws {
    let (controller, _) = try filtered((0..<9).map { Row($0) })
    controller.filters.add(ResultsFilter("low") { $0.n < 5 })
    try controller.performBatch { () throws(ResultsError) in
      for id in 0..<9 {
        controller.replace(Row(id, n: id))
        let names = controller.filtersHiding(key: FilterValue.int(Int64(id)))
        #expect(names == (id < 5 ? [] : ["low"]))
      }
    }
    #expect(controller.snapshot.rowCount == 5)
  }

  @Test func oneFilterToAnotherIsOneDiff() throws {
    let (controller, recorder) = try filtered(rows(1, 2, 3, 4))
    controller.filters.add(even)
    _ = recorder.take()
    controller.filters = FilterRegistry([ResultsFilter("odd") { $0.id % 2 == 1 }])
    #expect(recorder.take() == ["D(1) D(0) I(0) I(1)"])
  }

  @Test func hiddenRowsAreSilent() throws {
    let (controller, recorder) = try filtered([Row(1, n: 0), Row(2, n: 1), Row(3, n: 1)])
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Row>("n > 0")))
    #expect(recorder.take() == ["D(0)"])
    controller.replace(Row(1, n: -1))
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 2))
    #expect(recorder.take() == [])
    controller.replace(Row(2, n: 0))
    #expect(recorder.take() == ["D(0)"])
    controller.replace(Row(1, n: 7))
    #expect(recorder.take() == ["I(1)"])
    controller.replace(Row(3, n: 8))
    #expect(recorder.take() == ["U(0/0)"])
    controller.remove(rows(1, 3))
    #expect(controller.hasNoRows)
    _ = recorder.take()
    try controller.add(Row(5, n: 5))
    #expect(recorder.take() == ["I(0)"])
  }

  @Test func outsideValuesAreAskedAgainOnDemand() throws {
    let (controller, recorder) = try filtered(rows(1, 2, 3))
    let limit = Shared(9)
    controller.filters.add(ResultsFilter("limit") { $0.id < limit.value })
    limit.value = 2
    #expect(controller.snapshot.rowCount == 3)
    try controller.refilter()
    #expect(recorder.take() == ["D(2) D(1)"])
  }

  @Test func rowsThatFailAreHiddenAndReportedOnce() throws {
    let controller = ResultsController<FilterValue>()
    try controller.setItems([
      .object(FilterObject([(key: "n", value: .int(5))])),
      .object(FilterObject([(key: "n", value: .string("x"))])),
      .object(FilterObject([(key: "n", value: .list([]))])),
    ])
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<FilterValue>("n > 3")))
    #expect(controller.snapshot.rowCount == 1)
    #expect(controller.failures.count == 2)
    #expect(controller.failures.first?.kind == .kindMismatch)
    #expect(
      controller.failures.positions
        == [StorePosition(section: 0, offset: 1), StorePosition(section: 0, offset: 2)])
    try controller.add(.object(FilterObject([(key: "n", value: .int(6))])))
    #expect(controller.failures.count == 0)
    #expect(controller.failures.positions.isEmpty)
    #expect(controller.snapshot.rowCount == 2)
  }

  /// At most 100 rows are remembered, by blocks of the predicate and by closures, and edited ones.
  @Test func theRowsThatFailAreNamed() throws {
    let controller = ResultsController<Int>()
    try controller.setItems(Array(0..<300))
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Int>("1 / SELF >= 0")))
    #expect(controller.failures.positions == [StorePosition(section: 0, offset: 0)])
    try controller.filters.add(
      ResultsFilter("n", predicate: FilterPredicate<Int>("1 / modulus:by:(SELF, 2) >= 0")))
    #expect(controller.failures.count == 150)
    #expect(
      controller.failures.positions
        == (0..<100).map { StorePosition(section: 0, offset: 2 * $0) })
    struct Odd: Error {}
    controller.filters.removeAll()
    controller.filters.add(ResultsFilter("code") { if $0 > 297 { throw Odd() } else { true } })
    #expect(controller.failures.positions.map(\.offset) == [298, 299])
    try controller.add(1_000)
    #expect(controller.failures.positions.map(\.offset) == [300])
  }

  @Test func laterFiltersSeeWhatPassed() throws {
    let (controller, _) = try filtered(rows(1, 2, 3, 4))
    let seen = Shared<[Int]>([])
    controller.filters = FilterRegistry([
      even,
      ResultsFilter("expensive") { row in
        seen.change { $0.append(row.id) }
        return true
      },
    ])
    #expect(seen.value == [2, 4])
  }

  @Test(arguments: [
    ("city CONTAINS[c] 'c'", "city CONTAINS[c] 'co'"),
    ("city BEGINSWITH 'a'", "city BEGINSWITH 'ab'"),
    ("city CONTAINS[c] 's'", "city CONTAINS[c] 'ss'"), ("n > 1", "n > 1 AND id > 2"),
  ])
  func aLongerSearchShowsTheSameAsAFreshOne(short: String, long: String) throws {  // P12
    let items = ["cop", "Cost", "ß", "abs", "MASSE", "Maße", "c", ""].enumerated().map {
      Row($0.offset, n: $0.offset, city: $0.element)
    }
    let (controller, recorder) = try filtered(items)
    try controller.filters.add(
      ResultsFilter("s", group: "s", predicate: FilterPredicate<Row>(text: short)))
    try controller.filters.add(
      ResultsFilter("s", group: "s", predicate: FilterPredicate<Row>(text: long)))
    let predicate = try FilterPredicate<Row>(text: long)
    #expect(controller.snapshot.items == (try items.filter(predicate)))
    #expect(recorder.problems == [])
  }
}
