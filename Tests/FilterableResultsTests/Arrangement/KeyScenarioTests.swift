import FilterableResults
import Testing

/// What makes a row a row, and data there or not.
@Suite struct KeyScenarioTests {
  @Test func aListIsARowOfAFlatList() throws {
    let controller = ResultsController<FilterValue>()
    try controller.setItems([])
    let counter = ChangeCounter(controller)
    try controller.add([1, 2])
    #expect(controller.snapshot.sectionCounts == [1])
    #expect(controller.snapshot[ResultsPath(section: 0, item: 0)] == [1, 2])
    #expect(counter.deliveries == 1)
  }

  @Test func oneKeyOfTwoKindsIsTwoRows() throws {
    let controller = try ResultsController<FilterValue>.dynamic()
    let (object, item) = (dynamic(1, nil), Row(1).filterValue)
    try controller.setItems([object, item, dynamic(2, nil)])
    #expect(controller.snapshot.rowCount == 3)
    #expect(controller.keysOfSeveralTypes == [1])
    #expect(controller.duplicateKeys == [])
    let counter = ChangeCounter(controller)
    controller.replace(Row(1, n: 5).filterValue)
    #expect(counter.updates == 1)
    #expect(controller.item(at: StorePosition(section: 0, offset: 0)) == object)
    try controller.setItems([item, object])
    #expect(controller.snapshot.rowCount == 2)
    controller.remove(item)
    #expect(controller.items == [object])
    #expect(controller.keysOfSeveralTypes == [])
  }

