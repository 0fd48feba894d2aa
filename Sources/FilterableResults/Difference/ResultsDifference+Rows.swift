internal import FilterEngine

extension ResultsDifference {
  /// The number of edited rows above which all rows are compared if one may have moved.
  private static var rowLimit: Int { 256 }

  /// Compares the edited rows, as all others keep their relative order; nil if too many may have moved.
  ///
  /// - Complexity: O(k log n) for k edited rows, and O(n) at most.
  func rowChanges() -> Changeset? {
    if pending.edited.count > 1, keepsPlaces { return contentChanges() }
    let count = pending.edited.count + pending.inserted.count + pending.removed.count
    guard count <= Self.rowLimit else { return nil }
    let returned = returned(pending.removed, pending.inserted)
    var touched = TouchedRows()
    for id in pending.edited { add(id, id, to: &touched) }
    for id in pending.removed { add(id, returned[id], to: &touched) }
    var back = RowSet()
    for id in returned.values { back.insert(id) }
    for id in pending.inserted where !back.contains(id) { add(nil, id, to: &touched) }

    var changes = Changeset()
    sections.report(to: &changes)
    changes.deletedItems = touched.deleted
    changes.insertedItems = touched.inserted
    changes.updatedItems = touched.updated
    for (place, rows) in touched.stayers {
      touched.moved += RunsOfRows(
        rows.map { touched.kept[$0] },
        leaving: sections.oldIndex(of: place).flatMap { touched.leaving[$0] } ?? [],
        coming: touched.coming[place] ?? []
      ).moved()
    }
    changes.movedItems = touched.moved
    compareGroups(&changes, returned)
    changes.sort()
    return changes
  }

  /// Whether every row is shown where it was, with whatever content.
  private var keepsPlaces: Bool {
    guard pending.inserted.isEmpty, pending.removed.isEmpty, pending.translation == nil,
      !new.rules.showsGroupRows, let before = old.shown?.shown, let after = new.shown?.shown
    else { return false }
    return before.tree.root === after.tree.root && before.isSamePresentation(as: after)
  }

  /// The updates of the edited rows, if every row is shown where it was.
  ///
  /// - Complexity: O(k log n) for k edited rows, and O(n) at most.
  private func contentChanges() -> Changeset {
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

  /// The changes of edited rows.
  private struct TouchedRows {
    var deleted: [ResultsPath] = []
    var inserted: [ResultsPath] = []
    var updated: [Changeset.ItemPair] = []
    var moved: [Changeset.ItemPair] = []

    /// The rows that are in both versions, and the indices of those that stay in their section, by its new index.
    var kept: [Changeset.ItemPair] = []
    var stayers: [Int: [Int]] = [:]

    /// The items of the edited rows by old section, and by new section.
    var leaving: [Int: [Int]] = [:]
    var coming: [Int: [Int]] = [:]
  }

  /// Adds a row by its old and new number; nil if it was inserted or removed.
  @inline(never)
  private func add(_ before: UInt32?, _ after: UInt32?, to rows: inout TouchedRows) {
    let from = before.flatMap { path(of: $0, in: old) }
    let to = after.flatMap { path(of: $0, in: new) }
    if let from { rows.leaving[from.section, default: []].append(from.item) }
    if let to { rows.coming[to.section, default: []].append(to.item) }
    let target = from.flatMap { sections.newIndex(of: $0.section) }
    let isKept = to.map { sections.oldIndex(of: $0.section) != nil } ?? false
    guard let from, let to, let target, isKept else {
      if let from, target != nil { rows.deleted.append(from) }
      if let to, isKept { rows.inserted.append(to) }
      return
    }
    let pair = Changeset.ItemPair(from: from, to: to)
    if target == to.section {
      rows.stayers[target, default: []].append(rows.kept.count)
      rows.kept.append(pair)
    } else {
      rows.moved.append(pair)
    }
    if let before, let after, isModified(before, after) { rows.updated.append(pair) }
  }

  private func compareGroups(_ changes: inout Changeset, _ returned: [UInt32: UInt32]) {
    guard old.rules.showsGroupRows else { return }
    for kept in sectionsToCompare {
      let (origin, place) = (kept.from, kept.to)
      guard let before = old.shown?.header(at: origin), let after = new.shown?.header(at: place),
        !after.isCollapsed, let oldTree = before.tree, let newTree = after.tree
      else { continue }
      let (showed, shows) = (before.showsGroup, after.showsGroup)
      let from = ResultsPath(section: origin, item: oldTree.shownCount)
      let to = ResultsPath(section: place, item: newTree.shownCount)
      switch (showed, shows) {
      case (true, false): changes.deletedItems.append(from)
      case (false, true): changes.insertedItems.append(to)
      case (true, true) where isGroupModified(origin, place, { returned[$0] ?? $0 }):
        changes.updatedItems.append(Changeset.ItemPair(from: from, to: to))
      default: break
      }
    }
  }

  /// The sections whose group rows may have other items: those that differ, and those of which a grouped row was edited.
  private var sectionsToCompare: [Changeset.SectionPair] {
    // A row that is only reported as updated does not change its section.
    guard pending.forced.isEmpty else { return sections.kept }
    var pairs = sections.differing
    var known = Set(pairs.map(\.to))
    for id in pending.edited {
      guard let state = new.state, let row = state.place(of: id, new.rules),
        row.visibility == .grouped,
        let place = new.shown?.place(
          ofExpanded: state.arranged.id(at: row.section), at: row.section),
        let origin = sections.oldIndex(of: place), known.insert(place).inserted
      else { continue }
      pairs.append(Changeset.SectionPair(from: origin, to: place))
    }
    return pairs
  }

  /// The index path at which a version shows a row; nil if it hides the row.
  private func path(of id: UInt32, in version: ResultsVersion) -> ResultsPath? {
    version.state?.shownPath(of: id, version.shown, version.rules)
  }
}

extension ResultsState {
  /// The index path at which a snapshot of the state shows a row; nil if it hides the row.
  func shownPath(
    of id: UInt32, _ shown: SnapshotStorage?, _ rules: ResultsRules
  ) -> ResultsPath? {
    guard let place = place(of: id, rules), place.visibility == .shown else { return nil }
    return shown?.place(ofExpanded: arranged.id(at: place.section), at: place.section).map {
      ResultsPath(section: $0, item: place.rank)
    }
  }
}

/// Finds the edited rows of a section that have moved. All other rows form runs that do not change inside.
private struct RunsOfRows {
  /// The rows that stay in the section, by new index path.
  let stayers: [Changeset.ItemPair]

