#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  extension UICollectionView: @MainActor ListView {
    /// Whether it is in a window.
    public var takesBatches: Bool { window != nil }

    /// The items on screen.
    public var visiblePaths: Set<ItemPath>? {
      Set(indexPathsForVisibleItems.compactMap { ItemPath($0) })
    }

    /// Makes the calls one change.
    public func performBatch(_ updates: () -> Void) {
      withoutActuallyEscaping(updates) { performBatchUpdates($0) }
    }

    /// Sections go.
    public func deleteSections(_ sections: [Int]) { deleteSections(IndexSet(sections)) }

    /// Sections come.
    public func insertSections(_ sections: [Int]) { insertSections(IndexSet(sections)) }

    /// A section goes elsewhere.
    public func moveSection(_ section: Int, to place: Int) {
      moveSection(section, toSection: place)
    }

    /// The heads of sections have changed.
    public func reloadSections(_ sections: [Int]) { reloadSections(IndexSet(sections)) }

    /// Items go.
    public func deleteItems(_ paths: [ItemPath]) { deleteItems(at: paths.map(\.indexPath)) }

    /// Items come.
    public func insertItems(_ paths: [ItemPath]) { insertItems(at: paths.map(\.indexPath)) }

    /// An item goes elsewhere.
    public func moveItem(_ path: ItemPath, to place: ItemPath) {
      moveItem(at: path.indexPath, to: place.indexPath)
    }

    /// The contents of items have changed.
    public func reloadItems(_ paths: [ItemPath]) { reloadItems(at: paths.map(\.indexPath)) }
  }
#endif
