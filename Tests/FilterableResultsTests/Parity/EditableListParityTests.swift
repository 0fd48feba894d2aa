import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import Testing

/// What an editable list can do that is shown through filters (UAFilterableResultsController).
@Suite struct EditableListParityTests {
  private func at(_ section: Int, _ item: Int) -> ResultsPath {
    ResultsPath(section: section, item: item)
  }

  private func stored(_ section: Int, _ offset: Int) -> StorePosition {
    StorePosition(section: section, offset: offset)
  }

  private func sections(_ controller: ResultsController<Row>) throws {
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3)),
    ])
  }

  @Test func rowsAreFoundByPlaceByKeyAndByStandIn() throws {  // UA-1, UA-4, UA-24 to UA-28
    let controller = ResultsController<Row>(identifiedBy: \.id)
    #expect(controller.items == nil && controller.sections.stored == nil)
    #expect(controller.item(forKey: 1) == nil && controller.path(of: Row(1)) == nil)
    #expect(controller.item(at: stored(0, 0)) == nil)
    try sections(controller)
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    #expect(controller.items == rows(1, 2, 3))
    #expect(controller.sections.stored?.map(\.items) == [rows(1, 2), rows(3)])
    #expect(controller.item(at: stored(0, 0)) == Row(1))
    #expect(controller.snapshot[at(0, 0)] == Row(2))
    #expect(controller.item(at: stored(0, 2)) == nil && controller.snapshot[at(0, 1)] == nil)
    #expect(controller.item(forKey: 1) == Row(1) && controller.item(forKey: 9) == nil)
    #expect(controller.position(of: Row(2, n: 7)) == stored(0, 1))
    #expect(controller.path(of: Row(2, n: 7)) == at(0, 0))
    #expect(controller.position(forKey: 1) == stored(0, 0) && controller.path(forKey: 1) == nil)
    #expect(controller.position(forKey: 9) == nil && controller.path(forKey: 3) == at(1, 0))
    // What was read is a copy: it does not follow.
    let items = controller.items
    try controller.add(Row(4))
    #expect(items == rows(1, 2, 3))
  }

  @Test func identityCanBeChanged() throws {  // UA-2
    let controller = ResultsController<Row>()
    try controller.setItems([Row(1, n: 7), Row(2, n: 8)])
    #expect(controller.item(forKey: 7) == nil)
    let recorder = Recorder(controller)
    try controller.configure { $0.rows.identity = ResultsKey(\.n) }
    #expect(controller.item(forKey: 7)?.id == 1)
    try controller.configure { $0.rows.identity = ResultsKey(\.id) }
    #expect(controller.item(forKey: 7) == nil && controller.item(forKey: 2)?.n == 8)
    controller.replace(Row(2, n: 9))
    #expect(recorder.take().last == "U(1/1)")
    try controller.configure { $0.rows.identity = nil }
    #expect(controller.item(forKey: 2) == nil)
  }

  @Test func dataIsFlatOrSectioned() throws {  // UA-5, UA-8, UA-9
    let controller = keyed()
    #expect(controller.items == nil && controller.count == 0)
    try sections(controller)
    controller.filters.add(ResultsFilter("none") { _ in false })
    #expect(controller.items?.map(\.id) == [1, 2, 3])
    #expect(controller.count == 3 && controller.snapshot.rowCount == 0)
    try controller.setItems(rows(5))
    #expect(controller.items?.map(\.id) == [5] && controller.sections.counts == [1])
    try controller.setItems(nil)
    #expect(controller.items == nil && !controller.isLoaded)
  }

  @Test func dataIsSetInAnOrder() throws {  // UA-6, UA-7
    let items = [Row(1, n: 2, city: "b"), Row(2, n: 1, city: "B"), Row(3, n: 1, city: "a"), Row(4)]
    let controller = keyed()
    try controller.setItems(items, sortedBy: ResultsSortKey.list("n , city", policy: .unrestricted))
    #expect(controller.items?.map(\.id) == [4, 2, 3, 1])
    try controller.setItems(
      items,
      sortedBy:
        ResultsSortKey.list("city,n", options: .caseInsensitive, policy: .unrestricted))
    #expect(controller.items?.map(\.id) == [4, 3, 2, 1])
    try controller.setItems(items)
    controller.sort { $0.n > $1.n }
    #expect(controller.items?.map(\.id) == [1, 2, 3, 4])
    try controller.setItems(items)
    controller.sort { $0.n < $1.n }
    #expect(controller.items?.map(\.id) == [4, 2, 3, 1])
    // An order by code and later data: the order belongs to the data that was set.
    try controller.setItems(items)
    #expect(controller.items?.map(\.id) == [1, 2, 3, 4])
  }

  @Test func mergedRowsAreOrderedInTheirSections() throws {  // UA-20, UA-21
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(3, 1)), StoredSection("B", items: rows(2)),
    ])
    let recorder = Recorder(controller)
    try controller.performBatch {
      try controller.merge([Row(1, n: 5), Row(0)])
      controller.sort { $0.id < $1.id }
    }
    #expect(texts(controller.snapshot) == [["1/5/-", "3/0/-"], ["0/0/-", "2/0/-"]])
    #expect(recorder.changes.count == 1 && recorder.problems == [])
    controller.sort { $0.id > $1.id }
    #expect(texts(controller.snapshot) == [["3/0/-", "1/5/-"], ["2/0/-", "0/0/-"]])
    #expect(recorder.changes.count == 2)
  }

  @Test func rowsAreAddedRemovedAndReplaced() throws {  // UA-10 to UA-18
    let controller = keyed()
    #expect(throws: ResultsError.noData) { try controller.add(Row(1)) }
    try sections(controller)
    try controller.add(Row(4))
    try controller.add(Row(5), toSection: 0)
    try controller.add(Row(6), toSection: -1)
    #expect(throws: ResultsError.noSection(2)) { try controller.add(Row(7), toSection: 2) }
    #expect(controller.sections.stored?.map { $0.items.map(\.id) } == [[1, 2, 5], [3, 4, 6]])
    controller.remove(Row(5, n: 9))
    controller.remove(Row(99))
    controller.remove(key: 6)
    controller.remove(key: 99)
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    let recorder = Recorder(controller)
    try controller.remove(at: stored(0, 1))
    #expect(recorder.take() == ["D(0)"])
    #expect(throws: ResultsError.noPosition(stored(0, 1))) {
      try controller.remove(at: stored(0, 1))
    }
    controller.replace(Row(3, n: 1))
    controller.replace(Row(99, n: 1))
    try controller.replace(Row(4), with: Row(8))
    try controller.replace(at: stored(1, 1), with: Row(8, n: 2))
    controller.replace([Row(1, n: 3), Row(3, n: 3), Row(77)])
    #expect(
      recorder.take() == ["U(1,0/1,0)", "D(1,1) I(1,1)", "U(1,1/1,1)", "U(1,0/1,0)"])
    #expect(controller.items?.map(\.text) == ["1/3/-", "3/3/-", "8/2/-"])
    try controller.setItems(rows(1))
    // A flat list is one section, whatever section is asked for.
    try controller.add(Row(2), toSection: 7)
    #expect(controller.items?.map(\.id) == [1, 2])
  }

  @Test func batchesNestAndNeedAnEnd() throws {  // UA-23
    let transcript = Transcript(keyed())
    transcript.step("load") { try $0.setItems(rows(1)) }
    transcript.step("nested") {
      $0.begin()
      try $0.add(Row(2))
      $0.begin()
      $0.remove(Row(1))
      try $0.end()
      try $0.end()
    }
    let lines = transcript.text.split(separator: "\n")
    #expect(lines.filter { $0.contains("will") }.count == 1)
    #expect(lines.filter { $0 == "  did" }.count == 1)
    transcript.step("once too often") { try $0.end() }
    #expect(transcript.text.hasSuffix("error: no batch was begun\n  = [2]\n"))
  }

  @Test func filtersComeInNumbers() throws {  // UA-33, UA-37, UA-38
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4, 5, 6))
    let recorder = Recorder(controller)
    try controller.filters.add([
      ResultsFilter("even", group: "a") { $0.id % 2 == 0 },
      ResultsFilter("small", group: "b") { $0.id < 5 },
      ResultsFilter("all", predicate: nil),
    ])
    #expect(recorder.take() == ["D(5) D(4) D(2) D(0)"])
    #expect(controller.filters.map(\.name) == ["even", "small", "all"])
    #expect(controller.filters.map(\.group) == ["a", "b", nil])
    #expect(controller.filters[2].predicate == nil)
    // A filter is known by its name and group, whatever it tests.
    let removed = try (
      controller.filters.remove(ResultsFilter("even", predicate: nil)),
      controller.filters.remove(ResultsFilter("even", group: "a", predicate: nil))
    )
    #expect(removed == (false, true))
    controller.filters.add(ResultsFilter("all") { $0.id < 3 })
    #expect(controller.filters.map(\.name) == ["small", "all"])
  }

  /// A view that asks as a table's data source does.
  @Test func viewsAreAnsweredByTheSnapshot() throws {  // UA-39, UA-40, UA-41, UA-43
    let view = StrictListView()
    let controller = keyed()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    view.counts = { [unowned adapter] in adapter.rows.counts }
    view.cell = { [unowned adapter] path in adapter.rows.row(at: path).map(text) }
    #expect(adapter.snapshot.sections.count == 0)
    try controller.setItems(rows(1))
    #expect(adapter.snapshot.sections.count == 1)
    controller.filters.add(ResultsFilter("not 2") { $0.id != 2 })
    try controller.setSections([
      StoredSection("A", title: "First", items: rows(1, 2)), StoredSection("B", items: rows(3)),
    ])
    #expect(adapter.snapshot.sectionCounts == [1, 1])
    #expect(adapter.snapshot.section(at: 0)?.title == "First")
    #expect(adapter.snapshot.section(at: 1)?.title == "B")
    #expect(adapter.snapshot.section(at: 2) == nil)
    #expect(adapter.snapshot[at(1, 0)] == Row(3))
    #expect(view.rows == texts(controller.snapshot))
    #expect(!controller.hasNoRows)
    try controller.setSections([])
    #expect(controller.hasNoRows)
    #expect(view.rows == [] && view.problems == [])
  }
}
