import FilterableResults
import TestSupport
import Testing

/// What data models and their differences can do (TLIndexPathTools).
@Suite struct DataModelParityTests {
  private func model(
    _ sections: [(FilterValue, [Row])]
  ) -> ResultsSnapshot<Row> {
    ResultsSnapshot(
      sections: sections.map { ResultsSection(key: $0.0, rows: $0.1.map { .item($0) }) })
  }

  @Test func oneControllerTakesListsModelsAndFetches() throws {  // TL-1, TL-3
    let controller = keyed()
    let recorder = Recorder(controller)
    try controller.setItems(rows(1, 2))
    try controller.setContents(of: model([(nil, rows(2, 3))]))
    #expect(recorder.take() == ["reload", "D(0) I(1)"])
    try controller.setContents(of: model([("A", rows(2)), ("B", [])]))
    #expect(recorder.take() == ["reload"])
    #expect(controller.snapshot.sectionCounts == [1, 0])
    try controller.update(from: MemorySource(rows(2, 3)))
    try controller.setContents(of: ResultsSnapshot(sections: nil))
    #expect(recorder.take() == ["reload", "reload"])
    #expect(!controller.isLoaded)
    try controller.performBatch { () throws(ResultsError) in
      try controller.configure { $0.sections.key = ResultsKey(\.city) }
      try controller.setContents(of: model([("x", [Row(1, city: "a"), Row(2, city: "b")])]))
    }
    #expect(recorder.take() == ["reload"])
    #expect(controller.snapshot.sections.map(\.key) == ["a", "b"])
  }

  @Test func modificationIsWhatTheCallerSays() throws {  // TL-5, ZS-9
    let controller = keyed { $0.rows.isModified = { $0.n / 10 != $1.n / 10 } }
    try controller.setItems([Row(1, n: 10), Row(2, n: 20)])
    let recorder = Recorder(controller)
    try controller.setItems([Row(1, n: 15), Row(2, n: 30)])
    #expect(recorder.take() == ["U(1/1)"])
    #expect(controller.item(forKey: 1)?.n == 15)
    try controller.configure { $0.rows.isModified = { _, _ in false } }
    try controller.setItems([Row(2, n: 99), Row(3)])
    #expect(recorder.take() == ["D(0) I(1)"])
    // What does not count is kept all the same.
    controller.replace(Row(3, n: 7))
    #expect(recorder.take() == [])
    #expect(controller.item(forKey: 3)?.n == 7)
    #expect(controller.snapshot.items.map(\.n) == [99, 7])
  }

  @Test func oneObserverCanBeLeftOut() throws {  // TL-6, TL-16
    let controller = keyed()
    try controller.setItems(rows(1))
    var log: [String] = []
    let main = controller.observe { log.append("main \(describe($0))") }
    let others = (1...2).map { number in
      controller.observe { log.append("\(number) \(describe($0))") }
    }
    log = []
    try controller.performSilently(for: main) { () throws(ResultsError) in
      try controller.add(Row(2))
    }
    #expect(log == ["1 I(1)", "2 I(1)"])
    log = []
    try controller.add(Row(3))
    #expect(log == ["main I(2)", "1 I(2)", "2 I(2)"])
    withExtendedLifetime(others) {}
  }

