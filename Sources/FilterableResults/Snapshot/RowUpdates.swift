internal import FilterEngine

/// Finds the rows that have stayed and whose content differs.
struct RowUpdates<Item: Filterable> {
  let difference: ResultsDifference<Item>
  let oldIDs: [[UInt32]]
  let newIDs: [[UInt32]]
  let renumbering: Renumbering

  /// Whether the rows of both versions are all in the arrays that were set.
  private let areWhole: Bool

  /// Whether every row has to be compared, and nothing but its content counts.
  private let areCertain: Bool

  init(
    _ difference: ResultsDifference<Item>, _ oldIDs: [[UInt32]], _ newIDs: [[UInt32]],
    _ renumbering: Renumbering
  ) {
    self.difference = difference
    self.oldIDs = oldIDs
    self.newIDs = newIDs
    self.renumbering = renumbering
    areWhole =
      difference.old.state?.rows.editedWords.isEmpty == true
      && difference.new.state?.rows.editedWords.isEmpty == true
    areCertain = difference.pending.translation != nil && difference.pending.forced.isEmpty
  }

  /// Adds those of a run of rows, with the group row where it is one of them.
  func find(_ run: RowRun, _ updated: inout [Changeset.ItemPair]) {
    let (before, after) = (oldIDs[run.from.section], newIDs[run.to.section])
    let count = min(run.count, before.count - run.from.item, after.count - run.to.item)
    if !areUntouched {
      compare(
        before[run.from.item..<run.from.item + max(0, count)],
        after[run.to.item..<run.to.item + max(0, count)], run, &updated)
    }
    for offset in max(0, count)..<run.count {
      let isModified = difference.isGroupModified(run.from.section, run.to.section) {
        let number = renumbering[$0]
        return number == RowDifference.gone ? nil : number
      }
      if isModified { updated.append(run.pair(offset)) }
    }
  }

  /// Whether no row has other content than before.
  private var areUntouched: Bool {
    renumbering.isEmpty && difference.pending.edited.isEmpty && difference.pending.forced.isEmpty
  }

  /// Compares rows with the numbers `before` and `after`, as many as lie together at a time.
  private func compare(
    _ before: ArraySlice<UInt32>, _ after: ArraySlice<UInt32>, _ run: RowRun,
    _ updated: inout [Changeset.ItemPair]
  ) {
    guard let oldRows = difference.old.state?.rows, let newRows = difference.new.state?.rows else {
      return
    }
    guard areCertain else {
      for (offset, ids) in zip(before, after).enumerated() where isUpdated(ids.0, ids.1) {
        updated.append(run.pair(offset))
      }
      return
    }
    let rules = difference.new.rules.content
    var offset = 0
    while offset < before.count {
      let ids = (before[before.startIndex + offset], after[after.startIndex + offset])
      let start = offset
      offset += extent(before.dropFirst(offset), after.dropFirst(offset))
      Self.withRows(oldRows, ids.0, newRows, ids.1, areWhole) { olds, news in
        rules.forEachDifference(olds, news, count: offset - start) {
          updated.append(run.pair(start + $0))
        }
      }
    }
  }

  /// Calls `body` with the addresses of two rows and of those that follow in their parts, or in
  /// their arrays where these are whole.
  private static func withRows(
    _ oldRows: RowTable<Item>, _ old: UInt32, _ newRows: RowTable<Item>, _ new: UInt32,
    _ areWhole: Bool, _ body: (UnsafePointer<Item>, UnsafePointer<Item>) -> Void
  ) {
    if areWhole {
      oldRows.withBase { olds in
        newRows.withBase { news in
          guard let olds = olds.baseAddress, let news = news.baseAddress else { return }
          body(olds + Int(old), news + Int(new))
        }
      }
    } else {
      oldRows.withPart(Int(old >> 6)) { olds in
        newRows.withPart(Int(new >> 6)) { news in
          guard let olds = olds.baseAddress, let news = news.baseAddress else { return }
          body(olds + Int(old & 63), news + Int(new & 63))
        }
      }
    }
  }

  private func isUpdated(_ before: UInt32, _ after: UInt32) -> Bool {
    let pending = difference.pending
    guard pending.translation != nil || before != after || pending.edited.contains(after) else {
      return pending.forced.contains(after)
    }
    return difference.isModified(before, after)
  }

  /// How many rows have numbers in order, and lie together in both tables.
  private func extent(_ before: ArraySlice<UInt32>, _ after: ArraySlice<UInt32>) -> Int {
    let (first, second) = (before[before.startIndex], after[after.startIndex])
    let limit =
      areWhole ? before.count : min(before.count, 64 - Int(max(first & 63, second & 63)))
    var count = 1
    while count < limit,
      before[before.startIndex + count] == first + UInt32(count),
      after[after.startIndex + count] == second + UInt32(count)
    {
      count += 1
    }
    return count
  }
}
