import FilterableResults
import TestSupport
import Testing

/// Edges of what is compared: many sections, whole orders, heads alone, and edits beside a replacement.
@Suite struct ChangeEdgeTests {
  /// Sections that come, go and move in one change, up to four of them.
  @Test func fourSectionsBecomeEveryOtherFour() async throws {
    let worlds = SmallWorlds(rows: 1, sections: 4)
    let found = try await SmallWorldDifferences(worlds, contents: .all).run()
    #expect(found.pairs > 1_000 && found.transitions > found.pairs)
  }

  /// Reversing leaves the row in the middle where it is.
  @Test(arguments: [3, 5, 7]) func reversedRowsMoveToOtherPositions(count: Int) throws {
    for isSorted in [false, true] {
      let controller = keyed { if isSorted { $0.rows.sort = [.ascending(\.n)] } }
      try controller.setItems((0..<count).map { Row($0, n: $0) })
      let recorder = Recorder(controller)
      controller.begin()
      for place in 0..<count {
        if isSorted {
          controller.replace(Row(place, n: count - place))
        } else {
          try controller.move(
            from: StorePosition(section: 0, offset: count - 1),
            to: StorePosition(section: 0, offset: place))
        }
      }
      try controller.end()
      #expect(recorder.changes.count == 1 && recorder.problems == [])
      let moves = try #require(recorder.changes.first).changeset.movedItems
      #expect(moves.count == count - 1)
      #expect(moves.allSatisfy { $0.from != $0.to }, "\(recorder.take())")
      #expect(controller.snapshot.items.map(\.id) == (0..<count).reversed())
    }
  }

