extension Changeset {
  /// This change set and then `next`, as one from the first snapshot to the last.
  ///
  /// `counts` are the rows of each section of the first snapshot, `middle` those of the second one,
  /// and `last` those of the last.
  ///
  /// It has no more events than both, but for moves of sections: one that would move to the place that
  /// it has stays, and others move round it, while on the way it may have had another place. From
  /// `[1 2 3 4 5]` to `[4 5 3 1 2]` takes four moves, and three by way of `[4 5 1 2 3]`. That takes five
  /// sections at least, shown before or after.
  ///
  /// - Throws: What does not fit.
  /// - Complexity: O(n log n) in the number of rows.
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
    for (place, origin) in sections.oldPlaces.enumerated()
    where origin >= 0 && sectionUpdates.contains(numbers.sections[place]) {
      result.updatedSections.append(SectionPair(from: origin, to: place))
    }
    return result
  }
}

/// A number for each row and section, which they keep from change to change.
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

  /// The numbers after `change`, which leads to `counts` rows; gives those that it updates.
  mutating func follow(
    _ change: Changeset, to counts: [Int]
  ) throws(ChangesetError) -> (rows: Set<Int>, sections: Set<Int>) {
    let origins = try change.origins(of: rows.map(\.count))
    let before = self
    sections = []
    rows = []
    for (place, origin) in origins.enumerated() {
      switch origin {
      case .inserted:
        sections.append(number())
        var fresh: [Int] = []
        for _ in 0..<counts[place] { fresh.append(number()) }
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
