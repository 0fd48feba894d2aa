import FilterableResults
import FilterableResultsUI
import Observation
import Testing

/// An observable model: each property tells of its own changes.
@MainActor @Suite struct ResultsModelTests {
  /// Whether a property has told that it changes.
  @MainActor private final class Watch {
    private var hasChanged = false
    private let read: () -> Void

    init(_ read: @escaping () -> Void) {
      self.read = read
      begin()
    }

    private func begin() {
      hasChanged = false
      withObservationTracking {
        read()
      } onChange: { [weak self] in
        // Called where the property is set, before it is.
        MainActor.assumeIsolated { self?.hasChanged = true }
      }
    }

    /// Whether there was a change since the last call.
    func take() -> Bool {
      guard hasChanged else { return false }
      begin()
      return true
    }
  }

  private func model() throws -> ResultsModel<Row> {
    let model = ResultsModel(
      ResultsController<Row>(identifiedBy: \.id, sectionedBy: \.city)
    ) { text in
      try text == "all" ? nil : FilterPredicate(text: "city CONTAINS \(text)")
    }
    try model.controller.setItems([
      Row(1, city: "Rome"), Row(2, city: "Oslo"), Row(3, city: "Rome"),
    ])
    return model
  }

  @Test func theSnapshotIsThatOfTheController() throws {
    let model = try model()
    #expect(texts(model.snapshot) == [["1/0/Rome", "3/0/Rome"], ["2/0/Oslo"]])
    let snapshots = Watch { _ = model.snapshot }
    let filters = Watch { _ = model.filters }
    try model.controller.add(Row(4, city: "Bern"))
    #expect(snapshots.take())
    #expect(model.snapshot == model.controller.snapshot && model.snapshot.count == 3)
    model.controller.remove(key: 99)
    #expect(!snapshots.take())
    model.controller.remove(key: 4)
    #expect(snapshots.take() && !filters.take())
  }

  @Test func filtersAreSetAndWatched() throws {
    let model = try model()
    let snapshots = Watch { _ = model.snapshot }
    let filters = Watch { _ = model.filters }
    try model.filters.add(ResultsFilter("Rome", predicate: FilterPredicate("city == 'Rome'")))
    #expect(filters.take())
    #expect(snapshots.take())
    #expect(model.snapshot.items.map(\.id) == [1, 3] && model.controller.filters.count == 1)
    try model.filters.add(ResultsFilter("all", predicate: nil))
    #expect(filters.take())
    #expect(!snapshots.take())
  }

  @Test func aSearchIsAFilterUntilItsTextIsEmpty() throws {
    let model = try model()
    let errors = Watch { _ = model.error == nil }
    model.searchText = "'Ro'"
    #expect(model.snapshot.items.map(\.id) == [1, 3])
    #expect(model.filters.map(\.name) == ["'Ro'"])
    // What is no filter leaves the one before.
    model.searchText = "'Ro"
    #expect(model.error is SyntaxError && model.snapshot.items.map(\.id) == [1, 3])
    #expect(errors.take())
    model.searchText = "all"
    #expect(model.error == nil && model.snapshot.rowCount == 3 && model.filters.isEmpty)
    model.searchText = "'Os'"
    #expect(model.snapshot.items.map(\.id) == [2])
    model.searchText = ""
    #expect(model.snapshot.rowCount == 3 && model.filters.isEmpty)
  }

  @Test func editsThatFailAreTakenBackAndReported() throws {
    let model = try model()
    model.perform {
      try $0.add(Row(7))
      try $0.remove(at: StorePosition(section: 9, offset: 9))
    }
    #expect(model.error as? ResultsError == .noPosition(StorePosition(section: 9, offset: 9)))
    #expect(model.controller.count == 3)
    model.perform { try $0.add(Row(7)) }
    #expect(model.error == nil && model.snapshot.rowCount == 4)
  }

  @Test func theSelectionFollowsItsRows() throws {
    let model = try model()
    let selection = Watch { _ = model.selection }
    let third = Watch { _ = model.isSelected(Row(3)) }
    model.select { $0.select(Row(3)) }
    #expect(selection.take() && third.take())
    #expect(model.selection == [Row(3, city: "Rome")] && model.isSelected(Row(3)))
    model.controller.replace(Row(3, n: 5, city: "Oslo"))
    #expect(selection.take())
    #expect(model.selection == [Row(3, n: 5, city: "Oslo")])
    model.controller.remove(key: 3)
    #expect(model.selection == [] && !model.isSelected(Row(3)))
  }

