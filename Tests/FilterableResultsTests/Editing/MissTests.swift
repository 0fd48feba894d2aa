import FilterableResults
import Testing

/// Edits by item or key say whether they found a row.
@Suite struct MissTests {
  @Test func selectingAnswersWhetherThereIsARow() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    controller.filters.add(ResultsFilter("not 2") { $0.id != 2 })
    let selection = ResultsSelection(of: controller)
    let (first, none) = (ResultsPath(section: 0, item: 0), ResultsPath(section: 0, item: 2))
    #expect(selection.select(at: first) && selection.select(at: first))
    #expect(!selection.select(at: none) && !selection.deselect(at: none))
    // A hidden row is selected too, and an item that is not stored is not.
    #expect(selection.select(Row(2)) && selection.select(Row(2)) && !selection.select(Row(9)))
    #expect(selection.items == rows(1, 2))
    #expect(
      selection.deselect(Row(2)) && !selection.deselect(Row(2)) && !selection.deselect(Row(9)))
    #expect(selection.deselect(at: first) && !selection.deselect(at: first))
    #expect(selection.toggle(at: first) && selection.contains(first))
    #expect(selection.toggle(at: first) && !selection.contains(first))
    #expect(!selection.toggle(at: none) && selection.isEmpty)
    // An item that is shown is found by its key.
    #expect(selection.select(Row(3)) && selection.deselect(Row(3)) && selection.isEmpty)
  }

  @Test func rowsThatAreNotThere() throws {
    let controller = keyed()
    #expect(!controller.remove(key: 1) && !controller.remove(Row(1)) && !controller.replace(Row(1)))
    try controller.setItems(rows(1, 2, 3))
    let recorder = Recorder(controller)
    #expect(!controller.remove(key: 9) && !controller.remove(Row(9)) && !controller.replace(Row(9)))
    #expect(try !controller.replace(Row(9), with: Row(8)))
    #expect(controller.remove(rows(8, 9)) == rows(8, 9))
    #expect(controller.replace(rows(8, 9)) == rows(8, 9))
    #expect(try !controller.itemDidChange(key: 9) && !controller.refilter(key: 9))
    #expect(recorder.take() == [])
    #expect(controller.replace([Row(1, n: 1), Row(9), Row(3, n: 3)]) == [Row(9)])
    #expect(try controller.replace(Row(2), with: Row(4)))
    #expect(controller.replace(Row(4, n: 4)))
    #expect(recorder.take() == ["U(0/0) U(2/2)", "D(1) I(1)", "U(1/1)"])
    #expect(controller.remove(rows(1, 7, 3, 1)) == rows(7, 1))
    #expect(controller.remove(key: 4) && !controller.remove(key: 4))
    #expect(controller.items == [])
  }

  /// Where a filter hits a limit nothing is replaced, and the answer says so.
  @Test func whatALimitRefuses() throws {
    // An item takes n + n × n steps.
    let item = { (count: Int) -> FilterValue in
      ["id": 1, "list": .list((0..<count).map { .int(Int64($0)) })]
    }
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.configure { $0.limits.steps = 110 }
    try controller.filters.add(
      ResultsFilter(
        "small",
        predicate: FilterPredicate("SUBQUERY(list, $a, ANY list == -1)[SIZE] == 0")))
    try controller.setItems([item(3)])
    #expect(controller.replace(item(5)) && controller.failures.limit == nil)
    #expect(!controller.replace(item(50)) && controller.failures.limit != nil)
    #expect(controller.replace([item(50)]) == [item(50)] && controller.items == [item(5)])
  }

  @Test func sectionsThatAreNotThere() throws {
    let controller = keyed()
    try controller.setSections([StoredSection("A", items: rows(1))])
    #expect(try !controller.sections.remove(forKey: "B"))
    #expect(try !controller.sections.replace(forKey: "B", with: rows(2)))
    #expect(try controller.sections.replace(forKey: "A", with: rows(2)))
    #expect(controller.items == rows(2))
    #expect(try controller.sections.remove(forKey: "A"))
  }

  @Test(arguments: [(0, 2), (1, 0), (-1, 0), (0, -1)])
  func positionsThatAreNotThere(section: Int, item: Int) throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    controller.filters.add(ResultsFilter("not 3") { $0.id != 3 })
    let recorder = Recorder(controller)
    let (path, first) = (
      ResultsPath(section: section, item: item), ResultsPath(section: 0, item: 0)
    )
    let noPath = ResultsError.noPath(path)
    #expect(throws: noPath) { try controller.remove(at: path) }
    #expect(throws: noPath) { try controller.replace(at: path, with: Row(9)) }
    #expect(throws: noPath) { try controller.move(from: path, to: first) }
    #expect(throws: noPath) { try controller.move(from: first, to: path) }
    // The store has a third row, which is hidden.
    let offset = section == 0 && item >= 0 ? item + 1 : item
    let position = StorePosition(section: section, offset: offset)
    let start = StorePosition(section: 0, offset: 0)
    let noPosition = ResultsError.noPosition(position)
    #expect(throws: noPosition) { try controller.remove(at: position) }
    #expect(throws: noPosition) { try controller.replace(at: position, with: Row(9)) }
    #expect(throws: noPosition) { try controller.move(from: position, to: start) }
    #expect(throws: noPosition) { try controller.move(from: start, to: position) }
    // A row can be inserted at the end of a section.
    let step = (section, item) == (0, 2) ? 1 : 0
    let afterEnd = ResultsPath(section: section, item: item + step)
    #expect(throws: ResultsError.noPath(afterEnd)) { try controller.insert(Row(9), at: afterEnd) }
    let noRoom = StorePosition(section: section, offset: offset + step)
    #expect(throws: ResultsError.noPosition(noRoom)) { try controller.insert(Row(9), at: noRoom) }
    #expect(recorder.take() == [] && controller.items == rows(1, 2, 3))
  }

  @Test func filtersThatAreNotThere() throws {
    let controller = keyed()
    controller.filters.add(ResultsFilter("a", group: "g") { _ in true })
    let answers = [
      controller.filters.remove(name: "b"), controller.filters.remove(),
      controller.filters.remove(ResultsFilter("a") { _ in true }),
      controller.filters.remove(ResultsFilter("a", group: "g") { _ in false }),
      controller.filters.remove(group: "g"),
    ]
    #expect(answers == [false, false, false, true, false] && controller.filters.isEmpty)
  }

  @Test func nodesThatDoNotChange() {
    let source = TreeSource(
      [ResultsTreeNode(Row(1), children: [ResultsTreeNode(Row(2))]), ResultsTreeNode(Row(3))],
      identifiedBy: ResultsKey(\.id))
    #expect(!source.setExpanded(true, 9) && !source.setExpanded(true, 3))
    #expect(source.setExpanded(true, 1) && !source.setExpanded(true, 1))
    source.shouldSetExpanded = { _, _ in false }
    #expect(!source.setExpanded(false, 1) && source.isExpanded(1))
  }

  /// A key of a type that no key can equal is a mistake in the code; a value of a program's input is not.
  @Test func keysOfAnotherKind() async throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a")])
    for key: FilterValue in ["1", .null, [1], 2] {
      #expect(controller.path(forKey: key) == nil && controller.item(forKey: key) == nil)
      #expect(controller.position(forKey: key) == nil && !controller.remove(key: key))
      #expect(!controller.sections.isCollapsed(forKey: key))
    }
    #expect(controller.item(forKey: 1.0) != nil && controller.item(forKey: true) != nil)
    #expect(controller.item(forKey: Int?.none) == nil && controller.item(forKey: UInt8(9)) == nil)
    await #expect(processExitsWith: .failure) {
      let controller = keyed()
      try controller.setItems(rows(1))
      _ = controller.path(forKey: "1")
    }
    await #expect(processExitsWith: .failure) {
      let controller = keyed()
      try controller.setItems(rows(1))
      controller.remove(key: "1")
    }
    await #expect(processExitsWith: .failure) {
      let controller = keyed { $0.sections.key = ResultsKey(\.city) }
      try controller.setItems([Row(1, city: "a")])
      controller.sections.setCollapsed(true, forKey: 1)
    }
  }
}
