internal import FilterEngine
internal import FilterableResults

/// The result of a merge of a file that others have changed with the edits of the session.
struct FileMerge {
  /// Rows that others changed, added and removed.
  var (changed, added, removed) = (0, 0, 0)

  /// Own edits that are not in the file.
  var edits = 0

  /// The rows that were edited on both sides in different ways: the own edit is kept.
  var conflicts: [Conflict] = []

  struct Conflict {
    let key: FilterValue
    let text: String
  }
}

extension StoredRows {
  /// Rows are the same row if they have the same key; without a key path, if they are in the same
  /// position, counted from the end where the ends of both files are equal. Rows come in the order of
  /// the file; own rows that it does not have come last.
  func mergeSource() throws(ToolError) -> FileMerge? {
    guard let version = file.version else {
      throw .message("\(path) is not a regular file; name the file to merge: .merge FILE")
    }
    guard try version.change(at: SystemCalls.resolved(path)).0 != nil else { return nil }
    guard batchDepth == 0 else { throw .message("end the batch first: .end or .rollback") }
    let read = try FileRows(path: path, form: knownForm, progress: progress)
    let theirs = store.add(read.rows)
    try prepare()
    try requireUniqueKeys(theirs)
    var merging = RowMerging(
      base: file.rows, edits: edits(from: file.rows), theirs: theirs,
      alignment: alignment(theirs), isSame: store.isSameContent, key: key)
    merging.run(hasIdentity: settings.identity != nil)
    let (rows, next) = adopt(merging.rows, count: theirs.count)
    try prepare()
    // Earlier rows are without the changes of others.
    try load(rows)
    store.setNextNumber(next)
    setFile(OpenFile(read, rows: theirs, cause: "merged"))
    if fileWatch != nil { fileWatch = FileWatch(path: path, stamp: file.version?.stamp) }
    return merging.merge
  }

  private func alignment(_ theirs: [OpenRow]) -> RowAlignment {
    settings.identity == nil
      ? RowAlignment(positionsOf: file.rows, new: theirs, isSame: store.isSameContent)
      : RowAlignment(keyed: key, old: file.rows, new: theirs, isSame: store.isSameContent)
  }

  private func requireUniqueKeys(_ rows: [OpenRow]) throws(ToolError) {
    guard settings.identity != nil else { return }
    var seen: Set<FilterValue> = []
    for row in rows where !seen.insert(key(of: row)).inserted {
      throw .message(
        "more than one row of the file has the \(identityName) \(ValueText.text(key(of: row))); "
          + "identify rows in another way first, see .help .identity")
    }
  }

  /// The rows of a merge, own ones with the numbers of the rows of the file whose places they take, or
  /// with numbers after those of all `count` rows of the file; and the number that comes next.
  private func adopt(
    _ rows: [RowMerging.Row], count: Int
  ) -> (rows: [OpenRow], nextNumber: Int) {
    var next = count + 1
    let adopted = rows.map { row -> OpenRow in
      switch row {
      case .theirs(let row): return row
      case .own(let row, let place):
        let number = place.map { $0 + 1 } ?? next
        if place == nil { next += 1 }
        let bytes = row.json
        return store.add(RowText(bytes: bytes, starts: [0], firstNumber: number))[0]
      }
    }
    return (adopted, next)
  }
}

/// Merges two lists of rows that began as one.
struct RowMerging {
  enum Row {
    case theirs(OpenRow)

    /// An own row, in the place of one of theirs or at the end
    case own(OpenRow, Int?)
  }

  let base: [OpenRow]
  let edits: StoredRows.Edits
  let theirs: [OpenRow]
  let alignment: RowAlignment
  let isSame: (OpenRow, OpenRow) -> Bool
  let key: (OpenRow) -> FilterValue

  private(set) var rows: [Row] = []
  private(set) var merge = FileMerge()

  init(
    base: [OpenRow], edits: StoredRows.Edits, theirs: [OpenRow], alignment: RowAlignment,
    isSame: @escaping (OpenRow, OpenRow) -> Bool, key: @escaping (OpenRow) -> FilterValue
  ) {
    (self.base, self.edits, self.theirs, self.alignment) = (base, edits, theirs, alignment)
    (self.isSame, self.key) = (isSame, key)
  }

  mutating func run(hasIdentity: Bool) {
    var added = edits.added
    for (place, row) in theirs.enumerated() {
      if let index = alignment.old[place] {
        take(row, place, index)
      } else if hasIdentity, let own = added.firstIndex(where: { key($0) == key(row) }) {
        take(row, place, insteadOf: added.remove(at: own), "was added here and in the file")
      } else {
        merge.added += 1
        rows.append(.theirs(row))
      }
    }
    for index in alignment.removed {
      if let own = edits.replaced[index] {
        keep(own, nil, "was changed here and removed in the file")
      } else if !edits.removed.contains(index) {
        merge.removed += 1
      }
    }
    merge.edits += added.count
    rows += added.map { .own($0, nil) }
  }

  /// Takes a row that both sides began with.
  private mutating func take(_ row: OpenRow, _ place: Int, _ index: Int) {
    let isChanged = !isSame(base[index], row)
    if edits.removed.contains(index) {
      merge.edits += 1
      if isChanged { conflict(row, "was removed here and changed in the file") }
    } else if let own = edits.replaced[index] {
      if isChanged {
        take(row, place, insteadOf: own, "was changed here and in the file")
      } else {
        merge.edits += 1
        rows.append(.own(own, place))
      }
    } else {
      if isChanged { merge.changed += 1 }
      rows.append(.theirs(row))
    }
  }

  /// Takes a row that both sides made.
  private mutating func take(
    _ row: OpenRow, _ place: Int, insteadOf own: OpenRow, _ what: String
  ) {
    if isSame(own, row) {
      rows.append(.theirs(row))
    } else {
      keep(own, place, what)
    }
  }

  private mutating func keep(_ own: OpenRow, _ place: Int?, _ what: String) {
    merge.edits += 1
    rows.append(.own(own, place))
    conflict(own, what)
  }

  private mutating func conflict(_ row: OpenRow, _ what: String) {
    merge.conflicts.append(FileMerge.Conflict(key: key(row), text: what))
  }
}
