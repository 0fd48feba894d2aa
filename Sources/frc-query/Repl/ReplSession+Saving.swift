internal import FilterSyntax

extension ReplSession {
  /// Writes all rows to a file, to the open one without a path; it is replaced as a whole or not at
  /// all.
  ///
  /// The open file is written only if it is still as the session knows it, unless `isForced`.
  func save(to path: String?, isForced: Bool) throws(ToolError) {
    let data = try opened()
    let name = path.map(Self.expanded) ?? data.path
    let target = SystemCalls.resolved(name)
    let isOpenFile = data.file.version != nil && target == SystemCalls.resolved(data.path)
    if path == nil, !isOpenFile {
      throw .message("\(name) is not a regular file; name the file to write: .save FILE")
    }
    let expected = isOpenFile && !isForced ? try requireUnchanged(data, at: target) : nil
    let replacement = try FileReplacement(of: target, name: name)
    let format = isOpenFile ? data.file.text.format : RowFormat(path: target) ?? .jsonl
    let added = try data.write(to: replacement.sink, as: format)
    let outcome = try replacement.commit { () throws(ToolError) in
      guard let expected, FileStamp(path: target) != expected else { return }
      throw .message("\(name) changed while it was saved; it is left as it is")
    }
    if isOpenFile {
      data.setFile(data.file.saved(data.rows, added: added, outcome))
      // What was just written is what is open.
      if watch != nil { watch = FileWatch(path: data.path, stamp: outcome.stamp) }
    }
    try say("\(ReplValue.count(data.count, "row")) written to \(TerminalText.line(name))")
    for note in outcome.notes { try say("note: \(TerminalText.line("\(name): \(note)"))") }
    if let warning = outcome.warning { throw .message(warning) }
  }

  /// Refuses to overwrite what others wrote; the stamp of the file that was found unchanged.
  private func requireUnchanged(
    _ data: OpenData, at path: String
  ) throws(ToolError) -> FileStamp? {
    guard let version = data.file.version else { return nil }
    let (change, stamp) = try version.change(at: path)
    let ways = ".merge takes that in, .save --force overwrites it"
    if let change {
      let since = "since it was \(version.cause)"
      switch change {
      case .unreadable: throw .message("\(data.path) \(change.text(appendedRows: nil))")
      case .deleted:
        throw .message("\(data.path) was deleted \(since); .save --force writes it again")
      case .appended:
        throw .message(
          "\(data.path): \(change.text(appendedRows: data.countAppendedRows())) \(since); \(ways)")
      default: throw .message("\(data.path) \(change.text(appendedRows: nil)) \(since); \(ways)")
      }
    }
    if data.file.leftOut > 0 {
      throw .message(
        "\(data.path) has \(ReplValue.count(data.file.leftOut, "row")) more, left out as the "
          + "\(data.identityName) is there already; .open \(data.path) takes all in, "
          + ".save --force drops them")
    }
    return stamp
  }

  private static let maximumConflicts = 20

  /// Takes in what others wrote to the open file, and reports it.
  func mergeFile() throws(ToolError) {
    let data = try opened()
    guard let version = data.file.version else {
      throw .message("\(data.path) is not a regular file; name the file to merge: .merge FILE")
    }
    let (change, _) = try version.change(at: SystemCalls.resolved(data.path))
    guard change != nil else { return try say("\(TerminalText.line(data.path)) has not changed") }
    let merge = try data.mergeFile()
    if watch != nil { watch = FileWatch(path: data.path, stamp: data.file.version?.stamp) }
    try say(
      "\(TerminalText.line(data.path)): \(merge.changed) changed, \(merge.added) added, \(merge.removed) removed by "
        + "others; \(ReplValue.count(merge.edits, "edit")) kept")
    for conflict in merge.conflicts.prefix(Self.maximumConflicts) {
      try say(
        "the row with the \(TerminalText.line(data.identityName)) \(ReplValue.text(conflict.key)) \(conflict.text); "
          + "the edit made here is kept")
    }
    if merge.conflicts.count > Self.maximumConflicts {
      try say("… and \(merge.conflicts.count - Self.maximumConflicts) more")
    }
  }
}
