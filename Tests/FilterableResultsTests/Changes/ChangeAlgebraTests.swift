import FilterableResults
import Foundation
import TestSupport
import Testing

/// Coding, inversion and composition, and streams of changes.
@Suite struct ChangeAlgebraTests {
  private func controller() throws -> ResultsController<Row> {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b")])
    return controller
  }

  @Test func snapshotsAndChangesAreCoded() throws {
    let controller = try controller()
    let recorder = Recorder(controller)
    let old = controller.snapshot
    try controller.merge([Row(1, n: 4, city: "b"), Row(7, city: "c")])
    let change = try #require(recorder.changes.first)
    let coded = try JSONEncoder().encode(controller.snapshot)
    #expect(try JSONDecoder().decode(ResultsSnapshot<Row>.self, from: coded) == controller.snapshot)
    let patch = try JSONEncoder().encode(change.patch)
    let read = try JSONDecoder().decode(ResultsPatch<Row>.self, from: patch)
    #expect(read == change.patch)
    #expect(texts(try read.applied(to: old)) == texts(controller.snapshot))
    let changeset = try JSONEncoder().encode(change.changeset)
    #expect(try JSONDecoder().decode(Changeset.self, from: changeset) == change.changeset)
    let damaged = Data(
      String(decoding: coded, as: UTF8.self).replacing("\"id\"", with: "\"ix\"").utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ResultsSnapshot<Row>.self, from: damaged)
    }
    #expect(throws: ChangesetError.self) { try read.applied(to: ResultsSnapshot(sections: [])) }
  }

  @Test(arguments: RandomSearch.seeds(40))
  func twoChangesAreOne(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    let random = { (dice: inout SeededGenerator) in
      (0..<10).shuffled(using: &dice).prefix(7).map {
        Row(
          $0, n: Int.random(in: 0..<2, using: &dice),
          city: ["a", "b", "c"].randomElement(using: &dice))
      }
    }
    try controller.setItems(random(&dice))
    let recorder = Recorder(controller)
    try controller.setItems(random(&dice))
    try controller.setItems(random(&dice))
    guard recorder.changes.count == 2 else { return }
    let (first, second) = (recorder.changes[0], recorder.changes[1])
    let both = try first.composed(with: second)
    #expect(texts(try both.applying(to: first.old)) == texts(second.new), "seed \(seed)")
    #expect(
      both.changeset.structuralCount
        <= first.changeset.structuralCount + second.changeset.structuralCount, "seed \(seed)")
    #expect(throws: ChangesetError.self) {
      try first.changeset.validate(
        from: first.old.sectionCounts, to: first.new.sectionCounts + [99])
    }
  }

  /// A section that would move to the place that it has stays (R12), and the others move round it.
  /// Two changes can lead there through a list in which it has another place.
  @Test func twoChangesCanBeOneOfMoreSectionMoves() throws {
    let orders = [[1, 2, 3, 4, 5], [4, 5, 1, 2, 3], [4, 5, 3, 1, 2]]
    let none = Array(repeating: 0, count: 5)
    let lists = Array(repeating: [Int](), count: 5)
    let change = { (old: Int, new: Int) in
      Changeset(from: lists, in: orders[old], to: lists, in: orders[new]) { _ in false }
    }
    let (first, second, whole) = (change(0, 1), change(1, 2), change(0, 2))
    #expect(first.movedSections.count == 2 && second.movedSections.count == 1)
    #expect(try first.composed(with: second, from: none, through: none, to: none) == whole)
    #expect(whole.movedSections.count == 4)

    // Nothing less does: whatever stays, the others move, each to another place than it has.
    let places = orders[2].map { $0 - 1 }
    for stays in 0..<(1 << 5) {
      let staying = places.indices.filter { stays >> $0 & 1 == 1 }.map { places[$0] }
      let moving = places.indices.filter { stays >> $0 & 1 == 0 }
      guard staying == staying.sorted(), moving.allSatisfy({ places[$0] != $0 }) else { continue }
      #expect(moving.count >= 4)
    }
  }

  @Test func noListHasLessThanNoRows() {
    let nothing = Changeset()
    #expect(throws: ChangesetError.self) { try nothing.validate(from: [-1], to: [-1]) }
    #expect(throws: ChangesetError.self) { try nothing.stages(from: [2, -1]) }
    #expect(throws: ChangesetError.self) { try nothing.sequence(from: [-1]) }
    #expect(throws: ChangesetError.self) {
      try nothing.composed(with: nothing, from: [-1], through: [-1], to: [-1])
    }
  }

  @Test func aSlowReaderGetsOneChange() async throws {
    let controller = try controller()
    var reader = controller.changes.makeAsyncIterator()
    #expect(await reader.next()?.isReload == true)
    try controller.add(Row(8, city: "b"))
    for id in 20..<60 { try controller.add(Row(id, city: "b")) }
    controller.remove(key: 8)
    let change = await reader.next()
    #expect(change?.changeset.insertedItems.count == 40)
    #expect(change.map { texts($0.new) } == texts(controller.snapshot))
  }

  @Test func streamsEndWithTheController() async throws {
    var controller: ResultsController<Row>? = keyed()
    var reader = controller?.changes.makeAsyncIterator()
    weak let gone = controller
    controller = nil
    #expect(gone == nil)
    #expect(await reader?.next() == nil)
  }

  @Test(arguments: [[3, 2], [1, 2, 3], [2, 1], [3, 1, 2], [4, 3, 2, 1], [], [5, 1]])
  func everyFormRebuildsEveryList(old: [Int]) throws {
    let all = [
      [], [1], [2, 1], [1, 2, 3], [3, 2, 1], [2, 3, 1], [4, 1, 5, 2], [5, 4, 3, 2, 1],
    ]
    for new in all {
      for split in 0...new.count {
        let controller = keyed()
        try controller.setSections([
          StoredSection("A", items: old.map { Row($0) }), StoredSection("B", items: []),
        ])
        let recorder = Recorder(controller)
        recorder.controller.reload()
        recorder.changes = []
        try controller.setSections([
          StoredSection("B", items: new[..<split].map { Row($0, n: $0 % 2) }),
          StoredSection("A", items: new[split...].map { Row($0) }),
        ])
        #expect(recorder.problems == [], "\(old) \(new) \(split)")
        for shown in recorder.shown where !recorder.changes.isEmpty {
          #expect(shown == texts(controller.snapshot), "\(old) \(new) \(split)")
        }
      }
    }
  }
}

