import FilterableResults
import Testing

/// Edits by item or key say whether they found a row.
@Suite struct MissTests {
  @Test func selectingAnswersWhetherThereIsARow() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    controller.filters.add(Filter("not 2") { $0.id != 2 })
    let selection = ResultsSelection(of: controller)
    let (first, none) = (ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 2))
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
    #expect(controller.remove(rows(8, 9)) == 0 && controller.replace(rows(8, 9)) == 0)
    #expect(recorder.take() == [])
    #expect(controller.replace([Row(1, n: 1), Row(9), Row(3, n: 3)]) == 2)
    #expect(try controller.replace(Row(2), with: Row(4)))
    #expect(controller.replace(Row(4, n: 4)))
    #expect(recorder.take() == ["U(0/0) U(2/2)", "D(1) I(1)", "U(1/1)"])
    #expect(controller.remove(rows(1, 7, 3, 1)) == 2)
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
      Filter(
        "small",
        predicate: FilterPredicate("SUBQUERY(list, $a, ANY list == -1)[SIZE] == 0")))
    try controller.setItems([item(3)])
    #expect(controller.replace(item(5)) && controller.failures.limit == nil)
    #expect(!controller.replace(item(50)) && controller.failures.limit != nil)
    #expect(controller.replace([item(50)]) == 0 && controller.items == [item(5)])
  }

  @Test func sectionsThatAreNotThere() throws {
    let controller = keyed()
    try controller.setSections([StoredSection("A", items: rows(1))])
    #expect(try !controller.removeSection(forKey: "B"))
    #expect(try !controller.replaceSection(forKey: "B", with: rows(2)))
    #expect(try controller.replaceSection(forKey: "A", with: rows(2)))
    #expect(controller.items == rows(2))
    #expect(try controller.removeSection(forKey: "A"))
  }

  @Test func filtersThatAreNotThere() throws {
    let controller = keyed()
    controller.filters.add(Filter("a", group: "g") { _ in true })
    let answers = [
      controller.filters.remove(name: "b"), controller.filters.remove(),
      controller.filters.remove(Filter("a") { _ in true }),
      controller.filters.remove(Filter("a", group: "g") { _ in false }),
      controller.filters.remove(group: "g"),
    ]
    #expect(answers == [false, false, false, true, false] && controller.filters.isEmpty)
  }

  @Test func nodesThatDoNotChange() {
    let source = TreeSource(
      [TreeNode(Row(1), children: [TreeNode(Row(2))]), TreeNode(Row(3))],
      identifiedBy: ResultsKey(\.id))
    #expect(!source.setExpanded(true, 9) && !source.setExpanded(true, 3))
    #expect(source.setExpanded(true, 1) && !source.setExpanded(true, 1))
    source.shouldSetExpanded = { _, _ in false }
    #expect(!source.setExpanded(false, 1) && source.isExpanded(1))
  }
}
