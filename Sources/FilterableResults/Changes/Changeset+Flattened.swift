extension Changeset {
  /// The same change for a list without sections: the rows of all sections stand one behind another
  /// as section 0, and a section has no row of its own.
  ///
  /// `old` and `new` are the rows of each section of the two snapshots. The moves are as few as can
  /// be in the one list.
  ///
  /// - Throws: What does not fit.
  /// - Complexity: O(n log n) in the number of rows.
  public func flattened(
    from old: [Int], to new: [Int]
  ) throws(ChangesetError) -> Changeset {
    try validate(from: old, to: new)
    var starts: [Int] = []
    var total = 0
    for count in old {
      starts.append(total)
      total += count
    }
    var next = total
    var rows: [Int] = []
    for (place, origin) in try origins(of: old).enumerated() {
      let paths: [ItemPath?] =
        switch origin {
        case .inserted: Array(repeating: nil, count: new[place])
        case .kept(_, let paths): paths
        }
      for path in paths {
        if let path {
          rows.append(starts[path.section] + path.item)
        } else {
          rows.append(next)
          next += 1
        }
      }
    }
    let updated = Set(updatedItems.map { starts[$0.from.section] + $0.from.item })
    return Changeset(from: [Array(0..<total)], in: [0], to: [rows], in: [0]) {
      updated.contains($0)
    }
  }
}
