internal import FilterEngine

extension StoredRows {
  /// Whether there are edits that the file does not have.
  var isEdited: Bool { rows != file.rows }

  /// The edits that made the open rows of other ones.
  struct Edits {
    /// The replacements of rows, by their former index.
    var replaced: [Int: OpenRow] = [:]

    /// The index that the row had before whose place a row took.
    var origins: [OpenRow: Int] = [:]

    /// The indices of rows that are gone.
    var removed: Set<Int> = []

    /// Rows that took no other row's place.
    var added: [OpenRow] = []
  }

  /// The edits that made the open rows of `before`: a row took the place of one that is gone if both
  /// have one key.
  func edits(from before: [OpenRow]) -> Edits {
    var edits = Edits()
    let rows = rows
    guard rows != before else { return edits }
    let here = Set(rows)
    let there = Set(before)
    var missing: [FilterValue: Int] = [:]
    for (index, row) in before.enumerated() where !here.contains(row) {
      missing[key(of: row)] = index
    }
    for row in rows where !there.contains(row) {
      if let index = missing.removeValue(forKey: key(of: row)) {
        edits.replaced[index] = row
        edits.origins[row] = index
      } else {
        edits.added.append(row)
      }
    }
    edits.removed = Set(missing.values)
    return edits
  }
}
