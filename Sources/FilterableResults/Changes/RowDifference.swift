/// Compares rows by numbers that stand for their identities, section by section.
struct RowDifference {
  /// Stands for a row of the old snapshot that is not in the new one.
  static let gone = -1

  /// The rows of the old snapshot: a number for each row, equal for the same row in the new one.
  let old: [[Int]]

  /// The rows of the new snapshot.
  let new: [[Int]]

  let sections: SectionDifference

  /// The fewest events that lead from the old rows to the new ones.
  ///
  /// `isUpdated` says whether the content of a row that stayed differs.
  ///
  /// - Complexity: O(n log m) for n rows of which m are out of order.
  func changeset(isUpdated: (_ row: Int, _ old: ItemPath, _ new: ItemPath) -> Bool) -> Changeset {
    var changes = Changeset()
    sections.report(to: &changes)
    var places = RowPlaces(old, where: sections.newPlaces)
    for (section, rows) in new.enumerated() where sections.oldPlaces[section] >= 0 {
      let origin = sections.oldPlaces[section]
      var candidates: [Int] = []
      var sources: [Int] = []
      for (item, row) in rows.enumerated() {
        let path = ItemPath(section: section, item: item)
        guard let from = places.take(row) else {
          changes.insertedItems.append(path)
          continue
        }
        if from.section == origin {
          candidates.append(item)
          sources.append(from.item)
        } else {
          changes.movedItems.append(Changeset.ItemPair(from: from, to: path))
        }
        if isUpdated(row, from, path) {
          changes.updatedItems.append(Changeset.ItemPair(from: from, to: path))
        }
      }
      let stays = Self.stays(candidates, sources)
      for (index, stays) in stays.enumerated() where !stays {
        changes.movedItems.append(
          Changeset.ItemPair(
            from: ItemPath(section: origin, item: sources[index]),
            to: ItemPath(section: section, item: candidates[index])))
      }
    }
    changes.deletedItems = places.rest()
    changes.sort()
    return changes
  }

  /// Which rows stay: as many as can, and among equals those that would "move" to their own place.
  private static func stays(_ targets: [Int], _ sources: [Int]) -> [Bool] {
    let run = LongestRun.of(sources)
    let isAwkward = run.indices.contains { !run[$0] && targets[$0] == sources[$0] }
    guard isAwkward else { return run }
    return LongestRun.heaviest(
      sources,
      weights: run.indices.map { (1 << 32) + (targets[$0] == sources[$0] ? 1 : 0) })
  }
}

/// Where the rows of the old snapshot are; each can be taken once.
private struct RowPlaces {
  private var dense: [ItemPath?]
  private var sparse: [Int: [ItemPath]] = [:]
  private let old: [[Int]]
  private let isKept: [Bool]
  private var taken: [[Bool]]

  /// Rows of sections without a new place are left out.
  init(_ old: [[Int]], where newPlaces: [Int]) {
    self.old = old
    isKept = newPlaces.map { $0 >= 0 }
    taken = old.map { Array(repeating: false, count: $0.count) }
    let total = old.reduce(0) { $0 + $1.count }
    dense = []
    let limit = max(64, total * 4)
    let largest = old.lazy.flatMap { $0 }.filter { $0 < limit }.max() ?? -1
    dense = Array(repeating: nil, count: largest + 1)
    for (section, rows) in old.enumerated() where isKept[section] {
      for (item, row) in rows.enumerated() where row != RowDifference.gone {
        let path = ItemPath(section: section, item: item)
        if row >= 0, row < dense.count, dense[row] == nil {
          dense[row] = path
        } else {
          sparse[row, default: []].append(path)
        }
      }
    }
  }

  mutating func take(_ row: Int) -> ItemPath? {
    var path: ItemPath?
    if row >= 0, row < dense.count, let place = dense[row] {
      path = place
      dense[row] = nil
    } else if !sparse.isEmpty, let places = sparse[row], let first = places.first {
      path = first
      sparse[row] = places.count > 1 ? Array(places.dropFirst()) : nil
    }
    if let path { taken[path.section][path.item] = true }
    return path
  }

  /// The rows that nobody took, descending.
  func rest() -> [ItemPath] {
    var rest: [ItemPath] = []
    for section in old.indices.reversed() where isKept[section] {
      for item in taken[section].indices.reversed() where !taken[section][item] {
        rest.append(ItemPath(section: section, item: item))
      }
    }
    return rest
  }
}
