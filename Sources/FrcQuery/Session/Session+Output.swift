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
  func show(matching words: CommandWords, limit: Int) throws(ToolError) {
    let data = try opened()
    let text = words.rest
    let predicate = try predicate(text, offset: words.offset)
    // A line that names a command may lack its dot, which its rows show.
    let command = commandHint(text)
    // A single word that no row has as a key is likely no predicate, and all rows take long.
    let isWord =
      command != nil && !text.unicodeScalars.contains(where: CommandWords.isBlank)
      && !sampleKeys().contains(text)
    if isWord, let command {
      try say(command)
      try flush()
    }
    if command == nil { try hint(at: predicate) }
    let writer = writer(hasSections: false)
    let output = OpenRowOutput(columns, as: mode, hasCells: data.hasCells)
    let found = try data.visit(matching: predicate, limit: limit) { json throws(ToolError) in
      try writer.write(output.row(json))
    }
    try writer.end()
    try sayCount(min(limit, found.count), of: found.count, data)
    if let (key, error) = found.first {
      let end = KindRemedy.end(of: error, in: predicate.syntax, RowDiagnosis.Form())
      try say(error.rendered(in: text, label: "error", end: end))
      let rows = ValueText.count(found.failures, "row")
      try say(
        "\(rows) could not be evaluated and \(found.failures == 1 ? "was" : "were") left out, "
          + "the first with the \(data.identityName) \(ValueText.text(key))")
    }
    if let command {
      let isEmpty = found.count == 0 && found.failures == 0
      if !isEmpty { try hint(at: predicate) } else if !isWord { try say(command) }
    }
    try showNumbers(matching: predicate)
    try flush()
  }

  /// The first rows that the filters let pass, in their sections, and how many there are.
  func showRows(limit: Int) throws(ToolError) {
    let data = try opened()
    try writeRows(
      of: data, to: writer(hasSections: data.hasSections), as: mode, limit: limit)
    // The rows are there before a count that takes long.
    try sink.flush()
    let count = try data.visibleCount()
    try sayCount(min(limit, count), of: count, data)
  }

  /// Writes the first visible rows in their sections.
  func writeRows(
    of data: any SessionRows, to writer: any RowWriter, as format: RowFormat, limit: Int = .max
  ) throws(ToolError) {
    let output = OpenRowOutput(columns, as: format, hasCells: data.hasCells)
    var section: OutputSection?
    try data.visit(limit: limit) { key throws(ToolError) in
      if let section { try writer.write(section) }
      section = OutputSection(name: key)
    } row: { json throws(ToolError) in
      let row = output.row(json)
      if section == nil { try writer.write(row) } else { section?.rows.append(row) }
    }
    if let section { try writer.write(section) }
    try writer.end()
  }

  private func writer(hasSections: Bool) -> any RowWriter {
    mode.write(
      sink,
      RowLayout(
        columns: columns?.map(\.name), hasHeader: form.hasHeader, hasSections: hasSections,
        width: isTerminal ? sink.terminal.width : nil,
        isColored: isTerminal && sink.terminal.hasColor, identity: data?.identityName,
        remedy: ".select chooses columns"))
  }

  /// `12 of 258 rows`
  func sayCount(_ shown: Int, of count: Int, _ data: any SessionRows) throws(ToolError) {
    let total = try data.count()
    var text =
      count == total
      ? ValueText.count(total, "row") : "\(count) of \(ValueText.count(total, "row"))"
    if shown < count { text += ", the first \(shown) shown" }
    try say(text)
  }

  /// The number of shown rows.
  func sayCount() throws(ToolError) {
    let data = try opened()
    let count = try data.visibleCount()
    try sayCount(count, of: count, data)
  }

  /// Reports the changes since the last line, if requested, and the rows that could not be tested.
  func report(always: Bool = false) throws(ToolError) {
    guard let data else { return }
    let report = try data.takeReport()
    if showsChanges || always {
      let width = isTerminal ? sink.terminal.width : nil
      let output = OpenRowOutput(
        columns, as: .usual(onTerminal: false), hasCells: data.hasCells)
      let text = ChangeReport(width: width) { output.row($0.json).json }
      for change in report.changes { try say(text.text(change)) }
    }
    if let note = report.note { try say("note: \(note)") }
    guard report.failureCount > 0 else { return }
    let rows = ValueText.count(report.failureCount, "row")
    try say(
      "\(rows) could not be evaluated and \(report.failureCount == 1 ? "is" : "are") hidden: "
        + TerminalText.line(report.failure))
  }
}

/// Rows of the output.
struct OpenRowOutput {
  private let builder: OutputRowBuilder
  private let reader = JSONReader()

  /// The output of rows in a format; of those with cells, whose columns read these as what they compare them with.
  init(_ columns: [KeyColumn]?, as format: RowFormat, hasCells: Bool = false) {
    let columns = hasCells ? columns.map { $0.map { $0.readingCells() } } : columns
    builder = OutputRowBuilder(
      Selection(columns),
      ProjectedColumns(selected: columns, ColumnEvaluation(run: EvaluationContext(of: .standard))),
      for: format)
  }

  func row(_ json: [UInt8]) -> OutputRow {
    builder.beginRow()
    return builder.output(of: StoredRow(json: json, reader: reader))
  }
}

/// A row of a session as it is written.
private struct StoredRow: MatchedRow {
  let json: [UInt8]
  let reader: JSONReader

  // Every row was checked when it came.
  var value: FilterValue? { try? reader.read(json) }

  var cells: FilterValue? { reader.spelledMembers(of: json) }

  var readings: FilterValue? { CellReading.row(json, reader) }

  func slot(at column: Int) -> RowSlot { RowSlot(.other) }
  func value(at column: Int) -> FilterValue? { nil }

  func spelling(ofPath path: [String]) -> [UInt8]? { reader.spelling(ofPath: path, in: json) }

  func appendJSON(to bytes: inout [UInt8]) { bytes += json }
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool { false }
}
