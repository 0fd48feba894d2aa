/// One delivery of a controller: the old snapshot, the new snapshot, and the changes between them.
///
/// ```swift
/// results.observe { change in
///   if change.isReload { list.reload(change.new) } else { list.apply(change.changeset) }
/// }
/// ```
public struct ResultsChange<Item> {
  private let origin: SnapshotOrigin

  /// The snapshot before the change.
  ///
  /// - Complexity: O(log n) for the first access after an edit of one row, and O(1) otherwise.
  public var old: ResultsSnapshot<Item> { ResultsSnapshot(storage: origin.storage) }

  /// The snapshot after the change.
  public let new: ResultsSnapshot<Item>

  /// The changes from `old` to `new`; empty for a reload.
  public let changeset: Changeset

  /// Whether everything is to be reloaded, as data was loaded or unloaded, or its identity changed.
  public let isReload: Bool

  /// The indices of the facets whose counts differ from those of `old`.
  ///
  /// - Complexity: O(k log n) for an edit of k of n rows, and O(d) for d distinct values otherwise.
  public var facets: [Int] {
    new.storage?.summary?.facets(differingFrom: origin.summary) ?? []
  }

  /// The indices of the aggregates that differ from those of `old`.
  public var aggregates: [Int] {
    new.storage?.summary?.aggregates(differingFrom: origin.summary) ?? []
  }

  /// The new indices of the sections whose aggregates differ from those in `old`, including inserted sections.
  ///
  /// - Complexity: O(n) for n sections.
  public var sectionAggregates: [Int] {
    guard let storage = new.storage, let summary = storage.summary, !summary.aggregates.isEmpty
    else { return [] }
    let known = Set(old.headers.map(\.id))
    return storage.headers.enumerated().filter { _, header in
      !known.contains(header.id)
        || !summary.hasSameAggregates(ofSection: header.id, as: origin.summary)
    }.map(\.offset)
  }

  /// Whether nothing has changed: neither rows nor facets nor aggregates.
  var isEmpty: Bool { !isReload && changeset.isEmpty && !hasOtherNumbers }

  /// Whether facets or aggregates differ from those of `old`.
  var hasOtherNumbers: Bool {
    ResultsSummary.differ(
      origin.summary, new.storage?.summary, sections: new.headers.map(\.id))
  }

  /// Creates a delivery of changes between two snapshots.
  public init(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>, changeset: Changeset
  ) {
    self.init(.snapshot(old.storage), to: new, changeset)
  }

  /// Creates a delivery from a snapshot that may not be computed yet.
  init(
    _ origin: SnapshotOrigin, to new: ResultsSnapshot<Item>, _ changeset: Changeset,
    isReload: Bool = false
  ) {
    self.origin = origin
    self.new = new
    self.changeset = changeset
    self.isReload = isReload
  }

  /// Creates a delivery that replaces all rows.
  public init(reloading new: ResultsSnapshot<Item>, from old: ResultsSnapshot<Item>) {
    self.init(.snapshot(old.storage), to: new, Changeset(), isReload: true)
  }

  /// The inverse change, from the new snapshot to the old one.
  public var inverse: ResultsChange {
    isReload
      ? ResultsChange(reloading: old, from: new)
      : ResultsChange(from: new, to: old, changeset: changeset.inverse)
  }

  /// Combines this delivery and the next into one, which is a reload if one of them is.
  ///
  /// - Throws: A `ChangesetError` if `next` does not begin with the new snapshot of this delivery.
  /// - Complexity: O(n log n).
  public func composed(with next: ResultsChange) throws(ChangesetError) -> ResultsChange {
    guard !isReload, !next.isReload else { return ResultsChange(reloading: next.new, from: old) }
    return ResultsChange(
      from: old, to: next.new,
      changeset: try changeset.composed(
        with: next.changeset, from: old.sectionCounts, through: new.sectionCounts,
        to: next.new.sectionCounts))
  }

