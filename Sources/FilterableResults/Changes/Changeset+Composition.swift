extension Changeset {
  /// Combines this change set and the one that follows it into one change set.
  ///
  /// The result has at most as many events as both together, except for moves of sections. A section whose index stays
  /// the same cannot move, so that others move around it, although it may have had another index in between: from
  /// `[1 2 3 4 5]` to `[4 5 3 1 2]` takes four moves directly, but three by way of `[4 5 1 2 3]`. This needs at least
  /// five sections in the first or the last snapshot.
  ///
  /// - Parameters:
  ///   - next: The change set from the second snapshot to the last one.
  ///   - counts: The number of rows of each section of the first snapshot.
  ///   - middle: The number of rows of each section of the second snapshot.
  ///   - last: The number of rows of each section of the last snapshot.
  /// - Throws: `ChangesetError` if a change set does not fit its snapshots.
  /// - Complexity: O(n log n) for n rows.
  public func composed(
    with next: Changeset, from counts: [Int], through middle: [Int], to last: [Int]
  ) throws(ChangesetError) -> Changeset {
    try validate(from: counts, to: middle)
    try next.validate(from: middle, to: last)
    var numbers = RowNumbers(counts)
    let old = numbers
    let changed = try numbers.follow(self, to: middle)
    let changedLater = try numbers.follow(next, to: last)
    let updates = changed.rows.union(changedLater.rows)
    let sections = SectionDifference(from: old.sections, to: numbers.sections)
    var result = RowDifference(old: old.rows, new: numbers.rows, sections: sections).changeset {
      row, _, _ in updates.contains(row)
    }
    let sectionUpdates = changed.sections.union(changedLater.sections)
    for (index, origin) in sections.oldIndices.enumerated()
    where origin >= 0 && sectionUpdates.contains(numbers.sections[index]) {
      result.updatedSections.append(SectionPair(from: origin, to: index))
    }
    return result
  }
}

/// A number for each section and row, which stays the same from change to change.
private struct RowNumbers {
  private(set) var sections: [Int]
  private(set) var rows: [[Int]]
  private var next = 0

  init(_ counts: [Int]) {
    sections = Array(counts.indices)
    rows = []
    next = counts.count
    for count in counts {
      rows.append(Array(next..<next + count))
      next += count
    }
  }

  private mutating func number() -> Int {
    next += 1
    return next - 1
  }

  /// Applies `change`, after which the sections have `counts` rows; returns the numbers that it updates.
  mutating func follow(
    _ change: Changeset, to counts: [Int]
  ) throws(ChangesetError) -> (rows: Set<Int>, sections: Set<Int>) {
    let origins = try change.origins(of: rows.map(\.count))
    let before = self
    sections = []
    rows = []
    for (index, origin) in origins.enumerated() {
      switch origin {
      case .inserted:
        sections.append(number())
        var fresh: [Int] = []
        for _ in 0..<counts[index] { fresh.append(number()) }
        rows.append(fresh)
      case .kept(let section, let paths):
        sections.append(before.sections[section])
        var kept: [Int] = []
        for path in paths { kept.append(path.map { before.rows[$0.section][$0.item] } ?? number()) }
        rows.append(kept)
      }
    }
    return (
      Set(change.updatedItems.map { rows[$0.to.section][$0.to.item] }),
      Set(change.updatedSections.map { sections[$0.to] })
    )
  }
}
