import FilterableResults
import TestSupport
import Testing

/// Moves: as few as can be, and the order of the lists.
@Suite struct MoveScenarioTests {
  private func change(
    _ old: [Int], _ new: [Int], _ configure: (inout ResultsConfiguration<Row>) -> Void = { _ in }
  ) throws -> ResultsChange<Row> {
    let controller = keyed(configure)
    try controller.setItems(old.map { Row($0) })
    let recorder = Recorder(controller)
    try controller.setItems(new.map { Row($0) })
    #expect(recorder.problems == [])
    #expect(recorder.shown.allSatisfy { $0 == [new.map { Row($0).text }] })
    return try #require(recorder.changes.first)
  }

  @Test func aReversedListOfThreeIsTwoMoves() throws {
    let change = try change([1, 2, 3], [3, 2, 1])
    #expect(change.changeset.movedItems.count == 2)
    #expect(change.changeset.structuralCount == 2)
  }

  @Test func aTurnedListReplaysInThreeMoves() throws {
    let change = try change([1, 2, 3, 4, 5], [4, 5, 3, 1, 2])
    #expect(change.changeset.movedItems.count == 3)
    #expect(change.changeset.structuralCount == 3)
    #expect(texts(try change.applying(to: change.old)) == texts(change.new))
    var ids = [1, 2, 3, 4, 5]
    for step in change.sequence {
      guard case .moveItem(let from, let to) = step else {
        Issue.record("\(step) is no move")
        return
      }
      ids.insert(ids.remove(at: from.item), at: to.item)
    }
    #expect(ids == [4, 5, 3, 1, 2])
  }

  @Test func everyKindAtOnceIsTheFewest() throws {
    #expect(
      describe(try change([1, 2, 3, 4], [5, 4, 2, 6, 1])) == "D(2) I(0) I(3) M(3→1) M(1→2)")
  }

  @Test func aMovedRowCanBeAnUpdatedOne() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    try controller.setItems([Row(2, n: 1), Row(1)])
    #expect(recorder.take() == ["D(2) M(1→0) U(1/0)"])
  }

  @Test(arguments: RandomSearch.seeds(30))
  func listsAreInOrder(seed: UInt64) throws {  // ZS-13
    var dice = SeededGenerator(seed: seed)
    let controller = keyed()
    let random = { (dice: inout SeededGenerator) in
      ["A", "B", "C"].shuffled(using: &dice).enumerated().map { place, key in
        StoredSection<Row>(
          key,
          items: (0..<6).filter { _ in Bool.random(using: &dice) }.map {
            Row(place * 6 + $0, n: Int.random(in: 0..<2, using: &dice))
          })
      }
    }
    try controller.setSections(random(&dice))
    let recorder = Recorder(controller)
    try controller.setSections(random(&dice))
    for change in recorder.changes {
      let changes = change.changeset
      #expect(changes.deletedItems == changes.deletedItems.sorted(by: >))
      #expect(changes.insertedItems == changes.insertedItems.sorted())
      #expect(changes.movedItems.map(\.to) == changes.movedItems.map(\.to).sorted())
      #expect(changes.updatedItems.map(\.to) == changes.updatedItems.map(\.to).sorted())
      #expect(changes.deletedSections == changes.deletedSections.sorted(by: >))
      #expect(changes.insertedSections == changes.insertedSections.sorted())
      #expect(changes.movedSections.map(\.to) == changes.movedSections.map(\.to).sorted())
    }
    #expect(recorder.problems == [])
  }

  @Test func movesCanBeDeletionsAndInsertions() throws {  // ZS-12, ZS-15
    let swap = try change([0, 1, 2, 3, 4], [0, 3, 2, 1, 4]) { $0.delivery.reportsMoves = false }
    #expect(describe(swap) == "D(3) D(1) I(1) I(3)")
    #expect(describe(try change([0, 1, 2, 3, 4], [0, 3, 2, 1, 4])) == "M(3→1) M(1→3)")
    let controller = keyed { $0.delivery.reportsMoves = false }
    let section = { (key: String, ids: [Int]) in
      StoredSection<Row>(key, items: ids.map { Row($0) })
    }
    try controller.setSections([section("A", [1, 2]), section("B", [3])])
    let recorder = Recorder(controller)
    try controller.setSections([section("A", [1]), section("B", [3, 2])])
    #expect(recorder.take() == ["D(1) I(1,1)"])
    try controller.setSections([section("B", [3, 1, 2]), section("A", [])])
    let sent = try #require(recorder.changes.first?.changeset)
    #expect(sent.movedSections.isEmpty && sent.movedItems.isEmpty)
    #expect(sent.deletedSections.count == 1 && sent.insertedSections.count == 1)
    #expect(recorder.problems == [])
    #expect(recorder.shown.allSatisfy { $0 == texts(controller.snapshot) })
  }

  @Test(arguments: RandomSearch.seeds(60))
  func changesWithoutMovesFitToo(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.delivery.reportsMoves = false }
    try controller.setSections(randomSections(&dice))
    let recorder = Recorder(controller)
    controller.reload()
    recorder.changes = []
    try controller.setSections(randomSections(&dice))
    #expect(recorder.problems == [], "seed \(seed)")
    for change in recorder.changes where !change.isReload {
      #expect(change.changeset.movedItems.isEmpty && change.changeset.movedSections.isEmpty)
      #expect(texts(try change.applying(to: change.old)) == texts(change.new), "seed \(seed)")
    }
    #expect(recorder.shown.allSatisfy { $0 == texts(controller.snapshot) }, "seed \(seed)")
  }

  private func randomSections(_ dice: inout SeededGenerator) -> [StoredSection<Row>] {
    var result: [StoredSection<Row>] = []
    var ids = (0..<9).shuffled(using: &dice)
    for key in ["A", "B", "C"].shuffled(using: &dice) where Int.random(in: 0..<4, using: &dice) > 0
    {
      let count = Int.random(in: 0...ids.count, using: &dice)
      let items = ids.prefix(count).map { Row($0, n: Int.random(in: 0..<2, using: &dice)) }
      ids.removeFirst(count)
      result.append(StoredSection(key, items: items))
    }
    return result
  }

  @Test func sectionsMoveWithTheirRows() throws {
    let section = { (key: String, ids: [Int]) in
      StoredSection<Row>(key, items: ids.map { Row($0) })
    }
    let changes = { (old: [StoredSection<Row>], new: [StoredSection<Row>]) throws -> String in
      let controller = keyed()
      try controller.setSections(old)
      let recorder = Recorder(controller)
      try controller.setSections(new)
      #expect(recorder.problems == [])
      return recorder.take().joined()
    }
    let swapped = try changes(
      [section("A", [1, 2]), section("B", [3, 4])], [section("B", [4, 3]), section("A", [1, 2])])
    #expect(swapped.hasPrefix("sM(1→0)") || swapped.hasPrefix("sM(0→1)"))
    #expect(swapped.hasSuffix(") M(1,1→0)") || swapped.hasSuffix(") M(1,0→1)"))
    #expect(
      try changes(
        [section("A", [1, 2]), section("B", [3, 4]), section("C", [5])],
        [section("C", [5, 1]), section("A", [2, 6]), section("B", [4, 3])])
        == "sM(2→0) I(1,1) M(0→1) M(1,1→2,0)")
  }
}
