import FilterableResults
import Testing

/// Sources that deliver edits, have several followers, and are kept by them.
@Suite struct SourceEditTests {
  /// Rows of which edits are delivered; counts how often all of it is read.
  private final class Log: ResultsSource {
    let followers = ResultsFollowers<Row>()
    var rows: [Row]
    var reads = 0
    var error: (any Error)?

    init(_ rows: [Row]) { self.rows = rows }

    func contents() throws -> ResultsContents<Row> {
      reads += 1
      if let error { throw error }
      return .items(rows)
    }

    func change(removed: [Int] = [], upserted: [Row] = []) {
      rows.removeAll { removed.contains($0.id) }
      for row in upserted {
        if let place = rows.firstIndex(where: { $0.id == row.id }) {
          rows[place] = row
        } else {
          rows.append(row)
        }
      }
      followers.send(.rows(removed: removed.map { .int(Int64($0)) }, upserted: upserted))
    }
  }

  private struct Failure: Error {}

  @Test func editsAreOneChange() throws {
    let source = Log(rows(1, 2, 3))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    source.change(removed: [1, 9], upserted: [Row(3, n: 1), Row(4)])
    #expect(recorder.take() == ["D(0) I(2) U(2/1)"])
    #expect(controller.items == source.rows && source.reads == 1)
    source.change()
    #expect(recorder.take() == [] && recorder.problems == [])
  }

  @Test func severalControllersFollowOneSource() throws {
    let source = Log(rows(1, 2))
    let (first, second) = (keyed(), keyed { $0.rows.sort = [.descending(\.id)] })
    first.follow(source) { _ in Issue.record("no error") }
    second.follow(source) { _ in Issue.record("no error") }
    #expect(source.followers.count == 2)
    source.change(upserted: [Row(3)])
    #expect(first.snapshot.items.map(\.id) == [1, 2, 3])
    #expect(second.snapshot.items.map(\.id) == [3, 2, 1])
    first.unfollow()
    source.change(removed: [2])
    #expect(first.count == 3 && second.count == 2 && source.followers.count == 1)
    first.follow(source) { _ in Issue.record("no error") }
    #expect(first.items == source.rows)
  }

  @Test func aSourceLivesAsLongAsItsFollowers() throws {
    weak var gone: Log?
    var controller: ResultsController<Row>? = keyed()
    let other = Log(rows(5))
    do {
      let source = Log(rows(1))
      gone = source
      controller?.follow(source) { _ in Issue.record("no error") }
    }
    gone?.change(upserted: [Row(2)])
    #expect(controller?.count == 2)
    controller?.follow(other) { _ in Issue.record("no error") }
    #expect(gone == nil && controller?.items == rows(5))
    controller = nil
    #expect(other.followers.count == 0)
  }

  @Test func aChangeThatCannotBeShownIsFollowedByAllOfIt() throws {
    let source = Log(rows(1, 2))
    let controller = keyed()
    var errors = 0
    controller.follow(source) { _ in errors += 1 }
    source.error = Failure()
    source.followers.contentsDidChange()
    #expect(errors == 1 && controller.count == 2)
    source.change(upserted: [Row(3)])
    #expect(errors == 2 && controller.count == 2)
    source.error = nil
    source.change(upserted: [Row(4)])
    #expect(errors == 2 && controller.items == rows(1, 2, 3, 4))
    let reads = source.reads
    source.change(upserted: [Row(5)])
    #expect(controller.count == 5 && source.reads == reads)
  }

  @Test func aPauseEndsWithOneChange() throws {  // TL-13
    let source = Log(rows(1, 2))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    source.followers.pause()
    source.followers.pause()
    source.change(upserted: [Row(3)])
    source.change(removed: [1])
    source.followers.resume()
    #expect(recorder.take() == [])
    source.followers.resume()
    #expect(recorder.take() == ["D(0) I(1)"])
    let reads = source.reads
    source.followers.pause()
    source.followers.resume()
    source.followers.resume()
    #expect(recorder.take() == [] && source.reads == reads)
    // One resume too many does not count against the next pause.
    source.followers.pause()
    source.change(upserted: [Row(5)])
    #expect(recorder.take() == [])
    source.followers.resume()
    #expect(recorder.take() == ["I(2)"])
  }

