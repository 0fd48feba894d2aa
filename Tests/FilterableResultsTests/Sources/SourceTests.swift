import FilterableResults
import Testing

/// Fetches, parents with children, trees, and messages.
@Suite struct SourceTests {
  @Test func aWindowKeepsItsSize() throws {
    let source = MemorySource<Row>([])
    source.request.sort = [.ascending(\.id)]
    source.request.limit = 3
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    source.commit { $0 = rows(2, 4, 6, 8) }
    let recorder = Recorder(controller)
    source.commit { $0.append(Row(1)) }
    #expect(recorder.take() == ["D(2) I(0)"])
    source.commit { $0.removeAll { $0.id == 2 } }
    #expect(recorder.take() == ["D(1) I(2)"])
    source.request.sort = [.descending(\.id)]
    #expect(controller.snapshot.items.map(\.id) == [8, 6, 4])
    #expect(recorder.problems == [])
  }

  @Test func aFailedFetchKeepsWhatIsShown() throws {
    let value = { (n: FilterValue) -> FilterValue in
      .object(FilterObject([(key: "n", value: n)]))
    }
    let source = MemorySource<FilterValue>([value(5)])
    source.request.predicate = try FilterPredicate("n > 1")
    let controller = ResultsController<FilterValue>()
    var errors = 0
    controller.follow(source) { _ in errors += 1 }
    source.commit { $0.append(value("x")) }
    #expect(errors == 1)
    #expect(controller.snapshot.rowCount == 1)
    source.commit { $0 = [value(5), value(6)] }
    #expect(controller.snapshot.rowCount == 2)
  }

  private func hierarchy() -> (
    HierarchySource<MemorySource<Row>, Row>, ResultsController<Row>, Recorder
  ) {
    var children: [Int: [Int]] = [1: [11, 12], 2: [21], 3: []]
    children[4] = [41, 42]
    let source = HierarchySource<MemorySource<Row>, Row>(
      MemorySource([Row(1, n: 1), Row(2, n: 2), Row(3, n: 3)], sortedBy: [.ascending(\.n)]),
      identifiedBy: ResultsKey(\.id)
    ) { parent in
      (parent.city.map { $0.split(separator: ",").compactMap { Int($0) } } ?? children[parent.id]
        ?? [])
        .map { Row($0) }
    }
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    return (source, controller, Recorder(controller))
  }

  @Test func parentsAreSections() throws {  // ZS-5, ZS-6, ZS-10
    let (source, controller, recorder) = hierarchy()
    #expect(controller.snapshot.sectionCounts == [2, 1, 0])
    #expect(source.parent(forSection: controller.snapshot.sections[1].key)?.id == 2)
    source.parents.commit { $0.append(Row(4, n: 0)) }
    #expect(recorder.take() == ["sI(0)"])
    source.parents.commit { $0.removeAll { $0.id == 4 } }
    source.parents.commit { $0.removeAll { $0.id == 99 } }
    #expect(recorder.take() == ["sD(0)"])
    source.parents.commit { $0[0].city = "11,12,13" }
    #expect(recorder.take() == ["I(2)"])
    source.parents.commit {
      $0[0].city = "11,13"
      $0[1].city = "21,12"
    }
    #expect(recorder.take() == ["M(1→1,1)"])
    source.parents.commit { $0.append(Row(2, n: 7)) }
    #expect(recorder.take() == [])
    source.parents.commit { $0[0].n = 9 }
    #expect(recorder.take() == ["sM(0→2)"])
    source.parents.commit { $0.removeLast() }
    #expect(recorder.take() == [])
    source.parents.request.predicate = try FilterPredicate("n != 2")
    #expect(recorder.take() == ["sD(0)"])
    #expect(recorder.problems == [])
  }

  /// The parents of any source: a merged one, one with sections, one that cannot be read.
  @Test func parentsComeFromAnySource() throws {
    let (first, second) = (MemorySource(rows(1, 2)), MemorySource(rows(3)))
    let merged = HierarchySource(MergedSource([first, second]), identifiedBy: ResultsKey(\.id)) {
      [Row($0.id * 10)]
    }
    let controller = keyed()
    controller.follow(merged) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    #expect(controller.snapshot.sections.map(\.key) == [1, 2, 3])
    second.commit { $0.append(Row(4)) }
    #expect(recorder.take() == ["sI(3)"])
    #expect(merged.parent(forSection: 4)?.id == 4 && merged.parent(forSection: 5) == nil)
    // The rows of a hierarchy are the parents of another one. Of those with one key the first counts.
    let below = HierarchySource(merged, identifiedBy: ResultsKey(\.id)) { [Row($0.id + 1)] }
    first.commit { $0.append(Row(4)) }
    controller.follow(below) { _ in Issue.record("no error") }
    #expect(controller.snapshot.sections.map(\.key) == [10, 20, 40, 30])
    #expect(controller.snapshot.items.map(\.id) == [11, 21, 41, 31])
    first.request.predicate = try FilterPredicate("id > 1")
    #expect(controller.snapshot.sections.map(\.key) == [20, 40, 30])
    var errors = 0
    controller.follow(below) { _ in errors += 1 }
    first.request.test = { _, _ in throw CancellationError() }
    #expect(errors == 1 && controller.snapshot.sections.map(\.key) == [20, 40, 30])
    #expect(below.parent(forSection: 20)?.id == 20)
    controller.unfollow()
    #expect(recorder.problems == [])
  }