  /// This change and `next` as one; a reload if `next` begins with another snapshot.
  package func followed(by next: ResultsChange) -> ResultsChange {
    guard next.old.isSame(as: new), let both = try? composed(with: next) else {
      return ResultsChange(reloading: next.new, from: old)
    }
    return both
  }

  /// Applies the changes to a snapshot with as many sections and rows as `old`.
  ///
  /// - Throws: A `ChangesetError` if the change set does not fit the snapshot.
  public func applying(
    to snapshot: ResultsSnapshot<Item>
  ) throws(ChangesetError) -> ResultsSnapshot<Item> {
    guard !isReload else { return new }
    return try patch.applied(to: snapshot)
  }

  /// The change with the rows that it inserts or updates, to be stored or sent.
  public var patch: ResultsPatch<Item> { ResultsPatch(self) }

  /// The change as a sequence of steps, each of which counts in the result of the steps before it.
  public var sequence: [SequentialChange] {
    (try? changeset.sequence(from: old.sectionCounts)) ?? []
  }

  /// The change in up to five parts, each of which is a batch that a list view accepts.
  public var stages: [ResultsChange] {
    guard !isReload, let stages = try? changeset.stages(from: old.sectionCounts) else {
      return [self]
    }
    var updates: [UInt64: UInt64] = [:]
    for pair in changeset.updatedItems { updates[pair.from.number] = pair.to.number }
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
              + stage.updatedItems.map {
                ($0.to, updates[$0.to.number].flatMap { new.row(at: ResultsPath(number: $0)) })
              },
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

extension ResultsChange {
  /// The inserted rows with their index paths in the new snapshot, including the rows of inserted sections; none for a
  /// reload.
  ///
  /// The change set does not contain the rows of inserted sections.
  public var insertedRows: [(path: ResultsPath, row: ResultsRow<Item>)] {
    Self.rows(of: changeset.insertedSections, and: changeset.insertedItems, in: new)
  }

  /// The deleted rows with their index paths in the old snapshot, including the rows of deleted sections; none for a
  /// reload.
  ///
  /// A row that moves from a deleted section to a kept one is in both lists.
  public var deletedRows: [(path: ResultsPath, row: ResultsRow<Item>)] {
    Self.rows(of: changeset.deletedSections, and: changeset.deletedItems, in: old)
  }

  /// The index paths in the new snapshot of the inserted rows, including the rows of inserted sections.
  var insertedPaths: [ResultsPath] {
    let counts = new.sectionCounts
    var paths = changeset.insertedItems
    for section in changeset.insertedSections {
      for item in 0..<counts[section] { paths.append(ResultsPath(section: section, item: item)) }
    }
    return paths
  }

  private static func rows(
    of sections: [Int], and paths: [ResultsPath], in snapshot: ResultsSnapshot<Item>
  ) -> [(path: ResultsPath, row: ResultsRow<Item>)] {
    var result = paths.compactMap { path in snapshot.row(at: path).map { (path: path, row: $0) } }
    for section in sections where snapshot.sections.indices.contains(section) {
      for (item, row) in snapshot.sections[section].rows.enumerated() {
        result.append((path: ResultsPath(section: section, item: item), row: row))
      }
    }
    return sortedIndices(result.count) { result[$0].path < result[$1].path }.map { result[$0] }
  }
}

extension ResultsChange: Sendable where Item: Sendable {}

extension ResultsChange: Equatable where Item: Equatable {
  /// Whether both have equal snapshots and equal changes.
  public static func == (lhs: ResultsChange, rhs: ResultsChange) -> Bool {
    lhs.isReload == rhs.isReload && lhs.changeset == rhs.changeset && lhs.old == rhs.old
      && lhs.new == rhs.new
  }
}

extension ResultsChange: CustomStringConvertible {
  /// `reload`, or the changes of the rows, such as `deleted [0, 3]; moved [0, 1] → [0, 0]`.
  public var description: String { isReload ? "reload" : "\(changeset)" }
}
