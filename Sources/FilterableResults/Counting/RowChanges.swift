/// The rows that have changed since they were counted.
struct RowChanges {
  /// The rows that must be counted.
  enum Level: Int {
    /// Nothing but the rows that have changed.
    case rows
    /// All rows, as their visibility or section may have changed.
    case counts
    /// All rows, whose contents may have changed.
    case everything
  }

  private var level: Level

  /// The rows that have changed.
  private var changed = RowSet()

  /// The sections in which rows were counted, for those that have left it since.
  private var oldSections: [RowID: Int] = [:]

  /// Row numbers that have no row.
  private var gone = RowSet()

  /// The rows that open batches have changed, the outermost batch first.
  private var batches: [Batch] = []

  private struct Batch {
    var changed = RowSet()
    /// Rows that did not exist at the begin of the batch.
    var inserted = RowSet()
    var level = Level.rows
    /// Whether it had edits before these rows were followed, which are not known.
    var precedesCount = false
  }

  init(_ level: Level = .everything) { self.level = level }

  /// Whether any row must be counted.
  var areSome: Bool { level != .rows || !changed.isEmpty }

  /// Whether the contents of all rows must be read.
  var isEverything: Bool { level == .everything }

  /// Removes and returns what must be counted.
  mutating func take() -> (
    level: Level, changed: RowSet, oldSections: [RowID: Int], gone: RowSet
  ) {
    defer {
      if level == .everything { gone = RowSet() }
      (level, changed, oldSections) = (.rows, RowSet(), [:])
    }
    return (level, changed, oldSections, gone)
  }

  /// Records that a row has changed; `section` is the one that it leaves, nil if it stays in its section.
  mutating func change(_ id: RowID, leaving section: Int? = nil) {
    if let section, oldSections[id] == nil { oldSections[id] = section }
    changed.insert(id)
    if !batches.isEmpty { batches[batches.count - 1].changed.insert(id) }
  }

  /// Records that a row was inserted.
  mutating func insert(_ id: RowID) {
    gone.remove(id)
    if let last = batches.indices.last, !batches[last].changed.contains(id) {
      batches[last].inserted.insert(id)
    }
    change(id)
  }

  /// Records that a row was removed from a section.
  mutating func remove(_ id: RowID, from section: Int?) {
    change(id, leaving: section)
    gone.insert(id)
  }

  /// Records that all rows must be counted or read again.
  mutating func needs(_ level: Level) {
    if level.rawValue > self.level.rawValue { self.level = level }
    if let last = batches.indices.last, level.rawValue > batches[last].level.rawValue {
      batches[last].level = level
    }
  }

  // MARK: - Batches

  /// Begins a batch. If it `precedesCount`, it was open when the count began.
  mutating func beginBatch(precedesCount: Bool = false) {
    batches.append(Batch(precedesCount: precedesCount))
  }

  mutating func endBatch() {
    if let ended = batches.popLast() { join(ended) }
  }

  /// Makes the changes of a batch that has ended those of the batch around it.
  private mutating func join(_ ended: Batch) {
    needs(ended.level)
    guard let last = batches.indices.last else { return }
    for id in ended.changed {
      if batches[last].changed.insert(id), ended.inserted.contains(id) {
        batches[last].inserted.insert(id)
      }
    }
  }

  /// Records the end of a batch whose edits are reverted, before they are. `sectionOf` returns the section of a row.
  mutating func rollback(sectionOf: (RowID) -> Int?) {
    guard let ended = batches.popLast() else { return }
    join(ended)
    if ended.precedesCount { needs(.everything) }
    // Row numbers may be those of other rows.
    if ended.level == .everything || ended.precedesCount { return }
    for id in ended.changed {
      change(id, leaving: gone.contains(id) ? nil : sectionOf(id))
      if ended.inserted.contains(id) { gone.insert(id) } else { gone.remove(id) }
    }
  }
}
