internal import FilterEngine
internal import FilterableResults

/// An edit of the list of all rows: an insertion without `old`, a removal without `new`.
struct RowEdit: ReversibleEdit {
  let position: Int
  let old: OpenRow?
  let new: OpenRow?

  var inverse: RowEdit { RowEdit(position: position, old: new, new: old) }

  func make(in controller: ResultsController<OpenRow>) throws(ResultsError) {
    let position = StorePosition(section: 0, offset: position)
    switch (old, new) {
    case (nil, let new?): try controller.insert(new, at: position)
    case (_?, nil): try controller.remove(at: position)
    case (_?, let new?): try controller.replace(at: position, with: new)
    case (nil, nil): break
    }
  }
}

// The log of the controller does not fit: another identity of rows empties it.
extension StoredRows {
  /// The most edits that are made one by one. The controller compares all rows after more than these.
  private static let maximumSingleEdits = 256

  /// Makes an edit and records it.
  func make(_ edit: RowEdit) throws(ToolError) {
    try self.edit { () throws(ResultsError) in try edit.make(in: controller) }
    record([edit])
  }

  /// Records edits that were made.
  func record(_ edits: [RowEdit]) {
    for edit in edits { history.add(edit) }
  }

  /// Replaces all rows, and forgets all steps.
  func load(_ rows: [OpenRow]) throws(ToolError) {
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
    history.removeAll()
  }

  func restore(_ direction: HistoryDirection) throws(ToolError) -> RestoredRows {
    let edits = try history.edits(direction, isInBatch: batchDepth > 0)
    try prepare()
    let (old, new) = (Set(edits.compactMap(\.old)), Set(edits.compactMap(\.new)))
    let (gone, added) = (old.subtracting(new), new.subtracting(old))
    // Rows can be identified in another way than at the time of the step.
    if let identity = settings.identity, mayConflict(identity, gone, added),
      let conflict = try conflict(identity, rows(after: edits))
    {
      throw .message(
        "the \(direction.rawValue) is refused, as rows are identified by \(identityName), and then "
          + "\(conflict); see .help .identity")
    }
    let shown: Set<OpenRow> = filters.isEmpty ? [] : gone.filter(isShown)
    try make(edits)
    history.move(direction)
    setColumns(history.columns)
    return filters.isEmpty ? RestoredRows() : restored(gone, added, shown: shown)
  }

  private func isShown(_ row: OpenRow) -> Bool { controller.path(forKey: key(of: row)) != nil }

  /// Whether an added row has no key, or that of another row that is not `gone`.
  private func mayConflict(
    _ identity: RowColumn, _ gone: Set<OpenRow>, _ added: Set<OpenRow>
  ) -> Bool {
    var seen: Set<FilterValue> = []
    return added.contains { row in
      let value = identity.value(of: row)
      guard value.kind != .null, seen.insert(value).inserted else { return true }
      return controller.item(forKey: value).map { !gone.contains($0) } ?? false
    }
  }

  /// Makes the edits of a step as one change.
  private func make(_ edits: [RowEdit]) throws(ToolError) {
    if edits.count <= Self.maximumSingleEdits {
      do throws(ResultsError) { return try makeSingly(edits) } catch {
        // Rows exchange keys.
        guard case .duplicateKey = error else {
          return try edit { () throws(ResultsError) in throw error }
        }
      }
    }
    let rows = try rows(after: edits)
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
  }

  /// Makes edits one by one; throws `duplicateKey` if two rows have one key before the last edit.
  private func makeSingly(_ edits: [RowEdit]) throws(ResultsError) {
    try controller.performBatch { () throws(ResultsError) in
      for edit in edits {
        let key = edit.new.map(key(of:))
        if let key, let known = controller.item(forKey: key), known != edit.old {
          throw .duplicateKey(key)
        }
        try edit.make(in: controller)
      }
    }
  }

  /// All rows as they are after edits.
  func rows(after edits: [RowEdit]) throws(ToolError) -> [OpenRow] {
    var rows = rows
    guard edits.allSatisfy({ $0.old != nil && $0.new != nil }) else {
      // A tree without keys refuses no row, and an insertion into it moves no others.
      let list = ResultsController<OpenRow>()
      try edit { () throws(ResultsError) in
        try list.setItems(rows)
        try list.performBatch { () throws(ResultsError) in
          for edit in edits { try edit.make(in: list) }
        }
      }
      return list.items ?? []
    }
    for edit in edits { if let new = edit.new { rows[edit.position] = new } }
    return rows
  }

  /// Counts the rows that differ, by their keys; `shown` were visible before.
  private func restored(
    _ gone: Set<OpenRow>, _ added: Set<OpenRow>, shown: Set<OpenRow>
  ) -> RestoredRows {
    var restored = RestoredRows()
    var rows: [FilterValue: OpenRow] = [:]
    for row in gone { rows[key(of: row)] = row }
    for row in added {
      guard let old = rows.removeValue(forKey: key(of: row)) else {
        restored.add(isHidden: !isShown(row))
        continue
      }
      if !store.isSameText(old, row) { restored.add(isHidden: !shown.contains(old)) }
    }
    for row in rows.values { restored.add(isHidden: !shown.contains(row)) }
    return restored
  }
}
