import FilterEngine
@testable import FilterableResults
import Foundation
import ResultsTestSupport
import Testing

/// What users of facets and aggregates rely on.
@Suite struct SummaryScenarioTests {
  private static let rows = [
    Row(1, n: 3, city: "London"), Row(2, n: 5, city: "Paris"), Row(3, n: 7, city: "London"),
    Row(4, n: 1), Row(5, n: 9, city: "Rome"),
  ]

  private func controller() throws -> ResultsController<Row> {
    let controller = ResultsController<Row>(identifiedBy: \.id, sectionedBy: \.city)
    controller.facets = [.values(of: \.city, ignoring: "city")]
    controller.aggregates = [.sum(\.n), .maximum(\.n)]
    try controller.setItems(Self.rows)
    return controller
  }

  private func text(_ facet: FacetCounts) -> String {
    facet.counts.map { "\($0.value)\($0.isInForce ? "*" : ""): \($0.count)" }
      .joined(separator: ", ")
  }

  // MARK: - Values for completions

  @Test func frequentValuesAreThoseOfTheStoredRows() throws {
    let controller = try controller()
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate("n > 100")))
    #expect(controller.frequentValues(of: "id", limit: 2) == [1, 2])
    // The facet counts the rows that pass.
    #expect(controller.frequentValues(of: "city") == [])
    controller.facets = []
    #expect(controller.frequentValues(of: "city") == ["London", "Paris", "Rome"])
    #expect(controller.frequentValues(of: "city", beginningWith: "p") == ["Paris"])
    #expect(controller.frequentValues(of: "city", limit: 1) == ["London"])
    #expect(controller.frequentValues(of: "no such key") == [])
    controller.filters = FilterRegistry()
    controller.facets = [.values(of: try ResultsKey("city"))]
    #expect(controller.frequentValues(of: "city", beginningWith: "LON") == ["London"])
  }

  // MARK: - Facets

  @Test func choosingAValueLeavesTheOtherCounts() throws {
    let controller = try controller()
    #expect(text(controller.snapshot.facets[0]) == #""London": 2, nil: 1, "Paris": 1, "Rome": 1"#)
    try controller.choose(["London"], in: 0)
    #expect(text(controller.snapshot.facets[0]) == #""London"*: 2, nil: 1, "Paris": 1, "Rome": 1"#)
    #expect(controller.snapshot.items.map(\.id) == [1, 3])
    #expect(controller.snapshot.aggregates.map(\.value) == [10, 7])
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate("n < 6")))
    #expect(text(controller.snapshot.facets[0]) == #"nil: 1, "London"*: 1, "Paris": 1"#)
    #expect(controller.filters.first?.predicate?.description == #"city IN {"London"}"#)
  }

  @Test func chosenValuesStayListedWithoutRows() throws {
    let controller = try controller()
    try controller.choose(["Oslo", nil, "Rome"] as [String?], in: 0)
    #expect(controller.snapshot.items.map(\.id).sorted() == [4, 5])
    #expect(
      text(controller.snapshot.facets[0])
        == #""London": 2, nil*: 1, "Paris": 1, "Rome"*: 1, "Oslo"*: 0"#)
    controller.remove(key: 5)
    #expect(text(controller.snapshot.facets[0]).hasSuffix(#""Oslo"*: 0, "Rome"*: 0"#))
    try controller.choose([], in: 0)
    #expect(controller.filters.isEmpty)
    #expect(throws: ResultsError.unfittingFacet("there is no facet -1")) {
      try controller.choose(["Rome"], in: -1)
    }
    controller.facets = [
      .values(of: \.city), .ranges(of: \.n, bounds: [3], ignoring: "n"),
      .values(of: ResultsKey { $0.city }, ignoring: "city"),
    ]
    let reasons = [
      "facet 0, the values of city, ignores no group, and the chosen values are the filter of one",
      "facet 1, the ranges of n at 3, ignoring the group n, has no values to choose",
      "facet 2, the values of code, ignoring the group city, has no key path that a filter could read",
    ]
    for (facet, reason) in reasons.enumerated() {
      #expect(throws: ResultsError.unfittingFacet(reason)) {
        try controller.choose(["Rome"], in: facet)
      }
    }
    #expect(controller.filters.isEmpty)
  }

  @Test func aChoiceAmongListsMatchesAnyElement() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    controller.facets = [.values(of: try ResultsKey("tags"), ignoring: "tags")]
    try controller.setItems([
      ["id": 1, "tags": ["a", "b", "a"]], ["id": 2, "tags": ["b"]], ["id": 3, "tags": []],
      ["id": 4],
    ])
    #expect(text(controller.snapshot.facets[0]) == #"nil: 2, "b": 2, "a": 1"#)
    try controller.choose(["a"], in: 0)
    #expect(controller.shownIDs == [1])
    try controller.choose([nil, "a"] as [String?], in: 0)
    #expect(controller.shownIDs == [1, 3, 4])
    #expect(text(controller.snapshot.facets[0]) == #"nil*: 2, "b": 2, "a"*: 1"#)
  }

  @Test func aCandidateIsCountedInPlaceOfTheFilterOfItsGroup() throws {
    let controller = try controller()
    let candidates = try [2, 6].map {
      try ResultsFilter<Row>("over \($0)", group: "n", predicate: FilterPredicate("n > \($0)"))
    }
    let named = try ResultsFilter<Row>("rome", predicate: FilterPredicate("city == 'Rome'"))
    controller.facets = [.filters(candidates + [named])]
    #expect(text(controller.snapshot.facets[0]) == #""over 2": 4, "over 6": 2, "rome": 1"#)
    try controller.filters.add(
      ResultsFilter("over 6", group: "n", predicate: FilterPredicate("n > 6")))
    #expect(text(controller.snapshot.facets[0]) == #""over 2": 4, "over 6"*: 2, "rome": 1"#)
    // A groupless filter replaces the one of its name.
    try controller.filters.add(ResultsFilter("rome", predicate: FilterPredicate("city == 'Paris'")))
    #expect(text(controller.snapshot.facets[0]) == #""over 2": 1, "over 6"*: 0, "rome": 1"#)
  }

  @Test func aFacetMayHaveNoCandidates() throws {
    let controller = try controller()
    (controller.facets, controller.aggregates) = ([.filters([])], [])
    controller.replace(Row(1, n: 4, city: "Paris"))
    #expect(controller.snapshot.facets.map(\.counts) == [[]])
  }

  @Test func aLimitMakesAFacetUnknownAndLeavesTheListRight() throws {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    configuration.limits.steps = 1_000
    let controller = try ResultsController(configuration)
    let costly = try ResultsFilter<FilterValue>(
      "costly", predicate: FilterPredicate("SUBQUERY(x, $x, $x > 3).@count > 0"))
    controller.facets = [.filters([costly]), .values(of: try ResultsKey("id"))]
    let long = FilterValue.list(FilterList(Array(repeating: 1, count: 10_000)))
    try controller.setItems([["id": 1, "x": [4]], ["id": 2, "x": long]])
    #expect(controller.snapshot.rowCount == 2 && controller.failures.limit == nil)
    #expect(controller.snapshot.facets.map(\.isUnknown) == [true, false])
    controller.remove(key: 2)
    try controller.refilter()
    #expect(text(controller.snapshot.facets[0]) == #""costly": 1"#)
    try controller.add(["id": 3, "x": long])
    #expect(controller.snapshot.facets[0].isUnknown && controller.snapshot.rowCount == 2)
    controller.remove(key: 3)
    #expect(text(controller.snapshot.facets[0]) == #""costly": 1"#)
  }

  @Test func datesAreCountedByUnitsOfTheCalendar() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let due = try ResultsKey<FilterValue>("due")
    let zone = try #require(TimeZone(secondsFromGMT: 3_600))
    controller.facets = [.ranges(of: due, by: .month), .ranges(of: due, by: .day, in: zone)]
    let day = { FilterValue.date(Date(timeIntervalSinceReferenceDate: $0 * 86_400)) }
    try controller.setItems([
      ["id": 1, "due": day(0)], ["id": 2, "due": day(30.99)], ["id": 3, "due": day(31)],
      ["id": 4], ["id": 5, "due": "soon"],
    ])
    let months = controller.snapshot.facets[0]
    #expect(months.counts.map(\.count) == [2, 1] && months.missing == 1 && months.failed == 1)
    #expect(months.counts.map(\.value) == [day(0), day(31)])
    #expect(months.counts[0].upperBound == day(31))
    // 23:45 in Greenwich is the next day an hour to the east.
    #expect(controller.snapshot.facets[1].counts.map(\.count) == [1, 2])
  }

  // MARK: - Delivery

  private final class Receiver: ResultsControllerDelegate {
    var calls = 0
    func controllerWillChangeContent(_ controller: ResultsController<Row>) { calls += 1 }
    func controllerShouldReload(_ controller: ResultsController<Row>) { calls += 1 }
  }

  @Test func aChangeOfNumbersAloneIsDeliveredToObserversOnly() throws {
    let controller = try controller()
    controller.log = ResultsLog()
    let receiver = Receiver()
    controller.delegate = receiver
    // Hidden rows count for a facet that ignores their filter.
    try controller.choose(["Rome"], in: 0)
    receiver.calls = 0
    var changes: [ResultsChange<Row>] = []
    controller.observe { changes.append($0) }
    controller.replace(Row(1, n: 3, city: "Paris"))
    #expect(changes.count == 1 && receiver.calls == 0)
    let change = try #require(changes.first)
    #expect(change.changeset.isEmpty && !change.isReload)
    #expect(change.facets == [0] && change.aggregates == [] && change.sectionAggregates == [])
    #expect(text(change.old.facets[0]) == #""London": 2, nil: 1, "Paris": 1, "Rome"*: 1"#)
    #expect(text(change.new.facets[0]) == #""Paris": 2, nil: 1, "London": 1, "Rome"*: 1"#)
    // The content of a hidden row is no number.
    controller.replace(Row(1, n: 4, city: "Paris"))
    #expect(changes.count == 1)
    controller.aggregates = [.count(\.n)]
    #expect(changes.count == 2 && receiver.calls == 0 && changes[1].aggregates == [0])
    #expect(controller.log?.undoCount == 2)
    try controller.undo()
    try controller.undo()
    #expect(text(controller.snapshot.facets[0]) == #""London": 2, nil: 1, "Paris": 1, "Rome"*: 1"#)
  }

  @Test func sectionsHaveAggregatesOfTheirOwn() throws {
    let controller = try controller()
    var differing: [[Int]] = []
    controller.observe { differing.append($0.sectionAggregates) }
    let sums = { controller.snapshot.map { $0.aggregates[0].value } }
    #expect(sums() == [10, 5, 1, 9])
    controller.replace(Row(2, n: 6, city: "Paris"))
    #expect(sums() == [10, 6, 1, 9] && differing == [[1]])
    controller.sections.setCollapsed(true)
    #expect(sums() == [10, 6, 1, 9] && controller.snapshot.aggregates[0].value == 26)
    let old = controller.snapshot
    controller.remove(key: 3)
    #expect(sums() == [3, 6, 1, 9] && old[0].aggregates[0].value == 10)
  }

  @Test func aBatchDeliversOnceAndARollbackRestoresFacets() throws {
    let controller = try controller()
    var count = 0
    controller.observe { _ in count += 1 }
    controller.begin()
    controller.remove(key: 1)
    #expect(controller.snapshot.aggregates[0].value == 22)
    controller.facets = [.values(of: \.n)]
    controller.aggregates = []
    #expect(controller.snapshot.facets[0].distinct == 4 && controller.snapshot.aggregates == [])
    try controller.rollback()
    #expect(count == 0 && controller.facets.count == 1 && controller.aggregates.count == 2)
    #expect(controller.snapshot.aggregates.map(\.value) == [25, 9])
    controller.performBatch {
      controller.remove(key: 1)
      controller.remove(key: 2)
    }
    #expect(count == 1 && controller.snapshot.aggregates[0].value == 17)
  }

  /// Facets that were set before the inner batch are not counted from the start after it.
  @Test func aRollbackCountsTheRowsOfItsBatchAgain() throws {
    let controller = ResultsController<Row>(identifiedBy: \.id)
    try controller.setItems((0..<100).map { Row($0, n: $0 % 3) })
    var reads = 0
    let key = ResultsKey<Row> { row in
      reads += 1
      return row.n
    }
    controller.begin()
    controller.facets = [.values(of: key)]
    #expect(controller.snapshot.facets[0].distinct == 3)
    reads = 0
    controller.begin()
    controller.replace(Row(0, n: 7))
    controller.remove(key: 1)
    #expect(controller.snapshot.facets[0].distinct == 4)
    try controller.rollback()
    #expect(controller.snapshot.facets[0].distinct == 3 && reads < 10)
    controller.begin()
    controller.facets = []
    try controller.rollback()
    #expect(controller.facets.count == 1 && controller.snapshot.facets[0].distinct == 3)
    try controller.end()
    #expect(controller.snapshot.facets[0].counts.map(\.count) == [34, 33, 33])
  }

  /// The facets are set back by the inner rollback, and do not know what the outer batch has changed before.
  @Test func aRollbackCountsEditsThatPrecedeTheCount() throws {
    let controller = ResultsController<Row>(identifiedBy: \.id)
    try controller.setItems((0..<100).map { Row($0, n: $0 % 3) })
    controller.facets = [.values(of: \.n)]
    controller.begin()
    try controller.add(Row(100, n: 9))
    controller.remove(key: 0)
    controller.begin()
    controller.facets = []
    try controller.rollback()
    #expect(controller.snapshot.facets[0].counts.map(\.count) == [33, 33, 33, 1])
    try controller.rollback()
    #expect(controller.snapshot.facets[0].counts.map(\.count) == [34, 33, 33])
  }

  @MainActor @Test func rowsAreCountedInTheBackground() async throws {
    let controller = try peopleOfCities()
    var deliveries = 0
    controller.observe { deliveries += $0.facets.isEmpty ? 0 : 1 }
    await controller.count([.values(of: \.city)], [.sum(\.n)])
    #expect(deliveries == 1)
    try checkCities(of: controller)
  }

  /// The steps of a count in the background, with edits between them.
  @Test(arguments: [false, true])
  func editsDuringACountInTheBackgroundCount(areReplaced: Bool) throws {
    let controller = try peopleOfCities()
    let (facets, sums) = ([ResultsFacet<Row>.values(of: \.city)], [ResultsAggregate<Row>.sum(\.n)])
    let plan = SummaryPlan(facets, sums)
    let (tally, rows, number) = try #require(controller.store.beginCounting(plan))
    for id in 0..<20 {
      controller.replace(Row(id, n: 50 + id, city: "Oslo"))
      controller.remove(key: 100 + id)
    }
    try controller.add(Row(9_000, n: 70, city: "Rome"))
    controller.begin()
    controller.remove(key: 9_000)
    try controller.rollback()
    if areReplaced { try controller.setItems((0..<300).map { Row($0, n: $0 % 89, city: "Oslo") }) }
    tally.count(rows)
    guard controller.store.endCounting(tally, number) == true else {
      return #expect(areReplaced && controller.snapshot.facets == [])
    }
    #expect(!areReplaced)
    try checkCities(of: controller)
    #expect(controller.store.endCounting(tally, number) == false)
  }

  private func peopleOfCities() throws -> ResultsController<Row> {
    let controller = ResultsController<Row>(identifiedBy: \.id, sectionedBy: \.city)
    let cities = ["London", "Paris", "Rome", nil]
    try controller.setItems((0..<400).map { Row($0, n: $0 % 97, city: cities[$0 % 4]) })
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate("n > 10")))
    return controller
  }

  /// Checks a facet of the cities and a sum of `n`, before and after an edit.
  private func checkCities(of controller: ResultsController<Row>) throws {
    let recount = SummaryRecount(Array(controller.filters))
    let items = controller.items ?? []
    let facet = SummaryRecount<Row>.FacetModel(.values(of: \.city), .values()) {
      $0.city.filterValue
    }
    let sum = SummaryRecount<Row>.AggregateModel(.sum, ResultsKey(\.n)) { .int(Int64($0.n)) }
    let snapshot = ResultsSnapshot<Row>(storage: controller.presented())
    #expect(snapshot.facets[0] == recount.counts(of: facet, items))
    #expect(snapshot.aggregates == [recount.value(of: sum, items)])
    for section in snapshot {
      let rows = items.filter { $0.city.filterValue == section.key }
      #expect(section.aggregates == [recount.value(of: sum, rows)])
    }
    controller.remove(key: 3)
    #expect(controller.snapshot.facets[0] == recount.counts(of: facet, controller.items ?? []))
  }

  @Test func aSumDependsOnTheRowsAndNotOnTheirHistory() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    controller.aggregates = [ResultsAggregate(.sum, of: try ResultsKey("x"))]
    try controller.setItems([["id": 0, "x": 0.5]])
    try controller.add(["id": 1, "x": 1e300])
    try controller.add(["id": 2, "x": 0.1])
    try controller.add(["id": 3, "x": .double(.nan)])
    #expect(controller.snapshot.aggregates[0].value == .double(.nan))
    for key in 1...3 { controller.remove(key: key) }
    #expect(controller.snapshot.aggregates[0].value.isSpelled(as: 0.5))
    controller.remove(key: 0)
    #expect(controller.snapshot.aggregates[0].value.isSpelled(as: 0))
  }

  @Test func aKeyMayReadTheController() throws {
    let controller = try controller()
    let reading = ResultsKey<Row> { [unowned controller] row in
      controller.snapshot.facets.count > 5 ? nil : row.n
    }
    controller.facets = [.values(of: reading)]
    controller.aggregates = [ResultsAggregate(.sum, of: reading)]
    controller.replace(Row(4, n: 8))
    #expect(controller.snapshot.facets[0].distinct == 5)
    #expect(controller.snapshot.aggregates[0].value == 32)
  }

  @Test func withoutFacetsThereAreNoNumbers() throws {
    let controller = ResultsController<Row>(identifiedBy: \.id)
    try controller.setItems(Self.rows)
    let snapshot = controller.snapshot
    #expect(snapshot.facets == [] && snapshot.aggregates == [] && snapshot[0].aggregates == [])
    controller.facets = [.values(of: \.city)]
    #expect(snapshot.facets == [] && controller.snapshot.facets.count == 1)
    try controller.setItems(nil)
    #expect(controller.snapshot.facets == [])
  }
}
