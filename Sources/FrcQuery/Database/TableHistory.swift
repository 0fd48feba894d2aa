#if SQLite || PostgreSQL
  internal import FilterEngine

  /// The edits of a session in a table, each with the row before and after it.
  struct TableHistory {
    /// An edit of a row: nil before an insertion, and after a removal.
    struct Edit {
      let before: TableRecord?
      let after: TableRecord?

      var inverse: Edit { Edit(before: after, after: before) }
      fileprivate var size: Int {
        128 + (before?.json.count ?? 0) * 2 + (after?.json.count ?? 0) * 2
      }
    }

    /// The edits since the last step.
    private(set) var pending: [Edit] = []
    private(set) var undoable: ArraySlice<[Edit]> = []
    private(set) var redoable: [[Edit]] = []

    mutating func add(_ edit: Edit) { pending.append(edit) }

    /// Forgets the edits after the first `count` of those since the last step.
    mutating func removePending(after count: Int) { pending.removeLast(pending.count - count) }

    /// Makes the edits since the last step a step. The oldest steps are dropped if all take too much memory.
    mutating func endStep() {
      guard !pending.isEmpty else { return }
      undoable.append(pending)
      pending = []
      redoable = []
      var size = undoable.joined().reduce(0) { $0 + $1.size }
      while size > UndoHistory.maximumSize, undoable.count > 1 {
        size -= undoable.removeFirst().reduce(0) { $0 + $1.size }
      }
    }

    /// Moves the last step to those that can be redone.
    mutating func undo() { if let step = undoable.popLast() { redoable.append(step) } }

    /// Moves the next step to those that can be undone.
    mutating func redo() { if let step = redoable.popLast() { undoable.append(step) } }
  }
#endif
