internal import FilterEngine

/// New contents of rows that stay where they are.
struct ContentPlan {
  let ids: [RowID]
  let rows: [StoredRow]

  /// The indices of the rows that get their contents.
  let places: [Int]

  /// Whether the content of each row differs.
  let areModified: [Bool]

  /// The rows that become visible or hidden.
  let turned: [(id: RowID, visibility: RowVisibility)]

  /// The rows that count as updated.
  func reported(_ rules: ResultsRules) -> RowSet {
    var reported = RowSet()
    for place in places where areModified[place] || rules.reportsEqualReplacements {
      reported.insert(ids[place])
    }
    return reported
  }
}

extension ResultsState {
  /// Makes the edit.
  mutating func apply(_ plan: ContentPlan, _ rules: ResultsRules) {
    store.update(plan.ids, plan.rows, at: plan.places)
    for (id, visibility) in plan.turned {
      guard let place = place(of: id, rules), place.visibility != visibility else { continue }
      arranged.update(place.section) { $0.tree.set(visibility, at: place.index) }
    }
  }

  /// The index paths of those rows that are shown and modified, in order, if all rows are where they were.
  ///
  /// - Complexity: O(k log n) for k rows, and O(n) at most.
  func updates(
    of rows: RowSet, in storage: SnapshotStorage, _ rules: ResultsRules,
    where isModified: ((RowID) -> Bool)? = nil
  ) -> [Changeset.ItemPair] {
    var updated: [Changeset.ItemPair] = []
    guard let shown = storage.shown else { return updated }
    if rows.count < shown.tree.totals.rows / 128 {
      for id in rows where isModified?(id) ?? true {
        guard let path = shownPath(of: id, storage, rules) else { continue }
        updated.append(Changeset.ItemPair(from: path, to: path))
      }
      updated.sortByTarget()
      return updated
    }
    shown.forEachExpanded { section, place in
      section.tree.forEachShown(of: rows) { id, rank in
        guard isModified?(id) ?? true else { return }
        let path = ResultsPath(section: place, item: rank)
        updated.append(Changeset.ItemPair(from: path, to: path))
      }
    }
    return updated
  }
}
