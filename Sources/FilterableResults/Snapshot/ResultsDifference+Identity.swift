internal import FilterEngine

extension ResultsDifference {
  /// Compares all rows by what they are, where some stand by themselves.
  func identityChanges() -> Changeset {
    var numbers: [RowIdentity<Item>: Int] = [:]
    let oldRows = old.snapshot.sections.map(\.rows)
    let newRows = new.snapshot.sections.map(\.rows)
    let number = { (row: ResultsRow<Item>) -> Int in
      let identity = RowIdentity(row, new.rules)
      if let number = numbers[identity] { return number }
      numbers[identity] = numbers.count
      return numbers.count - 1
    }
    let oldNumbers = oldRows.map { $0.map(number) }
    let newNumbers = newRows.map { $0.map(number) }
    let forced = Set(
      pending.forced.compactMap { id in
        new.state.map { RowIdentity($0.rows[id], new.rules) }
      })
    return RowDifference(old: oldNumbers, new: newNumbers, sections: sections).changeset {
      _, from, to in
      let (before, after) = (oldRows[from.section][from.item], newRows[to.section][to.item])
      switch (before, after) {
      case (.item(let before), .item(let after)):
        return new.rules.content.isModified(before, after)
          || (!forced.isEmpty && forced.contains(RowIdentity(after, new.rules)))
      case (.group(let before), .group(let after)):
        return before.items.count != after.items.count
          || zip(before.items, after.items).contains {
            RowIdentity($0, new.rules) != RowIdentity($1, new.rules)
              || new.rules.content.isModified($0, $1)
          }
      case (.extra(let before), .extra(let after)): return before != after
      default: return true
      }
    }
  }
}
