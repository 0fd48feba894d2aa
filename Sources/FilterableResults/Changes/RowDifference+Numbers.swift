extension RowDifference {
  /// Rows by numbers of any size from 0 on.
  init(old: [[Int]], new: [[Int]], sections: SectionDifference) {
    let largest = [old, new].joined().joined().max() ?? -1
    self.init(
      old: old.map { $0.map { UInt32(truncatingIfNeeded: $0) } },
      new: new.map { $0.map { UInt32(truncatingIfNeeded: $0) } }, limit: largest + 1,
      sections: sections)
  }

  /// The fewest events that lead from the old rows to the new ones.
  ///
  /// `isUpdated` says whether the content of a row that stayed differs.
  func changeset(isUpdated: (_ row: Int, _ old: ItemPath, _ new: ItemPath) -> Bool) -> Changeset {
    changeset { runs, updated in
      for run in runs {
        for offset in 0..<run.count {
          let pair = run.pair(offset)
          if isUpdated(Int(new[pair.to.section][pair.to.item]), pair.from, pair.to) {
            updated.append(pair)
          }
        }
      }
    }
  }
}
