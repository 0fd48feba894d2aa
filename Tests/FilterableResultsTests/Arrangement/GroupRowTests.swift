import FilterEngine
import FilterableResults
import TestSupport
import Testing

/// The test after the filters, and the rows that stand for what it hides.
@Suite struct GroupRowTests {
  private func grouped(_ items: [Row], shows: Bool = true) throws -> (
    ResultsController<Row>, Recorder
  ) {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.groupRows.test = { $0.n == 0 }
      $0.groupRows.areShown = shows
    }
    try controller.setItems(items)
    return (controller, Recorder(controller))
  }

  private func row(_ id: Int, _ n: Int, _ city: String = "a") -> Row { Row(id, n: n, city: city) }

  @Test func theGroupRowFollowsItsItems() throws {  // BS-9
    let (controller, recorder) = try grouped([row(1, 0), row(2, 0), row(3, 1)])
    #expect(texts(controller.snapshot) == [["1/0/a", "2/0/a", "group 3/1/a"]])
    controller.replace(row(3, 2))
    #expect(recorder.take() == ["U(2/2)"])
    controller.replace(row(3, 0))
    #expect(recorder.take() == ["D(2) I(2)"])
    controller.replace(row(1, 5))
    #expect(recorder.take() == ["D(0) I(2)"])
    #expect(recorder.problems == [])
  }

  @Test func theGroupRowFollowsItsItemsAmongSeveralSections() throws {
    let (controller, recorder) = try grouped([
      row(1, 0), row(2, 1), row(3, 1), row(4, 1, "b"), row(5, 0, "c"),
    ])
    controller.replace(row(2, 2))
    #expect(recorder.take() == ["U(1/1)"])
    controller.performBatch {
      controller.replace(row(2, 3))
      controller.replace(row(3, 3))
    }
    #expect(recorder.take() == ["U(1/1)"])
    #expect(recorder.problems == [])
  }

  @Test func aSectionOfHiddenItemsShowsItsGroupAlone() throws {
    let (shown, recorder) = try grouped([row(1, 0)])
    shown.replace(row(1, 1))
    #expect(recorder.take() == ["D(0) I(0)"])
    let (hidden, other) = try grouped([row(1, 0)], shows: false)
    hidden.replace(row(1, 1))
    #expect(other.take() == ["sD(0)"])
  }

  @Test func anotherTestIsAskedAtOnce() throws {  // BS-6
    let (hidden, recorder) = try grouped([row(1, 0), row(2, 1), row(3, 1, "b")], shows: false)
    try hidden.configure { $0.groupRows.test = { $0.id == 3 } }
    #expect(recorder.take() == ["sD(0) sI(0)"])
    try hidden.configure { $0.groupRows.test = { $0.id != 3 } }
    #expect(recorder.take() == ["sD(0) sI(0)"])
    try hidden.configure { $0.groupRows.test = { $0.id == 2 } }
    #expect(recorder.take() == ["D(0)"])
    try hidden.configure { $0.groupRows.test = nil }
    #expect(recorder.take() == ["sI(1) I(0)"])
    let (shown, other) = try grouped([row(1, 0), row(2, 1), row(3, 1, "b")])
    try shown.configure { $0.groupRows.test = { $0.id == 3 } }
    #expect(other.changes.count == 1)
    #expect(texts(shown.snapshot) == [["group 1/0/a,2/1/a"], ["3/1/b"]])
    // A test that is not in force changes nothing until it is.
    try shown.configure { $0.groupRows.usesTest = false }
    _ = other.take()
    try shown.configure { $0.groupRows.test = { $0.id == 2 } }
    #expect(other.take() == [])
    try shown.configure { $0.groupRows.usesTest = true }
    #expect(other.changes.count == 1)
    #expect(texts(shown.snapshot) == [["2/1/a", "group 1/0/a"], ["group 3/1/b"]])
    #expect(recorder.problems == [] && other.problems == [])
  }

  @Test func groupRowsAreSwitched() throws {  // BS-7
    let (controller, recorder) = try grouped([row(1, 0), row(2, 1), row(3, 1, "b")], shows: false)
    #expect(controller.snapshot.sectionCounts == [1])
    try controller.configure { $0.groupRows.areShown = true }
    #expect(recorder.take() == ["sI(1) I(1)"])
    try controller.configure { $0.groupRows.areShown = false }
    #expect(recorder.take() == ["sD(1) D(1)"])
    try controller.configure { $0.groupRows.usesTest = false }
    #expect(controller.snapshot.sectionCounts == [2, 1])
    try controller.configure {
      $0.groupRows.usesTest = true
      $0.groupRows.test = { $0.id == 3 }
    }
    #expect(controller.snapshot.items.map(\.id) == [3])
    #expect(recorder.problems == [])
  }

  @Test func hiddenItemsAreFoundInTheirGroup() throws {
    // BS-11, BS-12, BS-18, BS-20
    let (controller, recorder) = try grouped([row(1, 0), row(2, 1), row(3, 4)])
    let path = ResultsPath(section: 0, item: 1)
    guard case .group(let group) = controller.snapshot.row(at: path) else {
      Issue.record("no group row")
      return
    }
    #expect(group.items.map(\.id) == [2, 3])
    #expect(controller.path(forKey: 3) == path)
    let isGroup = { (row: ResultsRow<Row>) in
      if case .group(let group) = row { group.section == "a" } else { false }
    }
    #expect(controller.snapshot.firstPath(where: isGroup) == path)
    #expect(controller.snapshot.item(at: path, inGroup: 1)?.id == 3)
    #expect(controller.snapshot.item(at: path, inGroup: 2) == nil)
    #expect(controller.snapshot[path] == nil)
    controller.remove(group.items)
    #expect(recorder.take() == ["D(1)"])
    #expect(controller.count == 1)
  }

  @Test func severalEditsAreOneDelivery() throws {
    let (controller, recorder) = try grouped([row(1, 0), row(2, 0), row(3, 0, "b")])
    try controller.performBatch { () throws(ResultsError) in
      try controller.remove(at: StorePosition(section: 0, offset: 0))
      try controller.remove(at: StorePosition(section: 0, offset: 0))
      try controller.add(row(4, 0, "b"))
      controller.replace(Row(3, n: 0, city: "c"))
    }
    #expect(recorder.changes.count == 1)
    #expect(recorder.problems == [])
  }

  /// The group row of each section, with its items.
  private func groups(
    _ snapshot: ResultsSnapshot<Row>
  ) -> [FilterValue: (path: ResultsPath, items: [Row])] {
    var groups: [FilterValue: (path: ResultsPath, items: [Row])] = [:]
    for (place, section) in snapshot.sections.enumerated() {
      for (item, row) in section.rows.enumerated() {
        guard case .group(let group) = row else { continue }
        groups[section.key] = (ResultsPath(section: place, item: item), Array(group.items))
      }
    }
    return groups
  }

  private func edit(
    _ controller: ResultsController<Row>, _ dice: inout SeededGenerator
  ) throws {
    let new = row(dice.below(9), dice.below(3), ["a", "b"][dice.below(2)])
    switch dice.below(7) {
    case 0: controller.remove(key: FilterValue.int(Int64(new.id)))
    case 1: try controller.merge([new])
    case 2, 3: controller.replace(new)
    case 4: try controller.setItems(controller.items?.map { $0.id == new.id ? new : $0 })
    case 5:
      let (count, from) = (controller.count, dice.below(9))
      guard from < count else { return }
      try controller.move(
        from: StorePosition(section: 0, offset: from),
        to: StorePosition(section: 0, offset: dice.below(count)))
    default:
      controller.performBatch {
        controller.replace(new)
        controller.remove(key: FilterValue.int(Int64(dice.below(9))))
      }
    }
  }

  /// It is updated where it stands for other items, or for items of other content, and nowhere else.
  @Test(arguments: RandomSearch.seeds(8), [false, true])
  func aGroupRowIsUpdatedAsItsItemsAre(seed: UInt64, hasExtras: Bool) throws {
    var dice = SeededGenerator(seed: seed)
    let (controller, recorder) = try grouped((0..<8).map { row($0, $0 % 3) })
    if hasExtras {
      controller.setSubstitute { _, new in
        ResultsSnapshot(
          sections: new.sections.enumerated().map { place, section in
            let head = ResultsRow<Row>.extra(ResultsExtra(id: "head"))
            return ResultsSection(
              key: section.key, title: section.title, indexTitle: section.indexTitle,
              rows: (place == 0 ? [head] : []) + section.rows)
          })
      }
    }
    for _ in 0..<60 { try edit(controller, &dice) }
    for change in recorder.changes where !change.isReload {
      let after = groups(change.new)
      for (key, old) in groups(change.old) {
        guard let new = after[key] else { continue }
        let isUpdated = change.changeset.updatedItems.contains {
          $0.from == old.path && $0.to == new.path
        }
        #expect(isUpdated == (old.items != new.items), "seed \(seed)")
      }
    }
    #expect(recorder.changes.count > 10 && recorder.problems == [])
  }
}
