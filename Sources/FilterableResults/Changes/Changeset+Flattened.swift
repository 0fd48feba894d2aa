extension Changeset {
  /// The same change for a list without sections, in which the rows of all sections follow each other in section 0.
  ///
  /// The section headers are not rows of the list. The number of moves is the least possible for one list.
  ///
  /// - Parameters:
  ///   - old: The number of rows of each section of the old snapshot.
  ///   - new: The number of rows of each section of the new snapshot.
  /// - Throws: `ChangesetError` if the change set does not fit the snapshots.
  /// - Complexity: O(n log n) for n rows.
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
    for (index, origin) in try origins(of: old).enumerated() {
      let paths: [ResultsPath?] =
        switch origin {
        case .inserted: Array(repeating: nil, count: new[index])
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
