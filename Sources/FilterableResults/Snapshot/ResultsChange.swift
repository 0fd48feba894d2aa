/// One delivery: the snapshot before, the one after, and what leads from the one to the other.
public struct ResultsChange<Item> {
  private let origin: SnapshotOrigin

  /// What was shown.
  ///
  /// - Complexity: O(log n) where it is first asked for after an edit of one row, and O(1) then.
  public var old: ResultsSnapshot<Item> { ResultsSnapshot(storage: origin.storage) }

  /// What is shown now.
  public let new: ResultsSnapshot<Item>

  /// What changed; nothing where everything is to be loaded anew.
  public let changeset: Changeset

  /// Whether everything is to be loaded anew: data came or went, or its shape changed.
  public let isReload: Bool

  /// A delivery of changes.
  public init(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>, changeset: Changeset
  ) {
    self.init(.snapshot(old.storage), to: new, changeset)
  }

  /// A delivery of changes from a snapshot that may not be made yet, or of everything.
  init(
    _ origin: SnapshotOrigin, to new: ResultsSnapshot<Item>, _ changeset: Changeset,
    isReload: Bool = false
  ) {
    self.origin = origin
    self.new = new
    self.changeset = changeset
    self.isReload = isReload
  }

  /// A delivery that replaces everything.
  public init(reloading new: ResultsSnapshot<Item>, from old: ResultsSnapshot<Item>) {
    self.init(.snapshot(old.storage), to: new, Changeset(), isReload: true)
  }

  /// What leads back.
  public var inverse: ResultsChange {
    isReload
      ? ResultsChange(reloading: old, from: new)
      : ResultsChange(from: new, to: old, changeset: changeset.inverse)
  }

  /// This delivery and then `next`, as one; a reload if either is one.
  ///
  /// - Throws: A change that does not begin where this one ends.
  /// - Complexity: O(n log n).
  public func composed(with next: ResultsChange) throws(ChangesetError) -> ResultsChange {
    guard !isReload, !next.isReload else { return ResultsChange(reloading: next.new, from: old) }
    return ResultsChange(
      from: old, to: next.new,
      changeset: try changeset.composed(
        with: next.changeset, from: old.sectionCounts, through: new.sectionCounts,
        to: next.new.sectionCounts))
  }

  /// This change and `next` as one; a reload if `next` begins elsewhere.
  package func followed(by next: ResultsChange) -> ResultsChange {
    guard next.old.isSame(as: new), let both = try? composed(with: next) else {
      return ResultsChange(reloading: next.new, from: old)
    }
    return both
  }

  /// The rows that `snapshot`, which has the places of `old`, becomes.
  ///
  /// - Throws: What in the change set does not fit.
  public func applying(
    to snapshot: ResultsSnapshot<Item>
  ) throws(ChangesetError) -> ResultsSnapshot<Item> {
    guard !isReload else { return new }
    return try patch.applied(to: snapshot)
  }

  /// The change with the contents that it needs, to be written down or sent elsewhere.
  public var patch: ResultsPatch<Item> { ResultsPatch(self) }

  /// The steps of the change, each counted in what the steps before have left.
  public var sequence: [SequentialChange] {
    (try? changeset.sequence(from: old.sectionCounts)) ?? []
  }

  /// The change in up to five parts, each of which a list view takes as one batch.
  public var stages: [ResultsChange] {
    guard !isReload, let stages = try? changeset.stages(from: old.sectionCounts) else {
      return [self]
    }
    var updates: [ItemPath: ItemPath] = [:]
    for pair in changeset.updatedItems { updates[pair.from] = pair.to }
    var result: [ResultsChange] = []
    var current = old
    for (index, stage) in stages.enumerated() {
      let isLast = index == stages.count - 1
      guard
        let next = isLast
          ? new
          : try? ResultsPatch(
            changeset: stage,
            rows: stage.insertedItems.map { ($0, new.row(at: $0)) }
              + stage.updatedItems.map { ($0.to, updates[$0.to].flatMap { new.row(at: $0) }) },
            sections: stage.insertedSections.compactMap { place in
              new.section(at: place).map { (place, $0) }
            }
          ).applied(to: current)
      else { return [self] }
      result.append(ResultsChange(from: current, to: next, changeset: stage))
      current = next
    }
    return result
  }
}

extension ResultsChange: Sendable where Item: Sendable {}

extension ResultsChange: Equatable where Item: Equatable {
  /// Whether both lead from equal snapshots to equal ones in the same way.
  public static func == (lhs: ResultsChange, rhs: ResultsChange) -> Bool {
    lhs.isReload == rhs.isReload && lhs.changeset == rhs.changeset && lhs.old == rhs.old
      && lhs.new == rhs.new
  }
}
