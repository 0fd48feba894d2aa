import FilterableResults
import Foundation
import TestSupport
import Testing

/// Edits of the store that are undone and redone, whatever is shown.
@Suite struct ResultsLogTests {
  private func logged(
    _ items: [Row], _ settings: (inout ResultsConfiguration<Row>) -> Void = { _ in }
  ) throws -> ResultsController<Row> {
    let controller = keyed(settings)
    try controller.setItems(items)
    controller.log = ResultsLog()
    return controller
  }

  @Test func editsAreUndoneAndRedone() throws {
    let controller = try logged(rows(1, 2, 3))
    #expect(try !controller.undo() && !controller.redo())
    try controller.add(Row(4))
    controller.replace(Row(2, n: 5))
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 3))
    #expect(controller.log?.undoCount == 3)
    let shown = Recorder(controller)
    try controller.undo()
    #expect(shown.take() == ["M(3→0)"])
    try controller.undo()
    #expect(shown.take() == ["U(1/1)"] && controller.items == rows(1, 2, 3, 4))
    #expect(controller.log?.undoCount == 1 && controller.log?.redoCount == 2)
    try controller.redo()
    #expect(shown.take() == ["U(1/1)"] && controller.item(forKey: 2)?.n == 5)
    // An edit after an undo drops what could be redone.
    controller.replace(Row(2, n: 6))
    #expect(try !controller.redo() && controller.log?.undoCount == 3)
    try controller.undo()
    #expect(controller.item(forKey: 2)?.n == 5 && shown.problems == [])
  }

  /// Six rows are stored, three are shown, one of these is removed.
  @Test func undoLeavesHiddenRowsAlone() throws {
    let all = (1...6).map { Row($0, n: $0 % 2) }
    let controller = try logged(all)
    controller.filters.add(ResultsFilter("odd") { $0.n == 1 })
    controller.remove(key: 3)
    #expect(controller.count == 5 && controller.snapshot.rowCount == 2)
    try controller.undo()
    #expect(controller.items == all && controller.snapshot.rowCount == 3)
    // A hidden row that was edited is hidden still, and another filter shows it as it was.
    controller.replace(Row(2, n: 4))
    try controller.undo()
    controller.filters.removeAll()
    #expect(controller.snapshot.items == all)
    // Filters are no edits.
    #expect(controller.log?.undoCount == 0 && controller.log?.redoCount == 1)
  }

  @Test func undoIsOfTheStoreUnderOrdersAndSections() throws {
    let all = [Row(1, n: 3, city: "a"), Row(2, n: 1, city: "b"), Row(3, n: 2, city: "a")]
    let controller = try logged(all) {
      $0.sections.key = ResultsKey(\.city)
      $0.rows.sort = [.ascending(\.n)]
    }
    controller.remove(key: 2)
    try controller.configure { $0.sections.key = nil }
    try controller.undo()
    #expect(controller.items == all && controller.snapshot.items.map(\.id) == [2, 3, 1])
    try controller.configure { $0.sections.key = ResultsKey(\.city) }
    try controller.redo()
    #expect(controller.snapshot.map { $0.items.map(\.id) } == [[3, 1]])
    // Sections of the store, with their titles and places.
    let stored = [
      StoredSection("x", title: "X", items: rows(1, 2)), StoredSection("y", items: rows(3)),
    ]
    try controller.configure { $0.sections.key = nil }
    try controller.setSections(stored)
    try controller.sections.remove(at: 0)
    try controller.sections.add(StoredSection("z", items: rows(7)))
    try controller.sections.setTitle("Y", at: 0)
    try controller.sections.move(from: 1, to: 0)
    #expect(controller.snapshot.map(\.title) == ["z", "Y"])
    for _ in 0..<4 { try controller.undo() }
    #expect(controller.sections.stored == stored)
    try controller.undo()
    #expect(controller.items == [all[0], all[2]])
    while try controller.redo() {}
    #expect(controller.snapshot.map(\.title) == ["z", "Y"])
    #expect(controller.sections.stored?.map(\.items) == [rows(7), rows(3)])
  }

  @Test func aBatchIsOneEdit() throws {
    let controller = try logged(rows(1, 2, 3))
    let shown = Recorder(controller)
    try controller.performBatch { () throws(ResultsError) in
      controller.remove(key: 1)
      controller.replace((2...3).map { Row($0, n: 9) })
      try controller.add(Row(4))
      #expect(throws: ResultsError.batchIsOpen) { try controller.undo() }
    }
    #expect(shown.take().count == 1 && controller.log?.undoCount == 1)
    try controller.undo()
    #expect(controller.items == rows(1, 2, 3) && shown.take() == ["D(2) I(0) U(0/1) U(1/2)"])
    // What is rolled back is no edit, and a rollback inside a batch takes its part out of it.
    controller.begin()
    controller.remove(key: 2)
    controller.begin()
    controller.remove(key: 3)
    try controller.rollback()
    try controller.end()
    #expect(controller.items == rows(1, 3) && controller.log?.redoCount == 0)
    try controller.undo()
    #expect(controller.items == rows(1, 2, 3) && controller.log?.undoCount == 0)
  }

  /// Other contents as a whole: by hand, and by a source that the controller follows.
  @Test func contentsAreUndoneAsAWhole() throws {
    let source = MemorySource(rows(1, 2))
    let controller = keyed()
    controller.log = ResultsLog()
    controller.follow(source) { _ in Issue.record("no error") }
    source.commit { $0 = rows(2, 3, 4) }
    try controller.setItems(nil)
    try controller.undo()
    #expect(controller.items == rows(2, 3, 4))
    try controller.undo()
    #expect(controller.items == rows(1, 2))
    try controller.undo()
    #expect(!controller.isLoaded)
    while try controller.redo() {}
    #expect(!controller.isLoaded)
    // The next change of the source shows what it holds.
    source.commit { $0.append(Row(5)) }
    #expect(controller.items == rows(2, 3, 4, 5))
    try controller.undo()
    #expect(!controller.isLoaded)
  }

  @Test func anOrderIsUndone() throws {
    let controller = try logged(rows(3, 1, 2))
    controller.sort(by: [.ascending(\.id)])
    #expect(controller.items == rows(1, 2, 3))
    controller.sort(by: [.ascending(\.id)])
    #expect(controller.log?.undoCount == 1)
    try controller.undo()
    #expect(controller.items == rows(3, 1, 2))
  }

  @Test func rowsWithoutKeysAreUndone() throws {
    let controller = try ResultsController<Row>(ResultsConfiguration())
    controller.log = ResultsLog()
    try controller.setItems(rows(1, 1, 2))
    try controller.remove(at: StorePosition(section: 0, offset: 1))
    controller.replace(rows(1, 2))
    try controller.replace(Row(1), with: Row(7))
    for _ in 0..<3 { try controller.undo() }
    #expect(controller.items == rows(1, 1, 2))
    while try controller.redo() {}
    #expect(controller.items == rows(7, 2))
  }

  /// Where a filter hits a limit, rows and log are as they were, and the undo can be made later.
  @Test func aRefusedUndoChangesNothing() throws {
    let controller = try logged(rows(1, 2, 3))
    controller.remove(Row(2))
    try controller.filters.add(
      ResultsFilter("few", predicate: FilterPredicate<Row>("ANY {1, 2, 3, 4, 5, 6} == id + n")))
    var limits = EvaluationLimits.standard
    limits.steps = 1
    controller.setLimits(limits)
    let shown = Recorder(controller)
    #expect(throws: ResultsError.self) { try controller.undo() }
    #expect(controller.items == rows(1, 3) && controller.log?.undoCount == 1 && shown.take() == [])
    controller.setLimits(.standard)
    try controller.undo()
    #expect(controller.items == rows(1, 2, 3) && shown.take() == ["I(1)"])
  }

  @Test func anotherIdentityEmptiesTheLog() throws {
    let controller = try logged([Row(1, n: 1), Row(2, n: 1)])
    controller.remove(key: 2)
    try controller.configure { $0.rows.identity = ResultsKey(\.n) }
    #expect(try !controller.undo() && controller.items == [Row(1, n: 1)])
    // In a batch too, and the rows that it drops are no edit.
    try controller.configure { $0.rows.identity = ResultsKey(\.id) }
    try controller.add(Row(3, n: 1))
    try controller.performBatch { () throws(ResultsError) in
      controller.replace(Row(3, n: 2))
      try controller.configure { $0.rows.identity = ResultsKey(\.n) }
      controller.remove(key: 1)
    }
    #expect(controller.log?.undoCount == 1)
    try controller.undo()
    #expect(controller.items == [Row(1, n: 1), Row(3, n: 2)])
  }

  /// An observer that edits makes an edit of its own, also while an undo is delivered.
  @Test func editsOfObserversAreEditsOfTheirOwn() throws {
    let controller = try logged(rows(1, 2))
    var edits = 0
    controller.observe { [unowned controller] _ in
      edits += 1
      if edits < 3 { controller.replace(Row(1, n: edits)) }
    }
    controller.remove(key: 2)
    #expect(controller.log?.undoCount == 3)
    try controller.undo()
    try controller.undo()
    try controller.undo()
    #expect(controller.items == rows(1, 2) && controller.log?.redoCount == 3)
    edits = 1
    try controller.redo()
    #expect(controller.items == [Row(1, n: 2)])
    #expect(controller.log?.redoCount == 0 && controller.log?.undoCount == 2)
  }

  @Test func aLimitDropsTheFirstEdits() throws {
    let controller = keyed()
    controller.log = ResultsLog(limit: 3)
    try controller.setItems([])
    for id in 1...5 { try controller.add(Row(id)) }
    while try controller.undo() {}
    #expect(controller.items == rows(1, 2) && controller.log?.redoCount == 3)
    controller.log?.limit = 2
    while try controller.redo() {}
    #expect(controller.items == rows(1, 2, 3, 4, 5) && controller.log?.undoCount == 2)
    controller.log = nil
    #expect(try !controller.undo())
  }

  /// A log that begins or ends in a batch has what was done while it was set.
  @Test func aLogCanBeSetInABatch() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    controller.begin()
    try controller.add(Row(2))
    controller.log = ResultsLog()
    try controller.add(Row(3))
    controller.begin()
    try controller.add(Row(4))
    try controller.rollback()
    try controller.end()
    try controller.undo()
    #expect(controller.items == rows(1, 2))
    try controller.redo()
    controller.begin()
    controller.remove(key: 1)
    let log = controller.log
    controller.log = log
    controller.remove(key: 2)
    try controller.rollback()
    #expect(controller.items == rows(1, 2, 3) && controller.log?.undoCount == 1)
    try controller.undo()
    #expect(controller.items == rows(1, 2))
  }

  /// A log that is written and read again leads back all the same, at each point of a random session.
  @Test(arguments: RandomSearch.seeds(20))
  func aLogThatIsReadLeadsBack(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed()
    controller.log = ResultsLog()
    var states: [[StoredSection<Row>]?] = []
    for _ in 0..<12 {
      let count = controller.log?.undoCount ?? 0
      let before = controller.sections.stored
      let row = Row(dice.below(9), n: dice.below(3), city: ["a", nil][dice.below(2)])
      switch dice.below(8) {
      case 0: try controller.setItems(nil)
      case 1: try controller.setItems(rows(1, 2, 3))
      case 2:
        try controller.setSections([
          StoredSection("x", title: "X", items: rows(1, 2)), StoredSection(nil, items: [row]),
        ])
      case 3: try? controller.sections.move(from: 1, to: 0)
      case 4: controller.remove(key: FilterValue.int(Int64(row.id)))
      case 5: try? controller.sections.remove(at: 0)
      default: try? controller.merge([row])
      }
      if controller.log?.undoCount == count + 1 { states.append(before) }
    }
    let data = try JSONEncoder().encode(controller.log)
    let end = controller.sections.stored
    controller.log = try JSONDecoder().decode(ResultsLog<Row>.self, from: data)
    #expect(controller.log?.undoCount == states.count)
    for state in states.reversed() {
      try controller.undo()
      #expect(controller.sections.stored == state)
    }
    controller.log = try JSONDecoder().decode(
      ResultsLog<Row>.self, from: JSONEncoder().encode(controller.log))
    while try controller.redo() {}
    #expect(controller.sections.stored == end)
  }

  @Test func aLogOfOtherRowsIsRefused() throws {
    let controller = try logged(rows(1, 2))
    controller.replace(Row(2, n: 1))
    let log = try #require(controller.log)
    let other = keyed()
    try other.setItems(rows(2, 1))
    other.log = log
    #expect(throws: ResultsError.otherContents) { try other.undo() }
    #expect(other.items == rows(2, 1) && other.log?.undoCount == 1)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ResultsLog<Row>.self, from: Data(#"{"undo":[[{"no":{}}]]}"#.utf8))
    }
  }
}
