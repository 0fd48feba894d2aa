internal import FilterEngine

extension ResultsDifference {
  /// Compares single rows, if all others keep their relative order.
  ///
  /// - Complexity: O(k log n) for k edited rows.
  func rowChanges() -> Changeset {
    var changes = Changeset()
    sections.report(to: &changes)
    let returned = returned(pending.removed, pending.inserted)
    var rows: [TouchedRow] = pending.edited.map { touched($0, $0) }
    rows += pending.removed.map { touched($0, returned[$0]) }
    let back = Set(returned.values)
    rows += pending.inserted.filter { !back.contains($0) }.map { touched(nil, $0) }

    var stayers: [Int: [TouchedRow]] = [:]
    for row in rows {
      switch (row.from, row.to) {
      case (let from?, nil):
        if sections.newIndex(of: from.section) != nil { changes.deletedItems.append(from) }
      case (nil, let to?):
        if sections.oldIndex(of: to.section) != nil { changes.insertedItems.append(to) }
      case (let from?, let to?):
        let target = sections.newIndex(of: from.section)
        let isKept = sections.oldIndex(of: to.section) != nil
        guard let target, isKept else {
          if target != nil { changes.deletedItems.append(from) }
          if isKept { changes.insertedItems.append(to) }
          continue
        }
        if target == to.section {
          stayers[to.section, default: []].append(row)
        } else {
          changes.movedItems.append(Changeset.ItemPair(from: from, to: to))
        }
        if let before = row.oldID, let after = row.newID, isModified(before, after) {
          changes.updatedItems.append(Changeset.ItemPair(from: from, to: to))
        }
      case (nil, nil): break
      }
    }
    let leaving = Dictionary(grouping: rows.compactMap(\.from), by: \.section)
    let coming = Dictionary(grouping: rows.compactMap(\.to), by: \.section)
    for (place, stayers) in stayers {
      let moved = RunsOfRows(
        stayers: stayers, leaving: sections.oldIndex(of: place).flatMap { leaving[$0] } ?? [],
        coming: coming[place] ?? []
      ).moved()
      changes.movedItems += moved.map { Changeset.ItemPair(from: $0.0, to: $0.1) }
    }
    compareGroups(&changes, returned)
    changes.sort()
    return changes
  }

