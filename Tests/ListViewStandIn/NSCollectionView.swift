// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import FilterableResults
import FilterableResultsTesting
public import Foundation

@MainActor open class NSViewController: NSObject {
  private var ownView: NSView?

  /// Whether it has looked for a nib with its view, as it was not given one.
  package private(set) var looksForNib = false

  open var view: NSView {
    get {
      if let ownView { return ownView }
      looksForNib = true
      let view = NSView()
      ownView = view
      return view
    }
    set { ownView = newValue }
  }
}

@MainActor open class NSCollectionViewItem: NSViewController {}

/// A collection view that asks its data source as AppKit's does: counts before and after a batch, and the items of
/// rows that are new to it. All items count as prepared.
@MainActor open class NSCollectionView: NSView {
  public typealias SupplementaryElementKind = String

  /// What the collection view shows, and what went wrong.
  package let asked = AskedRows<NSCollectionViewItem>()

  public override init() {
    super.init()
    asked.counts = { [unowned self] in
      guard let source = dataSource else { return [] }
      return (0..<source.numberOfSections(in: self)).map {
        source.collectionView(self, numberOfItemsInSection: $0)
      }
    }
    asked.cell = { [unowned self] in
      dataSource?.collectionView(self, itemForRepresentedObjectAt: $0)
    }
  }

  weak open var dataSource: (any NSCollectionViewDataSource)? {
    didSet { asked.reloadData() }
  }

  open override func layoutSubtreeIfNeeded() { asked.layoutIfNeeded(isInWindow: window != nil) }

  open func reloadData() { asked.reloadData() }

  open func insertSections(_ sections: IndexSet) { asked.view.insertSections(Array(sections)) }

  open func deleteSections(_ sections: IndexSet) { asked.view.deleteSections(Array(sections)) }

  open func reloadSections(_ sections: IndexSet) { asked.view.reloadSections(Array(sections)) }

  open func moveSection(_ section: Int, toSection newSection: Int) {
    asked.view.moveSection(section, to: newSection)
  }

  open func insertItems(at indexPaths: Set<IndexPath>) {
    asked.view.insertItems(indexPaths.map(path))
  }

  open func deleteItems(at indexPaths: Set<IndexPath>) {
    asked.view.deleteItems(indexPaths.map(path))
  }

  open func reloadItems(at indexPaths: Set<IndexPath>) {
    asked.view.reloadItems(indexPaths.map(path))
  }

  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    asked.view.moveItem(path(indexPath), to: path(newIndexPath))
  }

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
  ) { asked.performBatch(isInWindow: window != nil, updates, completionHandler) }

  open var selectionIndexPaths: Set<IndexPath> {
    get { Set(asked.selection) }
    set {
      asked.select(nil)
      for indexPath in newValue { asked.select(indexPath) }
    }
  }
}

@MainActor public protocol NSCollectionViewDataSource: NSObjectProtocol {
  func collectionView(
    _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
  ) -> Int

  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem

  // The rest is optional, which a protocol without Objective-C says with a default.

  func numberOfSections(in collectionView: NSCollectionView) -> Int

  func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
    at indexPath: IndexPath
  ) -> NSView
}

extension NSCollectionViewDataSource {
  public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }

  public func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
    at indexPath: IndexPath
  ) -> NSView { NSView() }
}