  /// Titles that are not the text of their keys come with the rows.
  @Test func whatASnapshotShowsBecomesTheData() throws {  // UA-5, TL-4
    let shown = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: "a", title: "Apples", rows: [.item(Row(1))]),
      ResultsSection(key: "b", title: "b", rows: []),
      ResultsSection(key: 3, title: "three", rows: [.item(Row(2))]),
    ])
    let controller = keyed { $0.sections.empty = .keep }
    try controller.setContents(of: shown)
    #expect(controller.snapshot.map(\.title) == ["Apples", "b", "three"])
    #expect(controller.snapshot.map(\.key) == ["a", "b", 3])
    #expect(texts(controller.snapshot) == [["1/0/-"], [], ["2/0/-"]])
    let one = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: "a", title: "Apples", rows: [.item(Row(1))])
    ])
    try controller.setContents(of: one)
    #expect(controller.snapshot.map(\.title) == ["Apples"])
    // A title that is the text of its key follows what makes titles.
    try controller.setContents(of: shown)
    try controller.configure { $0.sections.title = { key in key == "b" ? "Bananas" : nil } }
    #expect(controller.snapshot.map(\.title) == ["Apples", "Bananas", "three"])
  }

  @Test func aGapInAKeyPathIsNoKey() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("a.b.c"))
    try controller.setItems([["a": ["b": ["c": 5]]], ["a": ["b": nil]], ["a": nil], [:]])
    #expect(controller.item(forKey: 5) == ["a": ["b": ["c": 5]]])
    #expect(controller.key(of: ["a": ["b": nil]]) == nil)
    #expect(controller.key(of: ["a": ["b": ["c": 6]]]) == 6)
    #expect(controller.snapshot.rowCount == 4)
    #expect(controller.duplicateKeys == [])
    let typed = try ResultsController<Row>(identifiedBy: ResultsKey("city.length"))
    try typed.setItems([Row(1), Row(2), Row(3, city: "abc")])
    #expect(typed.count == 3)
    #expect(typed.item(forKey: 3)?.id == 3)
  }

  @Test func rowsWithoutTheKeyAreMatchedByEquality() throws {
    let controller = ResultsController<Row>(identifiedBy: \.city)
    try controller.setItems(rows(1, 1))
    #expect(controller.count == 2)
    #expect(controller.item(forKey: "1") == nil)
    #expect(controller.path(of: Row(1)) == ResultsPath(section: 0, item: 0))
  }

  /// Criteria of a stranger name permitted keys alone.
  @Test func sortKeysObeyAPolicy() throws {
    let policy = FilterPolicy(try Row.filterFields.keeping(["city"]))
    let keys = try ResultsSortKey<Row>.list("city, city.length", policy: policy)
    #expect(keys.map(\.keyPath) == ["city", "city.length"])
    #expect(try ResultsKey<Row>("city", policy: policy).keyPath == "city")
    #expect(throws: SyntaxError.self) { try ResultsKey<Row>("id", policy: policy) }
    for hidden in [
      "-id", "id[cd]", "id desc", "id:desc", "id", "SELF", "city,id", "SELF.@count", "no such key",
    ] {
      #expect(throws: SyntaxError.self) { try ResultsSortKey<Row>.list(hidden, policy: policy) }
    }
    let error = #expect(throws: SyntaxError.self) {
      try ResultsSortKey<Row>.list("city, -idd", policy: policy)
    }
    #expect(error?.message == "there is no key 'idd' here")
    #expect(error?.range == SourceRange(7, 10))
  }

  @Test func mergingIntoNothingLoads() throws {  // UA-19, UA-21
    let controller = keyed()
    let recorder = Recorder(controller)
    try controller.merge(rows(2, 1))
    #expect(recorder.take() == ["reload"])
    #expect(controller.items?.map(\.id) == [2, 1])
    try controller.setItems(nil)
    try controller.merge(rows(2, 1), sortedBy: [.ascending(\.id)])
    #expect(controller.items?.map(\.id) == [1, 2])
    try controller.setItems(nil)
    try controller.performBatch {
      try controller.merge(rows(1, 2))
      controller.sort { $0.id > $1.id }
    }
    #expect(controller.items?.map(\.id) == [2, 1])
    #expect(recorder.take() == ["reload", "reload", "reload", "reload"])
  }

  /// A key whose hash is that of all others.
  @Test func keysOfOneHashAreDifferentRows() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let key = { (id: Int) -> FilterValue in .item(Colliding(id: id)) }
    let row = { (id: Int, n: FilterValue) -> FilterValue in ["id": key(id), "n": n] }
    #expect(key(1).hashValue == key(2).hashValue && key(1) != key(2))
    try controller.setItems([row(1, 0), row(2, 0), row(3, 0)])
    #expect(controller.snapshot.rowCount == 3)
    #expect(controller.item(forKey: key(2)) == row(2, 0))
    let counter = ChangeCounter(controller)
    try controller.setItems([row(3, 0), row(1, 1), row(4, 0)])
    #expect(counter.deliveries == 1 && counter.updates == 1)
    #expect(controller.path(forKey: key(1)) == ResultsPath(section: 0, item: 1))
    #expect(controller.item(forKey: key(2)) == nil)
  }

  @Test func anEmptiedListIsLoadedAndHasNoRows() throws {
    let controller = keyed()
    #expect(!controller.hasNoRows && !controller.isLoaded)
    try controller.setItems(rows(1))
    #expect(!controller.hasNoRows)
    let recorder = Recorder(controller)
    try controller.setItems([])
    #expect(recorder.take() == ["D(0)"])
    #expect(controller.hasNoRows && controller.isLoaded)
    try controller.setSections([StoredSection("A", items: []), StoredSection("B", items: [])])
    #expect(controller.hasNoRows)
    try controller.configure { $0.sections.emptyAreData = true }
    #expect(!controller.hasNoRows)
    try controller.setSections([])
    #expect(controller.hasNoRows)
    try controller.setItems([])
    #expect(controller.hasNoRows)
  }

  @Test func queriesArePresentWhilePaused() throws {  // UA-22
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    _ = recorder.take()
    controller.pause()
    #expect(controller.isPaused)
    try controller.setItems(rows(3, 4, 5))
    #expect(controller.snapshot.items.map(\.id) == [3, 5])
    #expect(controller.path(forKey: 5) == ResultsPath(section: 0, item: 1))
    controller.resume(silently: true)
    #expect(recorder.take() == [])
    #expect(!controller.isPaused)
    controller.reload()
    try controller.add(Row(7))
    #expect(recorder.take() == ["reload", "I(2)"])
    #expect(recorder.problems == [])
  }

  @Test func aBatchCanUnloadAndLoad() throws {
    let controller = keyed()
    let recorder = Recorder(controller)
    try controller.performBatch { () throws(ResultsError) in
      try controller.setItems(rows(1))
      try controller.setItems(nil)
      try controller.setItems(rows(1, 2))
    }
    #expect(recorder.take() == ["reload"])
    controller.begin()
    try controller.setItems(nil)
    try controller.setItems(rows(2, 3))
    try controller.end()
    #expect(recorder.take() == ["D(0) I(1)"])
    #expect(recorder.problems == [])
  }

  @Test func observersSeeTheOldStateUntilTheBatchEnds() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var seen: [Int] = []
    let token = controller.observe(
      willChange: { seen += [$0.old.rowCount, controller.snapshot.rowCount] },
      didChange: { seen += [$0.new.rowCount, controller.snapshot.rowCount] })
    seen = []
    controller.begin()
    try controller.add(Row(2))
    #expect(controller.snapshot.rowCount == 2)
    #expect(controller.path(forKey: 2) == ResultsPath(section: 0, item: 1))
    #expect(seen == [])
    try controller.end()
    #expect(seen == [1, 1, 2, 2])
    withExtendedLifetime(token) {}
  }

  @Test func nothingIsSentUnlessWanted() throws {
    let controller = keyed { $0.delivery.sendsEmptyChanges = true }
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.setItems(rows(1))
    #expect(recorder.take() == [""])
    try controller.configure { $0.delivery.sendsEmptyChanges = false }
    _ = recorder.take()
    try controller.setItems(rows(1))
    #expect(recorder.take() == [])
  }
}

/// A value whose hash tells nothing.
private struct Colliding: FilterItem {
  var id: Int

  var typeName: String { "Colliding" }
  var filterKeys: [String] { ["id"] }

  func filterValue(forKey key: String) -> FilterValue? {
    key == "id" ? .int(Int64(id)) : nil
  }

  func isEqual(to other: any FilterItem) -> Bool { (other as? Colliding)?.id == id }
}
