/// A comparison of the sections of two snapshots: which were deleted, inserted, moved and kept.
struct SectionDifference {
  /// The mapping of old indices to new ones.
  private enum Indices {
    /// The new index of each old section and the old index of each new one, or -1.
    case listed(new: [Int], old: [Int])
    case shifted(ShiftedIndices, back: ShiftedIndices, counts: (old: Int, new: Int))
  }

  private let indices: Indices

  /// The deleted sections, in descending order.
  let deleted: [Int]

  /// The inserted sections, in ascending order.
  let inserted: [Int]

  let moved: [Changeset.SectionPair]

  /// The kept sections that may differ, ascending by new index; nil for all kept sections.
  private let changed: [Changeset.SectionPair]?

  /// A difference without events between sections of this number.
  init(unchanged count: Int) {
    let same = Array(0..<count)
    indices = .listed(new: same, old: same)
    (deleted, inserted, moved, changed) = ([], [], [], nil)
  }

  init(from old: [Int], to new: [Int]) {
    guard old != new else {
      self = SectionDifference(unchanged: old.count)
      return
    }
    var newIndices = Array(repeating: -1, count: old.count)
    var oldIndices = Array(repeating: -1, count: new.count)
    var known: [Int: Int] = [:]
    for index in old.indices.reversed() { known[old[index]] = index }
    for (index, id) in new.enumerated() {
      if let origin = known[id], newIndices[origin] < 0 {
        oldIndices[index] = origin
        newIndices[origin] = index
      }
    }
    deleted = newIndices.indices.reversed().filter { newIndices[$0] < 0 }
    inserted = oldIndices.indices.filter { oldIndices[$0] < 0 }
    moved = Self.moves(oldIndices)
    changed = nil
    indices = .listed(new: newIndices, old: oldIndices)
  }

  /// Creates a difference from its parts, without a list of all sections; `changed` has the kept sections that differ.
  init(
    deleted: [Int], inserted: [Int], moved: [Changeset.SectionPair],
    changed: [Changeset.SectionPair], counts: (old: Int, new: Int)
  ) {
    self.deleted = deleted.ascending().reversed()
    self.inserted = inserted.ascending()
    self.moved = moved
    var changed = changed
    changed.sortByTarget()
    self.changed = changed
    let shifted = ShiftedIndices(
      removed: (deleted + moved.map(\.from)).ascending(),
      inserted: (inserted + moved.map(\.to)).ascending())
    indices = .shifted(
      shifted, back: ShiftedIndices(removed: shifted.inserted, inserted: shifted.removed),
      counts: counts)
  }

  /// The fewest moves among those that move no section to its own index, which list views refuse.
  private static func moves(_ oldIndices: [Int]) -> [Changeset.SectionPair] {
    let survivors = oldIndices.indices.filter { oldIndices[$0] >= 0 }
    var stays = LongestRun.of(survivors.map { oldIndices[$0] })
    if zip(survivors, stays).contains(where: { !$1 && oldIndices[$0] == $0 }) {
      let anchors = survivors.filter { oldIndices[$0] == $0 }
      let compatible = survivors.indices.filter { index in
        let new = survivors[index]
        let range = min(new, oldIndices[new])...max(new, oldIndices[new])
        return oldIndices[new] == new || !anchors.contains { range.contains($0) }
      }
      let run = LongestRun.of(compatible.map { oldIndices[survivors[$0]] })
      stays = Array(repeating: false, count: survivors.count)
      for (index, isInRun) in zip(compatible, run) { stays[index] = isInRun }
      // Anchors are in order with each other and with all compatible sections.
      for index in survivors.indices where oldIndices[survivors[index]] == survivors[index] {
        stays[index] = true
      }
    }
    return zip(survivors, stays).filter { !$1 }.map {
      Changeset.SectionPair(from: oldIndices[$0.0], to: $0.0)
    }
  }

  /// Sets the deleted, inserted and moved sections of a change set.
  func report(to changes: inout Changeset) {
    changes.deletedSections = deleted
    changes.insertedSections = inserted
    changes.movedSections = moved
  }
}

// MARK: - Indices

extension SectionDifference {
  /// The new index of an old section, nil if it was deleted.
  func newIndex(of index: Int) -> Int? {
    switch indices {
    case .listed(let new, _): new[index] >= 0 ? new[index] : nil
    case .shifted(let shifted, _, _):
      moved.first { $0.from == index }?.to ?? shifted.newIndex(of: index)
    }
  }

  /// The old index of a new section, nil if it was inserted.
  func oldIndex(of index: Int) -> Int? {
    switch indices {
    case .listed(_, let old): old[index] >= 0 ? old[index] : nil
    case .shifted(_, let back, _):
      moved.first { $0.to == index }?.from ?? back.newIndex(of: index)
    }
  }

  /// The new index of each old section, or -1 if it was deleted.
  ///
  /// - Complexity: O(n) for n sections.
  var newIndices: [Int] {
    switch indices {
    case .listed(let new, _): new
    case .shifted(_, _, let counts): (0..<counts.old).map { newIndex(of: $0) ?? -1 }
    }
  }

  /// The old index of each new section, or -1 if it was inserted.
  ///
  /// - Complexity: O(n) for n sections.
  var oldIndices: [Int] {
    switch indices {
    case .listed(_, let old): old
    case .shifted(_, _, let counts): (0..<counts.new).map { oldIndex(of: $0) ?? -1 }
    }
  }

  /// The kept sections, ascending by new index.
  ///
  /// - Complexity: O(n) for n sections.
  var kept: [Changeset.SectionPair] {
    oldIndices.enumerated().filter { $0.element >= 0 }.map {
      Changeset.SectionPair(from: $0.element, to: $0.offset)
    }
  }

  /// The kept sections that may differ, ascending by new index.
  var differing: [Changeset.SectionPair] { changed ?? kept }
}
