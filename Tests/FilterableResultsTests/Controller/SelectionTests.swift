import FilterableResults
import Testing

/// Rows that stay selected by what they are, not where.
@Suite struct SelectionTests {
  private func path(_ section: Int, _ item: Int) -> ResultsPath {
    ResultsPath(section: section, item: item)
  }

  private func ids(_ selection: ResultsSelection<Row>) -> [Int] { selection.items.map(\.id) }

  @Test func aSelectedRowIsFollowed() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b")])
    let selection = ResultsSelection(of: controller)
    selection.select(at: path(0, 1))
    try controller.insert(Row(9, city: "a"), at: path(0, 0))
    #expect(selection.paths == [path(0, 2)])
    controller.replace(Row(2, n: 5, city: "b"))
    #expect(selection.paths == [path(1, 0)] && selection.items == [Row(2, n: 5, city: "b")])
    controller.replace(Row(2, n: 5, city: "c"))
    #expect(selection.paths == [path(1, 0)])
    try controller.configure { $0.sections.order = .descending }
    #expect(selection.paths == [path(0, 0)])
    try controller.configure { $0.sections.key = nil }
    #expect(selection.paths == [path(0, 2)] && ids(selection) == [2])
    try controller.setSections([
      StoredSection("x", items: rows(5, 2)), StoredSection("y", items: []),
    ])
    #expect(selection.paths == [path(0, 1)])
    try controller.setItems(nil)
    #expect(selection.isEmpty)
  }

  @Test func aHiddenRowStaysSelected() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b")])
    let selection = ResultsSelection(of: controller)
    selection.selectsNeighbour = true
    selection.select(at: path(0, 0))
    selection.select(at: path(1, 0))
    controller.filters.add(ResultsFilter("even") { $0.id % 2 == 0 })
    #expect(selection.paths == [] && ids(selection) == [1, 3] && selection.count == 2)
    #expect(selection.contains(Row(3)) && !selection.contains(Row(2)))
    controller.replace(Row(3, n: 7, city: "a"))
    #expect(selection.items.last?.n == 7)
    controller.filters.removeAll()
    #expect(selection.paths == [path(0, 0), path(0, 2)])
    controller.sections.setCollapsed(true, forKey: "a")
    #expect(selection.paths == [] && selection.count == 2)
    controller.sections.setCollapsed(false, forKey: "a")
    #expect(selection.paths == [path(0, 0), path(0, 2)])
  }

  @Test func aRemovedRowIsForgotten() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let selection = ResultsSelection(of: controller)
    selection.select(at: path(0, 1))
    selection.select(at: path(0, 2))
    controller.remove(key: 2)
    #expect(selection.paths == [path(0, 1)])
    try controller.add(Row(2))
    #expect(ids(selection) == [3])
    controller.filters.add(ResultsFilter("few") { $0.id < 3 })
    controller.remove(key: 3)
    try controller.add(Row(3))
    controller.filters.removeAll()
    #expect(selection.isEmpty)
    selection.select(Row(3))
    controller.begin()
    controller.remove(key: 3)
    #expect(selection.paths == [path(0, 2)])
    try controller.insert(Row(3), at: path(0, 0))
    try controller.end()
    #expect(selection.paths == [path(0, 0)])
  }

  @Test(arguments: [
    ([2], [3], ResultsPath(section: 0, item: 1)), ([3], [3, 4], ResultsPath(section: 0, item: 1)),
    ([4], [4], ResultsPath(section: 0, item: 2)),
    ([1], [1, 2, 3, 4], ResultsPath(section: 1, item: 0)),
    ([6], [5, 6], ResultsPath(section: 0, item: 3)),
    ([2, 3], [2, 3], ResultsPath(section: 0, item: 1)),
  ])
  func theNearestRowIsNext(selected: [Int], removed: [Int], expected: ResultsPath) throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1, 2, 3, 4)), StoredSection("B", items: rows(5, 6)),
    ])
    let selection = ResultsSelection(of: controller)
    selection.selectsNeighbour = true
    for id in selected { selection.select(Row(id)) }
    controller.remove(removed.map { Row($0) })
    #expect(selection.paths == [expected])
  }

  @Test func anotherSelectedRowIsEnough() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let selection = ResultsSelection(of: controller)
    selection.selectsNeighbour = true
    selection.selectAll()
    controller.remove(key: 2)
    #expect(ids(selection) == [1, 3])
    try controller.setItems([])
    #expect(selection.isEmpty)
  }

  @Test func placesAreThoseOfTheMoment() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let selection = ResultsSelection(of: controller)
    var seen: [[ResultsPath]] = []
    let observation = controller.observe(
      willChange: { _ in seen.append(selection.paths) },
      didChange: { _ in seen.append(selection.paths) })
    seen = []
    selection.select(at: path(0, 1))
    try controller.insert(Row(3), at: path(0, 0))
    #expect(seen == [[path(0, 1)], [path(0, 2)]])
    try controller.performSilently(for: observation) { () throws(ResultsError) in
      try controller.insert(Row(4), at: path(0, 0))
    }
    #expect(selection.paths == [path(0, 3)] && seen.count == 2)
  }

  @Test func rowsWithoutKeysAreSelectedToo() throws {
    let controller = ResultsController<Row>()
    try controller.setItems(rows(7, 7, 7))
    let selection = ResultsSelection(of: controller)
    selection.select(at: path(0, 1))
    try controller.insert(Row(1), at: path(0, 0))
    #expect(selection.paths == [path(0, 2)])
    #expect(selection.contains(Row(7)))
    controller.filters.add(ResultsFilter("one") { $0.id == 1 })
    #expect(selection.paths == [] && ids(selection) == [7])
    controller.filters.removeAll()
    #expect(selection.paths == [path(0, 1)])
    try controller.replace(at: path(0, 1), with: Row(8))
    #expect(ids(selection) == [8])
  }

  @Test func rowsAreSelectedAndDeselected() throws {
    let controller = keyed { $0.groupRows.test = { $0.id < 3 } }
    try controller.configure { $0.groupRows.areShown = true }
    try controller.setItems(rows(1, 2, 3, 4))
    let selection = ResultsSelection(of: controller)
    selection.select(at: path(0, 2))
    selection.select(at: path(4, 0))
    selection.select(Row(9))
    #expect(selection.isEmpty)
    selection.selectAll()
    #expect(selection.paths == [path(0, 0), path(0, 1)])
    selection.select(Row(4))
    selection.select(Row(4))
    #expect(ids(selection) == [1, 2, 4] && selection.contains(path(0, 1)))
    selection.toggle(at: path(0, 0))
    selection.deselect(Row(4))
    selection.deselect(at: path(0, 7))
    #expect(ids(selection) == [2])
    selection.toggle(at: path(0, 0))
    #expect(ids(selection) == [1, 2])
    selection.deselectAll()
    #expect(selection.isEmpty && selection.items.isEmpty)
  }

  @Test func nothingIsKeptAlive() throws {
    var controller: ResultsController<Row>? = keyed()
    try controller?.setItems(rows(1))
    let kept = try #require(controller.map { ResultsSelection(of: $0) })
    var selection = controller.map { ResultsSelection(of: $0) }
    weak let gone = selection
    selection = nil
    #expect(gone == nil)
    kept.selectAll()
    controller = nil
    #expect(kept.items.isEmpty)
  }
}
