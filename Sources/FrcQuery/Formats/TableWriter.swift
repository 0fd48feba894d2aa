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

  /// The columns of the table, once they are laid out.
  private var table: Table?

  /// The keys of rows that came after the columns were laid out, each once.
  private var laterKeys: [String] = []

  /// The time of the first row that waits to be laid out.
  private var firstTime = 0.0

  /// The number of rows that a streamed table is laid out by, unless input pauses before.
  private static let laidOutRows = 100

  /// The pause of input, in seconds since the first row, after which a streamed table is laid out.
  private static let patience = 0.1

  /// The number of rows that are written or will be.
  private var count = 0

  /// Without a width, columns are as wide as their widest cell. The identity column, by default "id", is never cut.
  init(_ sink: ByteSink, _ layout: RowLayout) {
    self.sink = sink
    self.layout = layout
  }

  func write(_ row: OutputRow) throws(ToolError) {
    count += 1
    if let table { return try write(row, in: table) }
    if sections.isEmpty {
      sections.append(OutputSection(name: nil))
      firstTime = SystemCalls.seconds
    }
    sections[0].rows.append(row)
    if layout.isStreamed, sections[0].rows.count == Self.laidOutRows { try layOut() }
  }

  func write(_ section: OutputSection) throws(ToolError) {
    count += section.rows.count
    sections.append(section)
  }

  func pause() throws(ToolError) {
    guard layout.isStreamed, table == nil, !sections.isEmpty else { return }
    SystemCalls.sleep(seconds: firstTime + Self.patience - SystemCalls.seconds)
    try layOut()
  }

  /// A table needs the values of all rows, so rows are not passed as records.
  func write(records: [UInt8]) throws(ToolError) { try sink.write(block: records) }

  func end() throws(ToolError) {
    if table == nil { try layOut() }
    if let table { try writeMissing(table) }
    guard layout.countsRows else { return }
    try writeRemark(count == 1 ? "1 row" : "\(count) rows")
  }

  /// Writes the names of columns and of later keys that are not shown.
  private func writeMissing(_ table: Table) throws(ToolError) {
    var isMissing = Array(repeating: true, count: table.names.count)
    for column in table.fitted.shown { isMissing[column] = false }
    let names = table.names.indices.filter { isMissing[$0] }.map { table.names[$0] }
    if !names.isEmpty {
      let count = names.count == 1 ? "1 column" : "\(names.count) columns"
      try writeRemark("\(count) not shown, \(layout.remedy): \(names.joined(separator: ", "))")
    }
    guard !laterKeys.isEmpty else { return }
    let later = laterKeys.map(TerminalText.line).joined(separator: ", ")
    try writeRemark("keys of later rows are not shown, --select shows them: \(later)")
  }

  /// Writes a line about the table.
  private func writeRemark(_ text: String) throws(ToolError) {
    try sink.write((styled(TextWidth.clip(text, to: layout.width ?? .max), "2") + "\n").utf8)
  }

  /// The columns of a table as they are written.
  private struct Table {
    let columns: [String]

    /// The names of all columns, safe for a terminal
    let names: [String]
    let fitted: TableLayout

    /// The shown columns that are aligned to the right
    let isRight: [Bool]

    /// The shown columns that are as wide as the widest of the first cells
    let isWhole: [Bool]

    /// The shown columns whose cells are shortened in the middle
    let isIdentifier: [Bool]
  }

  /// Lays out the columns by the rows so far, and writes these.
  private func layOut() throws(ToolError) {
    let columns = layout.columns ?? Columns.all(of: sections.lazy.flatMap(\.rows))
    guard !columns.isEmpty, !sections.isEmpty else { return }
    let names = columns.map(TerminalText.line)
    let contents = try contents(of: columns)
    let roles = columns.indices.map { column in
      columns[column] == layout.identity ?? Self.usualIdentity
        ? .identity : contents[column].role
    }
    let fitted = TableLayout(
      columns.indices.map { column in
        TableLayout.Column(
          role: roles[column], name: TextWidth.of(names[column]), cells: contents[column].width)
      }, width: layout.width)
    // Columns that contain only numbers are aligned to the right.
    let table = Table(
      columns: fitted.shown.map { columns[$0] }, names: names, fitted: fitted,
      isRight: fitted.shown.map { contents[$0].kinds == [.number] },
      isWhole: zip(fitted.shown, fitted.widths).map { column, width in
        width >= max(TextWidth.of(names[column]), contents[column].width)
      },
      isIdentifier: fitted.shown.map { [.identity, .identifier].contains(roles[$0]) })
    try writeLine(fitted.shown.map { names[$0] }, table, style: "1")
    try writeLine(fitted.widths.map { String(repeating: "─", count: $0) }, table, style: "2")
    for section in sections {
      if let name = section.name { try writeHeading(name, section) }
      for row in section.rows { try writeCells(of: row, table) }
    }
    sections = []
    self.table = table
  }

  /// Writes a row that came after the columns were laid out.
  private func write(_ row: OutputRow, in table: Table) throws(ToolError) {
    if layout.columns == nil, case .object(let object) = row.value {
      for key in object.shape.keys where !table.names.contains(TerminalText.line(key)) {
        if !laterKeys.contains(key) { laterKeys.append(key) }
      }
    }
    try writeCells(of: row, table)
  }

  private func writeCells(of row: OutputRow, _ table: Table) throws(ToolError) {
    try layout.charge(cells: 1 + table.columns.count)
    let cells = Columns.cells(of: row, table.columns)
    try writeLine(cells.map { TerminalText.line(Columns.shown($0)) }, table, style: nil)
  }

  /// The kinds of the cells of a column without nil, and the width of the widest cell.
  private struct Content {
    private(set) var kinds: Set<FilterKind> = []
    private(set) var width = 0

    /// Whether each text is one word with a digit, as keys, addresses and times are.
    private var hasIdentifiers = true

    mutating func add(_ value: FilterValue) {
      kinds.insert(value.kind)
      let text = TerminalText.line(Columns.shown(value))
      width = max(width, TextWidth.of(text))
      guard hasIdentifiers, text != #""""# else { return }
      hasIdentifiers =
        !text.utf8.contains(UInt8(ascii: " ")) && text.utf8.contains(where: \.isDigit)
    }

    var role: TableLayout.Role {
      if !kinds.isDisjoint(with: [.list, .object, .set]) { return .nested }
      guard kinds.contains(.string) || kinds.contains(.data) else { return .whole }
      return hasIdentifiers && kinds == [.string] ? .identifier : .text
    }
  }

  /// The contents of each column. Iterates over the members of each row, as rows may have few of the columns.
  private func contents(of columns: [String]) throws(ToolError) -> [Content] {
    let shape = FilterObject.Shape(columns)
    var contents = Array(repeating: Content(), count: shape.keys.count)
    func add(_ value: FilterValue, _ column: String) {
      guard value.kind != .null, let slot = shape.slot(of: column) else { return }
      contents[slot].add(value)
    }
    for row in sections.lazy.flatMap(\.rows) {
      if case .object(let object) = row.value {
        try layout.charge(cells: 1 + object.values.count)
        for (key, value) in object.members { add(value, key) }
      } else {
        add(row.value, Columns.ofScalars)
      }
    }
    return columns.map { shape.slot(of: $0).map { contents[$0] } ?? Content() }
  }

  private func writeHeading(_ name: FilterValue, _ section: OutputSection) throws(ToolError) {
    let text = name.kind == .null ? "(none)" : TerminalText.line(Columns.shown(name))
    let (shown, count) = (section.rows.count, max(section.rows.count, section.count))
    let number = shown == count ? " (\(count))" : " (\(shown) of \(count))"
    let room = layout.width.map { max(1, $0 - number.count) } ?? .max
    try sink.write(("\n" + styled(TextWidth.clip(text, to: room) + number, "1") + "\n").utf8)
  }

  /// Writes cells in their columns. A cell that is wider than a whole column moves the cells after it.
  private func writeLine(_ cells: [String], _ table: Table, style: String?) throws(ToolError) {
    var line = ""
    for (index, width) in table.fitted.widths.enumerated() {
      let text =
        table.isWhole[index]
        ? cells[index]
        : table.isIdentifier[index] && style == nil
          ? TableLayout.shortened(cells[index], to: width) : TextWidth.clip(cells[index], to: width)
      let space = String(repeating: " ", count: max(0, width - TextWidth.of(text)))
      if index > 0 { line += String(repeating: " ", count: TableLayout.gap) }
      line += table.isRight[index] ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    try sink.write((styled(line, style) + "\n").utf8)
  }

  private func styled(_ text: String, _ style: String?) -> String {
    guard layout.isColored, let style else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }
}
