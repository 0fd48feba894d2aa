public import FilterEngine

/// The changes of a list in the order in which they were made: to undo and redo them, to show them again, and to
/// keep them.
///
/// ```swift
/// var log = ResultsLog(of: results)
/// let recording = results.observe { log.record($0) }
///
/// if let change = log.undo() {
///   try results.performSilently(for: recording) { try results.setContents(of: change.new) }
/// }
/// for change in log { adapter.apply(change) }  // shows everything again, from `log.start` on
/// ```
///
/// A log holds the rows that are shown. Rows that filters hide are not in it, and `setContents(of:)` would take them away. The
/// changes of a controller with filters are undone where they are shown, with a ``ListViewAdapter``, or recorded
/// of a second controller without filters on the same data.
///
/// Changes share what their snapshots have in common.
public struct ResultsLog<Item: Filterable> {
  /// The rows before the first change that is kept.
  public private(set) var start: ResultsSnapshot<Item>

  /// What identifies rows in a change that does not begin where the log ends; nil for equality.
  public var identity: ResultsKey<Item>?

  /// How many changes are kept at most, nil for all and none for a negative number: of more the first ones become part
  /// of `start`.
  public var limit: Int? { didSet { trim() } }

  /// How many changes are in force; those after them were undone.
  public private(set) var position = 0

  private var changes: [ResultsChange<Item>] = []

  /// A log of no changes yet.
  public init(
    _ start: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: ResultsKey<Item>? = nil, limit: Int? = nil
  ) {
    self.start = start
    self.identity = identity
    self.limit = limit
  }

  /// A log of no changes yet, which begins with the rows that a controller shows now and has its identity of rows.
  public init(of controller: ResultsController<Item>, limit: Int? = nil) {
    self.init(
      controller.snapshot, identifiedBy: controller.configuration.rows.identity, limit: limit)
  }

  /// The rows after all changes in force.
  public var snapshot: ResultsSnapshot<Item> { position == 0 ? start : changes[position - 1].new }

  /// Whether there is a change to undo.
  public var canUndo: Bool { position > 0 }

  /// Whether there is a change to redo.
  public var canRedo: Bool { position < changes.count }

  /// Adds a change after those in force; changes that were undone are forgotten.
  ///
  /// A change that does not begin with the rows of `snapshot` is replaced by one from there to the same end.
  ///
  /// - Complexity: O(1); O(n log n) for a change that begins elsewhere.
  public mutating func record(_ change: ResultsChange<Item>) {
    changes.removeSubrange(position...)
    changes.append(
      change.old.isSame(as: snapshot)
        ? change : ResultsChange(from: snapshot, to: change.new, identifiedBy: identity))
    position += 1
    trim()
  }

  /// Takes back the last change in force, and gives the one that leads back; nil where there is none.
  public mutating func undo() -> ResultsChange<Item>? {
    guard canUndo else { return nil }
    position -= 1
    return changes[position].inverse
  }

  /// Makes the last change that was undone again, and gives it; nil where there is none.
  public mutating func redo() -> ResultsChange<Item>? {
    guard canRedo else { return nil }
    position += 1
    return changes[position - 1]
  }

  /// The changes between two positions as one, back where the second position is before the first one. A position
  /// outside of the log is the nearest one in it.
  ///
  /// - Complexity: O(k n log n) for k changes of n rows.
  public func change(from first: Int, to last: Int) -> ResultsChange<Item> {
    guard first <= last else { return change(from: last, to: first).inverse }
    let (first, last) = (nearest(to: first), nearest(to: last))
    let begin = first == 0 ? start : changes[first - 1].new
    let nothing = ResultsChange(from: begin, to: begin, changeset: Changeset())
    return changes[first..<last].reduce(nothing) { $0.followed(by: $1) }
  }

  private func nearest(to position: Int) -> Int {
    Swift.min(Swift.max(0, position), changes.count)
  }

  private mutating func trim() {
    guard let limit = limit.map({ Swift.max(0, $0) }), changes.count > limit else { return }
    // What was undone goes first: it is not in force.
    changes.removeLast(Swift.min(changes.count - position, changes.count - limit))
    let count = changes.count - limit
    guard count > 0 else { return }
    start = changes[count - 1].new
    changes.removeFirst(count)
    position -= count
  }
}

extension ResultsLog: RandomAccessCollection {
  /// 0
  public var startIndex: Int { 0 }

  /// How many changes there are, undone ones included.
  public var endIndex: Int { changes.count }

  /// The change at a position, which exists.
  public subscript(position: Int) -> ResultsChange<Item> { changes[position] }
}

extension ResultsLog: Codable where Item: Codable {
  private enum CodingKeys: CodingKey {
    case start, changes, position, limit
  }

  /// Reads what `encode(to:)` has written. `identity` is nil then.
  ///
  /// - Throws: What is missing, or a change that does not fit the rows before it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(ResultsSnapshot<Item>.self, forKey: .start))
    for patch in try container.decode([ResultsPatch<Item>].self, forKey: .changes) {
      let (old, new) = (
        changes.last?.new ?? start, try patch.applied(to: changes.last?.new ?? start)
      )
      changes.append(
        // A change set to no data at all fits nothing.
        patch.isReload || !patch.isLoaded
          ? ResultsChange(reloading: new, from: old)
          : ResultsChange(from: old, to: new, changeset: patch.changeset))
    }
    position = try container.decode(Int.self, forKey: .position)
    guard (0...changes.count).contains(position) else {
      throw DecodingError.dataCorruptedError(
        forKey: .position, in: container,
        debugDescription: "position \(position) of \(changes.count) changes")
    }
    limit = try container.decodeIfPresent(Int.self, forKey: .limit)
    trim()
  }

  /// Writes the first snapshot, and of each change what it adds to the one before.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(changes.map(\.patch), forKey: .changes)
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(limit, forKey: .limit)
  }
}

// Not sendable where the items are: a key can be code of the caller.
