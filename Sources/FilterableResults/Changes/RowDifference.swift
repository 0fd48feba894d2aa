/// Compares rows by numbers that stand for their identities, section by section.
struct RowDifference {
  /// Stands for a row of the old snapshot that is not in the new one.
  static let gone = UInt32.max

  /// The rows of the old snapshot: a number for each row, equal for the same row in the new one. In
  /// sections that stay no number is there twice.
  let old: [[UInt32]]

  /// The rows of the new snapshot, the same holds.
  let new: [[UInt32]]

  /// Above all numbers.
  let limit: Int

  let sections: SectionDifference

  /// The fewest events that lead from the old rows to the new ones.
  ///
  /// `findUpdates` adds the rows whose content differs; it is given those that have stayed.
  ///
  /// - Complexity: O(n log m) for n rows of which m are out of order.
  func changeset(findUpdates: ([RowRun], inout [Changeset.ItemPair]) -> Void) -> Changeset {
    var changes = Changeset()
    sections.report(to: &changes)
    var places = RowPlaces(old, limit, where: sections.newPlaces)
    var runs: [RowRun] = []
    let oldPlaces = sections.oldPlaces
    for (section, rows) in new.enumerated() where oldPlaces[section] >= 0 {
      let origin = Int32(truncatingIfNeeded: oldPlaces[section])
      var targets: [UInt32] = []
      var sources: [UInt32] = []
      targets.reserveCapacity(rows.count)
      sources.reserveCapacity(rows.count)
      var run: RowRun?
      for (item, row) in rows.enumerated() {
        let path = ItemPath(section: section, item: item)
        guard let from = places.take(row) else {
          changes.insertedItems.append(path)
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
      for (index, stays) in LongestRun.staying(sources, targets).enumerated() where !stays {
        changes.movedItems.append(
          Changeset.ItemPair(
            from: ItemPath(section: Int(origin), item: Int(sources[index])),
            to: ItemPath(section: section, item: Int(targets[index]))))
      }
    }
    changes.deletedItems = places.rest()
    findUpdates(runs, &changes.updatedItems)
    changes.sort()
    return changes
  }
}

extension RowRun {
  @inline(__always)
  fileprivate func continues(_ from: ItemPath, _ to: ItemPath) -> Bool {
    self.from.section == from.section && self.from.item &+ count == from.item
      && self.to.section == to.section && self.to.item &+ count == to.item
  }
}

/// Where the rows of the old snapshot are; each can be taken once.
private struct RowPlaces {
  /// By number: section and item in 32 bits each.
  private var places: [UInt64]
  private let old: [[UInt32]]
  private let isKept: [Bool]

  private static let none = UInt64.max
  private static let taken = UInt64.max - 1

  /// Rows of sections without a new place are left out.
  init(_ old: [[UInt32]], _ limit: Int, where newPlaces: [Int]) {
    self.old = old
    isKept = newPlaces.map { $0 >= 0 }
    places = Array(repeating: Self.none, count: limit)
    for (section, rows) in old.enumerated() where isKept[section] {
      var place = UInt64(section) << 32
      for row in rows {
        if row != RowDifference.gone { places[Int(row)] = place }
        place &+= 1
      }
    }
  }

  @inline(__always)
  mutating func take(_ row: UInt32) -> ItemPath? {
    let place = places[Int(row)]
    guard place < Self.taken else { return nil }
    places[Int(row)] = Self.taken
    return ItemPath(
      section: Int(place >> 32), item: Int(UInt32(truncatingIfNeeded: place)))
  }

  /// The rows that were not taken, descending.
  func rest() -> [ItemPath] {
    var rest: [ItemPath] = []
    for section in old.indices.reversed() where isKept[section] {
      let rows = old[section]
      for item in rows.indices.reversed() {
        let row = rows[item]
        if row == RowDifference.gone || places[Int(row)] != Self.taken {
          rest.append(ItemPath(section: section, item: item))
        }
      }
    }
    return rest
  }
}

extension RowDifference {
  /// Rows by numbers of any size from 0 on.
  init(old: [[Int]], new: [[Int]], sections: SectionDifference) {
    let largest = [old, new].joined().joined().max() ?? -1
    self.init(
      old: old.map { $0.map { UInt32(truncatingIfNeeded: $0) } },
      new: new.map { $0.map { UInt32(truncatingIfNeeded: $0) } }, limit: largest + 1,
      sections: sections)
  }

  /// The fewest events that lead from the old rows to the new ones.
  ///
  /// `isUpdated` says whether the content of a row that stayed differs.
  func changeset(isUpdated: (_ row: Int, _ old: ItemPath, _ new: ItemPath) -> Bool) -> Changeset {
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
  /// The fewest events that lead from `old` to `new`, where numbers stand for rows and sections; none
  /// is there twice.
  ///
  /// `isUpdated` says whether the content of a row that stays differs.
  ///
  /// - Complexity: O(n log n) in the number of rows.
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

/// Rows that stood next to each other and still do.
struct RowRun {
  var from: ItemPath
  var to: ItemPath
  var count: Int

  /// The places of the row at `offset`.
  func pair(_ offset: Int) -> Changeset.ItemPair {
    Changeset.ItemPair(
      from: ItemPath(section: from.section, item: from.item + offset),
      to: ItemPath(section: to.section, item: to.item + offset))
  }
}
