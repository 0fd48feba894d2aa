internal import FilterEngine

/// One step that takes back a step of an edit of the store.
enum StoreStep {
  /// Removes the row at a position, which has this content.
  case remove(StoredRow, at: ItemPath)
  /// Inserts a row at a position.
  case insert(StoredRow, at: ItemPath)
  /// Puts other content of the same identity into the row at a position.
  case replace(StoredRow, at: ItemPath)
  /// Moves a row; `to` is counted without it.
  case move(from: ItemPath, to: ItemPath)
  /// Removes a section without rows.
  case removeSection(FilterValue, at: Int)
  /// Inserts a section without rows.
  case insertSection(FilterValue, title: String?, at: Int)
  /// Moves a section; `to` is counted without it.
  case moveSection(from: Int, to: Int)
  /// Gives a section another title.
  case setTitle(String?, at: Int)
  /// Replaces everything, nil for no data.
  case load(StoreContents?)
}

/// The edits of a store as what takes them back: each is a list of steps that are made from the last one to the first.
///
/// The steps of an undo are recorded like those of any edit, and take the undo back.
struct StoreLog {
  /// What the edit under way is.
  enum Kind { case edit, undo, redo }

  /// What takes back the edits that are in force, the last one at the end.
  private(set) var undoable: ArraySlice<[StoreStep]> = []

  /// What makes edits again that were undone, the next one at the end.
  private(set) var redoable: [[StoreStep]] = []

  /// What takes back the edit under way.
  private(set) var steps: [StoreStep] = []

  var kind = Kind.edit

  /// The most edits that can be undone, nil for no limit.
  var limit: Int? { didSet { trim() } }

  init(
    undoable: [[StoreStep]] = [], redoable: [[StoreStep]] = [], limit: Int? = nil
  ) {
    self.undoable = undoable[...]
    self.redoable = redoable
    self.limit = limit
    trim()
  }

  mutating func record(_ step: StoreStep) { steps.append(step) }

  /// Ends the edit under way.
  mutating func endEdit() {
    let steps = self.steps
    self.steps = []
    switch kind {
    case .edit:
      guard !steps.isEmpty else { return }
      redoable = []
      undoable.append(steps)
    case .undo:
      undoable.removeLast()
      redoable.append(steps)
    case .redo:
      redoable.removeLast()
      undoable.append(steps)
    }
    kind = .edit
    trim()
  }

  /// Drops the steps after the first `count` ones, which were taken back.
  mutating func dropSteps(after count: Int) {
    if steps.count > count { steps.removeSubrange(count...) }
  }

  /// Drops all edits, those under way too.
  mutating func removeAll() { self = StoreLog(limit: limit) }

  private mutating func trim() {
    guard let limit, undoable.count > Swift.max(0, limit) else { return }
    undoable.removeFirst(undoable.count - Swift.max(0, limit))
  }
}
