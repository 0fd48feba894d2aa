#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || (canImport(AppKit) && !targetEnvironment(macCatalyst))
  extension ListViewAdapter {
    /// Creates an adapter of a collection view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The adapter does not retain the collection view, which loads its items when its data source is set.
    @MainActor
    public convenience init(
      _ collectionView: NSCollectionView, following controller: ResultsController<Item>? = nil,
      form: Form = .batch
    ) {
      self.init(keeping: CollectionItemsView(collectionView), following: controller, form: form)
    }
  }

  /// A collection view, called by the adapter.
  @MainActor final class CollectionItemsView: @MainActor ListView {
    private weak var collectionView: NSCollectionView?

    init(_ collectionView: NSCollectionView) { self.collectionView = collectionView }

    var takesBatches: Bool { collectionView?.window != nil }

    var selectedPaths: Set<ItemPath> {
      get { Set((collectionView?.selectionIndexPaths ?? []).compactMap { ItemPath($0) }) }
      set { collectionView?.selectionIndexPaths = Set(newValue.map(\.indexPath)) }
    }

    func reloadData() { collectionView?.reloadData() }

    func layoutIfNeeded() { collectionView?.layoutSubtreeIfNeeded() }

    func performBatch(
      animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
    ) {
      guard let collectionView else {
        updates()
        return completion(false)
      }
      // The collection view calls it on the main actor, although the closure is not declared so.
      nonisolated(unsafe) let completion = completion
      withoutActuallyEscaping(updates) { updates in
        // Only the proxy animates.
        let view = animated ? collectionView.animator() : collectionView
        view.performBatchUpdates(updates, completionHandler: { completion($0) })
      }
    }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func deleteSections(_ sections: [Int]) { collectionView?.deleteSections(IndexSet(sections)) }

    func insertSections(_ sections: [Int]) { collectionView?.insertSections(IndexSet(sections)) }

    func moveSection(_ section: Int, to newSection: Int) {
      collectionView?.moveSection(section, toSection: newSection)
    }

    func reloadSections(_ sections: [Int]) { collectionView?.reloadSections(IndexSet(sections)) }

    func deleteItems(_ paths: [ItemPath]) {
      collectionView?.deleteItems(at: Set(paths.map(\.indexPath)))
    }

    func insertItems(_ paths: [ItemPath]) {
      collectionView?.insertItems(at: Set(paths.map(\.indexPath)))
    }

    func moveItem(_ path: ItemPath, to newPath: ItemPath) {
      collectionView?.moveItem(at: path.indexPath, to: newPath.indexPath)
    }

    func reloadItems(_ paths: [ItemPath]) {
      collectionView?.reloadItems(at: Set(paths.map(\.indexPath)))
    }
  }
#endif
