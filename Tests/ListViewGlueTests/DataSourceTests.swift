import FilterableResults
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn
import Testing

/// The questions of the views are answered by the adapter.
@MainActor @Suite struct DataSourceTests {
  private let controller = ResultsController<Fruit>(identifiedBy: \.id)

  private func load() throws {
    try controller.setSections([
      StoredSection("apples", title: "Apples", items: [Fruit(1, "Boskop"), Fruit(2, "Elstar")]),
      StoredSection("apricots", title: "Apricots", items: []),
      StoredSection("bananas", title: "Bananas", items: [Fruit(3, "Cavendish")]),
    ])
  }

  @Test func aTableViewAsksTheAdapter() throws {  // UA-39
    try load()
    let fruits = FruitTable(controller)
    let (table, source) = (fruits.view, fruits.source)
    source.footer = { $0.count > 1 ? "\($0.count) kinds" : nil }
    #expect(source.numberOfSections(in: table) == 3)
    #expect((0...3).map { source.tableView(table, numberOfRowsInSection: $0) } == [2, 0, 1, 0])
    let cell = source.tableView(table, cellForRowAt: [0, 1]) as? TextCell
    #expect(cell?.text == "2 Elstar")
    #expect(source.tableView(table, cellForRowAt: [0, 2]) is TextCell == false)
    #expect(
      (0...3).map { source.tableView(table, titleForHeaderInSection: $0) }
        == ["Apples", "Apricots", "Bananas", nil])
    #expect(
      (0...3).map { source.tableView(table, titleForFooterInSection: $0) }
        == ["2 kinds", nil, nil, nil])
    #expect(source.sectionIndexTitles(for: table) == nil)
    source.showsIndexTitles = true
    #expect(source.sectionIndexTitles(for: table) == ["A", "B"])
    #expect(source.tableView(table, sectionForSectionIndexTitle: "B", at: 1) == 2)
    #expect(fruits.adapter.snapshot.section(forIndexTitle: "C") == nil)
    source.showsTitles = false
    #expect(source.tableView(table, titleForHeaderInSection: 0) == nil)
    // The cell is that of the rows that the filters let pass.
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    #expect((source.tableView(table, cellForRowAt: [0, 0]) as? TextCell)?.text == "2 Elstar")
  }

  @Test func aCollectionViewAsksTheAdapter() throws {  // UA-40
    try load()
    let fruits = FruitCollection(controller)
    let (collection, source) = (fruits.view, fruits.source)
    source.supplementaryView = { [unowned adapter = fruits.adapter] _, kind, path in
      let view = TextItem()
      if kind == "header", let section = adapter.rows.section(at: path[0]) {
        view.text = "\(section.title ?? "") \(path[1])"
      }
      return view
    }
    #expect(source.numberOfSections(in: collection) == 3)
    #expect(
      (0...3).map { source.collectionView(collection, numberOfItemsInSection: $0) } == [2, 0, 1, 0])
    let cell = source.collectionView(collection, cellForItemAt: [2, 0]) as? TextItem
    #expect(cell?.text == "3 Cavendish")
    let text = { (kind: String, path: IndexPath) in
      let view = source.collectionView(
        collection, viewForSupplementaryElementOfKind: kind, at: path)
      return (view as? TextItem)?.text
    }
    #expect(text("header", [1, 0]) == "Apricots 0")
    #expect(text("footer", [1, 0]) == "")
    #expect(text("header", [3, 0]) == "")
    source.showsIndexTitles = true
    #expect(source.indexTitles(for: collection) == ["A", "B"])
    #expect(source.collectionView(collection, indexPathForIndexTitle: "B", at: 1) == [2, 0])
  }

  /// Has methods that the ready-made data sources leave out.
  private final class Prefetcher: ObjectStandIn {
    nonisolated override func responds(to aSelector: Selector!) -> Bool {
      ["tableView:prefetchRowsAtIndexPaths:", "collectionView:prefetchItemsAtIndexPaths:", "count"]
        .contains(aSelector)
    }
  }

  @Test func otherMethodsAreForwarded() throws {  // UA-41
    let (table, collection) = (FruitTable(controller), FruitCollection(controller))
    let next = Prefetcher()
    let rows = Selector("tableView:prefetchRowsAtIndexPaths:")
    let items = Selector("collectionView:prefetchItemsAtIndexPaths:")
    #expect(!table.source.responds(to: rows) && !collection.source.responds(to: items))
    table.source.next = next
    collection.source.next = next
    #expect(table.source.responds(to: rows) && collection.source.responds(to: items))
    #expect(table.source.forwardingTarget(for: rows) as? Prefetcher === next)
    #expect(collection.source.forwardingTarget(for: items) as? Prefetcher === next)
    // Not what is for other views, not what is no method of a data source, and not what nobody has.
    #expect(!table.source.responds(to: items) && !collection.source.responds(to: rows))
    #expect(!table.source.responds(to: "count"))
    #expect(!table.source.responds(to: "tableView:cancelPrefetchingForRowsAtIndexPaths:"))
    #expect(table.source.forwardingTarget(for: "count") == nil)
    table.source.next = nil
    #expect(!table.source.responds(to: rows))
  }

  @Test func beforeThereIsDataThereIsNothing() {
    let fruits = FruitTable(controller)
    #expect(fruits.source.numberOfSections(in: fruits.view) == 0)
    #expect(fruits.source.tableView(fruits.view, numberOfRowsInSection: 0) == 0)
    #expect(fruits.adapter.snapshot.sectionIndexTitles == [])
    #expect(fruits.adapter.rows.row(at: ResultsPath(section: 0, item: 0)) == nil)
  }

  @Test func rowsAreEditedWhereTheCallerTakesEdits() throws {
    try load()
    let fruits = FruitTable(controller)
    let (table, source) = (fruits.view, fruits.source)
    table.layoutIfNeeded()
    #expect(!source.tableView(table, canEditRowAt: [0, 0]))
    #expect(!source.tableView(table, canMoveRowAt: [0, 0]))
    let controller = controller
    source.commit = { style, path in
      if style == .delete { try? controller.remove(at: path) }
    }
    #expect(source.tableView(table, canEditRowAt: [0, 0]))
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    source.tableView(table, commit: .delete, forRowAt: [0, 0])
    #expect(table.texts == [[], [], ["3 Cavendish"]])
    #expect(controller.items?.map(\.id) == [1, 3])
    #expect(fruits.problems == [])
  }

  @Test func aCollectionViewOfAppKitAsksTheAdapter() throws {
    try load()
    let fruits = FruitGrid(controller)
    let (grid, source) = (fruits.view, fruits.source)
    source.supplementaryView = { [unowned adapter = fruits.adapter] view, kind, path in
      view.asked.counts().indices.contains(path[0])
        && adapter.rows.section(at: path[0])?.title == kind
        ? LiveGrid() : NSView()
    }
    #expect(source.numberOfSections(in: grid) == 3)
    #expect(
      (0...3).map { source.collectionView(grid, numberOfItemsInSection: $0) } == [2, 0, 1, 0])
    let item = { (path: IndexPath) in
      source.collectionView(grid, itemForRepresentedObjectAt: path) as? GridItem
    }
    #expect(item([2, 0])?.text == "3 Cavendish" && item([2, 1]) == nil)
    let empty = source.collectionView(grid, itemForRepresentedObjectAt: [2, 1])
    #expect(empty.view.window == nil && !empty.looksForNib)
    let head = { (section: Int) in
      source.collectionView(
        grid, viewForSupplementaryElementOfKind: "Apricots", at: [section, 0]) is LiveGrid
    }
    #expect((0...3).map(head) == [false, true, false, false])
    grid.layoutSubtreeIfNeeded()
    grid.selectionIndexPaths = [[0, 1]]
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    #expect(grid.texts == [["2 Elstar"], [], ["3 Cavendish"]])
    #expect(grid.selectionIndexPaths == [[0, 0]])
    // It is asked for what the filters let pass.
    #expect(item([0, 0])?.text == "2 Elstar")
    #expect(fruits.problems == [])
  }

  @Test func aTableOfRowsAsksForViews() throws {
    try load()
    let table = RowsTable()
    let adapter = ListViewAdapter(table, following: controller)
    let source = RowsDataSource(adapter) { _, _, row in row.item?.id == 3 ? NSView() : nil }
    #expect(source.numberOfRows(in: table) == 3)
    #expect(
      (0...3).map { source.tableView(table, viewFor: nil, row: $0) != nil }
        == [false, false, true, false])
  }

  @Test func betweenStepsTheAnswersAreThoseOfTheMoment() throws {
    try load()
    var seen: [[String]] = []
    let view = AskingView()
    let adapter = ListViewAdapter<Fruit>(view, form: .sequential)
    view.ask = { [unowned adapter] in
      seen.append(
        (0..<adapter.rows.numberOfSections).map { section in
          let names = (0..<adapter.rows.numberOfItems(inSection: section)).map { item in
            adapter.rows.item(at: ResultsPath(section: section, item: item))?.name ?? "?"
          }
          return ([adapter.rows.section(at: section)?.title ?? ""] + names).joined(separator: " ")
        })
    }
    let observation = controller.observe(sendingCurrent: true) { adapter.apply($0) }
    try controller.setSections([
      StoredSection("bananas", title: "Bananas", items: [Fruit(2, "Elstar")]),
      StoredSection("apples", title: "Äpfel", items: [Fruit(1, "Cox")]),
    ])
    #expect(
      seen == [
        ["Apples Boskop Elstar", "Apricots", "Bananas"],
        ["Apples Boskop Elstar", "Bananas"],
        ["Bananas", "Apples Boskop Elstar"],
        ["Bananas Elstar", "Apples Boskop"],
        ["Bananas Elstar", "Apples Cox"],
        ["Bananas Elstar", "Äpfel Cox"],
      ])
    // A view without a data source got the same rows with the calls.
    #expect(view.taken.first == ["Apples Boskop Elstar", "Apricots", "Bananas Cavendish"])
    #expect(Array(view.taken.dropFirst()) == seen)
    #expect(observation.isActive)
  }
}

/// A view that asks after every batch, and gets the rows with the calls too.
private final class AskingView: DrivenListView {
  var ask: () -> Void = {}
  var taken: [[String]] = []

  func take(_ rows: ListRows<Fruit>) {
    taken.append(
      (0..<rows.numberOfSections).map { section in
        let names = (0..<rows.numberOfItems(inSection: section)).map {
          rows.item(at: ResultsPath(section: section, item: $0))?.name ?? "?"
        }
        return ([rows.section(at: section)?.title ?? ""] + names).joined(separator: " ")
      })
  }

  func reloadData() {}
  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    updates()
    ask()
    completion(true)
  }
  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func moveSection(_ section: Int, to newSection: Int) {}
  func reloadSections(_ sections: [Int]) {}
  func deleteItems(_ paths: [ResultsPath]) {}
  func insertItems(_ paths: [ResultsPath]) {}
  func moveItem(_ path: ResultsPath, to newPath: ResultsPath) {}
  func reloadItems(_ paths: [ResultsPath]) {}
}
