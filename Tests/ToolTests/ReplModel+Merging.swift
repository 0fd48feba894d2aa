import FilterEngine

// What becomes of the rows where others wrote to the file.
extension ReplModel {
  /// Whether the rows of the file can be told apart by `id`, by which the session tells rows apart.
  var canMergeFile: Bool {
    let keys = Set(file.map { $0.member("id") })
    return state.identity == "id" && keys.count == file.count && !keys.contains(.null)
  }

  /// Takes in the file as it is now, with the keys of all its rows different.
  mutating func mergeFile(_ lines: [String]) throws(Refusal) -> String {
    forgetMatches()
    guard lines != file.map(\.json) else { return "rows.jsonl has not changed\n" }
    guard batches.isEmpty else { throw Refusal(text: "end the batch first: .end or .rollback") }
    let theirs = lines.enumerated().map { Row(number: $0 + 1, json: $1) }
    func row(_ key: FilterValue, in rows: [Row]) -> Row? { rows.first { $0.member("id") == key } }
    var merged: [Row] = []
    var kept: [Row] = []
    var conflicts: [(FilterValue, String)] = []
    var (changed, added, removed, edits) = (0, 0, 0, 0)
    for new in theirs {
      let key = new.member("id")
      let (old, own) = (row(key, in: file), row(key, in: state.rows))
      let isChanged = old.map { $0.json != new.json } ?? true
      let isEdited = own?.token !== old?.token
      switch (old, own) {
      case (nil, nil): added += 1
      case (_?, nil):
        edits += 1
        if isChanged { conflicts.append((key, "was removed here and changed in the file")) }
        continue
      case (_, let own?) where isEdited && (!isChanged || own.json != new.json):
        edits += 1
        if isChanged {
          let way = old == nil ? "added" : "changed"
          conflicts.append((key, "was \(way) here and in the file"))
        }
        merged.append(Row(number: new.number, json: own.json))
        continue
      default: if isChanged, !isEdited { changed += 1 }
      }
      merged.append(new)
    }
    for old in file where row(old.member("id"), in: theirs) == nil {
      guard let own = row(old.member("id"), in: state.rows) else { continue }
      if own.token === old.token {
        removed += 1
      } else {
        kept.append(own)
        conflicts.append((own.member("id"), "was changed here and removed in the file"))
      }
    }
    let known = file + theirs
    kept += state.rows.filter { row($0.member("id"), in: known) == nil }
    merged += kept.enumerated().map { Row(number: theirs.count + 1 + $0, json: $1.json) }
    adopt(merged, file: theirs, nextNumber: theirs.count + kept.count + 1)
    return text(changed, added, removed, edits + kept.count, conflicts)
  }

  private func text(
    _ changed: Int, _ added: Int, _ removed: Int, _ edits: Int,
    _ conflicts: [(key: FilterValue, text: String)]
  ) -> String {
    let head = "rows.jsonl: \(changed) changed, \(added) added, \(removed) removed by others; "
    let lines = conflicts.prefix(20).map { key, text in
      "the row with the id \(json(key)) \(text); the edit made here is kept\n"
    }
    let more = conflicts.count > 20 ? "… and \(conflicts.count - 20) more\n" : ""
    return head + "\(count(edits, "edit")) kept\n" + lines.joined() + more
  }
}
