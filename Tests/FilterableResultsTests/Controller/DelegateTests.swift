import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import Testing

/// What a delegate is told, call by call.
@Suite struct DelegateTests {
  private final class Transcript: ResultsControllerDelegate {
    var lines: [String] = []

    func controllerWillChangeContent(_ controller: ResultsController<Row>) {
      lines.append("will \(controller.snapshot.rowCount)")
    }

    func controller(_ controller: ResultsController<Row>, didChangeSection change: SectionChange) {
      lines.append("section \(change) \(controller.snapshot.rowCount)")
    }

    func controller(
      _ controller: ResultsController<Row>, didChange row: ResultsRow<Row>, _ change: ItemChange
    ) {
      let kind =
        switch change {
        case .delete: "delete"
        case .insert: "insert"
        case .move: "move"
        case .update: "update"
        }
      lines.append("\(kind) \(row.item?.id ?? -1)")
    }

    func controllerDidChangeContent(_ controller: ResultsController<Row>) {
      lines.append("did \(controller.snapshot.rowCount)")
    }

    func controllerShouldReload(_ controller: ResultsController<Row>) { lines.append("reload") }
  }

  @Test func callsComeInOrderAndTheNewStateFromTheFirstEventOn() throws {  // UA-3, UA-44, BS-4
    let delegate = Transcript()
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    controller.delegate = delegate
    try controller.setItems([
      Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "a"), Row(4, city: "b"),
    ])
    try controller.performBatch { () throws(ResultsError) in
      controller.remove(key: 2)
      controller.remove(key: 4)
      try controller.add(Row(5, city: "c"))
      try controller.add(Row(6, city: "a"))
      try controller.move(
        from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 3))
      controller.replace(Row(3, n: 1, city: "a"))
    }
    #expect(
      delegate.lines == [
        "reload", "will 4", "section delete(at: 1) 4", "section insert(at: 1) 4", "delete 2",
        "insert 6", "move 1", "update 3", "did 4",
      ])
  }

  @Test func theDelegateIsNotKept() throws {
    let controller = keyed()
    var delegate: Transcript? = Transcript()
    weak let gone = delegate
    controller.delegate = delegate
    delegate = nil
    #expect(gone == nil)
    try controller.setItems(rows(1))
  }

  @Test func aReloadStandsForManyChanges() throws {  // reload rules, R13, R15, R16
    let controller = keyed { $0.delivery.reloadThreshold = 2 }
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.setItems(rows(1, 2, 3))
    try controller.setItems(rows(4, 5))
    #expect(recorder.take() == ["I(1) I(2)", "reload"])
    try controller.configure {
      $0.delivery.reloadThreshold = nil
      $0.delivery.reloadsFromEmpty = true
    }
    try controller.setItems([])
    try controller.setItems(rows(1))
    #expect(recorder.take() == ["D(1) D(0)", "reload"])
    let view = StrictListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    view.source = { [unowned adapter] in texts(adapter.snapshot) }
    view.takesBatches = false
    try controller.add(Row(7))
    #expect(view.reloads == 1 && view.batches == 0)
  }
}
