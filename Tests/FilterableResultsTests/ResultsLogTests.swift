import FilterableResults
import Foundation
import TestSupport
import Testing

/// Changes that are kept: undone, redone, shown again, written down (wish 14).
@Suite struct ResultsLogTests {
  private func log(
    _ controller: ResultsController<Row>, limit: Int? = nil
  ) -> (log: Recording, token: ResultsObservation) {
    let recording = Recording(ResultsLog(of: controller, limit: limit))
    return (recording, controller.observe { recording.log.record($0) })
  }

  private final class Recording {
    var log: ResultsLog<Row>
    init(_ log: ResultsLog<Row>) { self.log = log }
  }

  @Test func changesAreUndoneAndRedone() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let (recording, token) = log(controller)
    #expect(recording.log.undo() == nil && !recording.log.canUndo && !recording.log.canRedo)
    try controller.add(Row(4))
    controller.replace(Row(2, n: 5))
    try controller.move(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 3))
    #expect(recording.log.map { describe($0) } == ["I(3)", "U(1/1)", "M(0→3)"])
    let shown = Recorder(controller)
    let apply = { (change: ResultsChange<Row>?) throws -> [String] in
      let change = try #require(change)
      try controller.performSilently(for: token) { () throws(ResultsError) in
        try controller.setContents(of: change.new)
      }
      return shown.take()
    }
    #expect(try apply(recording.log.undo()) == ["M(3→0)"])
    #expect(try apply(recording.log.undo()) == ["U(1/1)"])
    #expect(controller.items == rows(1, 2, 3, 4))
    #expect(recording.log.position == 1 && recording.log.count == 3)
    #expect(try apply(recording.log.redo()) == ["U(1/1)"])
    #expect(controller.items == [Row(1), Row(2, n: 5), Row(3), Row(4)])
    // An edit after an undo forgets what was undone; it is logged by keys, not by the numbers of a store.
    controller.replace(Row(2, n: 6))
    #expect(recording.log.count == 3 && !recording.log.canRedo)
    #expect(recording.log.last.map { describe($0) } == "U(1/1)")
    #expect(recording.log.redo() == nil)
    #expect(shown.take() == ["U(1/1)"])
    #expect(try apply(recording.log.undo()) == ["U(1/1)"])
    #expect(controller.item(forKey: 2)?.n == 5)
    #expect(shown.problems == [])
  }

  @Test func aLimitForgetsTheFirstChanges() throws {
    let controller = keyed()
    try controller.setItems([])
    let (recording, token) = log(controller, limit: 3)
    for id in 1...5 { try controller.add(Row(id)) }
    #expect(recording.log.count == 3 && recording.log.start.items == rows(1, 2))
    #expect(recording.log.undo()?.new.items == rows(1, 2, 3, 4))
    #expect(recording.log.undo()?.new.items == rows(1, 2, 3))
    // What was undone goes before what is in force.
    recording.log.limit = 2
    #expect(recording.log.count == 2 && recording.log.position == 1)
    #expect(recording.log.start.items == rows(1, 2))
    recording.log.limit = 0
    #expect(recording.log.isEmpty && recording.log.start.items == rows(1, 2, 3))
    #expect(recording.log.undo() == nil && recording.log.redo() == nil)
    #expect(token.isActive)
  }

  @Test(arguments: RandomSearch.seeds(30))
  func aLogIsShownAgainAsItWas(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    let (recording, token) = log(controller)
    for _ in 0..<12 {
      switch dice.below(6) {
      case 0: try controller.setItems(nil)
      case 1:
        try controller.configure {
          $0.rows.sort = [dice.below(2) == 0 ? .ascending(\.n) : .descending(\.id)]
        }
      default:
        try controller.setItems(
          (0..<dice.below(9)).map {
            Row($0, n: dice.below(3), city: ["a", "b", nil][dice.below(3)])
          }
          .shuffled(using: &dice))
      }
    }
    let log = recording.log
    // Shown again by views that follow the rules.
    let forms = ListViewForms()
    forms.apply(ResultsChange(reloading: log.start, from: ResultsSnapshot(sections: nil)))
    for change in log { forms.apply(change) }
    #expect(forms.problems == [])
    #expect(log.snapshot == controller.snapshot)
    // Written down and read again it is the same, and leads from anywhere to anywhere.
    let copy = try JSONDecoder().decode(
      ResultsLog<Row>.self, from: JSONEncoder().encode(log))
    #expect(copy.start == log.start && copy.position == log.position)
    #expect(copy.elementsEqual(log))
    let (first, last) = (dice.below(log.count + 1), dice.below(log.count + 1))
    let state = { (position: Int) in position == 0 ? log.start : log[position - 1].new }
    let jump = copy.change(from: first, to: last)
    #expect(jump.old == state(first) && jump.new == state(last))
    #expect(try jump.applying(to: state(first)) == state(last))
    var undone = copy
    while let change = undone.undo() { #expect(change.new == undone.snapshot) }
    #expect(undone.snapshot == log.start && undone.position == 0)
    while undone.redo() != nil {}
    #expect(undone.snapshot == log.snapshot)
    #expect(token.isActive)
  }

  @Test func changesBetweenPositionsAreOne() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let (recording, token) = log(controller)
    try controller.add(Row(4))
    controller.remove(key: 1)
    controller.replace(Row(3, n: 1))
    let log = recording.log
    let changes = (0...3).map { first in
      (0...3).map { describe(log.change(from: first, to: $0)) }
    }
    #expect(
      changes == [
        ["", "I(3)", "D(0) I(2)", "D(0) I(2) U(2/1)"],
        ["D(3)", "", "D(0)", "D(0) U(2/1)"],
        ["D(2) I(0)", "I(0)", "", "U(1/1)"],
        ["D(2) I(0) U(1/2)", "I(0) U(1/2)", "U(1/1)", ""],
      ])
    #expect(token.isActive)
  }

  /// A limit that is read holds as one that is set.
  @Test func aLimitThatIsReadForgetsTheFirstChanges() throws {
    let controller = keyed()
    try controller.setItems([])
    let (recording, token) = log(controller, limit: 3)
    for id in 1...3 { try controller.add(Row(id)) }
    let text = String(decoding: try JSONEncoder().encode(recording.log), as: UTF8.self)
    for limit in 0...4 {
      let read = try JSONDecoder().decode(
        ResultsLog<Row>.self,
        from: Data(text.replacing(#""limit":3"#, with: "\"limit\":\(limit)").utf8))
      #expect(read.limit == limit && read.count == min(3, limit) && read.position == read.count)
      #expect(read.start.items.count == 3 - read.count && read.snapshot.items == rows(1, 2, 3))
    }
    #expect(token.isActive)
  }

  @Test func aDamagedLogIsRefused() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let (recording, token) = log(controller)
    try controller.add(Row(2))
    let text = String(decoding: try JSONEncoder().encode(recording.log), as: UTF8.self)
    let read = { (text: String) in
      try JSONDecoder().decode(ResultsLog<Row>.self, from: Data(text.utf8))
    }
    #expect(try read(text).snapshot.items == rows(1, 2))
    #expect(text.contains(#""position":1"#) && text.contains(#""insertedItems":[[0,1]]"#))
    for (old, new) in [
      (#""position":1"#, #""position":2"#), (#""position":1"#, #""position":-1"#),
      (#""insertedItems":[[0,1]]"#, #""insertedItems":[[0,7]]"#),
    ] {
      #expect(throws: (any Error).self) { try read(text.replacing(old, with: new)) }
    }
    #expect(token.isActive)
  }
}
