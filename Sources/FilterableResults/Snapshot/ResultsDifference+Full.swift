internal import FilterEngine

extension ResultsDifference {
  /// Compares all rows by number.
  func fullChanges() -> Changeset {
    let gone = oldIDsWithoutCounterpart()
    let fresh = gone.isEmpty ? [] : newIDsWithoutCounterpart()
    let returned = returned(gone, fresh)
    let number = { (id: UInt32) -> UInt32? in
      if let translation = pending.translation {
        let other = translation[Int(id)]
        if other != PendingChanges.gone, !released.contains(other) { return other }
        return returned[id]
      }
      return returned[id] ?? id
    }
    let newlyGone = Set(gone)
    let oldRows = old.snapshot.sections.map(ids)
    let newRows = new.snapshot.sections.map(ids)
    let numbers = oldRows.enumerated().map { section, ids in
      var numbers = ids.map { id -> Int in
        if pending.translation == nil, newlyGone.contains(id), returned[id] == nil {
          return RowDifference.gone
        }
        return number(id).map { Int($0) } ?? RowDifference.gone
      }
      if showsGroup(old.snapshot.sections[section]) {
        numbers.append(groupNumber(old.snapshot.sections[section]))
      }
      return numbers
    }
    let newNumbers = newRows.enumerated().map { section, ids in
      let numbers = ids.map { Int($0) }
      return showsGroup(new.snapshot.sections[section])
        ? numbers + [groupNumber(new.snapshot.sections[section])] : numbers
    }
    let comparesAll = pending.translation != nil
    return RowDifference(old: numbers, new: newNumbers, sections: sections).changeset {
      row, from, to in
      guard to.item < newRows[to.section].count, from.item < oldRows[from.section].count else {
        return isGroupModified(from.section, to.section, number)
      }
      let (before, after) = (oldRows[from.section][from.item], newRows[to.section][to.item])
      guard comparesAll || before != after || pending.edited.contains(after) else {
        return pending.forced.contains(after)
      }
      return isModified(before, after)
    }
  }

  private var released: Set<UInt32> { pending.translation == nil ? [] : Set(pending.released) }

  private func ids(_ section: ResultsSection<Item>) -> [UInt32] {
    guard case .tree(let tree, _, _) = section.content, !section.isCollapsed else { return [] }
    return tree.shownIDs
  }

  private func showsGroup(_ section: ResultsSection<Item>) -> Bool {
    guard case .tree(_, _, let showsGroup) = section.content else { return false }
    return showsGroup && !section.isCollapsed
  }

  private func groupNumber(_ section: ResultsSection<Item>) -> Int { Int(UInt32.max) + section.id }

  private func oldIDsWithoutCounterpart() -> [UInt32] {
    guard let translation = pending.translation else { return pending.removed }
    guard !pending.inserted.isEmpty, let state = old.state else { return [] }
    let released = released
    return state.storeIDs.filter {
      let other = translation[Int($0)]
      return other == PendingChanges.gone || released.contains(other)
    }
  }

  private func newIDsWithoutCounterpart() -> [UInt32] { Array(pending.inserted) }
}
