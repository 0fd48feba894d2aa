internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

extension Session {
  /// Writes a line that a command was asked for, as rows are.
  func answer(_ text: String) throws(ToolError) {
    try sink.write(text.endingInNewline)
  }

  /// Runs `body`. At a terminal, output that is longer than the terminal is shown by a pager.
  func paged(_ body: () throws(ToolError) -> Void) throws(ToolError) {
    guard isTerminal, scripts.isEmpty else { return try body() }
    try sink.paged(body)
  }

  func flush() throws(ToolError) {
    try sink.flush()
  }

  /// Runs a predicate over all rows: the first of those that match, and their number.
  func show(matching text: String, offset: Int) throws(ToolError) {
    let data = try opened()
    let predicate = try predicate(text, offset: offset)
    let found = try data.rows(matching: predicate)
    try show(found.rows, limit: Self.shownRows, of: data)
    if let (row, error) = found.first {
      try say(error.rendered(in: text))
      let rows = ValueText.count(found.failures, "row")
      try say(
        "\(rows) could not be evaluated and \(found.failures == 1 ? "was" : "were") left out, "
          + "the first with the \(data.identityName) \(ValueText.text(data.key(of: row)))")
    }
    let isEmpty = found.rows.isEmpty && found.failures == 0
    let isCommand = isEmpty ? try hint(command: text) : false
    if !isCommand { try hint(at: predicate) }
    matches = found.rows
    try flush()
  }

  /// The first rows of a list, and how many there are.
  func show(_ rows: [OpenRow], limit: Int, of data: any SessionRows) throws(ToolError) {
    let writer = writer(hasSections: false)
    let output = OpenRowOutput(data, columns, as: mode)
    for row in rows.prefix(limit) {
      try Interrupt.check()
      try writer.write(output.row(row))
    }
    try writer.end()
    try sayCount(min(limit, rows.count), of: rows.count, data)
  }

  /// The first rows that the filters let pass, in their sections, and how many there are.
  func showRows(limit: Int) throws(ToolError) {
    let data = try opened()
    try writeRows(
      of: data, to: writer(hasSections: data.hasSections), as: mode, limit: limit)
    let count = data.snapshot.rowCount
    try sayCount(min(limit, count), of: count, data)
  }

  /// Writes the first visible rows in their sections.
  func writeRows(
    of data: any SessionRows, to writer: any RowWriter, as format: RowFormat, limit: Int = .max
  ) throws(ToolError) {
    let snapshot = data.snapshot
    let hasSections = data.hasSections
    let output = OpenRowOutput(data, columns, as: format)
    var left = limit
    for section in snapshot.sections where left > 0 {
      try Interrupt.check()
      var rows = OutputSection(name: hasSections ? section.key : nil)
      for index in 0..<min(left, section.count) {
        guard let row = section.row(at: index)?.item else { continue }
        let written = output.row(row)
        if hasSections {
          rows.rows.append(written)
        } else {
          try writer.write(written)
        }
      }
      left -= section.count
      if hasSections {
        try writer.write(rows)
      }
    }
    try writer.end()
  }

  private func writer(hasSections: Bool) -> any RowWriter {
    mode.write(
      sink,
      RowLayout(
        columns: columns?.map(\.name), hasSections: hasSections,
        width: isTerminal ? sink.terminal.width : nil,
        isColored: isTerminal && sink.terminal.hasColor, identity: data?.identityName,
        remedy: ".select chooses columns"))
  }

  /// `12 of 258 rows`
  func sayCount(_ shown: Int, of count: Int, _ data: any SessionRows) throws(ToolError) {
    let total = data.count
    var text =
      count == total
      ? ValueText.count(total, "row") : "\(count) of \(ValueText.count(total, "row"))"
    if shown < count { text += ", the first \(shown) shown" }
    try say(text)
  }

  /// The number of shown rows.
  func sayCount() throws(ToolError) {
    let data = try opened()
    let count = data.snapshot.rowCount
    try sayCount(count, of: count, data)
  }

  /// Reports the changes since the last line, if requested, and the rows that could not be tested.
  func report(always: Bool = false) throws(ToolError) {
    guard let data else { return }
    let changes = data.takeChanges()
    if showsChanges || always {
      let width = isTerminal ? sink.terminal.width : nil
      let output = OpenRowOutput(data, columns, as: .usual(onTerminal: false))
      let report = ChangeReport(width: width) { output.row($0).json }
      for change in changes { try say(report.text(change)) }
    }
    let failures = data.failures
    if !changes.isEmpty, let error = failures.first {
      let rows = ValueText.count(failures.count, "row")
      try say(
        "\(rows) could not be evaluated and \(failures.count == 1 ? "is" : "are") hidden: "
          + TerminalText.line(error.message))
    }
  }
}

/// Rows of the output.
struct OpenRowOutput {
  private let data: any SessionRows
  private let builder: OutputRowBuilder
  private let reader = JSONReader()

  init(_ data: any SessionRows, _ columns: [KeyColumn]?, as format: RowFormat) {
    self.data = data
    builder = OutputRowBuilder(
      Selection(columns),
      ProjectedColumns(selected: columns, ColumnEvaluation(limits: .standard)), for: format)
  }

  func row(_ row: OpenRow) -> OutputRow {
    builder.beginRow()
    return builder.output(of: StoredRow(json: data.json(of: row), reader: reader))
  }
}

/// A row of a session as it is written.
private struct StoredRow: MatchedRow {
  let json: [UInt8]
  let reader: JSONReader

  // Every row was checked when it came.
  var value: FilterValue? { try? reader.read(json) }

  var cells: FilterValue? { reader.spelledMembers(of: json) }

  func slot(at column: Int) -> RowSlot { RowSlot(.other) }
  func value(at column: Int) -> FilterValue? { nil }

  func spelling(ofPath path: [String]) -> [UInt8]? { reader.spelling(ofPath: path, in: json) }

  func appendJSON(to bytes: inout [UInt8]) { bytes += json }
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool { false }
}
