#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterEngine
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  /// The data source of a collection view whose adapter follows a controller.
  ///
  /// ```swift
  /// let source = CollectionDataSource(adapter) { collectionView, indexPath, row in
  ///   collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: row.item)
  /// }
  /// collectionView.dataSource = source
  /// ```
  ///
  /// The collection view does not keep its data source; the data source keeps the adapter.
  @MainActor
  public final class CollectionDataSource<Item: Filterable>: ForwardingDataSource,
    UICollectionViewDataSource
  {
    /// Takes the cell of a row from the collection view.
    public typealias CellProvider =
      @MainActor (
        _ collectionView: UICollectionView, _ indexPath: IndexPath, _ row: ResultsRow<Item>
      ) -> UICollectionViewCell

    /// Takes the supplementary view of a kind from the collection view.
    public typealias SupplementaryProvider =
      @MainActor (
        _ collectionView: UICollectionView, _ kind: String, _ indexPath: IndexPath
      ) -> UICollectionReusableView

    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    /// Makes headers, footers and other supplementary views. A layout that has some needs it.
    public var supplementaryView: SupplementaryProvider?

    /// Whether the collection view has an index of its sections.
    public var showsIndexTitles = false

    /// Moves an item in the data, as the user has moved it in the collection view, which shows that already.
    /// Nil lets no item be moved. ``ListViewAdapter/userMovedRow(from:to:in:)`` is such a move.
    public var moveItem: (@MainActor (_ from: ItemPath, _ to: ItemPath) -> Void)?

    private let cell: CellProvider

    /// A data source with the rows of an adapter, in the cells of `cell`.
    public init(_ adapter: ListViewAdapter<Item>, cell: @escaping CellProvider) {
      self.adapter = adapter
      self.cell = cell
      super.init(forwarding: "collectionView:")
    }

    /// How many sections there are.
    public func numberOfSections(in collectionView: UICollectionView) -> Int {
      adapter.numberOfSections
    }

    /// How many items a section has.
    public func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { adapter.numberOfItems(inSection: section) }

    /// The cell of an item.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      guard let row = ItemPath(indexPath).flatMap(adapter.row) else {
        return UICollectionViewCell()
      }
      return cell(collectionView, indexPath, row)
    }

    /// A supplementary view.
    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      supplementaryView?(collectionView, kind, indexPath) ?? UICollectionReusableView()
    }

    /// Whether the user may move an item.
    public func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { moveItem != nil && ItemPath(indexPath).flatMap(adapter.item) != nil }

    /// Takes the move of an item that the collection view shows already.
    public func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      guard let from = ItemPath(sourceIndexPath), let to = ItemPath(destinationIndexPath) else {
        return
      }
      moveItem?(from, to)
    }

    /// The index titles of the sections.
    public func indexTitles(for collectionView: UICollectionView) -> [String]? {
      showsIndexTitles ? adapter.indexTitles : nil
    }

    /// The first item of the first section with an index title.
    public func collectionView(
      _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath {
      ItemPath(section: adapter.section(forIndexTitle: title) ?? 0, item: 0).indexPath
    }
  }
#endif
