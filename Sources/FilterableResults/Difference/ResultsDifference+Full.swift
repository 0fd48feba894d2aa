internal import FilterEngine

extension ResultsDifference {
  /// Compares all rows by number: that of their store, or one of their identity if they are of several stores.
  func fullChanges<Item>(of type: Item.Type) -> Changeset {
    haveStore ? storeChanges() : identityChanges(of: type)
  }

  // MARK: - Rows of one store

  /// Compares rows by the numbers of their store.
  private func storeChanges() -> Changeset {
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
    return RowDifference(
      old: oldNumbers, new: newNumbers, limit: rowCount + sectionCount + 1, sections: sections
    ).changeset(addUpdates: updates.find)
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

  // MARK: - Rows of several stores

  /// Compares rows of several stores by numbers of their identities.
  private func identityChanges<Item>(of type: Item.Type) -> Changeset {
    let oldRows = (old.shown?.sections(of: type) ?? []).map { $0.rows }
    let newRows = (new.shown?.sections(of: type) ?? []).map { $0.rows }
    var numbers = IdentityNumbers(new.rules)
    // The first of equal rows is pushed last and popped first.
    var oldNumbers = oldRows.map { _ in [UInt32]() }
    for section in oldRows.indices.reversed() where sections.newIndex(of: section) != nil {
      oldNumbers[section] = oldRows[section].reversed().map { numbers.put($0) }.reversed()
    }
    var newNumbers = newRows.map { _ in [UInt32]() }
    for section in newRows.indices where sections.oldIndex(of: section) != nil {
      newNumbers[section] = newRows[section].map { numbers.take($0) }
    }
    // Rows of deleted sections are not compared; their section is deleted with them.
    let forced = Set(
      pending.forced.compactMap { id in
        new.state.map { RowIdentity(at: $0.rows.address(of: id), new.rules) }
      })
    return RowDifference(
      old: oldNumbers, new: newNumbers, limit: numbers.count, sections: sections
    ).changeset { _, from, to in
      isUpdated(
        oldRows[from.section][from.item], newRows[to.section][to.item], forced)
    }
  }

  private func isUpdated<Item>(
    _ before: ResultsRow<Item>, _ after: ResultsRow<Item>, _ forced: Set<RowIdentity>
  ) -> Bool {
    switch (before, after) {
    case (.item(let before), .item(let after)):
      new.rules.content.isModified(before, after)
        || (!forced.isEmpty && forced.contains(RowIdentity(after, new.rules)))
    case (.group(let before), .group(let after)):
      before.items.count != after.items.count
        || zip(before.items, after.items).contains {
          RowIdentity($0, new.rules) != RowIdentity($1, new.rules)
            || new.rules.content.isModified($0, $1)
        }
    case (.extra(let before), .extra(let after)): before != after
    default: true
    }
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

/// A number for each row, the same for the nth of equal rows on both sides.
private struct IdentityNumbers {
  private var free: [RowIdentity: [UInt32]] = [:]
  private let rules: ResultsRules

  /// The count of numbers.
  private(set) var count = 0

  init(_ rules: ResultsRules) { self.rules = rules }

  private mutating func next() -> UInt32 {
    count += 1
    return UInt32(count - 1)
  }

  /// A number for an old row.
  mutating func put<Item>(_ row: ResultsRow<Item>) -> UInt32 {
    let number = next()
    free[RowIdentity(row, rules), default: []].append(number)
    return number
  }

  /// The number of a new row: that of the matching old row, or a new one.
  mutating func take<Item>(_ row: ResultsRow<Item>) -> UInt32 {
    free[RowIdentity(row, rules)]?.popLast() ?? next()
  }
}
