internal import FilterEngine
internal import FilterSyntax

/// A writer of tables with aligned columns, for human readers.
///
/// Cells and names are sanitized for a terminal before they are measured; the writer itself adds the styles.
final class TableWriter: RowWriter {
  /// The identity column if none is named.
  private static let usualIdentity = "id"

  private let sink: ByteSink
  private let layout: RowLayout
  private var sections: [OutputSection] = []

  /// Without a width, columns are as wide as their widest cell. The identity column, by default "id", is never cut.
  init(_ sink: ByteSink, _ layout: RowLayout) {
    self.sink = sink
    self.layout = layout
  }

  func write(_ row: OutputRow) throws(ToolError) {
    if sections.isEmpty { sections.append(OutputSection(name: nil)) }
    sections[0].rows.append(row)
  }

  func write(_ section: OutputSection) throws(ToolError) { sections.append(section) }

  /// A table needs the values of all rows, so rows are not passed as records.
  func write(records: [UInt8]) throws(ToolError) { try sink.write(block: records) }

  func end() throws(ToolError) {
    let columns = layout.columns ?? Columns.all(of: sections.lazy.flatMap(\.rows))
    guard !columns.isEmpty, !sections.isEmpty else { return }
    let names = columns.map(TerminalText.line)
    let contents = contents(of: columns)
    let fitted = TableLayout(
      columns.indices.map { column in
        TableLayout.Column(
          role: columns[column] == layout.identity ?? Self.usualIdentity
            ? .identity : Self.role(contents[column].kinds),
          name: TextWidth.of(names[column]), cells: contents[column].width)
      }, width: layout.width)
    // Columns that contain only numbers are aligned to the right.
    let isRight = fitted.shown.map { contents[$0].kinds == [.number] }
    try writeLine(fitted.shown.map { names[$0] }, fitted, isRight, style: "1")
    try writeLine(
      fitted.widths.map { String(repeating: "─", count: $0) }, fitted, isRight, style: "2")
    let shown = fitted.shown.map { columns[$0] }
    for section in sections {
      if let name = section.name { try writeHeading(name, count: section.rows.count) }
      for row in section.rows {
        let texts = Columns.cells(of: row, shown).map { TerminalText.line(Columns.text(of: $0)) }
        try writeLine(texts, fitted, isRight, style: nil)
      }
    }
    var isMissing = Array(repeating: true, count: names.count)
    for column in fitted.shown { isMissing[column] = false }
    try writeMissing(names.indices.filter { isMissing[$0] }.map { names[$0] })
  }

  /// The kinds of the cells of a column without nil, and the width of the widest cell.
  private struct Content {
    var kinds: Set<FilterKind> = []
    var width = 0
  }

  /// The contents of each column. Iterates over the members of each row, as rows may have few of the columns.
  private func contents(of columns: [String]) -> [Content] {
    let shape = FilterObject.Shape(columns)
    var contents = Array(repeating: Content(), count: shape.keys.count)
    func add(_ value: FilterValue, _ column: String) {
      guard value.kind != .null, let slot = shape.slot(of: column) else { return }
      contents[slot].kinds.insert(value.kind)
      let width = TextWidth.of(TerminalText.line(Columns.text(of: value)))
      contents[slot].width = max(contents[slot].width, width)
    }
    for row in sections.lazy.flatMap(\.rows) {
      if case .object(let object) = row.value {
        for (key, value) in object.members { add(value, key) }
      } else {
        add(row.value, Columns.ofScalars)
      }
    }
    return columns.map { shape.slot(of: $0).map { contents[$0] } ?? Content() }
  }

  /// The role of a column with values of these kinds.
  private static func role(_ kinds: Set<FilterKind>) -> TableLayout.Role {
    if kinds.contains(.list) || kinds.contains(.object) || kinds.contains(.set) { return .nested }
    return kinds.contains(.string) || kinds.contains(.data) ? .text : .whole
  }

  /// Writes the names of the omitted columns.
  private func writeMissing(_ names: [String]) throws(ToolError) {
    guard !names.isEmpty else { return }
    let count = names.count == 1 ? "1 column" : "\(names.count) columns"
    let text = "\(count) not shown, \(layout.remedy): \(names.joined(separator: ", "))"
    try sink.write((styled(TextWidth.clip(text, to: layout.width ?? .max), "2") + "\n").utf8)
  }

  private func writeHeading(_ name: FilterValue, count: Int) throws(ToolError) {
    let text = name.kind == .null ? "(none)" : TerminalText.line(Columns.text(of: name))
    let number = " (\(count))"
    let room = layout.width.map { max(1, $0 - number.count) } ?? .max
    try sink.write(("\n" + styled(TextWidth.clip(text, to: room) + number, "1") + "\n").utf8)
  }

  private func writeLine(
    _ cells: [String], _ fitted: TableLayout, _ isRight: [Bool], style: String?
  ) throws(ToolError) {
    var line = ""
    for (index, width) in fitted.widths.enumerated() {
      let text = TextWidth.clip(cells[index], to: width)
      let space = String(repeating: " ", count: max(0, width - TextWidth.of(text)))
      if index > 0 { line += String(repeating: " ", count: TableLayout.gap) }
      line += isRight[index] ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    try sink.write((styled(line, style) + "\n").utf8)
  }

  private func styled(_ text: String, _ style: String?) -> String {
    guard layout.isColored, let style else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}
