internal import FilterSyntax
internal import FilterableResults

// The file that is open: reading it, saving it, and the changes that others make to it.
extension Session {
  /// Opens a file; with `regularOnly` only one that can neither block nor go on for ever. `table` and `isWritable` are
  /// for a source with tables.
  func open(
    _ path: String, as form: InputForm = InputForm(), table: String? = nil,
    isWritable: Bool = false, regularOnly: Bool = true
  ) throws(ToolError) {
    let path = surroundings.expanded(path)
    guard path != "-" else { throw .message("standard input cannot be opened, name a file") }
    let data: any SessionRows
    // Opening it would list its tables.
    if policy != nil, form.format == nil, RowFormat.hasTables(path) {
      throw Self.refusalOfTable(path)
    }
    if form.format == nil,
      let rows = try RowFormat.tableRows(
        path,
        TableOptions(
          table: table, isWritable: isWritable, lockTimeout: lockTimeout, types: form.types),
        limits: limits)
    {
      try form.checkTable(path)
      data = rows
    } else {
      guard table == nil, !isWritable else {
        throw .message("\(path): --\(isWritable ? "write" : "table") is for files with tables")
      }
      SystemCalls.removeLeftovers(in: SystemCalls.folder(of: SystemCalls.resolved(path)))
      data = try StoredRows(
        path: path, form: form, regularOnly: regularOnly, limits: limits,
        progress: surroundings.progress)
    }
    (self.data, self.form) = (data, form)
    columns = nil
    unreadableChange = nil
    defer { data.endLine() }
    try permitParts(of: data)
    try say("\(try data.sizeText()), identified by \(data.identityName)")
    if let note = (data as? StoredRows).flatMap({ ShortRows.note($0.shortCount) }) { try say(note) }
  }

  /// Writes all rows to a file, to the open one without a path.
  func save(to path: String?, isForced: Bool) throws(ToolError) {
    let data = try opened()
    let report = try data.save(to: path.map(surroundings.expanded), isForced: isForced)
    try say(report, count: try data.count())
  }

  /// Writes the visible rows to a file, as a whole or not at all, as `.show` prints them.
  func export(to path: String, format: RowFormat?, isForced: Bool) throws(ToolError) {
    let data = try opened()
    let name = surroundings.expanded(path)
    let target = SystemCalls.resolved(name)
    guard target != SystemCalls.resolved(data.path) else {
      throw .message("\(name) is the open file; .save writes it, with all rows")
    }
    let requireFree = { () throws(ToolError) in
      if isForced { return }
      try FileReplacement.requireFree(target, name: name, command: ".export")
    }
    try requireFree()
    let replacement = try FileReplacement(of: target, name: name)
    let format = format ?? RowFormat(path: target) ?? .usual(onTerminal: false)
    let layout = RowLayout(
      columns: columns?.map(\.name), hasHeader: form.hasHeader, hasSections: data.hasSections,
      identity: data.identityName)
    try writeRows(
      of: data, to: format.write(replacement.sink, layout), as: format)
    let outcome = try replacement.commit(check: requireFree)
    try say(SaveReport(name: name, outcome), count: try data.visibleCount())
  }

  /// Reports a file that was written.
  private func say(_ report: SaveReport, count: Int) throws(ToolError) {
    try say("\(ValueText.count(count, "row")) written to \(TerminalText.line(report.name))")
    for note in report.notes {
      try say("note: \(TerminalText.line("\(report.name): \(note)"))")
    }
    if let warning = report.warning { throw .message(warning) }
  }

  private static let maximumConflicts = 20

  /// Reads what others wrote to the open file, keeps the edits, and reports both.
  func mergeFile() throws(ToolError) {
    let data = try opened()
    let path = TerminalText.line(data.path)
    guard let merge = try data.mergeSource() else { return try say("\(path) has not changed") }
    try say(
      "\(path): \(merge.changed) changed, \(merge.added) added, \(merge.removed) removed by "
        + "others; \(ValueText.count(merge.edits, "edit")) kept")
    for conflict in merge.conflicts.prefix(Self.maximumConflicts) {
      try say(
        "the row with the \(TerminalText.line(data.identityName)) "
          + "\(ValueText.text(conflict.key)) \(conflict.text); the edit made here is kept")
    }
    if merge.conflicts.count > Self.maximumConflicts {
      try say("… and \(merge.conflicts.count - Self.maximumConflicts) more")
    }
  }

  /// Looks whether a file that is watched has changed, and reports it. An error that it finds is reported once.
  func followFile() throws(ToolError) {
    guard let data else { return }
    // A read that does not end would lock a table for other programs.
    defer { data.endLine() }
    do throws(ToolError) {
      guard let change = try data.takeSourceChange({ willPrint?() }) else { return }
      try report(change, of: data)
    } catch {
      guard error != .interrupted, let reason = error.reason else { throw error }
      guard reason != unreadableChange else { return }
      unreadableChange = reason
      willPrint?()
      let place = TerminalText.line(data.path) + ": "
      let text = reason.begins(with: place) ? reason.dropping(place.utf8.count) : reason
      try say("\(place)the rows cannot be shown: \(text)")
    }
    try flush()
  }

  private func report(_ change: SourceChange, of data: any SessionRows) throws(ToolError) {
    let path = TerminalText.line(data.path)
    switch change {
    case .committed:
      if unreadableChange != nil {
        let rows = ValueText.count(try data.visibleCount(), "row")
        unreadableChange = nil
        try say("\(path): the rows can be shown again: \(rows)")
      }
      try report(always: true)
    case .deleted: try say("\(path) is gone; its rows stay until it is back")
    case .unreadable(let reason):
      try say(
        "\(path) changed and cannot be read; the rows stay as they were: "
          + TerminalText.line(reason))
    case .reloaded(let isBack, let leftOut):
      let rows = ValueText.count(try data.count(), "row")
      unreadableChange = nil
      try say("\(path) \(isBack ? "is back" : "changed"): \(rows)")
      if leftOut > 0 {
        try say(
          ValueText.count(leftOut, "row")
            + " left out, as the \(data.identityName) is there already")
      }
      try report(always: true)
    case .unwatched:
      let text =
        "\(data.path) changed, and edits are not saved: it is no longer watched; .merge takes the "
        + "changes in and keeps the edits, .save --force overwrites the file, .open --drop "
        + "\(data.path) drops the edits"
      if isTerminal {
        try say(text)
      } else {
        hasFailed = true
        try flush()
        surroundings.messages.report(text)
      }
    }
  }
}
