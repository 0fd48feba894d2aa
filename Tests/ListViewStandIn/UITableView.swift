// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import FilterableResults
import FilterableResultsTesting
public import Foundation

@MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable {
    case `default` = 0
    case value1 = 1
    case value2 = 2
    case subtitle = 3
  }

  public enum EditingStyle: Int, Sendable {
    case none = 0
    case delete = 1
    case insert = 2
  }

  public let textLabel: UILabel? = UILabel()

  public let reuseIdentifier: String?

  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
  }
}

@MainActor open class UITableViewHeaderFooterView: UIView {
  public let textLabel: UILabel? = UILabel()

  public let contentView = UIView()

  public let reuseIdentifier: String?

  public init(reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier }

  public required init?(coder: NSCoder) { nil }
}

/// A table view that asks its data source as UIKit's does: counts before and after a batch, and
/// the cells of rows that are new to it. All rows count as prepared.
@MainActor open class UITableView: UIScrollView {
  public enum Style: Int, Sendable {
    case plain = 0
    case grouped = 1
    case insetGrouped = 2
  }

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

  public enum ScrollPosition: Int, Sendable {
    case none = 0
    case top = 1
    case middle = 2
    case bottom = 3
  }

  /// What the table view shows, and what went wrong.
  package let asked = AskedRows<UITableViewCell>()

  private var headers: [Int: UITableViewHeaderFooterView] = [:]

  public init(frame: CGRect, style: UITableView.Style) {
    super.init()
    asked.counts = { [unowned self] in
      guard let source = dataSource else { return [] }
      return (0..<source.numberOfSections(in: self)).map {
        source.tableView(self, numberOfRowsInSection: $0)
      }
    }
    asked.cell = { [unowned self] in dataSource?.tableView(self, cellForRowAt: $0) }
  }

  public convenience override init() { self.init(frame: .zero, style: .plain) }

  weak open var dataSource: (any UITableViewDataSource)? {
    didSet { asked.reloadData() }
  }

  weak open var delegate: (any UITableViewDelegate)?

  open var sectionHeaderHeight: CGFloat = -1

  open override func layoutIfNeeded() { asked.layoutIfNeeded(isInWindow: window != nil) }

  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section]
  }

  /// Headers are 20 points high, and rows 10.
  open func rect(forSection section: Int) -> CGRect {
    let heights = asked.view.rows.map { CGFloat(20 + 10 * $0.count) }
    let top = heights.prefix(section).reduce(0, +)
    return CGRect(x: 0, y: top, width: frame.width, height: heights[section])
  }

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}

  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    asked.reconfigured ?? UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  open func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> UITableViewHeaderFooterView? { nil }

  open var indexPathsForSelectedRows: [IndexPath]? {
    asked.selection.isEmpty ? nil : asked.selection
  }

  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition
  ) { asked.select(indexPath) }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) { asked.deselect(indexPath) }

  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { asked.performBatch(isInWindow: window != nil, updates, completion) }

  open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    asked.view.insertSections(Array(sections))
  }

  open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    asked.view.deleteSections(Array(sections))
  }

  open func moveSection(_ section: Int, toSection newSection: Int) {
    asked.view.moveSection(section, to: newSection)
  }

  open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    asked.view.reloadSections(Array(sections))
  }

  open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    asked.view.insertItems(indexPaths.map(path))
  }

  open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    asked.view.deleteItems(indexPaths.map(path))
  }

  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    asked.view.moveItem(path(indexPath), to: path(newIndexPath))
  }

  open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    asked.view.reloadItems(indexPaths.map(path))
  }

  open func reconfigureRows(at indexPaths: [IndexPath]) { asked.reconfigure(indexPaths) }

  open func reloadData() {
    headers = [:]
    asked.reloadData()
  }

  // MARK: - Of the stand-in

  /// Shows the header of a section, as UIKit makes it of a title or the delegate's view.
  package func showHeader(ofSection section: Int) -> UITableViewHeaderFooterView {
    let made = delegate?.tableView(self, viewForHeaderInSection: section)
    let header =
      made as? UITableViewHeaderFooterView ?? UITableViewHeaderFooterView(reuseIdentifier: nil)
    if made == nil {
      header.textLabel?.text = dataSource?.tableView(self, titleForHeaderInSection: section)
    }
    headers[section] = header
    return header
  }

  /// Lets the user drag a row: the table shows the move, and reports it to its data source.
  package func userMoves(_ indexPath: IndexPath, to newIndexPath: IndexPath) {
    asked.userMoves(path(indexPath), to: path(newIndexPath)) {
      dataSource?.tableView(self, moveRowAt: indexPath, to: newIndexPath)
    }
  }
}

func path(_ indexPath: IndexPath) -> ResultsPath {
  ResultsPath(section: indexPath[0], item: indexPath[1])
}

@MainActor public protocol UITableViewDelegate: NSObjectProtocol {
  // All of it is optional, which a protocol without Objective-C says with a default.

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
}

extension UITableViewDelegate {
  public func tableView(
    _ tableView: UITableView, viewForHeaderInSection section: Int
  ) -> UIView? { nil }
}

@MainActor public protocol UITableViewDataSource: NSObjectProtocol {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell

  // The rest is optional, which a protocol without Objective-C says with a default.

  func numberOfSections(in tableView: UITableView) -> Int

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

  func sectionIndexTitles(for tableView: UITableView) -> [String]?

  func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath)

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }

  public func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { nil }

  public func tableView(
    _ tableView: UITableView, titleForFooterInSection section: Int
  ) -> String? { nil }

  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    true
  }

  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    false
  }

  public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }

  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { 0 }

  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {}

  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}
}
