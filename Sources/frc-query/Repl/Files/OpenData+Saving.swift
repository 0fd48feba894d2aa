internal import FilterEngine

extension OpenData {
  /// Writes all rows: in the shape of the file if that has the format, as a new file of the format
  /// otherwise. Returns the columns that the file then has beside its own.
  func write(to sink: ByteSink, as format: RowFormat) throws(ToolError) -> [String] {
    let json = { [store] (row: OpenRow) in store.json(of: row) }
    let isNew = format != file.text.format
    let text = isNew ? FileText(new: format) : file.text
    let origins = isNew ? rows.map { .new($0) } : origins()
    var added = isNew ? [] : file.added
    if let records = format.records {
      added += records.names(
        in: rows.lazy.filter { [file] in isNew || $0.text != file.original.first?.text }.map(json),
        beside: (text.header?.names ?? []) + added, withoutValue: isNew)
    }
    let writer = RowFileWriter(
      text, to: sink, added: added, original: { [file] in json(file.original[$0]) }, json: json)
    try writer.write(origins)
    return added
  }

  private func origins() -> [RowFileWriter.Origin] {
    let edits = edits(from: file.original)
    let place = file.original.first?.text
    return rows.map { row in
      if row.text == place { return .file(Int(row.index)) }
      return edits.origins[row].map { .edited(row, $0) } ?? .new(row)
    }
  }

  /// How many rows were appended to the file since it was read or written, nil if it cannot be read.
  func countAppendedRows() -> Int? {
    guard let version = file.version,
      let read = try? RowTextReader(path: path, format: file.text.format).read()
    else { return nil }
    return read.rows.count - version.rowCount
  }
}
