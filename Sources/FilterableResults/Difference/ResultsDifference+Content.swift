internal import FilterEngine

extension ResultsDifference {
  /// Whether every row is shown where it was, with whatever content.
  var hasSamePlaces: Bool {
    guard pending.inserted.isEmpty, pending.removed.isEmpty, pending.translation == nil,
      !new.rules.showsGroupRows, let before = old.shown?.shown, let after = new.shown?.shown
    else { return false }
    return before.tree.root === after.tree.root && before.isSamePresentation(as: after)
  }

  /// Finds which of the edited rows have other content, all rows being where they were.
  ///
  /// - Complexity: O(k log n) for k edited rows, and O(n) at most.
  func contentChanges() -> Changeset {
    var changes = Changeset()
    guard let shown = new.shown?.shown, let before = old.state?.rows, let after = new.state?.rows
    else { return changes }
    if pending.edited.count < shown.tree.totals.rows / 128 {
      for id in pending.edited where isModified(id, id) {
        guard let path = new.state?.shownPath(of: id, new.shown, new.rules) else { continue }
        changes.updatedItems.append(Changeset.ItemPair(from: path, to: path))
      }
      changes.updatedItems.sort { $0.to < $1.to }
      return changes
    }
    var section = 0
    for contents in shown.tree.list where shown.isShown(contents) {
      if !shown.isCollapsed(contents) {
        appendUpdated(of: contents.tree, section, before, after, to: &changes.updatedItems)
      }
      section += 1
    }
    return changes
  }

  private func appendUpdated(
    of tree: RowTree, _ section: Int, _ before: RowTable, _ after: RowTable,
    to updated: inout [Changeset.ItemPair]
  ) {
    let (modified, forced) = (pending.modified, pending.forced)
    let content = new.rules.content
    tree.forEachShown(of: pending.edited) { id, rank in
      guard
        modified.contains(id) || forced.contains(id)
          || content.differs(before.address(of: id), after.address(of: id))
      else { return }
      let path = ItemPath(section: section, item: rank)
      updated.append(Changeset.ItemPair(from: path, to: path))
    }
  }
}
