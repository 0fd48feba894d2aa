internal import FilterEngine

extension ResultsDifference {
  /// Compares the visibility of rows in the same order; nil if the orders differ.
  ///
  /// The lists of rows are made on demand from the masks of both trees.
  ///
  /// - Complexity: O(n / 64), and O(n) for the lists of n rows.
  func visibilityChanges() -> Changeset? {
    var changes = Changeset()
    sections.report(to: &changes)
    var pairs: [TreePair] = []
    for kept in sections.differing {
      let (origin, place) = (kept.from, kept.to)
      guard let before = old.shown?.header(at: origin), let after = new.shown?.header(at: place),
        let oldTree = before.tree, let newTree = after.tree,
        before.isCollapsed == after.isCollapsed
      else { return nil }
      let (showedGroup, showsGroup) = (before.showsGroup, after.showsGroup)
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
            from: ResultsPath(section: origin, item: oldTree.shownCount),
            to: ResultsPath(section: place, item: newTree.shownCount)))
      }
    }
    changes.setItems(from: pairs)
    return changes
  }
}
