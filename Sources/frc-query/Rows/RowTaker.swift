internal import FilterEngine
internal import FilterJSON

/// Converts matching rows to output rows, on the thread that finds them and from the same
/// reading. A taker belongs to one thread.
final class RowTaker {
  private let query: Query
  private let columns: WantedColumns
  private let rows: TopRows
  private let isStream: Bool
  private let isArray: Bool
  private let firstKey: WantedColumn?

  /// The index of the column that is the first sort key, if one is
  private let firstColumn: Int?

  /// The selected columns, where all of them are columns as they are
  private let plainColumns: [Int]?
  private let separator: UInt8?

  /// The members of selected columns up to their values: `"name":`
  private let members: [[UInt8]]

  init(_ query: Query) {
    self.query = query
    columns = query.columns
    isStream = query.isStream
    isArray = query.output.record == .json(isElement: true)
    firstKey = columns.sortKeys.first ?? nil
    firstColumn = firstKey.flatMap(\.plain)
    let plain = columns.selected?.compactMap { $0?.plain }
    plainColumns = plain?.count == columns.selected?.count ? plain : nil
    separator = query.output.separator
    rows = TopRows(query.sortKeys, limit: query.wantedCount)
    members = (query.selection.columns ?? []).enumerated().map { index, column in
      var bytes: [UInt8] = [UInt8(ascii: index == 0 ? "{" : ",")]
      JSONWriter.write(column.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      return bytes
    }
  }

  /// Appends the record of a row if rows are written when they are found; otherwise keeps the row.
  func take(_ row: some MatchedRow, into bytes: inout [UInt8]) {
    guard isStream else { return keep(row) }
    if isArray { bytes += ",\n".utf8 }
    if separator == nil {
      appendJSON(of: row, to: &bytes)
    } else {
      appendRecord(of: row, to: &bytes)
    }
    if !isArray { bytes.append(UInt8(ascii: "\n")) }
  }

  /// The rows that were kept since the last call and may still be written.
  func takeRows() -> [TakenRow] { rows.removeAll() }

  // MARK: - Rows that wait

  private func keep(_ row: some MatchedRow) {
    // Most rows are decided by the first key, and most keys are numbers.
    if let firstColumn, rows.admits(first: row.slot(at: firstColumn)) == false { return }
    if let firstKey, let value = firstKey.value(in: row), !rows.admits(first: value) { return }
    var whole: FilterValue?
    func value(of key: KeyColumn, _ column: WantedColumn?) -> FilterValue {
      if let value = column.flatMap({ $0.value(in: row) }) { return value }
      let known = whole ?? row.value ?? .null
      whole = known
      return key.value(of: known)
    }
    var keys: [FilterValue] = []
    for (key, column) in zip(query.sortKeys, columns.sortKeys) {
      keys.append(value(of: key.column, column))
    }
    guard rows.admits(keys) else { return }
    let section = query.section.map { value(of: $0, columns.section) }
    rows.add(TakenRow(keys: keys, section: section, output: output(of: row)))
  }

  private func output(of row: some MatchedRow) -> OutputRow {
    var bytes: [UInt8] = []
    if query.output.isJSON {
      appendJSON(of: row, to: &bytes)
      return OutputRow(value: .null, json: bytes)
    }
    guard let selected = columns.selected else {
      return OutputRow(value: row.value ?? .null, json: [])
    }
    if separator != nil {
      appendRecord(of: row, to: &bytes)
      return OutputRow(value: .null, json: [], record: bytes)
    }
    var values: [FilterValue] = []
    for column in selected {
      guard let value = column.flatMap({ $0.value(in: row) }) else {
        return row.output(query.selection, asJSON: false)
      }
      values.append(value)
    }
    return OutputRow(value: query.selection.object(values), json: [])
  }

  // MARK: - Records

  private func appendJSON(of row: some MatchedRow, to bytes: inout [UInt8]) {
    let start = bytes.count
    guard let selected = columns.selected else {
      row.appendJSON(to: &bytes)
      if isArray { Self.trim(&bytes, from: start) }
      return
    }
    for (column, member) in zip(selected, members) {
      bytes += member
      guard let column, column.appendJSON(of: row, to: &bytes) else {
        bytes.removeSubrange(start...)
        bytes += row.output(query.selection, asJSON: true).json
        return
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Removes white space at the ends of a value, which belongs to its line.
  private static func trim(_ bytes: inout [UInt8], from start: Int) {
    while bytes.count > start, bytes[bytes.count - 1].isJSONSpace { bytes.removeLast() }
    let blanks = bytes[start...].prefix { $0.isJSONSpace }
    if !blanks.isEmpty { bytes.removeSubrange(blanks.indices) }
  }

  private func appendRecord(of row: some MatchedRow, to bytes: inout [UInt8]) {
    guard let separator else { return }
    let start = bytes.count
    let isComplete: Bool
    if let plainColumns {
      isComplete = append(plainColumns, of: row, separator, to: &bytes)
    } else {
      isComplete = appendSelected(of: row, separator, to: &bytes)
    }
    guard !isComplete else { return }
    bytes.removeSubrange(start...)
    appendRecord(of: row.output(query.selection, asJSON: false), separator, to: &bytes)
  }

  /// Appends the cells of columns; false if the whole row has to be asked.
  private func append(
    _ columns: [Int], of row: some MatchedRow, _ separator: UInt8, to bytes: inout [UInt8]
  ) -> Bool {
    for index in columns.indices {
      if index > 0 { bytes.append(separator) }
      guard row.appendCell(at: columns[index], separator: separator, to: &bytes) else {
        return false
      }
    }
    return true
  }

  private func appendSelected(
    of row: some MatchedRow, _ separator: UInt8, to bytes: inout [UInt8]
  ) -> Bool {
    for (index, column) in (columns.selected ?? []).enumerated() {
      if index > 0 { bytes.append(separator) }
      guard let column, column.appendCell(of: row, separator: separator, to: &bytes) else {
        return false
      }
    }
    return true
  }

  private func appendRecord(of row: OutputRow, _ separator: UInt8, to bytes: inout [UInt8]) {
    let names = (query.selection.columns ?? []).map(\.name)
    for (index, value) in Columns.cells(of: row, names).enumerated() {
      if index > 0 { bytes.append(separator) }
      guard value.kind != .null else { continue }
      Cell.append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
    }
  }
}
