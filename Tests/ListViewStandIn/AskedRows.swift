package import FilterableResults
package import FilterableResultsTesting
package import Foundation

/// The cells of a view that asks a data source, held by a strict list view: what UIKit would raise as an
/// exception, or log, is kept.
@MainActor package final class AskedRows<Cell: NSObject> {
  package let view = StrictView<Cell>()

  /// The warnings that UIKit logs.
  package private(set) var warnings: [String] = []

  /// What breaks a rule of UIKit beyond those of the strict list view.
  package private(set) var exceptions: [String] = []

  /// The cell that the data source gets where it dequeues one, while a row is reconfigured.
  package private(set) var reconfigured: Cell?

  /// How many rows each section of the data source has.
  package var counts: () -> [Int] = { [] }

  /// The cell of the data source for a row.
  package var cell: (IndexPath) -> Cell? = { _ in nil }

  private var isReloadPending = false
  private var isUserMoving = false

  package init() {
    view.counts = { [unowned self] in counts() }
    view.cell = { [unowned self] path in cell([path.section, path.item]) }
  }

  /// All that went wrong.
  package var problems: [String] { exceptions + view.problems.map(\.description) + warnings }

  package var selection: [IndexPath] {
    view.selectedPaths.sorted().map { [$0.section, $0.item] }
  }

  package func select(_ indexPath: IndexPath?) {
    guard let indexPath else { return view.selectedPaths = [] }
    view.selectedPaths.insert(path(indexPath))
  }

  package func deselect(_ indexPath: IndexPath) { view.selectedPaths.remove(path(indexPath)) }

  package func reloadData() {
    if isUserMoving { exceptions.append("a reload while the user moves a row") }
    isReloadPending = true
    view.reloadData()
  }

  package func layoutIfNeeded(isInWindow: Bool) {
    guard isReloadPending else { return }
    if !isInWindow { warnings.append("UITableViewAlertForLayoutOutsideViewHierarchy") }
    isReloadPending = false
    view.layoutIfNeeded()
  }

  package func performBatch(
    isInWindow: Bool, _ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?
  ) {
    if isUserMoving { exceptions.append("a batch while the user moves a row") }
    view.takesBatches = isInWindow
    view.performBatch(animated: !UIView.isWithoutAnimation) {
      updates?()
    } completion: {
      completion?($0)
    }
  }

  package func reconfigure(_ indexPaths: [IndexPath]) {
    for indexPath in indexPaths {
      let old = view.rows[indexPath[0]][indexPath[1]]
      reconfigured = old
      if cell(indexPath) !== old { exceptions.append("another cell for \(indexPath)") }
      reconfigured = nil
    }
  }

  package func userMoves(_ from: ResultsPath, to: ResultsPath, _ report: () -> Void) {
    view.moveCell(from, to: to)
    isUserMoving = true
    report()
    isUserMoving = false
    if counts() != view.rows.map(\.count) { exceptions.append("other counts after a move") }
  }
}
