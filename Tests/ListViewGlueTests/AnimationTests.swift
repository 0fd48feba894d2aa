import FilterableResults
import FilterableResultsTesting
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn
import Testing

/// Changes are animated where the adapter says so, and rows that stay selected never are.
@MainActor @Suite struct AnimationTests {
  /// Keeps whether batches are animated, and how rows are selected.
  private final class Table: UITableView {
    var batches: [Bool] = []
    var selections: [String] = []
    var keepsPlaces = false

    override func reloadData() {
      let places = asked.view.selectedPaths
      super.reloadData()
      if keepsPlaces { asked.view.selectedPaths = places }
    }

    override var window: UIWindow? { UIWindow() }

    override func performBatchUpdates(
      _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
      batches.append(!UIView.isWithoutAnimation)
      super.performBatchUpdates(updates, completion: completion)
    }

    override func selectRow(
      at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition
    ) {
      selections.append("select \(animated) \(scrollPosition)")
      super.selectRow(at: indexPath, animated: animated, scrollPosition: scrollPosition)
    }

    override func deselectRow(at indexPath: IndexPath, animated: Bool) {
      selections.append("deselect \(animated)")
      super.deselectRow(at: indexPath, animated: animated)
    }
  }

  private final class Collection: UICollectionView {
    var batches: [Bool] = []
    var selections: [String] = []
    var keepsPlaces = false

    override func reloadData() {
      let places = asked.view.selectedPaths
      super.reloadData()
      if keepsPlaces { asked.view.selectedPaths = places }
    }

    override var window: UIWindow? { UIWindow() }

    override func performBatchUpdates(
      _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
      batches.append(!UIView.isWithoutAnimation)
      super.performBatchUpdates(updates, completion: completion)
    }

    override func selectItem(
      at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition
    ) {
      selections.append("select \(animated) \(scrollPosition.rawValue)")
      super.selectItem(at: indexPath, animated: animated, scrollPosition: scrollPosition)
    }

    override func deselectItem(at indexPath: IndexPath, animated: Bool) {
      selections.append("deselect \(animated)")
      super.deselectItem(at: indexPath, animated: animated)
    }
  }

  /// A collection view of AppKit, of which only the proxy animates.
  private final class Grid: NSCollectionView {
    var batches: [Bool] = []
    private var isProxy = false

    override var window: NSWindow? { NSWindow() }

    override func animator() -> Self {
      isProxy = true
      return self
    }

    override func performBatchUpdates(
      _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
    ) {
      batches.append(isProxy)
      isProxy = false
      super.performBatchUpdates(updates, completionHandler: completionHandler)
    }
  }

  @Test func batchesAreAnimatedWhereTheAdapterSaysSo() throws {
    let basket = try Basket()
    let (table, collection, grid, rows) = (Table(), Collection(), Grid(), RowsTable())
    let tableSource = ListViewAdapter(table, following: basket.controller)
    let collectionSource = ListViewAdapter(collection, following: basket.controller)
    let gridSource = ListViewAdapter(grid, following: basket.controller)
    let rowsSource = ListViewAdapter(rows, following: basket.controller)
    let sources = (
      TableDataSource(tableSource) { _, _, _ in TextCell(style: .default, reuseIdentifier: nil) },
      CollectionDataSource(collectionSource) { _, _, _ in TextItem() },
      ItemsDataSource(gridSource) { _, _, _ in GridItem() }
    )
    (table.dataSource, collection.dataSource, grid.dataSource) = sources
    rows.data = { [unowned rowsSource] in rowsSource.snapshot.items.map(\.id) }
    rowsSource.reload()
    let adapters = [tableSource, collectionSource, gridSource, rowsSource]
    for (key, isAnimated) in [(1, true), (2, false), (3, true), (4, false)] {
      for adapter in adapters { adapter.isAnimated = isAnimated }
      basket.controller.remove(key: FilterValue.int(Int64(key)))
      #expect(table.batches.last == isAnimated && collection.batches.last == isAnimated)
      #expect(grid.batches.last == isAnimated)
      #expect(NSAnimationContext.lastDuration == (isAnimated ? 0.25 : 0))
    }
    #expect([table.batches, collection.batches, grid.batches].allSatisfy { $0.count == 4 })
    #expect(!UIView.isWithoutAnimation)
    withExtendedLifetime(sources) {}
  }

  @Test func rowsThatStaySelectedAreNotAnimated() throws {
    let basket = try Basket()
    let (table, collection) = (Table(), Collection())
    let (tableAdapter, collectionAdapter) = (
      ListViewAdapter(table, following: basket.controller),
      ListViewAdapter(collection, following: basket.controller)
    )
    let sources = (
      TableDataSource(tableAdapter) { _, _, _ in TextCell(style: .default, reuseIdentifier: nil) },
      CollectionDataSource(collectionAdapter) { _, _, _ in TextItem() }
    )
    (table.dataSource, collection.dataSource) = sources
    table.layoutIfNeeded()
    collection.layoutIfNeeded()
    table.selectRow(at: [0, 0], animated: true, scrollPosition: .middle)
    collection.selectItem(at: [0, 0], animated: true, scrollPosition: [])
    (table.selections, collection.selections) = ([], [])
    // Row 1 is deleted with its section, and found again in another one.
    try basket.controller.setSections([StoredSection("X", items: [Fruit(7), Fruit(1)])])
    #expect(table.indexPathsForSelectedRows == [[0, 1]])
    #expect(collection.indexPathsForSelectedItems == [[0, 1]])
    #expect(table.selections == ["select false none"])
    #expect(collection.selections == ["select false 0"])
    // Views that keep the places of selected rows through a reload, in which row 1 is pushed on.
    for adapter in [tableAdapter, collectionAdapter] { adapter.reloadThreshold = 0 }
    (table.keepsPlaces, collection.keepsPlaces) = (true, true)
    basket.controller.remove(key: 7)
    #expect(table.selections.suffix(2) == ["deselect false", "select false none"])
    #expect(collection.selections.suffix(2) == ["deselect false", "select false 0"])
    #expect(table.indexPathsForSelectedRows == [[0, 0]])
    #expect(collection.indexPathsForSelectedItems == [[0, 0]])
    withExtendedLifetime(sources) {}
  }
}
