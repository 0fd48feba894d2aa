// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import FilterableResults
import FilterableResultsTesting
public import Foundation

@MainActor open class UICollectionReusableView: UIView {
  public init(frame: CGRect) {
    super.init()
    self.frame = frame
  }

  public convenience override init() { self.init(frame: .zero) }

  public required init?(coder: NSCoder) { super.init() }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
  open var frame = CGRect.zero
}

@MainActor open class UICollectionViewLayout: NSObject {}

@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var headerReferenceSize = CGSize.zero
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {}

/// A collection view that asks its data source as UIKit's does: counts before and after a batch,
/// and the cells of items that are new to it. All items count as prepared.
@MainActor open class UICollectionView: UIScrollView {
  public struct ScrollPosition: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }

  public class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }

  /// What the collection view shows, and what went wrong.
  package let asked = AskedRows<UICollectionViewCell>()

  /// The supplementary views on screen.
  package var supplementaryViews: [String: [IndexPath: UICollectionReusableView]] = [:]

  private var headerClasses: [String: UICollectionReusableView.Type] = [:]

  public convenience override init() {
    self.init(frame: .zero, collectionViewLayout: UICollectionViewLayout())
  }

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    super.init()
    self.frame = frame
    asked.counts = { [unowned self] in
      guard let source = dataSource else { return [] }
      return (0..<source.numberOfSections(in: self)).map {
        source.collectionView(self, numberOfItemsInSection: $0)
      }
    }
    asked.cell = { [unowned self] in dataSource?.collectionView(self, cellForItemAt: $0) }
  }

  weak open var dataSource: (any UICollectionViewDataSource)? {
    didSet { asked.reloadData() }
  }

  open override func layoutIfNeeded() { asked.layoutIfNeeded(isInWindow: window != nil) }

  open func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? { supplementaryViews[elementKind]?[indexPath] }

  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) { headerClasses[identifier] = viewClass as? UICollectionReusableView.Type }

  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    headerClasses[identifier]?.init(coder: NSCoder()) ?? UICollectionReusableView()
  }

  open func numberOfItems(inSection section: Int) -> Int { asked.view.rows[section].count }

  open var indexPathsForSelectedItems: [IndexPath]? { asked.selection }

  open func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition
  ) { asked.select(indexPath) }

  open func deselectItem(at indexPath: IndexPath, animated: Bool) { asked.deselect(indexPath) }

  open func reloadData() { asked.reloadData() }

  open func insertSections(_ sections: IndexSet) { asked.view.insertSections(Array(sections)) }

  open func deleteSections(_ sections: IndexSet) { asked.view.deleteSections(Array(sections)) }

  open func moveSection(_ section: Int, toSection newSection: Int) {
    asked.view.moveSection(section, to: newSection)
  }

  open func reloadSections(_ sections: IndexSet) { asked.view.reloadSections(Array(sections)) }

  open func insertItems(at indexPaths: [IndexPath]) {
    asked.view.insertItems(indexPaths.map(path))
  }

  open func deleteItems(at indexPaths: [IndexPath]) {
    asked.view.deleteItems(indexPaths.map(path))
  }

  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    asked.view.moveItem(path(indexPath), to: path(newIndexPath))
  }

  open func reloadItems(at indexPaths: [IndexPath]) {
    asked.view.reloadItems(indexPaths.map(path))
  }

  open func reconfigureItems(at indexPaths: [IndexPath]) { asked.reconfigure(indexPaths) }

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { asked.performBatch(isInWindow: window != nil, updates, completion) }

  // MARK: - Of the stand-in

  /// Items are in one column, 10 points high, below headers of 20.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    attributes(ofSection: indexPath[0], from: CGFloat(20 + 10 * indexPath[1]), height: 10)
  }

  open func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    attributes(ofSection: indexPath[0], from: 0, height: 20)
  }

  private func attributes(
    ofSection section: Int, from top: CGFloat, height: CGFloat
  ) -> UICollectionViewLayoutAttributes {
    let above = asked.view.rows.prefix(section).map { CGFloat(20 + 10 * $0.count) }.reduce(0, +)
    let attributes = UICollectionViewLayoutAttributes()
    attributes.frame = CGRect(x: 0, y: above + top, width: frame.width, height: height)
    return attributes
  }

  /// Shows the header of a section.
  package func showHeader(ofSection section: Int) -> UICollectionReusableView? {
    let path: IndexPath = [section, 0]
    let kind = Self.elementKindSectionHeader
    let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
    supplementaryViews[kind, default: [:]][path] = view
    return view
  }

  /// Lets the user drag an item: the view shows the move, and reports it to its data source.
  package func userMoves(_ indexPath: IndexPath, to newIndexPath: IndexPath) {
    asked.userMoves(path(indexPath), to: path(newIndexPath)) {
      dataSource?.collectionView(self, moveItemAt: indexPath, to: newIndexPath)
    }
  }
}

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
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

  func collectionView(
    _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
  ) -> Bool

  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)

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

  public func collectionView(
    _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
  ) -> Bool { false }

  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}

  public func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }

  public func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { [0, 0] }
}
