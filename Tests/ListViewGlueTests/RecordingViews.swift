import Foundation
import ListViewGlue
import ListViewStandIn

/// The calls that a view got, a line each.
@MainActor final class Calls {
  private var lines: [String] = []

  func add(_ name: String, _ arguments: [any Sequence<Int>] = []) {
    let texts = arguments.map { $0.map(String.init).joined(separator: ",") }
    lines.append(([name] + texts).joined(separator: " "))
  }

  func add(_ name: String, paths: some Sequence<IndexPath>) {
    add(name, paths.sorted().map(Array.init))
  }

  /// The calls since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

final class RecordingTableView: UITableView {
  let calls = Calls()
  var isOnScreen = true
  override var window: UIWindow? { isOnScreen ? UIWindow() : nil }
  override func reloadData() { calls.add("reload") }
  override func layoutIfNeeded() { calls.add("layout") }

  override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    calls.add("begin")
    super.performBatchUpdates(updates, completion: completion)
    calls.add("end")
  }

  override func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    calls.add("insertSections", [sections])
  }
  override func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    calls.add("deleteSections", [sections])
  }
  override func moveSection(_ section: Int, toSection newSection: Int) {
    calls.add("moveSection", [[section], [newSection]])
  }
  override func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    calls.add("reloadSections", [sections])
  }
  override func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    calls.add("insertRows", paths: indexPaths)
  }
  override func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    calls.add("deleteRows", paths: indexPaths)
  }
  override func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.add("moveRow", [Array(indexPath), Array(newIndexPath)])
  }
  override func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    calls.add("reloadRows", paths: indexPaths)
  }
}

final class RecordingCollectionView: UICollectionView {
  let calls = Calls()

  override var window: UIWindow? { UIWindow() }
  override func reloadData() { calls.add("reload") }

  override func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    calls.add("begin")
    super.performBatchUpdates(updates, completion: completion)
    calls.add("end")
  }

  override func insertSections(_ sections: IndexSet) { calls.add("insertSections", [sections]) }
  override func deleteSections(_ sections: IndexSet) { calls.add("deleteSections", [sections]) }
  override func moveSection(_ section: Int, toSection newSection: Int) {
    calls.add("moveSection", [[section], [newSection]])
  }
  override func reloadSections(_ sections: IndexSet) { calls.add("reloadSections", [sections]) }
  override func insertItems(at indexPaths: [IndexPath]) {
    calls.add("insertItems", paths: indexPaths)
  }
  override func deleteItems(at indexPaths: [IndexPath]) {
    calls.add("deleteItems", paths: indexPaths)
  }
  override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.add("moveItem", [Array(indexPath), Array(newIndexPath)])
  }
  override func reloadItems(at indexPaths: [IndexPath]) {
    calls.add("reloadItems", paths: indexPaths)
  }
}

final class RecordingGridView: NSCollectionView {
  let calls = Calls()

  override var window: NSWindow? { NSWindow() }
  override func reloadData() { calls.add("reload") }
  override func layoutSubtreeIfNeeded() { calls.add("layout") }

  override func performBatchUpdates(
    _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
  ) {
    calls.add("begin")
    super.performBatchUpdates(updates, completionHandler: completionHandler)
    calls.add("end")
  }

  override func insertSections(_ sections: IndexSet) { calls.add("insertSections", [sections]) }
  override func deleteSections(_ sections: IndexSet) { calls.add("deleteSections", [sections]) }
  override func moveSection(_ section: Int, toSection newSection: Int) {
    calls.add("moveSection", [[section], [newSection]])
  }
  override func reloadSections(_ sections: IndexSet) { calls.add("reloadSections", [sections]) }
  override func insertItems(at indexPaths: Set<IndexPath>) {
    calls.add("insertItems", paths: indexPaths)
  }
  override func deleteItems(at indexPaths: Set<IndexPath>) {
    calls.add("deleteItems", paths: indexPaths)
  }
  override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    calls.add("moveItem", [Array(indexPath), Array(newIndexPath)])
  }
  override func reloadItems(at indexPaths: Set<IndexPath>) {
    calls.add("reloadItems", paths: indexPaths)
  }
}
