internal import FilterEngine
internal import FilterableResults

extension StoredRows {
  func save(to path: String?, isForced: Bool) throws(ToolError) -> SaveReport {
    let name = path ?? self.path
    let target = SystemCalls.resolved(name)
    let isOpenFile = file.version != nil && target == SystemCalls.resolved(self.path)
    if path == nil, !isOpenFile {
      let kind = Compression(of: target) == nil ? "not a regular file" : "compressed"
      throw .message("\(name) is \(kind); name the file to write: .save FILE")
    }
    guard !isOpenFile || !file.text.isPart else {
      throw .message(
        "\(name): its rows are parts of its text, which they are not written back to; name another "
          + "file: .save FILE")
    }
    let expected = isOpenFile && !isForced ? try requireUnchanged(at: target) : nil
    let isNew = !isOpenFile && !isForced
    let replacement = try FileReplacement(of: target, name: name)
    if isNew { try FileReplacement.requireFree(target, name: name, command: ".save") }
    let format =
      isOpenFile ? file.text.format : RowFormat(path: target) ?? .usual(onTerminal: false)
    let added = try write(to: replacement.sink, as: format)
    let outcome = try replacement.commit { () throws(ToolError) in
      if isNew { try FileReplacement.requireFree(target, name: name, command: ".save") }
      guard let expected, FileStamp(path: target) != expected else { return }
      throw .message("\(name) changed while it was saved; it is left as it is")
    }
    if isOpenFile {
      setFile(file.saved(rows, added: added, outcome))
      // The written file is now the open file.
      if fileWatch != nil { fileWatch = FileWatch(path: self.path, stamp: outcome.stamp) }
    } else if file.version == nil || file.text.isPart {
      setFile(file.copied(rows))
    }
    return SaveReport(name: name, outcome)
  }

  /// Refuses to overwrite what others wrote; the stamp of the file that was found unchanged.
  private func requireUnchanged(at target: String) throws(ToolError) -> FileStamp? {
    guard let version = file.version else { return nil }
    let (change, stamp) = try version.change(at: target)
    let ways = ".merge takes that in, .save --force overwrites it"
    if let change {
      let since = "since it was \(version.cause)"
      switch change {
      case .unreadable: throw .message("\(path) \(change.text(appendedRows: nil))")
      case .deleted:
        throw .message("\(path) was deleted \(since); .save --force writes it again")
      case .appended:
        throw .message(
          "\(path): \(change.text(appendedRows: countAppendedRows())) \(since); \(ways)")
      default: throw .message("\(path) \(change.text(appendedRows: nil)) \(since); \(ways)")
      }
    }
    if file.leftOut > 0 {
      throw .message(
        "\(path) has \(ValueText.count(file.leftOut, "row")) more, left out as the "
          + "\(identityName) is there already; .open \(path) takes all in, "
          + ".save --force drops them")
    }
    return stamp
  }

  /// Writes all rows: in the shape of the file if that has the format, as a new file of the format
  /// otherwise. Returns the columns that the file then has beside its own.
  private func write(to sink: ByteSink, as format: RowFormat) throws(ToolError) -> [String] {
    let isNew = format != file.text.format || file.text.isPart
    let json = { (row: OpenRow) in (isNew ? nil : row.spelling) ?? row.json }
    let text = isNew ? FileText(new: format) : file.text
    let origins = isNew ? rows.map { .new($0) } : origins()
    var added = isNew ? [] : file.added
    if let records = format.records {
      added += records.names(
        in: rows.lazy.filter { [file] in isNew || $0.text !== file.original.first?.text }.map(json),
        beside: (text.header?.names ?? []) + added, withoutValue: isNew)
    }
    try checkNumbers(of: added, in: text)
    let writer = RowFileWriter(
      text, to: sink, added: added, original: { [file] in json(file.original[$0]) }, json: json)
    try writer.write(origins)
    return added
  }

  /// Throws if a file without a header cannot have these further columns, which are known by their numbers.
  private func checkNumbers(of added: [String], in text: FileText) throws(ToolError) {
    guard let header = text.header, !header.isWritten else { return }
    for (number, name) in zip((header.names.count + 1)..., added) where name != "\(number)" {
      throw .message("\(path) has no header, so that a new column is '\(number)' and not '\(name)'")
    }
  }

  private func origins() -> [RowFileWriter.Origin] {
    let edits = edits(from: file.original, byNumber: true)
    let original = file.original.first?.text
    return rows.map { row in
      if row.text === original { return .file(Int(row.index)) }
      return edits.origins[row].map { .edited(row, $0) } ?? .new(row)
    }
  }

  /// The form of the file, with the format that it was found to have.
  var knownForm: InputForm {
    var form = form
    form.format = form.format ?? file.text.format
    return form
  }

  /// The number of rows appended to the file since it was read or written; nil if it cannot be read.
  private func countAppendedRows() -> Int? {
    guard let version = file.version,
      let read = try? FileRows(path: path, form: knownForm, progress: progress)
    else { return nil }
    return read.rows.count - version.rowCount
  }
}
