internal import FilterEngine
internal import Synchronization

/// The snapshot that a change begins with.
enum SnapshotOrigin: Sendable {
  case snapshot(SnapshotStorage?)
  case undone(UndoneSnapshot)

  var storage: SnapshotStorage? {
    switch self {
    case .snapshot(let storage): storage
    case .undone(let undone): undone.storage
    }
  }

  /// The facets and aggregates of the snapshot, which is not computed for them.
  var summary: ResultsSummary? {
    switch self {
    case .snapshot(let storage): storage?.summary
    case .undone(let undone): undone.summary
    }
  }
}

/// The snapshot before an edit, computed from the snapshot after it at the first access.
///
/// Most receivers of a change never read the old snapshot. So the edit writes to the delivered version if nothing else
/// holds it, instead of copying the parts that it changes.
// Unchecked: sendable if the items are, as `SnapshotStorage`. The lock guards the only mutable state.
final class UndoneSnapshot: @unchecked Sendable {
  /// An edit with the contents that undo it.
  enum Edit {
    case row(ShownEdit)

    /// Replaced contents of rows that have not moved; nil for a row that was not edited since all rows were set.
    case contents([(id: RowID, row: StoredRow?)])
  }

  private let next: SnapshotStorage
  private let edit: Edit

  /// The facets and aggregates before the edit.
  let summary: ResultsSummary?

  /// The change that the edit makes.
  let changes: Changeset
  private let made = Mutex<SnapshotStorage?>(nil)

  init(
    _ edit: Edit, before next: SnapshotStorage, summary: ResultsSummary?, changes: Changeset
  ) {
    self.edit = edit
    self.next = next
    self.summary = summary
    self.changes = changes
  }

  /// The snapshot before the edit.
  ///
  /// - Complexity: O(log n) for each edited row at the first access, and O(1) then.
  var storage: SnapshotStorage {
    made.withLock { made in
      if let made { return made }
      let storage = next.undoing(edit)
      storage.setSummary(summary)
      made = storage
      return storage
    }
  }
}

/// An edit of one row with the content that undoes it in a snapshot.
struct ShownEdit {
  let id: RowID

  /// The place of the row in the old arrangement; nil if it was inserted.
  let from: RowPlace?

  /// The place of the row in the new arrangement, counted without the row; nil if it was removed.
  let to: RowPlace?

  /// The old content; nil if the row was not edited since all rows were set.
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
      return SnapshotStorage(shown, rows, nil)
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
        collapsed: shown.collapsed), rows, nil)
  }
}
