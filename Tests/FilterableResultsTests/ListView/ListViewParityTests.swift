import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import ResultsTestSupport
import Testing

/// What a view gets of a change (the updates and the view controllers of TLIndexPathTools).
@Suite struct ListViewParityTests {
  private func sections(_ rows: KeyValuePairs<FilterValue, [Row]>) -> [StoredSection<Row>] {
    rows.map { StoredSection($0.key, items: $0.value) }
  }

  /// Structure, in the order of the list, and contents in a batch of their own.
  @Test func aChangeIsABatchAndThenItsContents() throws {  // TL-27
    let controller = keyed()
    let view = RecordingListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    adapter.didApply = { change, isFinished in
      view.calls.append("applied \(change.new.rowCount) \(isFinished)")
    }
    // Without data before it a change is a reload.
    try controller.setSections(sections(["A": rows(1, 2, 3), "B": rows(4), "C": rows(5)]))
    #expect(view.take() == ["reload", "layout", "applied 5 true"])
    try controller.setSections(
      sections(["D": rows(5), "A": [Row(3), Row(1, n: 1), Row(6)], "B": rows(4)]))
    #expect(
      view.take() == [
        "begin", "deleteSections 2", "insertSections 0", "deleteItems 0,1", "insertItems 1,2",
        "moveItem 0,2 1,0", "end", "begin", "reloadItems 1,1", "end", "applied 5 true",
      ])
    // All rows go, and come again, in a batch; what is not loaded any more is a reload.
    try controller.setSections(sections(["A": [], "B": []]))
    #expect(
      view.take() == [
        "begin", "deleteSections 0", "deleteItems 2,0 1,2 1,1 1,0", "end", "applied 0 true",
      ])
    try controller.setSections(sections(["A": rows(1), "B": []]))
    #expect(view.take() == ["begin", "insertItems 0,0", "end", "applied 1 true"])
    try controller.setItems(nil)
    #expect(view.take() == ["reload", "layout", "applied 0 true"])
  }

  /// Nothing between two empty lists but the completion.
  @Test func aChangeOfNothingIsCompletedAlone() {  // TL-27
    let empty = ResultsSnapshot<Row>(sections: [ResultsSection(key: nil, rows: [])])
    let view = RecordingListView()
    let adapter = ListViewAdapter<Row>(view)
    adapter.apply(ResultsChange(reloading: empty, from: ResultsSnapshot(sections: nil)))
    #expect(view.take() == ["reload", "layout"])
    var completions: [Bool] = []
    adapter.apply(ResultsChange(from: empty, to: empty, identifiedBy: \.id)) {
      completions.append($0)
    }
    #expect(view.take() == [] && completions == [true])
  }

  /// A cell that stays is given its new content; one of another kind is made again.
  @Test func cellsAreConfiguredOrMadeAgain() throws {  // TL-33
    let controller = keyed()
    let view = RecordingListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    try controller.setItems(rows(1, 2, 3))
    _ = view.take()
    // The kind of a cell is the city of its row.
    adapter.keepsCell = { $0.item?.city == $1.item?.city }
    controller.replace([Row(1, n: 1), Row(2, n: 1, city: "b"), Row(3, n: 1)])
    #expect(view.take() == ["begin", "reloadItems 0,1", "reconfigureItems 0,0 0,2", "end"])
    adapter.keepsCell = nil
    controller.replace(Row(1, n: 2))
    #expect(view.take() == ["begin", "reloadItems 0,0", "end"])
    adapter.reloadsItems = false
    controller.replace(Row(1, n: 3))
    #expect(view.take() == [])
    #expect(adapter.rows.item(at: ResultsPath(section: 0, item: 0))?.n == 3)
  }

  /// Changes during an animation wait for its end, and are one then.
  @Test func changesWaitForAnAnimation() throws {  // TL-33
    let controller = keyed()
    let view = RecordingListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    try controller.setItems(rows(1))
    _ = view.take()
    view.endsAtOnce = false
    view.willPerform = { if !controller.isPaused { controller.pause() } }
    adapter.didApply = { _, _ in
      view.willPerform = {}
      controller.resume()
    }
    try controller.add(Row(2))
    #expect(view.take() == ["begin", "insertItems 0,1", "end"])
    try controller.add(Row(3))
    controller.remove(key: 1)
    #expect(view.take() == [] && adapter.rows.counts == [2] && controller.count == 2)
    view.endAnimations()
    #expect(view.take() == ["begin", "deleteItems 0,0", "insertItems 0,1", "end"])
    #expect(adapter.snapshot.items == rows(2, 3) && !controller.isPaused)
  }

  /// A view that is not on screen reloads, and takes batches once it is.
  @Test func aViewOffScreenReloads() throws {  // TL-33
    let controller = keyed()
    let view = RecordingListView()
    view.takesBatches = false
    let adapter = ListViewAdapter<Row>(view, following: controller)
    try controller.setItems(rows(1))
    try controller.add(Row(2))
    #expect(view.take() == ["reload", "reload"])
    view.takesBatches = true
    try controller.add(Row(3))
    #expect(view.take() == ["layout", "begin", "insertItems 0,2", "end"])
    #expect(adapter.rows.counts == [3])
  }

  @Test func viewsTakeTheBatchAndThenTheContents() throws {  // TL-27, TL-28, TL-29
    let controller = keyed()
    let view = StrictListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    view.counts = { [unowned adapter] in adapter.rows.counts }
    view.cell = { [unowned adapter] path in adapter.rows.row(at: path).map(text) }
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3)),
    ])
    #expect(view.reloads == 1 && view.batches == 0)
    // Out of a section that goes, into one that comes, and both.
    try controller.setSections([
      StoredSection("B", items: rows(3, 1)), StoredSection("C", items: rows(2, 4)),
    ])
    #expect(view.reloads == 1 && view.batches == 1)
    #expect(view.rows == texts(controller.snapshot))
    controller.replace(Row(3, n: 1))
    #expect(view.batches == 2 && view.reloadedItems == 1)
    adapter.reloadsItems = false
    controller.replace(Row(3, n: 2))
    #expect(view.reloadedItems == 1)
    #expect(view.problems == [])
    #expect(adapter.snapshot[ResultsPath(section: 0, item: 0)]?.n == 2)
    var batches = view.batches
    try controller.add(Row(9))
    #expect(view.batches == batches + 1)
    // While a view is busy changes are held back.
    controller.pause()
    try controller.add(Row(10))
    try controller.add(Row(11))
    #expect(view.batches == batches + 1)
    controller.resume()
    #expect(view.batches == batches + 2)
    batches = view.batches
    view.takesBatches = false
    try controller.add(Row(12))
    #expect(view.reloads == 2 && view.batches == batches)
    view.layoutIfNeeded()
    #expect(view.rows == texts(controller.snapshot))
    #expect(view.problems == [])
  }
}
