internal import FilterEngine

extension ResultsDifference {
  /// Compares what is shown of one order of rows; nil where the orders differ after all.
  ///
  /// The lists of rows are made when they are asked for, from the masks of both trees.
  ///
  /// - Complexity: O(n / 64), and O(n) for the lists of n rows.
  func visibilityChanges() -> Changeset? {
    var changes = Changeset()
    sections.report(to: &changes)
    var pairs: [TreePair] = []
    for (place, origin) in sections.oldPlaces.enumerated() where origin >= 0 {
      let (before, after) = (old.snapshot.sections[origin], new.snapshot.sections[place])
      guard case .tree(let oldTree, _, let showedGroup) = before.content,
        case .tree(let newTree, _, let showsGroup) = after.content,
        before.isCollapsed == after.isCollapsed
      else { return nil }
      if after.isCollapsed || (oldTree.isIdentical(to: newTree) && showedGroup == showsGroup) {
        continue
      }
      guard
        let pair = TreePair(
          (origin, oldTree, showedGroup), (place, newTree, showsGroup))
      else { return nil }
      pairs.append(pair)
      if showedGroup, showsGroup, isGroupModified(origin, place, { $0 }) {
        changes.updatedItems.append(
          Changeset.ItemPair(
            from: ItemPath(section: origin, item: oldTree.shownCount),
            to: ItemPath(section: place, item: newTree.shownCount)))
      }
    }
    changes.setItems(from: pairs)
    return changes
  }
}