  /// Sections whose index title alone is another one are updated.
  @Test func anIndexTitleAloneIsAChange() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "aa"), Row(2, city: "b")])
    let recorder = Recorder(controller)
    try controller.configure { $0.sections.indexTitle = { $0.count > 1 ? "#" : $0 } }
    #expect(recorder.take() == ["sU(0/0) sU(1/1)"])
    try controller.configure { $0.sections.indexTitle = { $0.count > 1 ? "#" : "B" } }
    #expect(recorder.take() == ["sU(1/1)"])
    #expect(controller.snapshot.sectionIndexTitles == ["#", "B"])
    #expect(controller.snapshot.section(forIndexTitle: "B") == 1)
    try controller.configure { $0.sections.title = { _ in nil } }
    #expect(recorder.take() == ["sU(0/0) sU(1/1)"])
    #expect(controller.snapshot.sectionIndexTitles == [])
  }

  /// A replacement gives rows other numbers; edits of the same batch count by the new ones, wherever
  /// they are among the 64 rows that are compared together.
  @Test(arguments: [1, 63, 64, 65], [0, 1, 62, 63, 64, 65, 127, 128, 199])
  func editsBesideAReplacementAreFound(shift: Int, edited: Int) throws {
    let controller = keyed()
    try controller.setItems((0..<200).map { Row($0) })
    for edit in 0..<3 {
      let recorder = Recorder(controller)
      controller.begin()
      let start = shift * (edit + 1)
      try controller.setItems((start..<start + 200).map { Row($0) })
      controller.replace(Row(start + edited, n: edit + 1))
      try controller.end()
      #expect(recorder.problems == [])
      let change = try #require(recorder.changes.first)
      #expect(change.new.items[edited] == Row(start + edited, n: edit + 1))
      // The row is an update where it was there before, and only it and what was edited last time.
      var expected: Set<Int> = start + edited < start - shift + 200 ? [edited] : []
      if edit > 0, edited >= shift { expected.insert(edited - shift) }
      #expect(
        Set(change.changeset.updatedItems.map { $0.to.item }) == expected,
        "\(describe(change.changeset))")
      #expect(change.changeset.deletedItems.count == min(shift, 200))
    }
  }

  /// Edits before the replacement, and of rows beside the array on both sides.
  @Test(arguments: [0, 1, 63, 64, 100]) func editsBeforeAReplacementAreFound(edited: Int) throws {
    let controller = keyed()
    try controller.setItems((0..<150).map { Row($0) })
    controller.replace(Row(edited, n: 1))
    let recorder = Recorder(controller)
    try controller.setItems((1...150).map { Row($0, n: $0 == 140 ? 1 : 0) })
    controller.replace(Row(70, n: 2))
    #expect(recorder.problems == [])
    let updates = recorder.changes.map { $0.changeset.updatedItems.map { $0.to.item } }
    #expect(updates == [(edited == 0 ? [] : [edited - 1]) + [139], [69]])
  }

  /// A row that is removed after a replacement in one batch is gone, one that is added has come.
  @Test func rowsThatGoAfterAReplacementAreGone() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4))
    let recorder = Recorder(controller)
    try controller.performBatch {
      try controller.setItems(rows(2, 3, 4, 5))
      controller.remove(key: 3)
      controller.remove(key: 5)
      try controller.add(Row(1))
      try controller.add(Row(9))
    }
    #expect(recorder.problems == [] && controller.snapshot.items == rows(2, 4, 1, 9))
    #expect(recorder.take() == ["D(2) I(3) M(0→2)"])
  }

  /// Edited rows that are forced, removed and added again in one batch.
  @Test func aRowThatGoesIsNeitherEditedNorForced() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    try controller.performBatch {
      try controller.itemDidChange(key: 2)
      controller.replace(Row(3, n: 1))
      controller.remove(key: 2)
      controller.remove(key: 3)
      try controller.add(Row(4))
      try controller.add(Row(5))
    }
    #expect(recorder.take() == ["D(2) D(1) I(1) I(2)"])
    // Their numbers are given again, and say nothing of the new rows.
    try controller.performBatch {
      try controller.add(Row(6))
      controller.replace(Row(4))
    }
    #expect(recorder.take() == ["I(3)"])
  }

  /// Two edits of one batch are two, also where the first one's places are known.
  @Test func twoEditsAreNotOne() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems([Row(1, n: 1), Row(2, n: 2), Row(3, n: 3)])
    let recorder = Recorder(controller)
    controller.performBatch {
      controller.replace(Row(1, n: 9))
      controller.replace(Row(2, n: 8))
    }
    #expect(recorder.problems == [] && controller.snapshot.items.map(\.id) == [3, 2, 1])
    controller.performBatch {
      controller.replace(Row(1, n: 1))
      controller.filters.add(ResultsFilter("not 3") { $0.id != 3 })
    }
    #expect(recorder.problems == [] && controller.snapshot.items.map(\.id) == [1, 2])
    try controller.performBatch {
      controller.replace(Row(1, n: 10))
      try controller.add(Row(4, n: 0))
    }
    #expect(recorder.problems == [] && controller.snapshot.items.map(\.id) == [4, 2, 1])
  }

  /// Composing keeps the updates of both changes, of rows and of sections.
  @Test func composedChangesKeepAllUpdates() throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("x", items: rows(1, 2)), StoredSection("y", items: rows(3)),
    ])
    let recorder = Recorder(controller)
    controller.replace(Row(1, n: 1))
    try controller.sections.setTitle("T", at: 1)
    controller.replace(Row(3, n: 1))
    try controller.sections.setTitle("U", at: 0)
    let changes = recorder.changes
    var all = try #require(changes.first)
    for change in changes.dropFirst() { all = try all.composed(with: change) }
    #expect(describe(all) == "sU(0/0) sU(1/1) U(0/0) U(1,0/1,0)")
  }

  /// A group row that comes or goes alone, and one whose rows are others or fewer.
  @Test func groupRowsAreCompared() throws {
    let controller = keyed {
      $0.groupRows.test = { $0.n == 0 }
      $0.groupRows.areShown = true
    }
    try controller.setItems([Row(1), Row(2, n: 1), Row(3, n: 1)])
    let recorder = Recorder(controller)
    controller.replace(Row(3, n: 2))
    #expect(recorder.take() == ["U(1/1)"])
    controller.remove(key: 3)
    #expect(recorder.take() == ["U(1/1)"])
    controller.filters.add(ResultsFilter("none grouped") { $0.n == 0 })
    #expect(recorder.take() == ["D(1)"])
    controller.filters.removeAll()
    #expect(recorder.take() == ["I(1)"])
    try controller.add(Row(4, n: 1))
    #expect(recorder.take() == ["U(1/1)"])
    // A narrower filter keeps the rows that the group row stands for.
    try controller.filters.add(
      ResultsFilter("small", predicate: FilterPredicate<Row>(text: "id < 9")))
    try controller.filters.add(ResultsFilter("all", predicate: FilterPredicate<Row>(text: "n < 9")))
    #expect(recorder.take() == [] && controller.snapshot.rowCount == 2)
    #expect(recorder.problems == [])
  }

  /// A filter that turns few rows of a long list leaves the rest of its tree as it was.
  @Test(arguments: RandomSearch.seeds(3))
  func aLongListIsComparedWhereItDiffers(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let count = 5_000
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<count).map { Row($0, n: $0) })
    var changes: [Changeset] = []
    controller.observe { changes.append($0.changeset) }
    var hidden: Set<Int> = []
    for round in 0..<6 {
      let before = hidden
      for place in [0, count - 1, dice.below(count), dice.below(count)].prefix(dice.below(4) + 1) {
        for row in place..<min(place + dice.below(70) + 1, count) {
          if hidden.remove(row) == nil { hidden.insert(row) }
        }
      }
      controller.filters.add(
        ResultsFilter("few", group: "few") { [hidden] in !hidden.contains($0.n) })
      let paths = { (rows: Set<Int>, other: Set<Int>) in
        (0..<count).filter { !rows.contains($0) }.enumerated()
          .compactMap { other.contains($1) ? ResultsPath(section: 0, item: $0) : nil }
      }
      #expect(changes.count == 1, "seed \(seed) round \(round)")
      let change = try #require(changes.first)
      changes = []
      #expect(Set(change.deletedItems) == Set(paths(before, hidden)), "seed \(seed)")
      #expect(Set(change.insertedItems) == Set(paths(hidden, before)), "seed \(seed)")
      #expect(change.movedItems.isEmpty && change.updatedItems.isEmpty)
    }
  }

  /// A change leads on from any rows that have the places of the old ones.
  @Test func aChangeIsAppliedToOtherRows() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    try controller.setItems([Row(3), Row(1, n: 1), Row(4)])
    let change = try #require(recorder.changes.first)
    let others = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: nil, rows: rows(7, 8, 9).map { .item($0) })
    ])
    // What stays is theirs, and what came or has other content is the change's.
    #expect(texts(try change.applying(to: others)) == [["9/0/-", "1/1/-", "4/0/-"]])
    let none = ResultsSnapshot<Row>(sections: [])
    #expect(throws: ChangesetError.self) { try change.applying(to: none) }
    let reload = ResultsChange(reloading: controller.snapshot, from: others)
    for snapshot in [none, others, ResultsSnapshot(sections: nil)] {
      #expect(try reload.applying(to: snapshot) == controller.snapshot)
    }
  }
}
