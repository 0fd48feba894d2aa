#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import FilterEngine
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  /// The data source of an AppKit collection view whose adapter follows a controller.
  ///
  /// ```swift
  /// let source = ItemsDataSource(adapter) { collectionView, indexPath, row in
  ///   let item = collectionView.makeItem(withIdentifier: .person, for: indexPath)
  ///   item.textField?.stringValue = row.item?.name ?? ""
  ///   return item
  /// }
  /// collectionView.dataSource = source
  /// ```
  ///
  /// The collection view does not keep its data source; the data source keeps the adapter.
  @MainActor
  public final class ItemsDataSource<Item: Filterable>: NSObject, NSCollectionViewDataSource {
    /// Takes the item that shows a row from the collection view.
    public typealias ItemProvider =
      @MainActor (
        _ collectionView: NSCollectionView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
      ) -> NSCollectionViewItem

    /// Takes the supplementary view of a kind from the collection view.
    public typealias SupplementaryProvider =
      @MainActor (
        _ collectionView: NSCollectionView,
        _ kind: NSCollectionView.SupplementaryElementKind, _ indexPath: IndexPath
      ) -> NSView

    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    /// Makes headers, footers and other supplementary views. A layout that has some needs it.
    public var supplementaryView: SupplementaryProvider?

    private let item: ItemProvider

    /// A data source with the rows of an adapter, in the items of `item`.
    public init(_ adapter: ListViewAdapter<Item>, item: @escaping ItemProvider) {
      self.adapter = adapter
      self.item = item
      super.init()
    }

    /// How many sections there are.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int {
      adapter.numberOfSections
    }

    /// How many items a section has.
    public func collectionView(
      _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
    ) -> Int { adapter.numberOfItems(inSection: section) }

    /// The item that shows a row.
    public func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      if let row = ItemPath(indexPath).flatMap(adapter.row) {
        return item(collectionView, indexPath, row)
      }
      // Without a view it would look for a nib.
      let empty = NSCollectionViewItem()
      empty.view = NSView()
      return empty
    }

    /// A supplementary view.
    public func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView { supplementaryView?(collectionView, kind, indexPath) ?? NSView() }
  }
#endif