  /// A pause that begins while the end of another one is delivered holds its changes back until it ends.
  @Test func aPauseInADeliveryKeepsItsChanges() throws {
    let source = Log(rows(1))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    var isFirst = true
    let observation = controller.observe { _ in
      guard isFirst else { return }
      isFirst = false
      source.followers.pause()
      source.change(upserted: [Row(3)])
    }
    source.followers.pause()
    source.change(upserted: [Row(2)])
    source.followers.resume()
    #expect(controller.items == rows(1, 2))
    source.followers.resume()
    #expect(controller.items == rows(1, 2, 3))
    observation.cancel()
  }

  /// Rows that were set by hand go with the next change of the source, and with the end of a pause.
  @Test(arguments: [nil, [], rows(7), rows(1, 9)])
  func ownRowsGoWithTheNextChange(own: [Row]?) throws {
    let source = Log(rows(1, 2))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    try controller.setItems(own)
    #expect(controller.items == own)
    source.change(upserted: [Row(3)])
    #expect(controller.items == rows(1, 2, 3))
    source.followers.pause()
    try controller.setItems(own)
    source.followers.resume()
    #expect(controller.items == rows(1, 2, 3))
    source.followers.pause()
    source.change(removed: [1])
    try controller.setItems(own)
    source.followers.resume()
    #expect(controller.items == rows(2, 3) && recorder.problems == [])
    // Nothing is read where nothing was edited.
    let reads = source.reads
    source.change(upserted: [Row(4)])
    source.followers.pause()
    source.followers.resume()
    #expect(source.reads == reads && controller.items == rows(2, 3, 4))
  }

  /// The same for each source of the library, which shows all of its rows again.
  @Test func ownRowsGoWithTheNextChangeOfEachSource() throws {  // TL-13
    var last = 100
    func new() -> Row {
      last += 10
      return Row(last)
    }
    let (list, other, parents) = (
      MemorySource(rows(1, 2)), MemorySource(rows(3)), MemorySource(rows(10, 20))
    )
    let tree = TreeSource(
      [ResultsTreeNode(Row(1), children: [ResultsTreeNode(Row(2))])], identifiedBy: ResultsKey(\.id)
    )
    let sources: [(source: any ResultsSource<Row>, change: () -> Void)] = [
      (list, { list.commit { $0.append(new()) } }),
      (MergedSource([MemorySource(rows(5)), other]), { other.commit { $0.append(new()) } }),
      (
        HierarchySource(parents, identifiedBy: ResultsKey(\.id)) { [Row($0.id + 1)] },
        { parents.commit { $0.append(new()) } }
      ),
      (tree, { tree.setExpanded(!tree.isExpanded(1), 1) }),
    ]
    for (source, change) in sources {
      for own in [nil, [], rows(7)] {
        let controller = keyed()
        controller.follow(source) { _ in Issue.record("no error") }
        func check() throws {
          let fresh = keyed()
          try fresh.update(from: source)
          #expect(controller.snapshot == fresh.snapshot, "\(type(of: source))")
        }
        try controller.setItems(own)
        change()
        try check()
        source.followers.pause()
        try controller.setItems(own)
        source.followers.resume()
        try check()
        source.followers.pause()
        change()
        try controller.setItems(own)
        #expect(controller.items == own)
        source.followers.resume()
        try check()
      }
    }
  }

