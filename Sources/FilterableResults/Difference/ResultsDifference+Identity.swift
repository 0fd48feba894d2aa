internal import FilterEngine

extension ResultsDifference {
  /// Compares all rows by identity, for rows that are not of a store.
  func identityChanges<Item>(of type: Item.Type) -> Changeset {
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
