internal import FilterEngine
internal import FilterSyntax

/// Columns side by side, for people.
///
/// Cells and names are made safe for a terminal before they are measured; the styles are its own.
final class TableWriter: RowWriter {
  private static let gap = "  "
  private let sink: ByteSink
  private let columns: [String]?
  private let width: Int?
  private let isColored: Bool
  private var sections: [OutputSection] = []

  /// Without `width`, columns are as wide as their widest cell.
  init(_ sink: ByteSink, columns: [String]?, width: Int?, isColored: Bool) {
    self.sink = sink
    self.columns = columns
    self.width = width
    self.isColored = isColored
  }

  func write(_ row: OutputRow) throws(ToolError) {
    if sections.isEmpty { sections.append(OutputSection(name: nil)) }
    sections[0].rows.append(row)
  }

  func write(_ section: OutputSection) throws(ToolError) { sections.append(section) }

  /// A table needs the values of all rows, so that no row comes as a record.
  func write(records: [UInt8]) throws(ToolError) { try sink.write(block: records) }

  func end() throws(ToolError) {
    let columns = self.columns ?? Columns.all(of: sections.lazy.flatMap(\.rows))
    guard !columns.isEmpty, !sections.isEmpty else { return }
    let values = sections.map { section in section.rows.map { Columns.cells(of: $0, columns) } }
    let texts = values.map { rows in
      rows.map { cells in cells.map { TerminalText.line(Columns.text(of: $0)) } }
    }
    let names = columns.map(TerminalText.line)
    let widths = fitted(
      names.indices.map { column in
        texts.joined().reduce(TextWidth.of(names[column])) { max($0, TextWidth.of($1[column])) }
      })
    // A column of numbers alone stands to the right.
    let isRight = columns.indices.map { column in
      values.joined().allSatisfy { $0[column].kind == .number || $0[column].kind == .null }
        && values.joined().contains { $0[column].kind == .number }
    }
    try writeLine(names, widths, isRight, style: "1")
    try writeLine(widths.map { String(repeating: "─", count: $0) }, widths, isRight, style: "2")
    for (section, rows) in zip(sections, texts) {
      if let name = section.name { try writeHeading(name, count: rows.count) }
      for row in rows { try writeLine(row, widths, isRight, style: nil) }
    }
  }

  private func writeHeading(_ name: FilterValue, count: Int) throws(ToolError) {
    let text = name.kind == .null ? "(none)" : TerminalText.line(Columns.text(of: name))
    let number = " (\(count))"
    let room = width.map { max(1, $0 - number.count) } ?? .max
    try sink.write(("\n" + styled(TextWidth.clip(text, to: room) + number, "1") + "\n").utf8)
  }

  private func writeLine(
    _ cells: [String], _ widths: [Int], _ isRight: [Bool], style: String?
  ) throws(ToolError) {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = TextWidth.clip(cell, to: widths[index])
      let space = String(repeating: " ", count: max(0, widths[index] - TextWidth.of(text)))
      if index > 0 { line += Self.gap }
      line += isRight[index] ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    try sink.write((styled(line, style) + "\n").utf8)
  }

  private func styled(_ text: String, _ style: String?) -> String {
    guard isColored, let style else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }

  /// Widths that fit into the terminal: the widest columns give way first.
  private func fitted(_ widths: [Int]) -> [Int] {
    guard let width else { return widths }
    var left = width - Self.gap.count * (widths.count - 1)
    var fitted = widths
    var remaining = widths.count
    for column in widths.indices.sorted(by: { widths[$0] < widths[$1] }) {
      // Columns that even a letter each is too much for go on behind the edge.
      let share = max(1, left / max(1, remaining))
      fitted[column] = min(widths[column], share)
      left -= fitted[column]
      remaining -= 1
    }
    return fitted
  }
}
