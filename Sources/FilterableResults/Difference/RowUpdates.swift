internal import FilterEngine

// Unsafe: rows are compared at their addresses, which are good for as long as the tables are held open.

/// Finds the kept rows whose content differs.
struct RowUpdates {
  let difference: ResultsDifference
  let oldIDs: [[UInt32]]
  let newIDs: [[UInt32]]
  let renumbering: Renumbering

  private var pending: PendingChanges { difference.pending }

  /// Adds the updated rows of `runs`, including group rows.
  func find(_ runs: [RowRun], _ updated: inout [Changeset.ItemPair]) {
    if let old = difference.old.state?.rows, let new = difference.new.state?.rows, !areUntouched {
      if pending.translation != nil, pending.forced.isEmpty {
        compareAll(runs, old, new, &updated)
      } else {
        compareEdited(runs, &updated)
      }
    }
    for run in runs where rowCount(run) < run.count { findGroup(run, &updated) }
  }

  /// Whether no content differs.
  private var areUntouched: Bool {
    renumbering.isEmpty && pending.edited.isEmpty && pending.forced.isEmpty
  }

  /// The number of items in a run, which a group row may follow.
  private func rowCount(_ run: RowRun) -> Int {
    max(
      0,
      min(
        run.count, oldIDs[run.from.section].count - run.from.item,
        newIDs[run.to.section].count - run.to.item))
  }

  private func findGroup(_ run: RowRun, _ updated: inout [Changeset.ItemPair]) {
    let isModified = difference.isGroupModified(run.from.section, run.to.section) {
      let number = renumbering[$0]
      return number == RowDifference.gone ? nil : number
    }
    if isModified { updated.append(run.pair(run.count - 1)) }
  }

  /// Compares the rows that were edited.
  private func compareEdited(_ runs: [RowRun], _ updated: inout [Changeset.ItemPair]) {
    for run in runs {
      for offset in 0..<rowCount(run) {
        let before = oldIDs[run.from.section][run.from.item + offset]
        let after = newIDs[run.to.section][run.to.item + offset]
        let isUpdated =
          pending.translation != nil || before != after || pending.edited.contains(after)
          ? difference.isModified(before, after) : pending.forced.contains(after)
        if isUpdated { updated.append(run.pair(offset)) }
      }
    }
  }

  /// Compares all rows, in stretches that are contiguous in memory.
  private func compareAll(
    _ runs: [RowRun], _ old: RowTable, _ new: RowTable,
    _ updated: inout [Changeset.ItemPair]
  ) {
    let rules = difference.new.rules.content
    let areWhole = old.editedWords.isEmpty && new.editedWords.isEmpty
    for run in runs {
      var offset = 0
      let count = rowCount(run)
      while offset < count {
        let stretch = stretch(of: run, from: offset, to: count) { before, after in
          if areWhole { return count }
          guard old.areContiguous(before.word), new.areContiguous(after.word) else {
            return 1
          }
          return 64 - Int(max(before & 63, after & 63))
        }
        let start = offset
        offset += stretch.count
        rules.forEachDifference(
          old.address(of: stretch.before), new.address(of: stretch.after), count: stretch.count
        ) { updated.append(run.pair(start + $0)) }
      }
    }
  }

  /// Rows from `offset` on whose numbers are in order, at most as many as `limit` says for the first ones
  /// because no more lie together in both tables.
  private func stretch(
    of run: RowRun, from offset: Int, to end: Int,
    limit: (_ before: UInt32, _ after: UInt32) -> Int
  ) -> (before: UInt32, after: UInt32, count: Int) {
    let (start, other) = (run.from.item + offset, run.to.item + offset)
    let (before, after) = (oldIDs[run.from.section][start], newIDs[run.to.section][other])
    let limit = min(end - offset, limit(before, after))
    var count = 1
    while count < limit,
      oldIDs[run.from.section][start + count] == before + UInt32(count),
      newIDs[run.to.section][other + count] == after + UInt32(count)
    {
      count += 1
    }
    return (before, after, count)
  }
}
