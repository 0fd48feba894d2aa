/// A comparison of the rows of two snapshots by numbers that identify them.
struct RowDifference {
  /// The number of each old row that is not in the new snapshot.
  static let gone = RowID.max

  /// The numbers of the old rows of each section. Sections that are kept have no number twice.
  let old: [[RowID]]

  /// The numbers of the new rows of each section, equal for the same row. Sections that are kept have no number twice.
  let new: [[RowID]]

  /// A number that is greater than all others.
  let limit: Int

  let sections: SectionDifference

  /// The shortest change set from the old rows to the new ones, without updates, and the runs of kept rows.
  ///
  /// - Complexity: O(n log m) for n rows of which m are out of order.
  func structure() -> (changes: Changeset, runs: [RowRun]) {
    var changes = Changeset()
    sections.report(to: &changes)
    var inserted: [ResultsPath] = []
    var positions = RowPositions(old, limit, where: sections.newIndices)
    var runs: [RowRun] = []
    let oldIndices = sections.oldIndices
    for (section, rows) in new.enumerated() where oldIndices[section] >= 0 {
      let origin = Int32(truncatingIfNeeded: oldIndices[section])
      var targets: [UInt32] = []
      var sources: [UInt32] = []
      targets.reserveCapacity(rows.count)
      sources.reserveCapacity(rows.count)
      var run: RowRun?
      for (item, row) in rows.enumerated() {
        let path = ResultsPath(section: section, item: item)
        guard let from = positions.take(row) else {
          inserted.append(path)
          continue
        }
        if from.section == origin {
          targets.append(UInt32(truncatingIfNeeded: item))
          sources.append(UInt32(truncatingIfNeeded: from.item))
        } else {
          changes.movedItems.append(Changeset.ItemPair(from: from, to: path))
        }
        if let last = run, last.continues(from, path) {
          run?.count += 1
        } else {
          if let run { runs.append(run) }
          run = RowRun(from: from, to: path, count: 1)
        }
      }
      if let run { runs.append(run) }
      changes.addMoves(sources, ofSection: Int(origin), to: targets, of: section)
    }
    changes.insertedItems = inserted
    changes.deletedItems = positions.rest()
    changes.sort()
    return (changes, runs)
  }
}

extension Changeset {
  /// Adds the rows that leave their order within a section, by the old and the new indices of all that it keeps.
  fileprivate mutating func addMoves(
    _ sources: [UInt32], ofSection origin: Int, to targets: [UInt32], of section: Int
  ) {
    for (index, stays) in LongestRun.staying(sources, targets).enumerated() where !stays {
      movedItems.append(
        ItemPair(
          from: ResultsPath(section: origin, item: Int(sources[index])),
          to: ResultsPath(section: section, item: Int(targets[index]))))
    }
  }
}

extension RowRun {
  @inline(__always)
  fileprivate func continues(_ from: ResultsPath, _ to: ResultsPath) -> Bool {
    self.from.section == from.section && self.from.item &+ count == from.item
      && self.to.section == to.section && self.to.item &+ count == to.item
  }
}

/// The index paths of the old rows by number; each can be taken once.
private struct RowPositions {
  /// Section and item in 32 bits each.
  private var positions: [UInt64]
  private let old: [[RowID]]
  private let isKept: [Bool]

  private static let none = UInt64.max
  private static let taken = UInt64.max - 1

  /// Leaves out the rows of deleted sections.
  init(_ old: [[RowID]], _ limit: Int, where newIndices: [Int]) {
    self.old = old
    isKept = newIndices.map { $0 >= 0 }
    positions = Array(repeating: Self.none, count: limit)
    for (section, rows) in old.enumerated() where isKept[section] {
      var position = UInt64(section) &<< 32
      for row in rows {
        if row != RowDifference.gone { positions[Int(row)] = position }
        position &+= 1
      }
    }
  }

  @inline(__always)
  mutating func take(_ row: RowID) -> ResultsPath? {
    let position = positions[Int(row)]
    guard position < Self.taken else { return nil }
    positions[Int(row)] = Self.taken
    return ResultsPath(
      section: Int(position &>> 32), item: Int(UInt32(truncatingIfNeeded: position)))
  }

  /// The rows that were not taken, in descending order.
  func rest() -> [ResultsPath] {
    var rest: [ResultsPath] = []
    for section in old.indices.reversed() where isKept[section] {
      let rows = old[section]
      for item in rows.indices.reversed() {
        let row = rows[item]
        if row == RowDifference.gone || positions[Int(row)] != Self.taken {
          rest.append(ResultsPath(section: section, item: item))
        }
      }
    }
    return rest
  }
}

extension RowDifference {
  /// Compares rows by numbers that are not negative.
  init(old: [[Int]], new: [[Int]], sections: SectionDifference) {
    let largest = [old, new].joined().joined().max() ?? -1
    self.init(
      old: old.map { $0.map { RowID(truncatingIfNeeded: $0) } },
      new: new.map { $0.map { RowID(truncatingIfNeeded: $0) } }, limit: largest + 1,
      sections: sections)
  }

  /// The shortest change set from the old rows to the new ones.
  ///
  /// - Parameter addUpdates: Adds those kept rows whose content differs.
  func changeset(
    addUpdates: (_ kept: [RowRun], _ updated: inout [Changeset.ItemPair]) -> Void
  ) -> Changeset {
    var (changes, runs) = structure()
    addUpdates(runs, &changes.updatedItems)
    changes.updatedItems.sortByTarget()
    return changes
  }

  /// The shortest change set from the old rows to the new ones.
  ///
  /// - Parameter isUpdated: Whether the content of a kept row differs.
  func changeset(isUpdated: (_ row: Int, _ old: ResultsPath, _ new: ResultsPath) -> Bool)
    -> Changeset
  {
    changeset { runs, updated in
      for run in runs {
        for offset in 0..<run.count {
          let pair = run.pair(offset)
          if isUpdated(Int(new[pair.to.section][pair.to.item]), pair.from, pair.to) {
            updated.append(pair)
          }
        }
      }
    }
  }
}

extension Changeset {
  /// Creates the shortest change set from `old` to `new`, in which numbers identify the rows of each section and, in
  /// `oldSections` and `newSections`, the sections. No number is in a snapshot twice.
  ///
  /// - Parameter isUpdated: Whether the content of a kept row differs.
  /// - Complexity: O(n log n) for n rows.
  package init(
    from old: [[Int]], in oldSections: [Int], to new: [[Int]], in newSections: [Int],
    isUpdated: (Int) -> Bool
  ) {
    let sections = SectionDifference(from: oldSections, to: newSections)
    self = RowDifference(old: old, new: new, sections: sections).changeset { row, _, _ in
      isUpdated(row)
    }
  }
}

/// Rows that are neighbours in the same order in both snapshots.
struct RowRun {
  var from: ResultsPath
  var to: ResultsPath
  var count: Int

  /// The index paths of the row at `offset`.
  func pair(_ offset: Int) -> Changeset.ItemPair {
    Changeset.ItemPair(
      from: ResultsPath(section: from.section, item: from.item + offset),
      to: ResultsPath(section: to.section, item: to.item + offset))
  }
}