  @Test func nodesExpandAndCollapse() throws {  // TL-31
    let tree = TreeSource<Row>(
      [
        ResultsTreeNode(
          Row(1),
          children: [
            ResultsTreeNode(Row(2), children: [ResultsTreeNode(Row(3))]), ResultsTreeNode(Row(4)),
          ]),
        ResultsTreeNode(Row(5), children: []),
      ], identifiedBy: ResultsKey(\.id))
    let controller = keyed()
    controller.follow(tree) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    tree.setExpanded(true, 1)
    #expect(recorder.take() == ["I(1) I(2)"])
    tree.setExpanded(true, 2)
    #expect(recorder.take() == ["I(2)"])
    #expect(controller.snapshot.items.map { tree.depth(ofKey: $0.id) } == [0, 1, 2, 1, 0])
    tree.setExpanded(false, 1)
    #expect(recorder.take() == ["D(3) D(2) D(1)"])
    tree.setExpanded(true, 1)
    #expect(recorder.take() == ["I(1) I(2)"])
    tree.setExpanded(true, 2)
    #expect(recorder.take() == ["I(2)"])
    tree.setExpanded(true, 4)
    #expect(!tree.canExpand(4) && tree.canExpand(5))
    #expect(recorder.take() == [])
    tree.setExpanded(true, 5)
    tree.replace(ResultsTreeNode(Row(5), children: [ResultsTreeNode(Row(6))]))
    #expect(recorder.take() == ["I(5)"])
    let roots = tree.roots
    tree.roots = []
    tree.roots = roots
    #expect(!tree.isExpanded(1))
    tree.expandsOneNode = true
    tree.setExpanded(true, 1)
    tree.setExpanded(true, 5)
    #expect(!tree.isExpanded(1))
  }

  /// Roots are one list whatever was there before, and sections are those of the source.
  @Test func rootsAreAListAndSectionsAreSections() throws {
    func isList(_ source: TreeSource<Row>) throws -> Bool {
      if case .items = try source.contents() { true } else { false }
    }
    let roots = [ResultsTreeNode(Row(1, city: "x")), ResultsTreeNode(Row(2, city: "y"))]
    let sections = [StoredSection("A", items: roots)]
    let sectioned = TreeSource<Row>(identifiedBy: ResultsKey(\.id))
    sectioned.sections = sections
    for source in [TreeSource<Row>(roots, identifiedBy: ResultsKey(\.id)), sectioned] {
      #expect(try isList(source) == (source.sections[0].key == FilterValue.null))
      source.roots = roots
      #expect(try isList(source))
      #expect(source.replace(ResultsTreeNode(Row(2, n: 1, city: "y"))))
      #expect(try isList(source))
      source.sections = sections
      #expect(try !isList(source))
      #expect(source.replace(ResultsTreeNode(Row(2, n: 2, city: "y"))))
      #expect(try !isList(source) && source.roots.map(\.item.n) == [0, 2])
      source.expandAll()
      #expect(try !isList(source))
      let controller = keyed { $0.sections.empty = .keep }
      controller.follow(source) { _ in Issue.record("no error") }
      #expect(controller.snapshot.map(\.key) == ["A"])
      source.sections = [StoredSection("B", items: [])]
      #expect(controller.snapshot.map(\.key) == ["B"])
      source.roots = []
      #expect(controller.snapshot.rowCount == 0 && controller.snapshot.map(\.key) == [.null])
    }
  }

  @Test func aMessageStandsForNoRows() throws {  // TL-2, TL-32
    let controller = keyed()
    controller.setSubstitute { _, new in new.showingMessage("None", rows: 2) }
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.setItems([])
    #expect(recorder.take() == ["D(0) I(0) I(1)"])
    try controller.setItems(rows(2))
    #expect(recorder.take() == ["D(1) D(0) I(0)"])
    controller.setSubstitute { _, new in
      ResultsSnapshot(
        sections: [
          ResultsSection(
            key: .null, rows: [.extra(ResultsExtra(id: "head"))] + new.sections.flatMap(\.rows))
        ])
    }
    #expect(recorder.take() == ["I(0)"])
    try controller.add(Row(3))
    #expect(recorder.take() == ["I(2)"])
    #expect(controller.path(forKey: 3) == ResultsPath(section: 0, item: 2))
    #expect(recorder.problems == [])
  }
}
