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
    guard let state = new.state, let shown = new.shown, let before = old.state?.rows else {
      return changes
    }
    let after = state.rows
    let (modified, forced) = (pending.modified, pending.forced)
    let content = new.rules.content
    changes.updatedItems = state.updates(of: pending.edited, in: shown, new.rules) { id in
      modified.contains(id) || forced.contains(id)
        || content.differs(before.address(of: id), after.address(of: id))
    }
    return changes
  }
}

extension ResultsState {
  /// Where those rows are shown that are modified, in order, all being where they were.
  ///
  /// - Complexity: O(k log n) for k rows, and O(n) at most.
  func updates(
    of rows: RowSet, in storage: SnapshotStorage, _ rules: ResultsRules,
    where isModified: (RowID) -> Bool = { _ in true }
  ) -> [Changeset.ItemPair] {
    var updated: [Changeset.ItemPair] = []
    guard let shown = storage.shown else { return updated }
    if rows.count < shown.tree.totals.rows / 128 {
      for id in rows where isModified(id) {
        guard let path = shownPath(of: id, storage, rules) else { continue }
        updated.append(Changeset.ItemPair(from: path, to: path))
      }
      updated.sort { $0.to < $1.to }
      return updated
    }
    shown.forEachExpanded { section, place in
      section.tree.forEachShown(of: rows) { id, rank in
        guard isModified(id) else { return }
        let path = ItemPath(section: place, item: rank)
        updated.append(Changeset.ItemPair(from: path, to: path))
      }
    }
    return updated
  }
}
