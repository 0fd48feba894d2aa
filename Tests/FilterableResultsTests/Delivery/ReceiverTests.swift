import FilterableResults
import Testing

/// Who receives a change, in which order, and what the controller shows meanwhile.
@Suite struct ReceiverTests {
  private final class Delegate: ResultsControllerDelegate {
    var tell: (String) -> Void = { _ in }

    func controllerWillChangeContent(_ controller: ResultsController<Row>) { tell("will") }
    func controller(
      _ controller: ResultsController<Row>, didChange row: ResultsRow<Row>, _ change: ItemChange
    ) { tell("row") }
    func controllerDidChangeContent(_ controller: ResultsController<Row>) { tell("did") }
    func controllerShouldReload(_ controller: ResultsController<Row>) { tell("reload") }
  }

  private struct Edit {
    /// What changes; nil for nothing.
    let change: String?
    var rowEvents = 1
    let body: (ResultsController<Row>) throws -> Void
  }

  /// Edits of the rows 1, 2 and 3, one after another.
  private static var edits: [Edit] {
    [
      Edit(change: "I(3)") { try $0.add(Row(4)) },
      Edit(change: "U(1/1)") { $0.replace(Row(2, n: 1)) },
      Edit(change: nil) { $0.remove(key: 99) },
      Edit(change: "M(0→3)") {
        try $0.move(
          from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 3))
      },
      Edit(change: nil) { controller in
        try controller.performBatch {
          try controller.add(Row(5))
          controller.remove(key: 5)
        }
      },
      Edit(change: "D(0) I(3)", rowEvents: 2) { controller in
        try controller.performBatch {
          controller.remove(key: 2)
          try controller.add(Row(6))
        }
      },
      Edit(change: "D(3) D(2)", rowEvents: 2) {
        $0.filters.add(ResultsFilter("few") { 1 < $0.id && $0.id < 5 })
      },
      Edit(change: "D(1) I(0) U(0/1)", rowEvents: 3) { try $0.setItems([Row(2), Row(3, n: 7)]) },
      Edit(change: "reload") { try $0.setItems(nil) },
      Edit(change: "reload") { try $0.setItems(rows(1, 2, 4)) },
      Edit(change: "D(1)") { $0.remove(key: 4) },
    ]
  }

  @Test(arguments: 0..<16)
  func everyReceiverGetsEveryChange(receivers: Int) async throws {
    let has = (0..<4).map { receivers >> $0 & 1 == 1 }
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    var log: [String] = []
    let tell = { [unowned controller] (text: String) in
      log.append("\(text) \(controller.snapshot.rowCount)")
    }
    let delegate = Delegate()
    delegate.tell = { tell("delegate \($0)") }
    if has[0] { controller.delegate = delegate }
    if has[1] {
      controller.observe(
        willChange: { tell("first will \(describe($0))") },
        didChange: { tell("first did \(describe($0))") })
    }
    if has[2] { controller.observe { tell("second did \(describe($0))") } }
    var reader = has[3] ? controller.changes.makeAsyncIterator() : nil
    _ = await reader?.next()
    for (number, edit) in Self.edits.enumerated() {
      let before = controller.snapshot.rowCount
      try edit.body(controller)
      let after = controller.snapshot.rowCount
      guard let change = edit.change else {
        #expect(log == [], "edit \(number)")
        continue
      }
      var expected: [String] = []
      if change == "reload" {
        if has[0] { expected.append("delegate reload \(after)") }
      } else {
        if has[1] { expected.append("first will \(change) \(before)") }
        if has[0] {
          expected.append("delegate will \(before)")
          expected += Array(repeating: "delegate row \(after)", count: edit.rowEvents)
          expected.append("delegate did \(after)")
        }
      }
      if has[1] { expected.append("first did \(change) \(after)") }
      if has[2] { expected.append("second did \(change) \(after)") }
      #expect(log == expected, "edit \(number)")
      log = []
      if let read = await reader?.next() {
        #expect(describe(read) == change && read.new == controller.snapshot, "edit \(number)")
      }
    }
  }

  /// As many changes as the threshold are told one by one, and one more is a reload.
  @Test(arguments: 0...3, [false, true])
  func aThresholdIsTaken(threshold: Int, isHeld: Bool) throws {  // R16
    let edits: [(count: Int, body: (ResultsController<Row>) throws -> Void)] = [
      (1, { try $0.add(Row(9, n: 9)) }), (1, { $0.remove(key: 2) }),
      (1, { $0.replace(Row(2, n: 2, city: "x")) }), (2, { $0.replace(Row(2, n: 8)) }),
      (2, { $0.remove(rows(1, 2)) }), (3, { try $0.setItems([Row(3, n: 3, city: "x")]) }),
    ]
    for (number, edit) in edits.enumerated() {
      let controller = keyed {
        $0.rows.sort = [.ascending(\.n)]
        $0.delivery.reloadThreshold = threshold
      }
      try controller.setItems((1...3).map { Row($0, n: $0) })
      var counts: [Int?] = []
      let observation = controller.observe { counts.append($0.isReload ? nil : $0.changeset.count) }
      let held = isHeld ? controller.snapshot : nil
      try edit.body(controller)
      #expect(counts == [edit.count > threshold ? nil : edit.count], "edit \(number)")
      #expect(held == nil || held?.rowCount == 3)
      observation.cancel()
    }
  }

  /// Rows that are told apart in another way are loaded again where they look otherwise, and only then.
  @Test func anotherShapeIsSentWhereItLooksOtherwise() throws {
    let other = ResultsKey<Row>(\.n)
    let edits: [(change: String?, body: (ResultsController<Row>) throws -> Void)] = [
      (nil, { _ in }), ("reload", { $0.replace(Row(1, n: 1, city: "b")) }),
      ("reload", { $0.replace(Row(9, n: 1, city: "a")) }), ("reload", { $0.remove(key: 1) }),
      ("reload", { $0.sections.setCollapsed(true, forKey: "a") }),
      ("reload", { $0.sections.setCollapsed(false, forKey: "b") }),
      ("reload", { try $0.configure { $0.sections.title = { _ in "title" } } }),
      ("reload", { try $0.configure { $0.sections.order = .descending } }),
      (nil, { try $0.configure { $0.rows.sort = [.ascending(\.n)] } }),
    ]
    for (number, edit) in edits.enumerated() {
      let controller = keyed { $0.sections.key = ResultsKey(\.city) }
      try controller.setItems([
        Row(1, n: 1, city: "a"), Row(2, n: 2, city: "a"), Row(3, n: 3, city: "b"),
      ])
      controller.sections.setCollapsed(true, forKey: "b")
      let recorder = Recorder(controller)
      try controller.performBatch {
        try controller.configure { $0.rows.identity = other }
        try edit.body(controller)
      }
      #expect(recorder.take() == (edit.change.map { [$0] } ?? []), "edit \(number)")
      #expect(recorder.problems == [])
    }
  }
}