  /// The old and the new items of the edited rows of the section, ascending.
  let leaving: [Int]
  let coming: [Int]

  init(_ stayers: [Changeset.ItemPair], leaving: [Int], coming: [Int]) {
    var stayers = stayers
    stayers.sortByTarget()
    self.stayers = stayers
    self.leaving = leaving.ascending()
    self.coming = coming.ascending()
  }

  func moved() -> [Changeset.ItemPair] {
    // The gap of an edited row is the number of other rows before it.
    let oldGaps = stayers.map { $0.from.item - leaving.count(below: $0.from.item) }
    let newGaps = stayers.map { $0.to.item - coming.count(below: $0.to.item) }
    let cuts = Self.cuts([0] + oldGaps + newGaps)
    // Runs are between cuts; the last one is long enough for every row. An element is an edited row, or a run (-1).
    var (olds, weights, rows): ([Int], [Int], [Int]) = ([], [], [])
    var oldRank = Array(repeating: 0, count: stayers.count)
    for (rank, index) in stayers.map(\.from.item).ascendingIndices().enumerated() {
      oldRank[index] = rank
    }
    let width = stayers.count + 1
    var next = 0
    for (place, cut) in cuts.enumerated() {
      while next < stayers.count, newGaps[next] == cut {
        olds.append(oldGaps[next] * width + oldRank[next])
        weights.append(Self.weight(of: 1, stayers[next].from.item == stayers[next].to.item))
        rows.append(next)
        next += 1
      }
      let length = place + 1 < cuts.count ? cuts[place + 1] - cut : width
      let isOwn = Self.place(cut, skipping: leaving) == Self.place(cut, skipping: coming)
      olds.append(cut * width + stayers.count)
      // Of two equal solutions, prefers the one that moves edited rows.
      weights.append(Self.weight(of: length, isOwn) + 1)
      rows.append(-1)
    }
    var moved: [Changeset.ItemPair] = []
    for (index, stays) in LongestRun.heaviest(olds, weights: weights).enumerated() where !stays {
      if rows[index] >= 0 {
        moved.append(stayers[rows[index]])
      } else {
        addMoves(ofRunFrom: olds[index] / width, cuts, to: &moved)
      }
    }
    return moved
  }

  /// The numbers in ascending order, each once.
  private static func cuts(_ numbers: [Int]) -> [Int] {
    var cuts: [Int] = []
    for number in numbers.ascending() where number != cuts.last { cuts.append(number) }
    return cuts
  }

  /// The weight of rows that stay: first their number, then how many of them would otherwise move to their own offset.
  private static func weight(of count: Int, _ areOwn: Bool) -> Int {
    count &<< 32 + (areOwn ? count &<< 8 : 0)
  }

  /// Adds the moves of a run of other rows, if fewer than those of the edited rows.
  private func addMoves(
    ofRunFrom start: Int, _ cuts: [Int], to moved: inout [Changeset.ItemPair]
  ) {
    guard let cut = cuts.firstIndex(of: start), cut + 1 < cuts.count,
      let (from, to) = stayers.first.map({ ($0.from.section, $0.to.section) })
    else { return }
    for number in start..<cuts[cut + 1] {
      moved.append(
        Changeset.ItemPair(
          from: ResultsPath(section: from, item: Self.place(number, skipping: leaving)),
          to: ResultsPath(section: to, item: Self.place(number, skipping: coming))))
    }
  }

  /// The offset of the unedited row `number` among all rows.
  private static func place(_ number: Int, skipping items: [Int]) -> Int {
    var place = number
    for item in items where item <= place { place += 1 }
    return place
  }
}
