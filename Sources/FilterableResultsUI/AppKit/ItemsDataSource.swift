#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import AppKit
  #endif

  /// A data source of an AppKit collection view, with the rows of an adapter.
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
  /// The collection view does not retain its data source; the data source retains the adapter.
  @MainActor
  public final class ItemsDataSource<Item: Filterable>: NSObject, NSCollectionViewDataSource {
    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    /// Dequeues headers, footers and other supplementary views. Required if the layout has any.
    public var supplementaryView:
      (
        @MainActor (
          _ collectionView: NSCollectionView,
          _ kind: NSCollectionView.SupplementaryElementKind, _ indexPath: IndexPath
        ) -> NSView
      )?

    private let item:
      @MainActor (NSCollectionView, IndexPath, ResultsRow<Item>) -> NSCollectionViewItem

    /// Creates a data source with the rows of an adapter and a collection view item for each row.
    public init(
      _ adapter: ListViewAdapter<Item>,
      item:
        @escaping @MainActor (
          _ collectionView: NSCollectionView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
        ) -> NSCollectionViewItem
    ) {
      self.adapter = adapter
      self.item = item
      super.init()
    }

    /// Returns the number of sections.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int {
      adapter.rows.numberOfSections
    }

    /// Returns the number of items in a section.
    public func collectionView(
      _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
    ) -> Int { adapter.rows.numberOfItems(inSection: section) }

    /// Returns the collection view item of a row.
    public func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      if let row = ResultsPath(indexPath).flatMap(adapter.rows.row) {
        return item(collectionView, indexPath, row)
      }
      // Without a view, an item loads a nib.
      let empty = NSCollectionViewItem()
      empty.view = NSView()
      return empty
    }

    /// Returns a supplementary view.
    public func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView { supplementaryView?(collectionView, kind, indexPath) ?? NSView() }
  }
#endif
