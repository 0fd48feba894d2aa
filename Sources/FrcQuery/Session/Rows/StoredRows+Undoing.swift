internal import FilterEngine
internal import FilterableResults

// Steps are lists of rows. The log of the controller does not fit: another identity of rows empties it, and it does not
// say which texts it needs.
extension StoredRows {
  func undo() throws(ToolError) -> RestoredRows {
    let restored = try restore(history.rowsBefore, "undo")
    setColumns(history.undo(columns: file.added))
    return restored
  }

  func redo() throws(ToolError) -> RestoredRows {
    let restored = try restore(history.rowsAfter, "redo")
    setColumns(history.redo(columns: file.added))
    return restored
  }

  private func restore(_ rows: [OpenRow]?, _ verb: String) throws(ToolError) -> RestoredRows {
    guard batchDepth == 0 else { throw .message("end the batch first: .end or .rollback") }
    guard let rows else { throw .message("there is nothing to \(verb)") }
    try prepare()
    // Rows can be identified in another way than at the time of the step.
    if let identity = settings.identity, let conflict = try conflict(identity, rows) {
      throw .message(
        "the \(verb) is refused, as rows are identified by \(identityName), and then "
          + "\(conflict); see .help .identity")
    }
    let (before, shown) = filters.isEmpty ? ([], []) : (self.rows, Set(visibleRows))
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
    return filters.isEmpty ? RestoredRows() : restored(before, rows, shown: shown)
  }

  /// The rows that differ between two lists, by their keys; `shown` were visible in the first list.
  private func restored(
    _ before: [OpenRow], _ after: [OpenRow], shown: Set<OpenRow>
  ) -> RestoredRows {
    var restored = RestoredRows()
    let (known, kept, shownNow) = (Set(before), Set(after), Set(visibleRows))
    var gone: [FilterValue: OpenRow] = [:]
    for row in before where !kept.contains(row) { gone[key(of: row)] = row }
    for row in after where !known.contains(row) {
      guard let old = gone.removeValue(forKey: key(of: row)) else {
        restored.add(isHidden: !shownNow.contains(row))
        continue
      }
      if !store.isSameText(old, row) { restored.add(isHidden: !shown.contains(old)) }
    }
    for row in gone.values { restored.add(isHidden: !shown.contains(row)) }
    return restored
  }

  /// Takes the columns that the file had at a step.
  private func setColumns(_ columns: [String]) {
    if columns != file.added { setFile(file.adding(columns)) }
  }
}
