internal import FilterEngine

/// A step that undoes a step of an edit of the store.
enum StoreStep {
  /// Removes the row with this content at a position.
  case remove(StoredRow, at: StorePosition)
  /// Inserts a row at a position.
  case insert(StoredRow, at: StorePosition)
  /// Replaces the content of the row at a position by content of the same identity.
  case replace(StoredRow, at: StorePosition)
  /// Moves a row; `to` is counted after the removal.
  case move(from: StorePosition, to: StorePosition)
  /// Removes a section without rows.
  case removeSection(FilterValue, at: Int)
  /// Inserts a section without rows.
  case insertSection(FilterValue, title: String?, at: Int)
  /// Moves a section; `to` is counted after the removal.
  case moveSection(from: Int, to: Int)
  /// Sets the title of a section.
  case setTitle(String?, at: Int)
  /// Replaces everything, nil for no data.
  case load(StoreContents?)
}

/// The steps that undo the edits of a store. The steps of each edit are carried out from the last one to the first.
///
/// The steps of an undo are recorded as those of any edit, and redo it.
struct StoreLog {
  /// The kind of the current edit.
  enum Kind { case edit, undo, redo }

  /// The steps that undo each edit, the last edit at the end.
  private(set) var undoable: ArraySlice<[StoreStep]> = []

  /// The steps that redo each undone edit, the next edit at the end.
  private(set) var redoable: [[StoreStep]] = []

  /// The steps that undo the current edit.
  private(set) var steps: [StoreStep] = []

  var kind = Kind.edit

  /// The maximum number of edits that can be undone; nil for no limit.
  var limit: Int? { didSet { trim() } }

  init(
    undoable: [[StoreStep]] = [], redoable: [[StoreStep]] = [], limit: Int? = nil
  ) {
    self.undoable = undoable[...]
    self.redoable = redoable
    self.limit = limit
    trim()
  }

  @inline(never)
  mutating func record(_ step: StoreStep) { steps.append(step) }

  /// Ends the current edit.
  mutating func endEdit() {
    let steps = self.steps
    self.steps = []
    switch kind {
    case .edit:
      guard !steps.isEmpty else { return }
      redoable = []
      undoable.append(steps)
    case .undo:
      _ = undoable.popLast()
      redoable.append(steps)
    case .redo:
      _ = redoable.popLast()
      undoable.append(steps)
    }
    kind = .edit
    trim()
  }

  /// Removes the steps after the first `count` ones, which a rollback has undone.
  mutating func dropSteps(after count: Int) {
    if steps.count > count { steps.removeSubrange(count...) }
  }

  /// Removes all edits, including the current one.
  mutating func removeAll() { self = StoreLog(limit: limit) }

  private mutating func trim() {
    guard let limit, undoable.count > Swift.max(0, limit) else { return }
    undoable.removeFirst(undoable.count - Swift.max(0, limit))
  }
}
