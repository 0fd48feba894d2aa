internal import FilterJSON

/// Writes rows in the shape of the file that they came from: bytes that were not edited as they were
/// read, edited rows in their places, new rows as the file has its rows.
struct RowFileWriter {
  /// The origin of a row.
  enum Origin {
    /// A row of the file, unchanged
    case file(Int)

    /// The replacement of a row of the file
    case edited(OpenRow, Int)

    case new(OpenRow)
  }

  private let text: FileText
  private let sink: ByteSink
  private let json: (OpenRow) -> [UInt8]
  private let records: (any FileRecords)?

  /// Writes rows whose JSON is `json`; `added` are columns that are added to those of the file.
  init(
    _ text: FileText, to sink: ByteSink, added: [String], original: @escaping (Int) -> [UInt8],
    json: @escaping (OpenRow) -> [UInt8]
  ) {
    self.text = text
    self.sink = sink
    self.json = json
    records = text.format.records.map { $0.init(text, added: added, original: original) }
  }

  /// Writes a whole file.
  func write(_ rows: [Origin]) throws(ToolError) {
    // Nothing to keep a shape for
    if rows.isEmpty, text.count == 0, !text.isNew { return try write(text.bytes[...]) }
    let frame = text.format.frame(text, rows.count, records?.header ?? [])
    try write(frame.head[...])
    var index = 0
    while index < rows.count {
      if index & 0xFF == 0 { try Interrupt.check() }
      // Rows that follow each other in the file are written at once.
      let last = endOfRun(rows, from: index)
      let bytes = last > index ? run(rows[index], rows[last]) : row(rows[index])
      try write(bytes)
      let isLast = last + 1 == rows.count
      // A record without a byte is a row only if a line end follows.
      if isLast, records != nil, frame.tail.isEmpty, row(rows[last]).isEmpty {
        try write(frame.separator[...])
      }
      try write(isLast ? frame.tail[...] : gap(after: rows[last]) ?? frame.separator[...])
      index = last + 1
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(ToolError) {
    // Pieces, so that Ctrl-C is heard during long runs.
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 1 << 22) {
      try Interrupt.check()
      try sink.write(bytes[start..<min(bytes.endIndex, start + 1 << 22)])
    }
  }

  private func endOfRun(_ rows: [Origin], from first: Int) -> Int {
    guard records?.addsColumns != true, case .file(var row) = rows[first] else { return first }
    var last = first
    while last + 1 < rows.count, case .file(row + 1) = rows[last + 1] {
      row += 1
      last += 1
    }
    return last
  }

  private func run(_ first: Origin, _ last: Origin) -> ArraySlice<UInt8> {
    guard case .file(let first) = first, case .file(let last) = last else { return [] }
    return text.bytes[text.start(of: first)..<text.end(of: last)]
  }

  private func row(_ origin: Origin) -> ArraySlice<UInt8> {
    switch origin {
    case .file(let row): records?.record(row)[...] ?? text.row(row)
    case .edited(let row, let old): records?.record(json(row), insteadOf: old)[...] ?? plain(row)
    case .new(let row): records?.record(json(row))[...] ?? plain(row)
    }
  }

  private func plain(_ row: OpenRow) -> ArraySlice<UInt8> { json(row)[...].trimmed }

  /// The bytes after a row in the file, if another row follows it there.
  private func gap(after origin: Origin) -> ArraySlice<UInt8>? {
    switch origin {
    case .file(let row), .edited(_, let row): row + 1 < text.count ? text.gap(after: row) : nil
    case .new: nil
    }
  }
}