  @Test func failuresAreThoseOfTheLastEdit() throws {
    let model = ResultsModel(try ResultsController<FilterValue>(identifiedBy: ResultsKey("id")))
    try model.controller.setItems([["id": 1, "n": 5], ["id": 2, "n": "x"]])
    try model.filters.add(ResultsFilter("n", predicate: FilterPredicate("n > 3")))
    #expect(model.failures.count == 1)
    // A row that is not shown makes no change.
    model.perform { try $0.merge([["id": 3, "n": "y"], ["id": 4, "n": "z"]]) }
    #expect(model.failures.count == 2)
    try model.controller.setItems([["id": 1, "n": 6], ["id": 2, "n": "x"]])
    #expect(model.failures.count == 1)
    model.filters.removeAll()
    #expect(model.failures.count == 0)
  }

  @Test func facetsAndAggregatesAreWatchedApart() throws {
    let model = try model()
    let facets = Watch { _ = model.facets }
    let aggregates = Watch { _ = model.aggregates }
    let selection = Watch { _ = model.selection }
    #expect(model.facets == [] && model.aggregates == [])
    model.perform {
      $0.facets = [.values(of: \.city, ignoring: "city")]
      $0.aggregates = [.sum(\.n)]
    }
    #expect(facets.take() && aggregates.take() && !selection.take())
    #expect(model.facets.map { $0.counts.map(\.count) } == [[2, 1]])
    #expect(model.aggregates == [AggregateValue(0)])
    // A number that the facet does not read, and a city of a value that the sum does not change.
    model.controller.replace(Row(1, n: 5, city: "Rome"))
    #expect(!facets.take() && aggregates.take() && selection.take())
    model.controller.replace(Row(2, city: "Bern"))
    #expect(facets.take() && !aggregates.take())
    #expect(model.aggregates == [AggregateValue(5)])
    model.controller.facets = []
    #expect(facets.take() && !aggregates.take() && model.facets == [])
    model.controller.aggregates = []
    #expect(!facets.take() && aggregates.take() && model.aggregates == [])
    try model.controller.add(Row(4, city: "Bern"))
    #expect(!facets.take() && !aggregates.take())
  }

  @Test func valuesAreChosen() throws {
    let model = try model()
    model.controller.facets = [.values(of: \.city, ignoring: "city"), .values(of: \.n)]
    let (facets, filters) = (Watch { _ = model.facets }, Watch { _ = model.filters })
    let snapshots = Watch { _ = model.snapshot }
    model.choose(["Oslo"], in: 0)
    #expect(facets.take() && filters.take() && snapshots.take())
    #expect(model.snapshot.items.map(\.id) == [2] && model.filters.map(\.group) == ["city"])
    let counts = model.facets.first?.counts ?? []
    #expect(counts.map(\.value) == ["Rome", "Oslo"] && counts.map(\.count) == [2, 1])
    #expect(counts.map(\.isInForce) == [false, true])
    // The list shows the chosen rows, the text of a search filters them and the counts.
    model.searchText = "'Ro'"
    #expect(model.snapshot.items == [] && model.facets.first?.counts.map(\.count) == [2, 0])
    for facet in [1, 2] {
      model.choose([1], in: facet)
      #expect(model.error is ResultsError)
    }
    #expect(filters.take() && !filters.take())
    model.choose([], in: 0)
    #expect(model.error == nil && model.filters.map(\.group) == ["search"])
    #expect(filters.take() && model.snapshot.items.map(\.id) == [1, 3])
  }

  /// A change of numbers alone is one of the snapshot, whose sections have aggregates.
  @Test func numbersAloneAreANewSnapshot() throws {
    let model = try model()
    model.controller.aggregates = [.sum(\.n)]
    model.controller.sections.setCollapsed(true, forKey: "Rome")
    let (snapshots, selection) = (Watch { _ = model.snapshot }, Watch { _ = model.selection })
    model.controller.replace(Row(1, n: 5, city: "Rome"))
    #expect(snapshots.take() && !selection.take())
    #expect(model.snapshot.first?.aggregates == [AggregateValue(5)])
    #expect(model.snapshot.last?.aggregates == [AggregateValue(0)])
  }

  @Test func aModelEndsBeforeItsController() throws {
    let controller = ResultsController<Row>(identifiedBy: \.id)
    weak var gone: ResultsModel<Row>?
    do {
      let model = ResultsModel(controller)
      gone = model
      try controller.setItems(rows(1))
      #expect(model.snapshot.rowCount == 1)
    }
    #expect(gone == nil)
    try controller.add(Row(2))
    #expect(controller.snapshot.rowCount == 2)
  }
}
