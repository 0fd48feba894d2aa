// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class NSCollectionView: NSView {
  open func reloadData() {}

  open func insertSections(_ sections: IndexSet) {}

  open func deleteSections(_ sections: IndexSet) {}

  open func reloadSections(_ sections: IndexSet) {}

  open func moveSection(_ section: Int, toSection newSection: Int) {}

  open func insertItems(at indexPaths: Set<IndexPath>) {}

  open func deleteItems(at indexPaths: Set<IndexPath>) {}

  open func reloadItems(at indexPaths: Set<IndexPath>) {}

  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
  ) {
    updates?()
    completionHandler?(true)
  }

  open var selectionIndexPaths: Set<IndexPath> = []
}