  @Test func eachKindOfEditIsNoticed() throws {
    let edits: [(ResultsController<Row>) throws -> Void] = [
      { try $0.add(Row(9)) }, { $0.remove(key: 1) }, { $0.replace(Row(1, n: 5)) },
      { $0.replace((1...3).map { Row($0, n: 7) }) }, { try $0.merge(rows(1, 8)) },
      {
        try $0.move(
          from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 1))
      },
      { $0.sort(by: [.descending(\.id)]) }, { try $0.setSections([]) },
      { results in results.performBatch { results.replace((1...3).map { Row($0, n: 4) }) } },
      { results in
        results.log = ResultsLog()
        try results.add(Row(6))
        try results.undo()
      },
    ]
    for edit in edits {
      let sources = [MemorySource(rows(1, 2, 3)), MemorySource([])]
      let source = MergedSource(sources)
      let controller = keyed()
      controller.follow(source) { _ in Issue.record("no error") }
      try edit(controller)
      sources[0].followers.pause()
      sources[0].followers.resume()
      #expect(controller.items == rows(1, 2, 3))
    }
  }

  /// An edit that an observer makes of a change of the source is no part of that change.
  @Test func anObserversEditGoesToo() throws {
    let source = Log(rows(1, 2))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let observation = controller.observe { [unowned controller] _ in
      if controller.count == 3 { controller.remove(key: 1) }
    }
    source.change(upserted: [Row(3)])
    #expect(controller.items == rows(2, 3))
    observation.cancel()
    source.change(upserted: [Row(4)])
    #expect(controller.items == rows(1, 2, 3, 4))
  }

  /// A row that moves between two sections of one change is kept, in either order of the sections.
  @Test(arguments: [false, true]) func aRowMovesBetweenEditedSections(isReversed: Bool) throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1)), StoredSection("B", items: rows(2, 3)),
    ])
    let recorder = Recorder(controller)
    let edited = [StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3))]
    try controller.apply(.sections(removed: [], upserted: isReversed ? edited.reversed() : edited))
    #expect(controller.sections.stored == edited)
    #expect(recorder.take() == ["M(1,0→1)"] && recorder.problems == [])
  }

  @Test func sectionsAreEdited() throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3)),
    ])
    let recorder = Recorder(controller)
    try controller.apply(
      .sections(
        removed: ["B", "X"],
        upserted: [
          StoredSection("A", title: "a", items: rows(2, 4)), StoredSection("C", items: rows(5)),
        ]))
    #expect(recorder.take() == ["sD(1) sI(1) sU(0/0) D(0) I(1)"])
    #expect(controller.snapshot.map(\.title) == ["a", "C"] && recorder.problems == [])
    #expect(throws: ResultsError.notSectioned) {
      let flat = keyed()
      try flat.setItems(rows(1))
      try flat.apply(.sections(removed: [], upserted: [StoredSection("A", items: [])]))
    }
  }

  @Test func severalSourcesAreOne() throws {
    let (first, second) = (MemorySource(rows(1, 2)), Log(rows(3)))
    let controller = keyed()
    controller.follow(MergedSource([first, second])) { _ in Issue.record("no error") }
    #expect(controller.items == rows(1, 2, 3))
    let recorder = Recorder(controller)
    first.commit { $0.append(Row(4)) }
    second.change(removed: [3], upserted: [Row(5)])
    #expect(recorder.take() == ["I(2)", "D(3) I(3)"] && controller.items == rows(1, 2, 4, 5))
    let tree = TreeSource<Row>(identifiedBy: ResultsKey(\.id))
    tree.sections = [StoredSection("T", items: [ResultsTreeNode(Row(7))])]
    let parents = HierarchySource(MemorySource([Row(9)]), identifiedBy: ResultsKey(\.id)) { _ in
      rows(8)
    }
    controller.follow(MergedSource([second, tree, parents, tree])) { _ in Issue.record("no error") }
    #expect(first.followers.count == 0 && tree.followers.count == 2)
    #expect(controller.snapshot.map(\.key) == [nil, "T", 9])
    #expect(controller.snapshot.map { $0.items.map(\.id) } == [[5], [7], [8]])
    controller.unfollow()
    #expect(second.followers.count == 0)
  }

  @Test func aTestOfASourceMayStop() throws {  // BS-6
    let source = MemorySource(rows(1, 2, 3, 4, 5))
    var asked: [Int] = []
    source.request.test = { row, stops in
      asked.append(row.id)
      stops = row.id == 4
      return row.id % 2 == 0
    }
    let controller = keyed()
    try controller.update(from: source)
    #expect(controller.items == rows(2, 4) && asked == [1, 2, 3, 4])
    source.request.test = { _, _ in throw Failure() }
    #expect(throws: Failure.self) { try controller.update(from: source) }
    #expect(controller.count == 2)
  }

  /// A window of the rows that a request finds, of which nothing is before the first or after the last one.
  @Test(arguments: [nil, -1, 0, 1, 3, 4, 9]) func aRequestHasAWindow(limit: Int?) throws {
    let source = MemorySource((0..<6).map { Row($0, n: 9 - $0) })
    source.request.predicate = try FilterPredicate("id != 2")
    source.request.sort = [.ascending(\.n)]
    let found = [5, 4, 3, 1, 0]
    for offset in -2...7 {
      (source.request.offset, source.request.limit) = (offset, limit)
      let controller = keyed()
      try controller.update(from: source)
      let expected = found.indices.filter { place in
        place >= offset && limit.map { place < max(0, offset) + max(0, $0) } ?? true
      }
      #expect(controller.items?.map(\.id) == expected.map { found[$0] }, "from \(offset)")
    }
  }

  @Test func treesStandInSections() throws {  // TL-31
    let tree = { (id: Int) in
      ResultsTreeNode(
        Row(id), children: [ResultsTreeNode(Row(id + 1), children: [ResultsTreeNode(Row(id + 2))])])
    }
    let source = TreeSource(
      [tree(10), tree(20)], identifiedBy: ResultsKey(\.id), expanded: [10, 11, 20, 99])
    source.sections = [
      StoredSection("A", title: "First", items: [tree(10)]), StoredSection("B", items: [tree(20)]),
    ]
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    #expect(texts(controller.snapshot) == [["10/0/-", "11/0/-", "12/0/-"], ["20/0/-", "21/0/-"]])
    #expect(controller.snapshot.map(\.title) == ["First", "B"])
    #expect(source.isExpanded(11) && !source.isExpanded(99))
    let recorder = Recorder(controller)
    source.setExpanded(true, 21)
    #expect(recorder.take() == ["I(1,2)"])
    // A filter and an order leave the depths as they are.
    controller.filters.add(ResultsFilter("no roots") { $0.id % 10 > 0 })
    try controller.configure { $0.rows.sort = [.descending(\.id)] }
    let depths = controller.snapshot.map { $0.items.map { source.depth(ofKey: $0.id) } }
    #expect(depths == [[2, 1], [2, 1]])
    #expect(source.depth(ofKey: 20) == 0 && source.depth(ofKey: 99) == nil)
    #expect(
      source.replace(ResultsTreeNode(Row(21, n: 1))) && !source.replace(ResultsTreeNode(Row(99))))
    #expect(controller.snapshot[1].items.map(\.n) == [1] && source.depth(ofKey: 22) == nil)
    source.roots = [ResultsTreeNode(Row(1))]
    #expect(controller.snapshot.count == 1 && source.sections.count == 1)
    // Sections that are set are sections, one alone too.
    source.sections = [StoredSection("C", items: [tree(30)]), StoredSection("D", items: [])]
    #expect(controller.snapshot.map(\.key) == ["C", "D"] && source.roots.map(\.item.id) == [30])
    source.sections = [StoredSection("E", items: [ResultsTreeNode(Row(7))])]
    #expect(controller.snapshot.map(\.key) == ["E"] && texts(controller.snapshot) == [["7/0/-"]])
  }
}
