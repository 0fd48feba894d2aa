#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// A data source of a collection view, with the rows of an adapter.
  ///
  /// ```swift
  /// let source = CollectionDataSource(adapter) { collectionView, indexPath, row in
  ///   collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: row.item)
  /// }
  /// collectionView.dataSource = source
  /// ```
  ///
  /// The collection view does not retain its data source; the data source retains the adapter.
  @MainActor
  public final class CollectionDataSource<Item: Filterable>: ListDataSource<Item>,
    UICollectionViewDataSource
  {
    /// A closure that dequeues the cell of a row from the collection view.
    public typealias CellProvider =
      @MainActor (
        _ collectionView: UICollectionView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
      ) -> UICollectionViewCell

    /// Dequeues headers, footers and other supplementary views. Required if the layout has any.
    public var supplementaryView:
      (
        @MainActor (
          _ collectionView: UICollectionView, _ kind: String, _ indexPath: IndexPath
        ) -> UICollectionReusableView
      )?

    private let cell: CellProvider

    /// Creates a data source with the rows of an adapter and a cell for each row.
    public init(_ adapter: ListViewAdapter<Item>, cell: @escaping CellProvider) {
      self.cell = cell
      super.init(adapter, forwarding: "collectionView:")
    }

    /// Returns the number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int {
      adapter.rows.numberOfSections
    }

    /// Returns the number of items in a section.
    public func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { adapter.rows.numberOfItems(inSection: section) }

    /// Returns the cell of an item.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      row(at: indexPath).map { cell(collectionView, indexPath, $0) } ?? UICollectionViewCell()
    }

    /// Returns a supplementary view.
    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      supplementaryView?(collectionView, kind, indexPath) ?? UICollectionReusableView()
    }

    /// Returns whether the user may move an item.
    public func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { canMove(indexPath) }

    /// Moves an item in the data, which the collection view already shows moved.
    public func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) { move(from: sourceIndexPath, to: destinationIndexPath) }

    /// Returns the index titles of the sections.
    public func indexTitles(for collectionView: UICollectionView) -> [String]? { indexTitles }

    /// Returns the first item of the first section with an index title.
    public func collectionView(
      _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { [section(forIndexTitle: title), 0] }
  }
#endif
