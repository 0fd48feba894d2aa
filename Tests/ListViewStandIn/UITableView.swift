// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

@MainActor open class UITableViewCell: UIView {}

@MainActor open class UITableView: UIScrollView {
  public enum RowAnimation: Int, Sendable {
    case fade = 0
    case right = 1
    case left = 2
    case top = 3
    case bottom = 4
    case none = 5
    case middle = 6
    case automatic = 100
  }

  weak open var dataSource: (any UITableViewDataSource)?

  open var indexPathsForVisibleRows: [IndexPath]? { nil }

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    updates?()
    completion?(true)
  }

  open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}

  open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}

  open func moveSection(_ section: Int, toSection newSection: Int) {}

  open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {}

  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}

  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}

  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}

  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}

  open func reloadData() {}
}

@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

  // The rest is optional, which a protocol without Objective-C says with a default.

  func numberOfSections(in tableView: UITableView) -> Int

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?

  func sectionIndexTitles(for tableView: UITableView) -> [String]?

  func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }

  public func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { nil }

  public func tableView(
    _ tableView: UITableView, titleForFooterInSection section: Int
  ) -> String? { nil }

  public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }

  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { 0 }
}
