internal import FilterableResults

// Steps are lists of rows. The log of the controller does not fit: another identity of rows empties it, and it does not
// say which texts it needs.
extension StoredRows {
  func undo() throws(ToolError) {
    try restore(history.rowsBefore, "undo")
    setColumns(history.undo(columns: file.added))
  }

  func redo() throws(ToolError) {
    try restore(history.rowsAfter, "redo")
    setColumns(history.redo(columns: file.added))
  }

  private func restore(_ rows: [OpenRow]?, _ verb: String) throws(ToolError) {
    guard batchDepth == 0 else { throw .message("end the batch first: .end or .rollback") }
    guard let rows else { throw .message("there is nothing to \(verb)") }
    try prepare()
    // Rows can be identified in another way than at the time of the step.
    if let identity = settings.identity, let conflict = try conflict(identity, rows) {
      throw .message(
        "the \(verb) is refused, as rows are identified by \(identityName), and then "
          + "\(conflict); see .help .identity")
    }
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
  }

  /// Takes the columns that the file had at a step.
  private func setColumns(_ columns: [String]) {
    if columns != file.added { setFile(file.adding(columns)) }
  }
}
