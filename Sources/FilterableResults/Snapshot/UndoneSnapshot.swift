internal import FilterEngine
internal import Synchronization

/// Where a change begins.
enum SnapshotOrigin: Sendable {
  case snapshot(SnapshotStorage?)
  case undone(UndoneSnapshot)

  var storage: SnapshotStorage? {
    switch self {
    case .snapshot(let storage): storage
    case .undone(let undone): undone.storage
    }
  }
}

/// The snapshot before an edit, made of the one after it when it is first asked for.
///
/// Most who receive a change never look at what was shown before. So the edit writes to the version that was shown,
/// which nothing else holds, instead of copying the parts that it changes.
// Unchecked: sendable if the items are, as `SnapshotStorage`. The lock guards all that changes.
final class UndoneSnapshot: @unchecked Sendable {
  /// What an edit has changed, with what it takes to undo it.
  enum Edit {
    case row(ShownEdit)

    /// Rows have other contents, and are where they were; nil for one that was as it was set.
    case contents([(id: RowID, row: StoredRow?)])
  }

  private let next: SnapshotStorage
  private let edit: Edit
  private let made = Mutex<SnapshotStorage?>(nil)

  init(_ edit: Edit, before next: SnapshotStorage) {
    self.edit = edit
    self.next = next
  }

  /// The snapshot before the edit.
  ///
  /// - Complexity: O(log n) for each row that was edited the first time, and O(1) then.
  var storage: SnapshotStorage {
    made.withLock { made in
      if let made { return made }
      let storage = next.undoing(edit)
      made = storage
      return storage
    }
  }
}

/// An edit of one row, with what it takes to undo it in a snapshot.
struct ShownEdit {
  let id: RowID

  /// Where the arrangement had the row, nil for one that came.
  let from: RowPlace?

  /// Where the arrangement has it, counted without the row; nil for one that is gone.
  let to: RowPlace?

  /// The content before; nil where the row was not edited since all rows were set.
  let row: StoredRow?

  /// Reads the keys of rows.
  let prefix: SortPrefix?
}

extension SnapshotStorage {
  /// The snapshot before an edit.
  fileprivate func undoing(_ edit: UndoneSnapshot.Edit) -> SnapshotStorage {
    guard let shown, var rows else { return self }
    switch edit {
    case .row(let edit):
      return undoing(edit, shown, &rows)
    case .contents(let contents):
      for content in contents { rows.restore(content.row, of: content.id) }
      return SnapshotStorage(shown, rows)
    }
  }

  private func undoing(
    _ edit: ShownEdit, _ shown: ShownSections, _ rows: inout RowTable
  ) -> SnapshotStorage {
    if edit.from != nil, edit.to != nil { rows.restore(edit.row, of: edit.id) }
    var tree = shown.tree
    tree.move(edit.id, from: edit.to, to: edit.from) { [rows] id in
      edit.prefix?.number(at: rows.address(of: id)) ?? 0
    }
    return SnapshotStorage(
      ShownSections(
        tree: tree, keepsEmpty: shown.keepsEmpty, showsGroups: shown.showsGroups,
        collapsed: shown.collapsed), rows)
  }
}
