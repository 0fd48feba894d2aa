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
    try model.filters.add(Filter("Rome", predicate: FilterPredicate("city == 'Rome'")))
    #expect(filters.take())
    #expect(snapshots.take())
    #expect(model.snapshot.items.map(\.id) == [1, 3] && model.controller.filters.count == 1)
    try model.filters.add(Filter("all", predicate: nil))
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
    try model.filters.add(Filter("n", predicate: FilterPredicate("n > 3")))
    #expect(model.failures.count == 1)
    // A row that is not shown makes no change.
    model.perform { try $0.merge([["id": 3, "n": "y"], ["id": 4, "n": "z"]]) }
    #expect(model.failures.count == 2)
    try model.controller.setItems([["id": 1, "n": 6], ["id": 2, "n": "x"]])
    #expect(model.failures.count == 1)
    model.filters.removeAll()
    #expect(model.failures.count == 0)
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
