import FilterableResults
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn
import TestSupport
import Testing

/// The calls that reach the views of UIKit and AppKit.
@MainActor @Suite struct ListViewGlueTests {
  @Test func aTableViewGetsOneBatchAndTheContentsAfterIt() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller)
    #expect(view.calls.take() == [])
    try basket.change()
    #expect(
      view.calls.take() == [
        "layout", "begin", "deleteSections 2", "insertSections 1", "deleteRows 0,1",
        "insertRows 2,2",
        "moveRow 0,2 0,0", "end", "begin", "reloadRows 0,1", "end",
      ])
    #expect(adapter.rows.counts == [2, 1, 3])
  }

  @Test func stagesAreBatches() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller, form: .staged)
    _ = view.calls.take()
    try basket.change()
    #expect(
      view.calls.take() == [
        "layout", "begin", "reloadRows 0,0", "end",
        "begin", "deleteSections 2", "deleteRows 0,1", "end",
        "begin", "insertSections 1", "end",
        "begin", "insertRows 2,2", "moveRow 0,1 0,0", "end",
      ])
    #expect(adapter.snapshot.sectionCounts == [2, 1, 3])
  }

  @Test func stepsAreBatchesToo() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller, form: .sequential)
    _ = view.calls.take()
    try basket.change()
    #expect(
      view.calls.take().filter { $0 != "begin" && $0 != "end" } == [
        "layout", "deleteRows 0,1", "deleteSections 2", "insertSections 1", "moveRow 0,1 0,0",
        "insertRows 2,2", "reloadRows 0,1",
      ])
    #expect(adapter.rows.item(at: ResultsPath(section: 0, item: 1)) == Fruit(1, "x"))
  }

  @Test func allRowsWithNewContentAreReloaded() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller)
    basket.controller.replace([Fruit(2, "x"), Fruit(4, "x")])
    #expect(view.calls.take() == ["layout", "begin", "reloadRows 0,1 1,0", "end"])
    #expect(adapter.form == .batch)
  }

  @Test func aViewThatIsNotOnScreenReloads() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    view.isOnScreen = false
    let adapter = ListViewAdapter(view, following: basket.controller)
    _ = view.calls.take()
    try basket.change()
    #expect(view.calls.take() == ["reload"])
    view.isOnScreen = true
    basket.controller.remove(key: 7)
    #expect(view.calls.take() == ["layout", "begin", "deleteRows 1,0", "end"])
    #expect(adapter.rows.counts == [2, 0, 3])
  }

  @Test func manyChangesAreAReload() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller)
    adapter.reloadThreshold = 5
    _ = view.calls.take()
    try basket.change()
    #expect(view.calls.take() == ["reload", "layout"])
    adapter.reloadThreshold = 6
    try basket.controller.setSections([StoredSection("A", items: [Fruit(3)])])
    #expect(view.calls.take().first == "begin")
  }

  @Test func aChangeThatBeginsElsewhereIsAReload() throws {
    let basket = try Basket()
    let view = RecordingTableView()
    let adapter = ListViewAdapter<Fruit>(view)
    let observation = basket.controller.observe { change in
      if !change.isReload { adapter.apply(change) }
    }
    try basket.change()
    #expect(view.calls.take() == ["reload", "layout"])
    #expect(observation.isActive)
  }

  @Test func collectionViewsGetTheSameCalls() throws {
    let calls = [
      "begin", "deleteSections 2", "insertSections 1", "deleteItems 0,1", "insertItems 2,2",
      "moveItem 0,2 0,0", "end", "begin", "reloadItems 0,1", "end",
    ]
    let basket = try Basket()
    let view = RecordingCollectionView()
    let grid = RecordingGridView()
    let adapters = [
      ListViewAdapter(view, following: basket.controller),
      ListViewAdapter(grid, following: basket.controller),
    ]
    #expect(view.calls.take() == [] && grid.calls.take() == [])
    try basket.change()
    #expect(view.calls.take() == calls)
    #expect(grid.calls.take() == ["layout"] + calls)
    #expect(adapters.allSatisfy { $0.rows.counts == [2, 1, 3] })
  }

  /// A view of each kind that follows a basket, with its adapter.
  private func followers(of basket: Basket) -> (
    table: RecordingTableView, collection: RecordingCollectionView, grid: RecordingGridView,
    adapters: [ListViewAdapter<Fruit>]
  ) {
    let (table, collection, grid) = (
      RecordingTableView(), RecordingCollectionView(), RecordingGridView()
    )
    let adapters = [
      ListViewAdapter(table, following: basket.controller),
      ListViewAdapter(collection, following: basket.controller),
      ListViewAdapter(grid, following: basket.controller),
    ]
    return (table, collection, grid, adapters)
  }

  @Test func sectionsThatMoveAndTitlesAreTold() throws {
    let basket = try Basket()
    let (table, collection, grid, adapters) = followers(of: basket)
    try basket.controller.sections.move(from: 0, to: 2)
    try basket.controller.sections.setTitle("Bananas", at: 0)
    let calls = ["begin", "moveSection 0 2", "end", "begin", "reloadSections 0", "end"]
    // A header that is off screen has the title when it is made.
    #expect(table.calls.take() == ["layout", "begin", "moveSection 0 2", "end", "begin", "end"])
    #expect(collection.calls.take() == calls)
    #expect(grid.calls.take() == ["layout"] + calls)
    #expect(adapters.allSatisfy { $0.rows.section(at: 0)?.title == "Bananas" })
  }

  @Test func aTableWithoutSectionsGetsOneList() throws {
    let basket = try Basket()
    let view = RowsTable()
    let adapter = ListViewAdapter<Fruit>(view)
    view.data = { [unowned adapter] in adapter.snapshot.items.map(\.id) }
    let observation = basket.controller.observe(sendingCurrent: true) { adapter.apply($0) }
    #expect(view.calls.take() == ["reload", "layout"])
    try basket.change()
    #expect(
      view.calls.take() == [
        "begin", "removeRows 5", "removeRows 1", "moveRow 1 0", "insertRows 2", "insertRows 5",
        "end", "begin", "reloadRows 1 0,1", "noteHeights 1", "end",
      ])
    #expect(view.rows == [3, 1, 7, 4, 5, 6])
    #expect(adapter.rows.numberOfSections == 1)
    #expect(adapter.rows.numberOfItems(inSection: 0) == 6)
    #expect(adapter.rows.numberOfItems(inSection: 1) == 0)
    #expect(
      (-1...6).map { adapter.rows.item(at: ResultsPath(section: 0, item: $0))?.id }
        == [nil, 3, 1, 7, 4, 5, 6, nil])
    #expect(adapter.rows.item(at: ResultsPath(section: 1, item: 0)) == nil)
    view.isOnScreen = false
    basket.controller.remove(key: 7)
    #expect(view.calls.take() == ["reload"])
    #expect(observation.isActive)
  }

  @Test func theRowsThatAreSelectedInATableAreThoseThatStay() throws {
    let basket = try Basket()
    let view = RowsTable()
    let adapter = ListViewAdapter(view, following: basket.controller)
    view.data = { [unowned adapter] in adapter.snapshot.items.map(\.id) }
    adapter.reload()
    #expect(view.rows == [1, 2, 3, 4, 5, 8])
    view.selection = [0, 1, 4]
    // Row 1 moves, row 2 goes, and row 5 is pushed on.
    try basket.change()
    #expect(view.rows == [3, 1, 7, 4, 5, 6] && view.selection == [1, 4])
    // Through a reload they are found by their keys.
    adapter.reloadThreshold = 0
    basket.controller.remove(key: 3)
    #expect(view.rows == [1, 7, 4, 5, 6] && view.selection == [0, 3])
    basket.controller.remove([Fruit(1), Fruit(5)])
    #expect(view.selection == [])
  }

  @Test func anAdapterThatFollowsAnotherControllerHasItsRows() throws {
    let (basket, other) = (try Basket(), ResultsController<Fruit>(identifiedBy: \.id))
    let view = RecordingTableView()
    let adapter = ListViewAdapter(view, following: basket.controller)
    #expect(adapter.rows.counts == [3, 2, 1] && adapter.controller === basket.controller)
    adapter.follow(other)
    #expect(adapter.rows.counts == [] && !adapter.snapshot.isLoaded && adapter.controller === other)
    basket.controller.remove(key: 1)
    #expect(adapter.rows.counts == [] && view.calls.take() == [])
    try other.setItems([Fruit(7)])
    #expect(adapter.rows.counts == [1] && view.calls.take().first == "reload")
    adapter.follow(basket.controller)
    #expect(adapter.rows.counts == [2, 2, 1])
  }

  @Test func aReloadByHandIsOne() throws {
    let basket = try Basket()
    let (table, collection, grid, adapters) = followers(of: basket)
    for adapter in adapters { adapter.reload() }
    #expect(table.calls.take() == ["reload", "layout"])
    #expect(collection.calls.take() == ["reload"])
    #expect(grid.calls.take() == ["reload", "layout"])
    basket.controller.remove(key: 8)
    #expect(table.calls.take() == ["begin", "deleteRows 2,0", "end"])
    withExtendedLifetime(adapters) {}
  }

  @Test(arguments: RandomSearch.seeds(40))
  func aTableWithoutSectionsFollowsEverything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let controller = ResultsController<Fruit>(identifiedBy: \.id)
    let view = RowsTable()
    let adapter = ListViewAdapter<Fruit>(view)
    view.data = { [unowned adapter] in adapter.snapshot.items.map(\.id) }
    let observation = controller.observe(sendingCurrent: true) { adapter.apply($0) }
    for _ in 0..<20 {
      var sections = ["a", "b", "c"].map { StoredSection<Fruit>($0, items: []) }
      for id in 0..<9 where random.below(3) > 0 {
        let section = random.below(3)
        let place = random.below(sections[section].items.count + 1)
        sections[section].items.insert(Fruit(id, random.below(4) == 0 ? "x" : ""), at: place)
      }
      sections.swapAt(0, random.below(3))
      if random.below(2) == 0 { sections.removeLast() }
      try controller.setSections(sections)
      #expect(view.rows == controller.snapshot.items.map(\.id), "seed \(seed)")
    }
    #expect(observation.isActive)
  }

  @Test func pathsAreThoseOfTheFrameworks() {
    #expect(ResultsPath(section: 2, item: 3).indexPath == IndexPath(indexes: [2, 3]))
    #expect(ResultsPath(IndexPath(indexes: [2, 3])) == ResultsPath(section: 2, item: 3))
    #expect(ResultsPath(IndexPath(indexes: [2])) == nil)
  }
}
