internal import FilterEngine

extension StoredRows {
  /// Whether the rows differ from those of the file. Their texts decide: an edit that was taken back is none.
  var isEdited: Bool {
    let rows = rows
    guard rows != file.rows else { return false }
    return rows.count != file.rows.count || !zip(rows, file.rows).allSatisfy(store.isSameText)
  }

  /// Pairs rows that were added with those that are gone by their numbers: a row keeps its number when its key changes.
  private func pairByNumber(_ edits: inout Edits, _ before: [OpenRow]) {
    guard !edits.added.isEmpty, !edits.removed.isEmpty else { return }
    var missing: [Int: Int] = [:]
    for index in edits.removed { missing[before[index].number] = index }
    var added: [OpenRow] = []
    for row in edits.added {
      if let index = missing.removeValue(forKey: row.number) {
        edits.replaced[index] = row
        edits.origins[row] = index
        edits.removed.remove(index)
      } else {
        added.append(row)
      }
    }
    edits.added = added
  }

  /// The number of edits that the file does not have; rows in another order alone are one.
  var unsavedCount: Int {
    guard isEdited else { return 0 }
    let edits = edits(from: file.rows, byNumber: true)
    let replaced = edits.replaced.count { !store.isSameText(file.rows[$0.key], $0.value) }
    return max(1, replaced + edits.added.count + edits.removed.count)
  }

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
  /// have one key, or with `byNumber` one number if no row has its key.
  func edits(from before: [OpenRow], byNumber: Bool = false) -> Edits {
    var edits = Edits()
    let rows = rows
    guard rows != before else { return edits }
    let here = Set(rows)
    let there = Set(before)
    // Rows that are gone can have had one key, if rows are identified in another way since.
    var missing: [FilterValue: [Int]] = [:]
    for (index, row) in before.enumerated() where !here.contains(row) {
      missing[key(of: row), default: []].append(index)
    }
    for row in rows where !there.contains(row) {
      if let index = missing[key(of: row)]?.popLast() {
        edits.replaced[index] = row
        edits.origins[row] = index
      } else {
        edits.added.append(row)
      }
    }
    edits.removed = Set(missing.values.joined())
    if byNumber { pairByNumber(&edits, before) }
    return edits
  }
}
