import FilterableResults
import Testing

/// Which row is selected after several have gone, and what hidden rows do.
@Suite struct SelectionEdgeTests {
  private func controller(_ sections: [[Int]]) throws -> ResultsController<Row> {
    let controller = keyed()
    try controller.setSections(
      sections.enumerated().map { place, ids in
        StoredSection("\(place)", items: ids.map { Row($0) })
      })
    return controller
  }

  /// The nearest row to the first one that went: the next of the section, the one before, the next
  /// section's first, the last of the section before.
  @Test(arguments: [
    ([[1, 2, 3, 4, 5]], [1, 4], 2), ([[1, 2, 3, 4, 5]], [2, 3], 4),
    ([[1, 2, 3, 4, 5]], [2, 5], 3),
    ([[1, 2, 3]], [2, 3], 1), ([[1, 2, 3], [4]], [3], 2), ([[1], [2, 3]], [1], 2),
    ([[1, 2], [3]], [3], 2), ([[1, 2], [], [3]], [3], 2), ([[1], [], [2, 3]], [1], 2),
    ([[1, 2], [3, 4], [5]], [5], 4), ([[1, 2], [3, 4], [5]], [3, 4], 5),
    ([[1], [2], [3]], [2, 3], 1), ([[1, 2], [3]], [1, 3], 2),
  ])
  func theNeighbourOfTheFirstOne(sections: [[Int]], gone: [Int], expected: Int) throws {
    let controller = try controller(sections)
    let selection = ResultsSelection(of: controller)
    selection.selectsNeighbour = true
    for id in gone { selection.select(Row(id)) }
    #expect(selection.count == gone.count)
    controller.remove(gone.reversed().map { Row($0) })
    #expect(selection.items.map(\.id) == [expected])
    #expect(selection.paths == [controller.path(forKey: FilterValue.int(Int64(expected)))])
  }

  /// The neighbour that takes over may itself have moved, or come to stand beside new rows.
  @Test func theNeighbourIsFollowed() throws {
    let controller = try controller([[1, 2, 3], [4]])
    let selection = ResultsSelection(of: controller)
    selection.selectsNeighbour = true
    selection.select(Row(2))
    try controller.performBatch {
      controller.remove(key: 2)
      try controller.move(
        from: StorePosition(section: 0, offset: 1), to: StorePosition(section: 1, offset: 0))
      try controller.insert(Row(9), at: StorePosition(section: 1, offset: 0))
    }
    #expect(selection.items.map(\.id) == [3])
  }

  /// Rows that come exactly where a selected row was push it on.
  @Test func aRowIsPushedOnByRowsThatCome() throws {
    let controller = try controller([[1, 2, 3]])
    let selection = ResultsSelection(of: controller)
    selection.select(Row(2))
    try controller.insert(Row(7), at: StorePosition(section: 0, offset: 1))
    #expect(selection.paths == [ResultsPath(section: 0, item: 2)])
    try controller.performBatch {
      try controller.insert(Row(8), at: StorePosition(section: 0, offset: 2))
      controller.remove(key: 1)
      try controller.insert(Row(9), at: StorePosition(section: 0, offset: 3))
    }
    #expect(
      selection.items.map(\.id) == [2] && controller.snapshot.items.map(\.id) == [7, 8, 2, 9, 3])
  }

  @Test func hiddenRowsAreDeselectedAndForgotten() throws {
    let controller = try controller([[1, 2, 3]])
    controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    let selection = ResultsSelection(of: controller)
    selection.select(Row(2))
    selection.select(Row(2))
    #expect(selection.count == 1 && selection.paths == [] && selection.contains(Row(2)))
    selection.deselect(Row(2))
    #expect(selection.isEmpty)
    selection.select(Row(2))
    controller.remove(key: 2)
    #expect(selection.isEmpty)
    try controller.add(Row(2))
    #expect(selection.isEmpty)
    selection.select(Row(1))
    selection.select(Row(1))
    #expect(selection.count == 1)
    selection.select(Row(3))
    controller.filters.add(ResultsFilter("one") { $0.id == 1 })
    #expect(selection.items.map(\.id) == [1, 3])
    selection.deselectAll()
    #expect(selection.isEmpty && selection.items == [])
  }

  /// A reload says nothing of rows: those without a key are looked for among all.
  @Test func rowsWithoutKeysStaySelectedThroughAReload() throws {
    let controller = ResultsController<Row>()
    try controller.setItems(rows(1, 7, 2, 7))
    let selection = ResultsSelection(of: controller)
    selection.select(at: ResultsPath(section: 0, item: 0))
    selection.select(at: ResultsPath(section: 0, item: 1))
    controller.reload()
    #expect(selection.items.map(\.id) == [1, 7] && selection.count == 2)
    try controller.setSections([
      StoredSection("A", items: rows(7)), StoredSection("B", items: rows(2, 1)),
    ])
    #expect(
      selection.paths == [ResultsPath(section: 0, item: 0), ResultsPath(section: 1, item: 1)])
    try controller.setSections([
      StoredSection("C", items: rows(2)), StoredSection("D", items: rows(1)),
    ])
    #expect(selection.paths == [ResultsPath(section: 1, item: 0)])
  }
}
