import Foundation
import ListViewGlue
import ListViewStandIn

/// A table of rows that follows each call at once, as `NSTableView` does.
final class RowsTable: NSTableView {
  let calls = Calls()
  var isOnScreen = true

  /// The rows that the table shows; nil for one that came and has not been asked for yet.
  private(set) var rows: [Int?] = []

  /// The rows of the data.
  var data: () -> [Int] = { [] }

  /// The selected rows. It does not follow the rows by itself.
  var selection: IndexSet = []

  private var depth = 0

  override var window: NSWindow? { isOnScreen ? NSWindow() : nil }
  override var numberOfColumns: Int { 2 }
  override var selectedRowIndexes: IndexSet { selection }

  override func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
    selection = extend ? selection.union(indexes) : indexes
  }

  override func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {
    calls.add("noteHeights", [indexSet])
  }
  override func layoutSubtreeIfNeeded() { calls.add("layout") }

  override func reloadData() {
    calls.add("reload")
    rows = data()
  }

  override func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
    calls.add("reloadRows", [rowIndexes, columnIndexes])
    for row in rowIndexes { rows[row] = data()[row] }
  }

  override func beginUpdates() {
    calls.add("begin")
    depth += 1
  }

  override func endUpdates() {
    calls.add("end")
    depth -= 1
    guard depth == 0 else { return }
    let data = data()
    precondition(rows.count == data.count, "\(rows.count) rows where the data has \(data.count)")
    rows = zip(rows, data).map { $0 ?? $1 }
  }

  override func insertRows(at indexes: IndexSet, withAnimation: AnimationOptions = []) {
    calls.add("insertRows", [indexes])
    for row in indexes { rows.insert(nil, at: row) }
  }

  override func removeRows(at indexes: IndexSet, withAnimation: AnimationOptions = []) {
    calls.add("removeRows", [indexes])
    for row in indexes.reversed() { rows.remove(at: row) }
  }

  override func moveRow(at oldIndex: Int, to newIndex: Int) {
    calls.add("moveRow", [[oldIndex], [newIndex]])
    rows.insert(rows.remove(at: oldIndex), at: newIndex)
  }
}
