import FilterableResults
import Testing

/// Data coming and going, and the keys of rows.
@Suite struct LoadingScenarioTests {
  @Test func dataComesAndGoesAsReloads() throws {
    let controller = keyed()
    let recorder = Recorder(controller)
    try controller.setItems(nil)
    #expect(recorder.take() == [])
    try controller.setItems(rows(1, 2))
    #expect(recorder.take() == ["reload"])
    try controller.setItems(nil)
    #expect(recorder.take() == ["reload"])
    #expect(controller.snapshot.sections.isEmpty)
    #expect(controller.item(forKey: 1) == nil)
    #expect(controller.path(of: Row(1)) == nil)
    #expect(!controller.hasNoRows)
  }

  @Test func anEmptyListIsData() throws {
    let controller = keyed()
    try controller.setItems([])
    #expect(controller.isLoaded && controller.hasNoRows)
    #expect(controller.snapshot.sectionCounts == [0])
    try controller.setSections([])
    #expect(controller.snapshot.sectionCounts == [])
  }

  @Test func anotherShapeIsOneReload() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    try controller.setSections([
      StoredSection("A", items: rows(1)), StoredSection("B", items: rows(2)),
    ])
    #expect(recorder.take() == ["reload"])
  }

  @Test func sectionsCanAllBeRemoved() throws {
    let controller = keyed()
    try controller.setSections([StoredSection("A", items: rows(1)), StoredSection("B", items: [])])
    try controller.sections.remove(at: 0)
    try controller.sections.remove(at: 0)
    #expect(controller.snapshot.sections.isEmpty && controller.isLoaded)
  }

  @Test func filtersBeforeDataAreKept() throws {  // UA-45
    let controller = keyed()
    let recorder = Recorder(controller)
    controller.filters.add(ResultsFilter("even") { $0.id % 2 == 0 })
    try controller.setItems(rows(1, 2, 3, 4))
    #expect(recorder.take() == ["reload"])
    #expect(controller.snapshot.items.map(\.id) == [2, 4])
  }

  @Test func pausedChangesComeAsOne() throws {  // TL-9
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    controller.pause()
    try controller.add(Row(3))
    try controller.setItems(rows(2, 4))
    controller.replace(Row(2, n: 1))
    controller.resume()
    #expect(recorder.take() == ["D(0) I(1) U(1/0)"])
    controller.pause()
    try controller.setItems(rows(7))
    try controller.setItems([Row(2, n: 1), Row(4)])
    controller.resume()
    #expect(recorder.take() == [])
  }

  @Test func theGateHoldsBackAllButReloads() throws {  // UA-42
    let controller = keyed { $0.delivery.waitsUntilLoaded = true }
    let recorder = Recorder(controller)
    try controller.setItems(rows(1))
    try controller.add(Row(2))
    #expect(recorder.take() == ["reload"])
    #expect(controller.snapshot.rowCount == 2)
    controller.beginDelivering()
    try controller.add(Row(3))
    #expect(recorder.take() == ["I(2)"])
  }

  @Test(arguments: [
    (ResultsConfiguration<Row>.Duplicates.first, ["7/1/-"]), (.last, ["7/2/-"]),
  ])
  func duplicatesFollowThePolicy(
    policy: ResultsConfiguration<Row>.Duplicates, expected: [String]
  ) throws {
    let controller = keyed { $0.rows.duplicates = policy }
    try controller.setItems([Row(7, n: 1), Row(7, n: 2)])
    #expect(texts(controller.snapshot) == [expected])
    #expect(controller.duplicateKeys == [7])
    try controller.setItems([Row(7, n: 1)])
    try controller.add(Row(7, n: 2))
    #expect(texts(controller.snapshot) == [expected])
  }

  @Test func refusedDuplicatesChangeNothing() throws {
    let controller = keyed { $0.rows.duplicates = .refuse }
    #expect(throws: ResultsError.duplicateKey(7)) { try controller.setItems(rows(7, 7)) }
    #expect(!controller.isLoaded)
    try controller.setItems(rows(7))
    let recorder = Recorder(controller)
    #expect(throws: ResultsError.duplicateKey(7)) {
      try controller.merge(rows(8)); try controller.add(Row(7))
    }
    #expect(recorder.take() == ["I(1)"])
  }

  @Test func rowsWithoutAKeyAreNeverMerged() throws {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    let controller = try ResultsController(configuration)
    let named = { (id: FilterValue, n: Int64) -> FilterValue in
      .object(FilterObject([(key: "id", value: id), (key: "n", value: .int(n))]))
    }
    try controller.setItems([named(.null, 1), named(.null, 1), named(.int(3), 1), .string("x")])
    #expect(controller.snapshot.rowCount == 4)
    #expect(controller.item(forKey: 3) != nil)
    #expect(controller.item(forKey: 4) == nil)
    #expect(controller.path(forKey: 3) == ResultsPath(section: 0, item: 2))
  }

  @Test func keysCompareAsTheLanguageDoes() throws {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    let controller = try ResultsController(configuration)
    let item = { (id: FilterValue) -> FilterValue in .object(FilterObject([(key: "id", value: id)]))
    }
    try controller.setItems([
      item(.int(1)), item(.double(1)), item(.bool(true)), item(.string("1")),
    ])
    #expect(controller.snapshot.rowCount == 2)
    #expect(controller.item(forKey: FilterValue.double(1)) == item(.int(1)))
    let sent = ChangeCounter(controller)
    controller.replace(item(.double(1)))
    #expect(sent.updates == 1)
  }

  @Test func standInsFindTheirRows() throws {
    let controller = keyed()
    try controller.setItems([Row(1, n: 5), Row(2, n: 5)])
    #expect(controller.path(of: Row(2)) == ResultsPath(section: 0, item: 1))
    #expect(controller.currentVersion(of: Row(1, n: 0)) == Row(1, n: 5))
  }

  @Test func hiddenRowsHaveAStoredPlaceOnly() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    controller.filters.add(ResultsFilter("not 3") { $0.id != 3 })
    #expect(controller.position(forKey: 3) == StorePosition(section: 0, offset: 2))
    #expect(controller.path(forKey: 3) == nil)
    #expect(controller.filtersHiding(key: 3) == ["not 3"])
    #expect(controller.filtersHiding(key: 1) == [])
    #expect(controller.filtersHiding(key: 9) == nil)
    let recorder = Recorder(controller)
    controller.remove(key: 3)
    #expect(recorder.take() == [])
    #expect(controller.count == 2)
  }

  @Test(arguments: [(5, 0), (0, 9), (-1, 0), (0, -1), (Int.max, Int.min)])
  func placesOutsideAreNil(section: Int, item: Int) throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3)),
    ])
    let path = ResultsPath(section: section, item: item)
    #expect(controller.snapshot[path] == nil)
    #expect(controller.item(at: StorePosition(section: section, offset: item)) == nil)
  }

  @Test func withoutIdentityNoKeyIsKnown() throws {
    let controller = ResultsController<Row>()
    try controller.setItems(rows(1))
    #expect(controller.item(forKey: 1) == nil)
    #expect(controller.path(of: Row(1)) == ResultsPath(section: 0, item: 0))
  }
}

/// Counts what a controller of any items sends.
final class ChangeCounter<Item: Filterable> {
  var updates = 0
  var deliveries = 0
  private var observation: ResultsObservation?

  init(_ controller: ResultsController<Item>) {
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      deliveries += 1
      updates += change.changeset.updatedItems.count
    }
    deliveries = 0
  }
}
