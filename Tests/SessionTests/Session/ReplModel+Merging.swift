import FilterEngine

// What becomes of the rows where others wrote to the file.
extension ReplModel {
  /// Whether rows of the file can be told apart as the session tells rows apart.
  var canMergeFile: Bool {
    guard let identity = state.identity else { return true }
    let keys = Set(file.map { $0.member(identity) })
    return identity == "id" && keys.count == file.count && !keys.contains(.null)
  }

  /// For each of their rows the one of the file that it is: by its key, or by its position, counted from
  /// the end where both files end alike.
  private func origins(_ theirs: [Row]) -> [Int?] {
    guard state.identity == nil else {
      return theirs.map { row in file.firstIndex { key(of: $0) == key(of: row) } }
    }
    let shorter = min(file.count, theirs.count)
    let prefix = (0..<shorter).first { file[$0].json != theirs[$0].json } ?? shorter
    let rest = shorter - prefix
    let suffix =
      (0..<rest).first { file[file.count - 1 - $0].json != theirs[theirs.count - 1 - $0].json }
      ?? rest
    return theirs.indices.map { place in
      if place < shorter - suffix { return place }
      return place < theirs.count - suffix ? nil : place - theirs.count + file.count
    }
  }

  /// What the session has of a row of the file, and whether that took its place.
  private func own(_ old: Row) -> (row: Row, isEdited: Bool)? {
    if let row = state.rows.first(where: { $0.token === old.token }) { return (row, false) }
    let row = state.rows.first { row in
      key(of: row) == key(of: old) && !file.contains { $0.token === row.token }
    }
    return row.map { ($0, true) }
  }

  /// Takes in the file as it is now, with the keys of all its rows different.
  mutating func mergeFile(_ lines: [String]) throws(Refusal) -> String {
    forgetMatches()
    guard lines != file.map(\.json) else { return "rows.jsonl has not changed\n" }
    guard batches.isEmpty else { throw Refusal(text: "end the batch first: .end or .rollback") }
    let theirs = lines.enumerated().map { Row(number: $0 + 1, json: $1) }
    let origins = origins(theirs)
    var rest = state.rows.filter { row in
      !file.contains { $0.token === row.token || own($0)?.row.token === row.token }
    }
    var merge = Merge()
    for (new, origin) in zip(theirs, origins) {
      let old = origin.map { file[$0] }
      var mine = old.flatMap { own($0) }
      let added = rest.firstIndex { key(of: $0) == key(of: new) }
      if old == nil, state.identity != nil, let added { mine = (rest.remove(at: added), true) }
      merge.take(new, old: old, mine: mine, key: key)
    }
    for (index, old) in file.enumerated() where !origins.contains(index) {
      merge.miss(own(old), key: key)
    }
    merge.edits += rest.count
    let kept = merge.kept + rest
    let rows =
      merge.rows + kept.enumerated().map { Row(number: theirs.count + 1 + $0, json: $1.json) }
    let text = text(merge)
    adopt(rows, file: theirs, nextNumber: theirs.count + kept.count + 1)
    return text
  }

  private struct Merge {
    var rows: [Row] = []
    var kept: [Row] = []
    var conflicts: [(key: FilterValue, text: String)] = []
    var (changed, added, removed, edits) = (0, 0, 0, 0)

    /// Takes one of their rows, which was `old` in the file and is `mine` in the session.
    mutating func take(
      _ new: Row, old: Row?, mine: (row: Row, isEdited: Bool)?, key: (Row) -> FilterValue
    ) {
      let isChanged = old.map { $0.json != new.json } ?? true
      guard let mine else {
        guard old != nil else {
          added += 1
          return rows.append(new)
        }
        edits += 1
        if isChanged { conflicts.append((key(new), "was removed here and changed in the file")) }
        return
      }
      guard mine.isEdited, !isChanged || mine.row.json != new.json else {
        if isChanged, !mine.isEdited { changed += 1 }
        return rows.append(new)
      }
      edits += 1
      rows.append(Row(number: new.number, json: mine.row.json))
      guard isChanged else { return }
      let way = old == nil ? "added" : "changed"
      conflicts.append((key(mine.row), "was \(way) here and in the file"))
    }

    /// Misses a row of the file in theirs.
    mutating func miss(_ mine: (row: Row, isEdited: Bool)?, key: (Row) -> FilterValue) {
      guard let mine else { return }
      guard mine.isEdited else {
        removed += 1
        return
      }
      edits += 1
      kept.append(mine.row)
      conflicts.append((key(mine.row), "was changed here and removed in the file"))
    }
  }

  private func text(_ merge: Merge) -> String {
    let head =
      "rows.jsonl: \(merge.changed) changed, \(merge.added) added, \(merge.removed) removed by others; "
    let lines = merge.conflicts.prefix(20).map { key, text in
      "the row with the \(identityName) \(json(key)) \(text); the edit made here is kept\n"
    }
    let count = merge.conflicts.count
    let more = count > 20 ? "… and \(count - 20) more\n" : ""
    return head + "\(self.count(merge.edits, "edit")) kept\n" + lines.joined() + more
  }
}
