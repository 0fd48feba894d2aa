/// An edit that can be taken back.
protocol ReversibleEdit {
  /// The edit that takes this one back.
  var inverse: Self { get }
}

/// The way in which a step of a history is made.
enum HistoryDirection: String {
  case undo, redo
}

/// The edits of a session, in steps that can be undone and redone.
///
/// Steps keep the rows that they changed, which take memory: the oldest steps are dropped beyond a limit.
struct EditHistory<Edit: ReversibleEdit> {
  /// The most bytes that steps keep, those of the last one not counted: 256 MiB.
  static var maximumSize: Int { 256 << 20 }

  /// The bytes that a step takes beside its edits.
  private static var stepSize: Int { 128 }

  struct Step {
    /// The edits in the order in which they were made.
    let edits: [Edit]

    /// The bytes of the step and of the rows that came with it.
    let size: Int

    /// The columns that saves had added to the file before an undone step, or after a step that can be redone.
    fileprivate(set) var columns: [String]
  }

  /// The edits since the last step.
  private(set) var pending: [Edit] = []

  /// The steps that can be undone, the last one at the end.
  private(set) var undoable: ArraySlice<Step> = []

  /// The steps that can be redone, the next one at the end.
  private(set) var redoable: [Step] = []

  /// The columns that saves have added to the file; none for tables.
  private(set) var columns: [String] = []

  private let maximumSize: Int

  /// The bytes of the steps that can be undone.
  private var size = 0

  init(maximumSize: Int = Self.maximumSize) { self.maximumSize = maximumSize }

  mutating func add(_ edit: Edit) { pending.append(edit) }

  /// Removes the edits after the first `count` of those since the last step.
  mutating func removePending(after count: Int) { pending.removeSubrange(count...) }

  /// Makes the edits since the last step a step.
  ///
  /// - Parameters:
  ///   - columns: The columns that saves have added to the file.
  ///   - size: Returns the bytes that an edit takes.
  mutating func endStep(columns: [String] = [], size: (Edit) -> Int) {
    let before = self.columns
    self.columns = columns
    guard !pending.isEmpty else { return }
    let step = Step(
      edits: pending, size: pending.reduce(Self.stepSize) { $0 + size($1) }, columns: before)
    pending = []
    redoable = []
    undoable.append(step)
    self.size += step.size
    while self.size > maximumSize, undoable.count > 1 {
      self.size -= undoable.removeFirst().size
    }
  }

  /// The edits of the next undo or redo, in the order in which they are made.
  func edits(_ direction: HistoryDirection, isInBatch: Bool) throws(ToolError) -> [Edit] {
    guard !isInBatch else { throw .message("end the batch first: .end or .rollback") }
    guard let step = direction == .undo ? undoable.last : redoable.last else {
      throw .message("there is nothing to \(direction.rawValue)")
    }
    return direction == .undo ? step.edits.reversed().map(\.inverse) : step.edits
  }

  /// Records that the edits of the next undo or redo were made.
  mutating func move(_ direction: HistoryDirection) {
    guard var step = direction == .undo ? undoable.popLast() : redoable.popLast() else { return }
    swap(&step.columns, &columns)
    if direction == .undo {
      size -= step.size
      redoable.append(step)
    } else {
      size += step.size
      undoable.append(step)
    }
  }

  /// Removes all steps.
  mutating func removeAll() { self = EditHistory(maximumSize: maximumSize) }
}
