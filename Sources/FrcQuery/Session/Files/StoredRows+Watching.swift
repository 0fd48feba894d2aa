internal import FilterableResults

extension StoredRows {
  func installWatch() throws(ToolError) {
    throw .message(".watch install is for tables; .watch on follows a file")
  }

  func watch(_ isOn: Bool) throws(ToolError) {
    guard isOn else { return fileWatch = nil }
    guard let version = file.version else {
      throw .message("\(path) is not a regular file and cannot be followed")
    }
    fileWatch = FileWatch(path: path, stamp: version.stamp)
  }

  var watchInterval: Int? { fileWatch == nil ? nil : FileWatch.interval }

  func takeSourceChange(_ willRead: () -> Void) throws(ToolError) -> SourceChange? {
    let before = fileWatch
    guard batchDepth == 0, let event = fileWatch?.look(), event != .nothing else { return nil }
    if event == .deleted {
      willRead()
      return .deleted
    }
    if isEdited {
      // The stamp of a file may change without its content.
      guard try file.version?.change(at: path).0 != nil else { return nil }
      fileWatch = nil
      willRead()
      return .unwatched
    }
    willRead()
    do throws(ToolError) {
      return .reloaded(isBack: event == .returned, leftOut: try reload())
    } catch {
      if let text = error.message, error != .interrupted { return .unreadable(text) }
      // The next look finds the change again.
      fileWatch = before
      throw error
    }
  }

  /// Replaces all rows with those of the file as it is now; how many were left out because of their keys.
  private func reload() throws(ToolError) -> Int {
    let read = try FileRows(path: path, form: form, progress: progress)
    let rows = store.add(read.rows)
    try prepare()
    try load(rows)
    store.setNextNumber(rows.count + 1)
    setFile(OpenFile(read, rows: rows, cause: "last read", shown: self.rows))
    return file.leftOut
  }
}
