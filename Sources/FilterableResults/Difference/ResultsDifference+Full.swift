internal import FilterEngine

extension ResultsDifference {
  /// Compares all rows by number.
  func fullChanges() -> Changeset {
    let renumbering = renumbering()
    let (before, after) = (old.shown?.headers ?? [], new.shown?.headers ?? [])
    let oldIDs = before.map(ids)
    let newIDs = after.map(ids)
    let rowCount = max(old.state?.rows.count ?? 0, new.state?.rows.count ?? 0)
    let oldNumbers = zip(before, oldIDs).map { section, ids in
      withGroup(renumbering.numbers(of: ids), section, rowCount)
    }
    let newNumbers = zip(after, newIDs).map { section, ids in
      withGroup(ids, section, rowCount)
    }
    let sectionCount = (before + after).map { $0.id }.max() ?? -1
    let updates = RowUpdates(
      difference: self, oldIDs: oldIDs, newIDs: newIDs, renumbering: renumbering)
    var (changes, runs) = RowDifference(
      old: oldNumbers, new: newNumbers, limit: rowCount + sectionCount + 1, sections: sections
    ).structure()
    updates.find(runs, &changes.updatedItems)
    changes.updatedItems.sortByTarget()
    return changes
  }

  private func ids(_ section: SectionHeader) -> [UInt32] {
    section.isCollapsed ? [] : section.tree?.shownIDs ?? []
  }

  /// Appends the number of a section's group row, if it shows one.
  private func withGroup(
    _ numbers: [UInt32], _ section: SectionHeader, _ rowCount: Int
  ) -> [UInt32] {
    guard section.tree != nil, section.showsGroup, !section.isCollapsed else { return numbers }
    return numbers + [UInt32(rowCount + section.id)]
  }

  private func renumbering() -> Renumbering {
    guard let translation = pending.translation else {
      let returned = returned(pending.removed, pending.inserted)
      var others = returned
      for id in pending.removed where returned[id] == nil { others[id] = RowDifference.gone }
      return Renumbering(others: others)
    }
    let released = Set(pending.released)
    guard !released.isEmpty || !pending.inserted.isEmpty else {
      return Renumbering(translation: translation)
    }
    var others: [UInt32: UInt32] = [:]
    var gone: [UInt32] = []
    for id in old.state?.store.ids ?? [] {
      let other = translation[Int(id)]
      guard other == PendingChanges.gone || released.contains(other) else { continue }
      gone.append(id)
      others[id] = RowDifference.gone
    }
    if !pending.inserted.isEmpty {
      others.merge(returned(gone, pending.inserted)) { _, new in new }
    }
    return Renumbering(translation: translation, others: others)
  }
}

/// The new numbers of old rows.
struct Renumbering {
  /// The number of each row; nil if rows keep their numbers.
  var translation: [UInt32]?

  /// The numbers of single rows, which take precedence.
  var others: [UInt32: UInt32] = [:]

  /// Whether every row keeps its number.
  var isEmpty: Bool { translation == nil && others.isEmpty }

  subscript(id: UInt32) -> UInt32 {
    if !others.isEmpty, let number = others[id] { return number }
    return translation.map { $0[Int(id)] } ?? id
  }

  func numbers(of ids: [UInt32]) -> [UInt32] {
    if !others.isEmpty { return ids.map { self[$0] } }
    guard let translation else { return ids }
    return ids.map { translation[Int($0)] }
  }
}
