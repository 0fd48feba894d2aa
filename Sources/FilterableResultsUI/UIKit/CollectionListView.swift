#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import FilterableResultsUI
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import FilterableResults
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  extension ListViewAdapter {
    /// Creates an adapter of a collection view that follows a controller, or one whose changes you apply yourself.
    ///
    /// The adapter does not retain the collection view, which loads its items when its data source is set.
    ///
    /// - Parameters:
    ///   - collectionView: The collection view.
    ///   - controller: The controller to follow, or nil.
    ///   - configureSupplementary: Updates the content of a header or footer that is on screen when the title of
    ///     its section changes. If it is nil, the section is reloaded.
    ///   - form: How a change is divided into batches.
    @MainActor
    public convenience init(
      _ collectionView: UICollectionView, following controller: ResultsController<Item>? = nil,
      configureSupplementary: (
        @MainActor (_ view: UICollectionReusableView, _ kind: String, _ indexPath: IndexPath) ->
          Void
      )? = nil, form: Form = .batch
    ) {
      self.init(
        keeping: CollectionListView(collectionView, configureSupplementary), following: controller,
        form: form)
    }
  }

  /// A collection view, called by the adapter.
  @MainActor final class CollectionListView: @MainActor ListView {
    typealias Configuration = @MainActor (UICollectionReusableView, String, IndexPath) -> Void

    private weak var collectionView: UICollectionView?
    private let configureSupplementary: Configuration?

    init(_ collectionView: UICollectionView, _ configureSupplementary: Configuration?) {
      self.collectionView = collectionView
      self.configureSupplementary = configureSupplementary
    }

    var takesBatches: Bool { collectionView?.window != nil }

    var selectedPaths: Set<ItemPath> {
      get { Set((collectionView?.indexPathsForSelectedItems ?? []).compactMap { ItemPath($0) }) }
      set {
        let selected = selectedPaths
        for path in selected.subtracting(newValue) {
          collectionView?.deselectItem(at: path.indexPath, animated: false)
        }
        for path in newValue.subtracting(selected).sorted() {
          collectionView?.selectItem(at: path.indexPath, animated: false, scrollPosition: [])
        }
      }
    }

    func reloadData() { collectionView?.reloadData() }

    func layoutIfNeeded() { collectionView?.layoutIfNeeded() }

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
        let batch = { collectionView.performBatchUpdates(updates, completion: { completion($0) }) }
        if animated { batch() } else { UIView.performWithoutAnimation(batch) }
      }
    }

    func performAfterMove(_ body: @escaping () -> Void) { Task { body() } }

    func deleteSections(_ sections: [Int]) { collectionView?.deleteSections(IndexSet(sections)) }

    func insertSections(_ sections: [Int]) { collectionView?.insertSections(IndexSet(sections)) }

    func moveSection(_ section: Int, to newSection: Int) {
      collectionView?.moveSection(section, toSection: newSection)
    }

    func reloadSections(_ sections: [Int]) { collectionView?.reloadSections(IndexSet(sections)) }

    func reloadHeaders(ofSections sections: [Int]) {
      guard let configureSupplementary else { return reloadSections(sections) }
      let kinds = [
        UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
      ]
      for section in sections {
        let path = ItemPath(section: section, item: 0).indexPath
        for kind in kinds {
          // The collection view asks for a view again before it comes on screen.
          if let view = collectionView?.supplementaryView(forElementKind: kind, at: path) {
            configureSupplementary(view, kind, path)
          }
        }
      }
    }

    func deleteItems(_ paths: [ItemPath]) {
      collectionView?.deleteItems(at: paths.map(\.indexPath))
    }

    func insertItems(_ paths: [ItemPath]) {
      collectionView?.insertItems(at: paths.map(\.indexPath))
    }

    func moveItem(_ path: ItemPath, to newPath: ItemPath) {
      collectionView?.moveItem(at: path.indexPath, to: newPath.indexPath)
    }

    func reloadItems(_ paths: [ItemPath]) {
      collectionView?.reloadItems(at: paths.map(\.indexPath))
    }

    func reconfigureItems(_ paths: [ItemPath]) {
      collectionView?.reconfigureItems(at: paths.map(\.indexPath))
    }
  }
#endif