  @Test func everythingCanBeLoadedAnew() throws {  // TL-7
    let transcript = Transcript(keyed())
    transcript.step("nothing") { $0.reload() }
    transcript.step("load") { try $0.setItems(rows(1)) }
    transcript.step("again") { $0.reload() }
    #expect(
      transcript.text.split(separator: "\n") == [
        "nothing", "  = nil", "load", "  should reload", "  = [1]", "again", "  should reload",
        "  = [1]",
      ])
  }

  @Test func severalSettingsAreOneChange() throws {  // TL-8
    let controller = keyed()
    let recorder = Recorder(controller)
    var order: [String] = []
    try controller.performBatch(completion: { order.append("done \(recorder.changes.count)") }) {
      () throws(ResultsError) in
      // The state before the batch is nil, whatever is set in it first.
      try controller.setItems(rows(1))
      try controller.setItems(rows(1, 2))
    }
    #expect(recorder.take() == ["reload"])
    #expect(order == ["done 1"])
    try controller.performBatch(completion: { order.append("outer") }) { () throws(ResultsError) in
      try controller.performBatch(completion: { order.append("inner") }) {
        () throws(ResultsError) in try controller.setItems(rows(2, 1))
      }
      #expect(order == ["done 1"])
      try controller.add(Row(3))
    }
    #expect(order == ["done 1", "inner", "outer"])
    #expect(recorder.changes.count == 1)
  }

  @Test func fetchesAreRepeatedAndSuspended() throws {  // TL-10 to TL-15
    let source = MemorySource<Row>([Row(3, n: 3), Row(1, n: 1), Row(2, n: 2)])
    let controller = keyed()
    #expect(!controller.isLoaded)
    controller.follow(source) { _ in Issue.record("no error") }
    #expect(controller.isLoaded)
    let recorder = Recorder(controller)
    source.request.sort = [.ascending(\.id)]
    #expect(recorder.changes.count == 1)
    // Live changes are ignored, and then caught up with at once.
    controller.unfollow()
    source.commit { $0.append(Row(4)) }
    source.commit { $0.removeAll { $0.id == 1 } }
    #expect(recorder.changes.count == 1)
    controller.follow(source) { _ in Issue.record("no error") }
    #expect(recorder.take().last == "D(0) I(2)")
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Row>("n > 0")))
    try controller.configure { $0.rows.sort = [.descending(\.n)] }
    #expect(controller.items?.map(\.id) == [2, 3, 4])
    #expect(controller.snapshot.items.map(\.id) == [3, 2])
    #expect(recorder.take() == ["D(2)", "M(1→0)"])
    try controller.performBatch { () throws(ResultsError) in
      controller.filters.removeAll()
      try controller.configure { $0.rows.sort = [] }
    }
    #expect(recorder.changes.count == 1 && recorder.problems == [])
  }

  @Test func identityAndSectionsComeFromPathsOrCode() throws {  // TL-17, TL-19
    var configuration = ResultsConfiguration<Row>()
    configuration.rows.identity = ResultsKey { "row \($0.id)" }
    configuration.sections.key = ResultsKey { $0.n > 0 ? "some" : nil }
    let controller = try ResultsController(configuration)
    try controller.setItems([Row(1), Row(2, n: 1), Row(3), Row(4, n: 2)])
    #expect(controller.snapshot.sections.map(\.key) == [nil, "some"])
    #expect(controller.snapshot.sections.map(\.title) == [nil, "some"])
    #expect(controller.item(forKey: "row 4")?.n == 2)
    // Without a key an item is what equals it, and an object is itself.
    let plain = ResultsController<Row>()
    try plain.setItems(rows(1, 2))
    #expect(plain.path(of: Row(2)) == ResultsPath(section: 0, item: 1))
    #expect(plain.path(of: Row(2, n: 1)) == nil)
    let boxes = [Box(1), Box(1)]
    let objects = ResultsController<Box>()
    try objects.setItems(boxes)
    #expect(objects.path(of: boxes[1]) == ResultsPath(section: 0, item: 1))
    #expect(objects.path(of: Box(1)) == nil)
    // Sections that are given may be empty.
    try plain.setSections([StoredSection("A", items: []), StoredSection("B", items: rows(1))])
    #expect(plain.snapshot.sectionCounts == [0, 1])
  }

  @Test func duplicatesAreNamed() throws {  // TL-20, TL-23
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(2, 3)),
      StoredSection("A", items: rows(4)),
    ])
    #expect(controller.duplicateKeys.count == 2)
    #expect(Set(controller.duplicateKeys) == ["A", 2])
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[1, 2, 4], [3]])
    #expect(controller.path(forKey: 2) == ResultsPath(section: 0, item: 1))
  }

  @Test func everyQueryHasAnAnswerOutsideToo() throws {  // TL-21, TL-22, ZS-5, ZS-6, ZS-7
    let controller = keyed()
    try controller.setItems([])
    #expect(controller.snapshot.sectionCounts == [0])
    try controller.setSections([
      StoredSection("A", title: "Letter A", items: rows(1, 2)), StoredSection("B", items: []),
    ])
    let snapshot = controller.snapshot
    #expect(snapshot.sections.count == 2 && snapshot.sections.map(\.key) == ["A", "B"])
    #expect(snapshot.items == rows(1, 2))
    #expect(snapshot.paths == [ResultsPath(section: 0, item: 0), ResultsPath(section: 0, item: 1)])
    #expect(snapshot.section(at: 0)?.count == 2 && snapshot.section(at: 1)?.count == 0)
    #expect(snapshot.section(at: 2)?.count == nil && snapshot.section(at: -1)?.count == nil)
    #expect(snapshot.section(at: 0)?.key == "A" && snapshot.section(at: 2) == nil)
    #expect(snapshot.section(forKey: "B") == 1 && snapshot.section(forKey: "C") == nil)
    #expect(snapshot.section(at: 0)?.title == "Letter A")
    #expect(
      snapshot.section(at: 0).map { Array($0.items) } == rows(1, 2)
        && snapshot.section(at: 9)?.items == nil)
    #expect(snapshot[ResultsPath(section: 0, item: 1)] == Row(2))
    #expect(snapshot[ResultsPath(section: 0, item: 2)] == nil)
    #expect(controller.key(of: Row(5)) == 5 && controller.item(forKey: 5) == nil)
    #expect(controller.contains(Row(2, n: 9)) && !controller.contains(Row(5)))
    #expect(controller.path(of: Row(2)) == snapshot.paths[1])
    #expect(controller.path(forKey: 2) == snapshot.paths[1] && controller.path(forKey: 5) == nil)
    #expect(controller.currentVersion(of: Row(2, n: 9)) == Row(2))
    #expect(controller.currentVersion(of: Row(5)) == nil)
  }

  @Test func anyTwoSnapshotsAreCompared() throws {  // TL-25, TL-26
    let old = model([("A", rows(1, 2)), ("B", rows(3, 4)), ("C", rows(5))])
    let new = model([
      ("C", [Row(5, n: 1)]), ("D", rows(2, 6)), ("B", [Row(4), Row(3), Row(7)]),
    ])
    let change = ResultsChange(from: old, to: new, identifiedBy: \.id)
    #expect(describe(change) == "sD(0) sI(1) sM(2→0) I(2,2) M(1,1→2,0) U(2,0/0)")
    #expect(change.insertedRows.compactMap(\.row.item?.id) == [2, 6, 7])
    #expect(change.insertedRows.map(\.path.section) == [1, 1, 2])
    #expect(change.deletedRows.compactMap(\.row.item?.id) == [1, 2])
    #expect(texts(try change.applying(to: old)) == texts(new))
    #expect(ResultsChange(from: old, to: old, identifiedBy: \.id).changeset.isEmpty)
    #expect(ResultsChange(from: new, to: new).changeset.isEmpty)
    let blind = ResultsChange(from: old, to: new, identifiedBy: \.id) { _, _ in false }
    #expect(blind.changeset.updatedItems.isEmpty)
    let without = ResultsSnapshot<Row>(sections: nil)
    #expect(ResultsChange(from: without, to: new).isReload)
    #expect(!ResultsChange(from: without, to: without).isReload)
    // Snapshots of controllers are compared like any others.
    let (first, second) = (keyed(), keyed())
    try first.setItems(rows(1, 2, 3))
    try second.setItems(rows(3, 1))
    #expect(
      describe(ResultsChange(from: first.snapshot, to: second.snapshot, identifiedBy: \.id))
        == "D(1) M(2→0)")
  }

  @Test(arguments: RandomSearch.seeds(60))
  func differencesCanBeTurnedRoundAndJoined(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let random = { (dice: inout SeededGenerator) in
      let ids = (0..<12).shuffled(using: &dice).prefix(Int.random(in: 3..<12, using: &dice))
      let middle = Int.random(in: 0..<ids.count, using: &dice)
      let rows = ids.map { Row($0, n: Int.random(in: 0..<2, using: &dice)) }
      // Two sections in a fixed order: no row of sections stands in the way of the fewest events.
      return self.model([("A", Array(rows[..<middle])), ("B", Array(rows[middle...]))])
    }
    let (a, b, c) = (random(&dice), random(&dice), random(&dice))
    let first = ResultsChange(from: a, to: b, identifiedBy: \.id)
    let second = ResultsChange(from: b, to: c, identifiedBy: \.id)
    #expect(ResultsChange(from: a, to: a, identifiedBy: \.id).changeset.isEmpty)
    let back = first.inverse
    try back.changeset.validate(from: b.sectionCounts, to: a.sectionCounts)
    #expect(try back.applying(to: b) == a)
    #expect(
      back.changeset.count == ResultsChange(from: b, to: a, identifiedBy: \.id).changeset.count)
    let both = try first.composed(with: second)
    #expect(try both.applying(to: a) == c)
    #expect(both.changeset.count <= first.changeset.count + second.changeset.count)
    // Places do not tell that a row which went is one that came again.
    #expect(
      both.changeset.structuralCount
        >= ResultsChange(from: a, to: c, identifiedBy: \.id).changeset.structuralCount)
  }

  @Test func aSubstituteMayStepBack() throws {  // TL-2
    let controller = keyed()
    var seen: [(Int, Int)] = []
    controller.setSubstitute { old, new in
      seen.append((old.rowCount, new.rowCount))
      return nil
    }
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.add(Row(2))
    #expect(recorder.take() == ["I(1)"])
    #expect(seen.last.map { [$0.0, $0.1] } == [1, 2])
    controller.setSubstitute(nil)
    try controller.add(Row(3))
    #expect(recorder.take() == ["I(2)"])
  }

  @Test func nodesAskBeforeTheyOpen() throws {  // TL-31
    let below = ResultsTreeNode(Row(2), children: [ResultsTreeNode(Row(3))])
    let tree = TreeSource<Row>(
      [ResultsTreeNode(Row(1), children: [below]), ResultsTreeNode(Row(5), children: [])],
      identifiedBy: ResultsKey(\.id))
    let controller = keyed()
    controller.follow(tree) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    var asked: [String] = []
    tree.shouldSetExpanded = { key, isExpanded in
      asked.append("\(key) \(isExpanded)")
      // The place to load what is below.
      if key == 5 { tree.replace(ResultsTreeNode(Row(5), children: [ResultsTreeNode(Row(6))])) }
      return key != 2
    }
    tree.setExpanded(true, 1)
    tree.setExpanded(true, 2)
    #expect(!tree.isExpanded(2) && tree.isExpanded(1))
    #expect(recorder.take() == ["I(1)"])
    tree.setExpanded(true, 5)
    #expect(recorder.take() == ["I(3)"])
    tree.setExpanded(false, 5)
    #expect(asked == ["1 true", "2 true", "5 true", "5 false"])
    tree.shouldSetExpanded = nil
    tree.expandAll()
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 3, 5, 6])
    _ = recorder.take()
    tree.keepsExpandedBelow = true
    tree.setExpanded(false, 1)
    tree.setExpanded(true, 1)
    #expect(recorder.take() == ["D(2) D(1)", "I(1) I(2)"])
    tree.keepsExpandedBelow = false
    tree.setExpanded(false, 1)
    tree.setExpanded(true, 1)
    #expect(recorder.take() == ["D(2) D(1)", "I(1)"])
  }
}
