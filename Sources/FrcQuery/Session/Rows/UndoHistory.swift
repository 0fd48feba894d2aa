/// The edits of a session, each as the part of the list of rows that it changed.
///
/// A step keeps its rows readable, and their texts take memory: the oldest steps are dropped beyond a limit.
struct UndoHistory {
  /// The most bytes that steps keep, those of the last one not counted: 256 MiB.
  static let maximumSize = 256 << 20

  /// The bytes that a step takes beside its rows.
  private static let stepSize = 128

  /// The change of a list: `new` from `start` on takes the position of `old`.
  struct Step {
    let start: Int
    let old: [OpenRow]
    let new: [OpenRow]

    /// The columns that saves had added to the file before the step.
    let columns: [String]

    /// The bytes of the step and of the texts that came with it.
    let size: Int
  }

  /// The rows after the last step.
  private(set) var rows: [OpenRow]

  /// The columns that saves had added to the file when `rows` were recorded.
  private var columns: [String] = []

  /// The steps that can be undone, the last one at the end
  private(set) var undoable: ArraySlice<Step> = []

  /// The steps that can be redone, the next one at the end
  private(set) var redoable: [Step] = []

  private let maximumSize: Int
  private var size = 0

  init(_ rows: [OpenRow], maximumSize: Int = UndoHistory.maximumSize) {
    self.rows = rows
    self.maximumSize = maximumSize
  }

  /// Records the step to other rows, if they are others, and the columns that saves have added to the file until now.
  /// `length` gives the bytes of a row.
  mutating func record(_ rows: [OpenRow], columns: [String], length: (OpenRow) -> Int) {
    let before = self.columns
    self.columns = columns
    guard rows != self.rows else { return }
    let shorter = min(rows.count, self.rows.count)
    let prefix = (0..<shorter).first { rows[$0] != self.rows[$0] } ?? shorter
    var suffix = 0
    while suffix < shorter - prefix,
      rows[rows.count - suffix - 1] == self.rows[self.rows.count - suffix - 1]
    {
      suffix += 1
    }
    let old = Array(self.rows[prefix..<self.rows.count - suffix])
    let new = Array(rows[prefix..<rows.count - suffix])
    let known = Set(old)
    let texts = new.reduce(0) { known.contains($1) ? $0 : $0 + length($1) }
    let step = Step(
      start: prefix, old: old, new: new, columns: before,
      size: Self.stepSize + texts + (old.count + new.count) * MemoryLayout<OpenRow>.stride)
    redoable = []
    undoable.append(step)
    self.rows = rows
    trim()
  }

  private mutating func trim() {
    size = undoable.reduce(0) { $0 + $1.size }
    while size > maximumSize, undoable.count > 1 { size -= undoable.removeFirst().size }
  }

  /// The rows before the last step; nil without one.
  var rowsBefore: [OpenRow]? {
    undoable.last.map { Self.replace($0.new.count, of: rows, at: $0.start, with: $0.old) }
  }

  /// The rows after the next step; nil without one.
  var rowsAfter: [OpenRow]? {
    redoable.last.map { Self.replace($0.old.count, of: rows, at: $0.start, with: $0.new) }
  }

  private static func replace(
    _ count: Int, of rows: [OpenRow], at start: Int, with new: [OpenRow]
  ) -> [OpenRow] {
    rows[..<start] + new + rows[(start + count)...]
  }

  /// Takes the last step back. Returns the columns that the file had before it; `columns` are those of now.
  mutating func undo(columns: [String]) -> [String] {
    guard let rowsBefore, let step = undoable.popLast() else { return columns }
    rows = rowsBefore
    redoable.append(step.with(columns: columns))
    self.columns = step.columns
    return step.columns
  }

  /// Makes the next step again. Returns the columns that the file had after it; `columns` are those of now.
  mutating func redo(columns: [String]) -> [String] {
    guard let rowsAfter, let step = redoable.popLast() else { return columns }
    rows = rowsAfter
    undoable.append(step.with(columns: columns))
    self.columns = step.columns
    return step.columns
  }

  /// All rows that an undo or a redo can bring back.
  var keptRows: [[OpenRow]] { undoable.map(\.old) + redoable.map(\.new) + [rows] }
}

extension UndoHistory.Step {
  fileprivate func with(columns: [String]) -> UndoHistory.Step {
    UndoHistory.Step(start: start, old: old, new: new, columns: columns, size: size)
  }
}
