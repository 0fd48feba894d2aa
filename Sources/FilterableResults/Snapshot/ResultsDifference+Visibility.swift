internal import FilterEngine

extension ResultsDifference {
  /// Compares what is shown of one order of rows; nil where the orders differ after all.
  ///
  /// - Complexity: O(n / 64 + d) for d rows that came or went.
  func visibilityChanges() -> Changeset? {
    var changes = Changeset()
    sections.report(to: &changes)
    for (place, origin) in sections.oldPlaces.enumerated() where origin >= 0 {
      let (before, after) = (old.snapshot.sections[origin], new.snapshot.sections[place])
      guard case .tree(let oldTree, _, let showedGroup) = before.content,
        case .tree(let newTree, _, let showsGroup) = after.content,
        before.isCollapsed == after.isCollapsed
      else { return nil }
      if after.isCollapsed || (oldTree.isIdentical(to: newTree) && showedGroup == showsGroup) {
        continue
      }
      var walk = MaskWalk(origin: origin, place: place)
      guard walk.visit(oldTree.root, newTree.root) else { return nil }
      let groups = (
        ItemPath(section: origin, item: walk.oldRank), ItemPath(section: place, item: walk.newRank)
      )
      switch (showedGroup, showsGroup) {
      case (true, false): walk.deleted.append(groups.0)
      case (false, true): walk.inserted.append(groups.1)
      case (true, true):
        if isGroupModified(origin, place, { $0 }) {
          changes.updatedItems.append(Changeset.ItemPair(from: groups.0, to: groups.1))
        }
      case (false, false): break
      }
      changes.deletedItems += walk.deleted
      changes.insertedItems += walk.inserted
    }
    changes.deletedItems = orderedDeletions(changes.deletedItems)
    return changes
  }

  /// Descending, from paths that ascend within each section.
  private func orderedDeletions(_ paths: [ItemPath]) -> [ItemPath] {
    let isAscending = zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending ? paths.reversed() : paths.sorted(by: >)
  }
}

/// Goes through two trees of the same rows side by side.
private struct MaskWalk {
  let origin: Int
  let place: Int
  var deleted: [ItemPath] = []
  var inserted: [ItemPath] = []
  var oldRank = 0
  var newRank = 0

  init(origin: Int, place: Int) {
    self.origin = origin
    self.place = place
  }

  /// Whether the trees have one shape.
  mutating func visit(_ old: RowNode, _ new: RowNode) -> Bool {
    if old === new {
      oldRank += old.shownCount
      newRank += new.shownCount
      return true
    }
    guard old.children.count == new.children.count, old.count == new.count else { return false }
    for (old, new) in zip(old.children, new.children) where !visit(old, new) { return false }
    guard old.isLeaf else { return true }
    var rest = old.shown ^ new.shown
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest &- 1
      if old.shown &>> UInt64(bit) & 1 == 1 {
        deleted.append(
          ItemPath(section: origin, item: oldRank + old.shown.bits(before: bit)))
      } else {
        inserted.append(
          ItemPath(section: place, item: newRank + new.shown.bits(before: bit)))
      }
    }
    oldRank += old.shownCount
    newRank += new.shownCount
    return true
  }
}
