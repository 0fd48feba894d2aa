internal import FilterEngine
internal import FilterSyntax

/// Columns side by side, for people.
///
/// Cells and names are made safe for a terminal before they are measured; the styles are its own.
final class TableWriter: RowWriter {
  /// The column that is the identity of rows where none is named.
  private static let usualIdentity = "id"

  private let sink: ByteSink
  private let columns: [String]?
  private let width: Int?
  private let isColored: Bool
  private let identity: String
  private let remedy: String
  private var sections: [OutputSection] = []

  /// Without `width`, columns are as wide as their widest cell. The column `identity`, "id" by default,
  /// is never cut. `remedy` says how to see the columns that do not fit.
  init(
    _ sink: ByteSink, columns: [String]?, width: Int?, isColored: Bool,
    identity: String? = nil, remedy: String
  ) {
    self.sink = sink
    self.columns = columns
    self.width = width
    self.isColored = isColored
    self.identity = identity ?? Self.usualIdentity
    self.remedy = remedy
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
    let kinds = columns.indices.map { column in
      values.joined().reduce(into: Set<FilterKind>()) { $0.insert($1[column].kind) }
        .subtracting([.null])
    }
    let layout = TableLayout(
      columns.indices.map { column in
        TableLayout.Column(
          role: columns[column] == identity ? .identity : Self.role(kinds[column]),
          name: TextWidth.of(names[column]),
          cells: texts.joined().reduce(0) { max($0, TextWidth.of($1[column])) })
      }, width: width)
    // Columns of numbers alone are aligned to the right.
    let isRight = kinds.map { $0 == [.number] }
    try writeLine(names, layout, isRight, style: "1")
    let rule = names.indices.map { column in
      layout.shown.firstIndex(of: column).map { String(repeating: "─", count: layout.widths[$0]) }
        ?? ""
    }
    try writeLine(rule, layout, isRight, style: "2")
    for (section, rows) in zip(sections, texts) {
      if let name = section.name { try writeHeading(name, count: rows.count) }
      for row in rows { try writeLine(row, layout, isRight, style: nil) }
    }
    try writeMissing(names.indices.filter { !layout.shown.contains($0) }.map { names[$0] })
  }

  /// How a column of values of these kinds gives way.
  private static func role(_ kinds: Set<FilterKind>) -> TableLayout.Role {
    if kinds.contains(.list) || kinds.contains(.object) || kinds.contains(.set) { return .nested }
    return kinds.contains(.string) || kinds.contains(.data) ? .text : .whole
  }

  /// Names the columns that are left out.
  private func writeMissing(_ names: [String]) throws(ToolError) {
    guard !names.isEmpty else { return }
    let count = names.count == 1 ? "1 column" : "\(names.count) columns"
    let text = "\(count) not shown, \(remedy): \(names.joined(separator: ", "))"
    try sink.write((styled(TextWidth.clip(text, to: width ?? .max), "2") + "\n").utf8)
  }

  private func writeHeading(_ name: FilterValue, count: Int) throws(ToolError) {
    let text = name.kind == .null ? "(none)" : TerminalText.line(Columns.text(of: name))
    let number = " (\(count))"
    let room = width.map { max(1, $0 - number.count) } ?? .max
    try sink.write(("\n" + styled(TextWidth.clip(text, to: room) + number, "1") + "\n").utf8)
  }

  private func writeLine(
    _ cells: [String], _ layout: TableLayout, _ isRight: [Bool], style: String?
  ) throws(ToolError) {
    var line = ""
    for (index, column) in layout.shown.enumerated() {
      let width = layout.widths[index]
      let text = TextWidth.clip(cells[column], to: width)
      let space = String(repeating: " ", count: max(0, width - TextWidth.of(text)))
      if index > 0 { line += String(repeating: " ", count: TableLayout.gap) }
      line += isRight[column] ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    try sink.write((styled(line, style) + "\n").utf8)
  }

  private func styled(_ text: String, _ style: String?) -> String {
    guard isColored, let style else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}
