#if LIST_VIEW_STAND_IN
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  extension UITableView: @MainActor ListView {
    /// Whether it is in a window.
    public var takesBatches: Bool { window != nil }

    /// The rows on screen.
    public var visiblePaths: Set<ItemPath>? {
      indexPathsForVisibleRows.map { Set($0.compactMap { ItemPath($0) }) }
    }

    /// Makes the calls one change.
    public func performBatch(_ updates: () -> Void) {
      withoutActuallyEscaping(updates) { performBatchUpdates($0) }
    }

    /// Sections go.
    public func deleteSections(_ sections: [Int]) {
      deleteSections(IndexSet(sections), with: .automatic)
    }

    /// Sections come.
    public func insertSections(_ sections: [Int]) {
      insertSections(IndexSet(sections), with: .automatic)
    }

    /// A section goes elsewhere.
    public func moveSection(_ section: Int, to place: Int) {
      moveSection(section, toSection: place)
    }

    /// The heads of sections have changed.
    public func reloadSections(_ sections: [Int]) {
      reloadSections(IndexSet(sections), with: .automatic)
    }

    /// Rows go.
    public func deleteItems(_ paths: [ItemPath]) {
      deleteRows(at: paths.map(\.indexPath), with: .automatic)
    }

    /// Rows come.
    public func insertItems(_ paths: [ItemPath]) {
      insertRows(at: paths.map(\.indexPath), with: .automatic)
    }

    /// A row goes elsewhere.
    public func moveItem(_ path: ItemPath, to place: ItemPath) {
      moveRow(at: path.indexPath, to: place.indexPath)
    }

    /// The contents of rows have changed.
    public func reloadItems(_ paths: [ItemPath]) {
      reloadRows(at: paths.map(\.indexPath), with: .automatic)
    }
  }
#endif