  private func compareGroups(_ changes: inout Changeset, _ returned: [UInt32: UInt32]) {
    guard old.rules.showsGroupRows else { return }
    for kept in sectionsToCompare {
      let (origin, place) = (kept.from, kept.to)
      guard let before = old.shown?.header(at: origin), let after = new.shown?.header(at: place),
        !after.isCollapsed, let oldTree = before.tree, let newTree = after.tree
      else { continue }
      let (showed, shows) = (before.showsGroup, after.showsGroup)
      let from = ItemPath(section: origin, item: oldTree.shownCount)
      let to = ItemPath(section: place, item: newTree.shownCount)
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

  private func touched(_ before: UInt32?, _ after: UInt32?) -> TouchedRow {
    TouchedRow(
      oldID: before, newID: after, from: before.flatMap { path(of: $0, in: old) },
      to: after.flatMap { path(of: $0, in: new) })
  }

  /// The index path at which a version shows a row; nil if it hides the row.
  private func path(of id: UInt32, in version: ResultsVersion) -> ItemPath? {
    version.state?.shownPath(of: id, version.shown, version.rules)
  }
}

extension ResultsState {
  /// The index path at which a snapshot of the state shows a row; nil if it hides the row.
  func shownPath(
    of id: UInt32, _ shown: SnapshotStorage?, _ rules: ResultsRules
  ) -> ItemPath? {
    guard let place = place(of: id, rules), place.visibility == .shown else { return nil }
    return shown?.place(ofExpanded: arranged.id(at: place.section), at: place.section).map {
      ItemPath(section: $0, item: place.rank)
    }
  }
}

/// An edited row with its old and new index paths.
struct TouchedRow {
  let oldID: UInt32?
  let newID: UInt32?
  let from: ItemPath?
  let to: ItemPath?
}

/// Finds the edited rows of a section that have moved. All other rows form runs that do not change inside.
private struct RunsOfRows {
  let stayers: [TouchedRow]
  let leaving: [ItemPath]
  let coming: [ItemPath]

  func moved() -> [(ItemPath, ItemPath)] {
    // The gap of an edited row is the number of other rows before it.
    let oldItems = leaving.map(\.item).sorted()
    let newItems = coming.map(\.item).sorted()
    var rows: [(from: ItemPath, to: ItemPath, oldGap: Int, newGap: Int)] = []
    for row in stayers {
      guard let from = row.from, let to = row.to else { continue }
      rows.append(
        (
          from, to, from.item - oldItems.partitioningIndex { $0 >= from.item },
          to.item - newItems.partitioningIndex { $0 >= to.item }
        ))
    }
    rows.sort { $0.to < $1.to }
    let cuts = Set(rows.flatMap { [$0.oldGap, $0.newGap] }).union([0]).sorted()
    // Runs are between cuts; the last one is long enough for every row.
    var elements: [(old: Int, weight: Int, row: Int?)] = []
    let oldOrder = rows.indices.sorted { rows[$0].from < rows[$1].from }
    var oldRank = Array(repeating: 0, count: rows.count)
    for (rank, index) in oldOrder.enumerated() { oldRank[index] = rank }
    let width = rows.count + 1
    var next = 0
    for (place, cut) in cuts.enumerated() {
      while next < rows.count, rows[next].newGap == cut {
        let isOwn = rows[next].from.item == rows[next].to.item
        let weight = Self.weight(of: 1, isOwn)
        elements.append((rows[next].oldGap * width + oldRank[next], weight, next))
        next += 1
      }
      let length = place + 1 < cuts.count ? cuts[place + 1] - cut : rows.count + 1
      let isOwn =
        Self.place(cut, skipping: oldItems) == Self.place(cut, skipping: newItems)
      // Of two equal solutions, prefers the one that moves edited rows.
      elements.append((cut * width + rows.count, Self.weight(of: length, isOwn) + 1, nil))
    }
    let stays = LongestRun.heaviest(elements.map(\.old), weights: elements.map(\.weight))
    var moved: [(ItemPath, ItemPath)] = []
    for (element, stays) in zip(elements, stays) where !stays {
      if let row = element.row {
        moved.append((rows[row].from, rows[row].to))
      } else {
        moved += runMoves(element.old / width, cuts, rows.map { ($0.oldGap, $0.newGap) })
      }
    }
    return moved
  }

  /// The weight of rows that stay: first their number, then how many of them would otherwise move to their own offset.
  private static func weight(of count: Int, _ areOwn: Bool) -> Int {
    count << 32 + (areOwn ? count << 8 : 0)
  }

  /// The moves of a run of other rows, if fewer than those of the edited rows.
  private func runMoves(
    _ start: Int, _ cuts: [Int], _ gaps: [(Int, Int)]
  ) -> [(ItemPath, ItemPath)] {
    guard let cut = cuts.firstIndex(of: start), cut + 1 < cuts.count,
      let from = leaving.first?.section ?? stayers.first?.from?.section,
      let to = coming.first?.section ?? stayers.first?.to?.section
    else { return [] }
    let oldItems = leaving.map(\.item).sorted()
    let newItems = coming.map(\.item).sorted()
    return (start..<cuts[cut + 1]).map { number in
      (
        ItemPath(section: from, item: Self.place(number, skipping: oldItems)),
        ItemPath(section: to, item: Self.place(number, skipping: newItems))
      )
    }
  }

  /// The offset of the unedited row `number` among all rows.
  private static func place(_ number: Int, skipping items: [Int]) -> Int {
    var place = number
    for item in items where item <= place { place += 1 }
    return place
  }
}

extension Array {
  /// The first index whose element satisfies `predicate`, if all later elements do.
  fileprivate func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
