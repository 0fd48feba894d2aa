internal import FilterEngine
internal import FilterSyntax

/// A writer of a table in Markdown with the keys of all rows as columns.
///
/// If the rows have sections, the first column contains their names.
final class MarkdownWriter: RowWriter {
  private let sink: ByteSink
  private let layout: RowLayout
  private var sections: [OutputSection] = []

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
    let rows = sections.lazy.flatMap(\.rows)
    let columns = layout.columns ?? (rows.isEmpty ? layout.header : Columns.all(of: rows))
    guard !columns.isEmpty else { return }
    var kinds: [Set<FilterKind>] = Array(repeating: [], count: columns.count)
    for row in rows {
      try layout.charge(cells: columns.count)
      for (index, value) in Columns.cells(of: row, columns).enumerated() where value.kind != .null {
        kinds[index].insert(value.kind)
      }
    }
    let section = layout.hasSections ? ["section"] : []
    try write((section + columns).map(Self.escaped))
    // Columns that contain only numbers are aligned to the right.
    try write(section.map { _ in "---" } + kinds.map { $0 == [.number] ? "--:" : "---" })
    for section in sections {
      let name = layout.hasSections ? [section.name ?? .null] : []
      for row in section.rows {
        try layout.charge(cells: 1 + columns.count)
        try write(
          (name + Columns.cells(of: row, columns)).map { Self.escaped(Columns.shown($0)) })
      }
    }
  }

  private func write(_ cells: [String]) throws(ToolError) {
    try sink.write("| " + cells.joined(separator: " | ") + " |\n")
  }

  /// A text that Markdown shows as it is: line breaks are those of HTML, and other controls are shown as escapes.
  private static func escaped(_ text: String) -> String {
    let lines = text.parts(at: "\n").map { $0.ends(with: "\r") ? $0.dropping(0, last: 1) : $0 }
    return lines.map { line in
      TerminalText.line(line).unicodeScalars.reduce(into: "") { text, scalar in
        if [#"\"#, "|", "<"].contains(scalar) { text += #"\"# }
        text.unicodeScalars.append(scalar)
      }
    }
    .joined(separator: "<br>")
  }
}
