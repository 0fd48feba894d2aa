// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class UICollectionReusableView: UIView {}

@MainActor open class UICollectionViewCell: UICollectionReusableView {}

@MainActor open class UICollectionView: UIScrollView {
  weak open var dataSource: (any UICollectionViewDataSource)?

  open var indexPathsForVisibleItems: [IndexPath] { [] }

  open func reloadData() {}

  open func insertSections(_ sections: IndexSet) {}

  open func deleteSections(_ sections: IndexSet) {}

  open func moveSection(_ section: Int, toSection newSection: Int) {}

  open func reloadSections(_ sections: IndexSet) {}

  open func insertItems(at indexPaths: [IndexPath]) {}

  open func deleteItems(at indexPaths: [IndexPath]) {}

  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}

  open func reloadItems(at indexPaths: [IndexPath]) {}

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    updates?()
    completion?(true)
  }
}

@MainActor public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell

  // The rest is optional, which a protocol without Objective-C says with a default.

  func numberOfSections(in collectionView: UICollectionView) -> Int

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView

  func indexTitles(for collectionView: UICollectionView) -> [String]?

  func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { UICollectionReusableView() }

  public func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }

  public func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { [0, 0] }
}