/// The order of rows, and settings that change it.
@Suite struct SortScenarioTests {
  @Test func keyPathsAreTrimmed() throws {
    #expect(
      try ResultsSortKey<Row>.list("city , n", policy: .unrestricted) == [
        ResultsSortKey(\.city), ResultsSortKey(\.n),
      ])
  }

  @Test func missingValuesStandAsSet() throws {
    let controller = keyed { $0.rows.sort = [ResultsSortKey(\.city, numeric: true)] }
    try controller.setItems([Row(1, city: "file10"), Row(2), Row(3, city: "file2")])
    #expect(controller.snapshot.items.map(\.id) == [2, 3, 1])
    try controller.configure {
      $0.rows.sort = [ResultsSortKey(\.city, numeric: true, missing: .last)]
    }
    #expect(controller.snapshot.items.map(\.id) == [3, 1, 2])
  }

  @Test func equalKeysKeepTheStoresOrder() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<6).map { Row($0, n: $0 / 2) })
    let recorder = Recorder(controller)
    try controller.configure { $0.rows.sort = [.descending(\.n)] }
    #expect(controller.snapshot.items.map(\.id) == [4, 5, 2, 3, 0, 1])
    #expect(recorder.changes.first?.changeset.structuralCount == 4)
  }

  @Test func aSortedRowMovesWithItsKey() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<5).map { Row($0, n: $0) })
    let recorder = Recorder(controller)
    controller.replace(Row(0, n: 9))
    #expect(recorder.take() == ["M(0→4) U(0/4)"])
    controller.replace(Row(0, n: 9))
    #expect(recorder.take() == [])
  }

  @Test func aComparatorMayContradictItself() throws {
    var calls = 0
    let controller = keyed {
      $0.rows.comparator = { _, _ in
        calls += 1
        return calls % 3 == 0
      }
    }
    try controller.setItems((0..<100).map { Row($0) })
    for id in 0..<50 { controller.remove(key: FilterValue.int(Int64(id))) }
    for id in 100..<150 { try controller.add(Row(id)) }
    #expect(Set(controller.snapshot.items.map(\.id)) == Set(50..<150))
  }

  @Test func settingsGiveDiffsAndShapesReloads() throws {  // TL-15
    let controller = keyed()
    try controller.setItems([Row(2, city: "a"), Row(1, city: "b")])
    let recorder = Recorder(controller)
    try controller.configure { $0.rows.sort = [.ascending(\.id)] }
    #expect(recorder.changes.first?.isReload == false)
    try controller.configure { $0.sections.key = ResultsKey(\.city) }
    try controller.configure { $0.sections.key = ResultsKey(\.n) }
    try controller.configure { $0.sections.key = ResultsKey(\.n) }
    #expect(recorder.take().dropFirst() == ["reload", "sD(1) sD(0) sI(0)"])
    try controller.configure { $0.sections.order = .descending }
    #expect(recorder.take() == [])
  }

  @Test func itemsThatChangeInPlaceAreTouched() throws {
    let controller = ResultsController<Box>(identifiedBy: \.id, sortedBy: [.ascending(\.n)])
    let boxes = (0..<200).map { Box($0) }
    try controller.setItems(boxes)
    let counter = ChangeCounter(controller)
    boxes[3].n = 1000
    #expect(counter.deliveries == 0)
    try controller.itemDidChange(key: 3)
    #expect(counter.updates == 1)
    #expect(controller.snapshot.items.last === boxes[3])
    try controller.configure { $0.rows.version = ResultsKey(\.n) }
    try controller.setItems(boxes)
    counter.updates = 0
    boxes[7].n = 2000
    controller.reloadChangedItems()
    #expect(counter.updates == 1)
    boxes[8].n = 3000
    try controller.setItems(boxes)
    #expect(counter.updates == 2)
  }
}

/// An item that can change in place.
final class Box: Filterable {
  let id: Int
  var n: Int

  init(_ n: Int) {
    id = n
    self.n = n
  }

  static let filterFields = FilterFields<Box>(
    FilterField("id") { $0.id }, FilterField("n") { $0.n })
}
