internal import FilterEngine

/// A writer of CSV or TSV with a header, according to RFC 4180, with the line end of its layout; or of plain text, which
/// has neither a header nor quotes.
///
/// If no columns are given, rows are kept until all keys are known.
final class DelimitedWriter: RowWriter {
  private let sink: ByteSink
  private let separator: UInt8
  private let isPlain: Bool
  private var columns: [String]?
  private let layout: RowLayout
  private var hasBegun = false
  private var waiting: [OutputSection] = []

  /// If the rows have sections, the first column contains their names.
  init(_ sink: ByteSink, separator: UInt8, isPlain: Bool = false, _ layout: RowLayout) {
    self.sink = sink
    self.separator = separator
    self.isPlain = isPlain
    columns = layout.columns
    self.layout = layout
  }

  func write(_ row: OutputRow) throws(ToolError) {
    if let columns {
      try writeHeader(columns)
      return try write(row, columns)
    }
    if waiting.isEmpty { waiting.append(OutputSection(name: nil)) }
    waiting[0].rows.append(row)
  }

  func write(_ section: OutputSection) throws(ToolError) {
    waiting.append(section)
  }

  func end() throws(ToolError) {
    let rows = waiting.lazy.flatMap(\.rows)
    let columns = self.columns ?? (rows.isEmpty ? layout.header : Columns.all(of: rows))
    guard !waiting.isEmpty || !columns.isEmpty else { return }
    try writeHeader(columns)
    for section in waiting {
      for row in section.rows {
        if let name = section.name {
          try sink.write(cell(name))
          try sink.write([separator])
        }
        try write(row, columns)
      }
    }
  }

  func write(records: [UInt8]) throws(ToolError) {
    guard !records.isEmpty else { return }
    try writeHeader(columns ?? [])
    try sink.write(block: records)
  }

  private func write(_ row: OutputRow, _ columns: [String]) throws(ToolError) {
    try layout.charge(cells: 1 + (row.record == nil ? columns.count : 0))
    guard let record = row.record else { return try write(Columns.cells(of: row, columns)) }
    try sink.write(record)
    try sink.write(layout.lineEnd)
  }

  private func writeHeader(_ columns: [String]) throws(ToolError) {
    guard !hasBegun, !isPlain else { return }
    hasBegun = true
    if layout.hasMark { try sink.write(ArraySlice.byteOrderMark) }
    guard layout.hasHeader else { return }
    try write(((layout.hasSections ? ["section"] : []) + columns).map { FilterValue.string($0) })
  }

  private func write(_ cells: [FilterValue]) throws(ToolError) {
    try sink.write(cells.map(cell).joined(separator: [separator]) + layout.lineEnd)
  }

  private func cell(_ value: FilterValue) -> [UInt8] {
    value.kind == .null
      ? [] : Cell.bytes(of: Columns.text(of: value), separator: isPlain ? nil : separator)
  }
}
