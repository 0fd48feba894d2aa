extension Changeset {
  /// The fewest events that lead from `old` to `new`, where numbers stand for rows and sections; none
  /// is there twice.
  ///
  /// `isUpdated` says whether the content of a row that stays differs.
  ///
  /// - Complexity: O(n log n) in the number of rows.
  package init(
    from old: [[Int]], in oldSections: [Int], to new: [[Int]], in newSections: [Int],
    isUpdated: (Int) -> Bool
  ) {
    let sections = SectionDifference(from: oldSections, to: newSections)
    self = RowDifference(old: old, new: new, sections: sections).changeset { row, _, _ in
      isUpdated(row)
    }
  }
}
