internal import FilterEngine
internal import FilterJSON

/// Takes matching rows, on the thread that finds them and from the same reading: writes them as records, keeps
/// those that wait for their order, their section or the columns of all rows, or counts them. Used by one thread.
final class RowTaker {
  private let columns: ProjectedColumns
  private let run: EvaluationContext
  private let rows: TopRows
  private let isStream: Bool
  private let isArray: Bool
  private let isJSON: Bool
  private let isCount: Bool
  private let lineEnd: [UInt8]
  private let builder: OutputRowBuilder

  private let isCounting: Bool

  /// Counts rows in groups, if that is all that is asked for.
  private var counter: GroupCounter?

  /// The key path that is the first sort key, if it is one.
  private let firstPlain: Int?

  /// The work of so many columns that are counted in place is that of reading the row, which is charged by the scanner.
  private static let fewColumns = 8

  init(_ query: Query) {
    columns = query.columns
    let run = columns.run
    self.run = run
    isStream = query.isStream
    isArray = query.output.record == .json(isElement: true)
    isJSON = query.output.isJSON
    builder = OutputRowBuilder(
      query.selection, columns, for: query.output, location: query.location,
      explains: query.explains, policy: query.policy, isSample: query.isSample)
    isCount = query.isCount
    lineEnd = query.lineEnd
    isCounting = query.counting != nil
    let selected = columns.selected ?? []
    counter = query.counting.map { GroupCounter($0, selected, run) }
    firstPlain = columns.sortKeys.first?.plain
    rows = TopRows(query.sortKeys, limit: query.wantedCount, run)
  }

  /// Begins a part whose lines count from `line`.
  func begin(atLine line: Int) { builder.firstLine = line }

  /// Appends the record of a row if rows are written when they are found; otherwise keeps the row. Takes nothing after
  /// the end of the run.
  func take(_ row: some MatchedRow, into bytes: inout [UInt8]) {
    guard run.end == nil else { return }
    run.beginRow()
    builder.beginRow()
    if isCounting {
      if columns.count > Self.fewColumns, run.work(columns.count) != nil { return }
      counter?.add(row, builder)
      return
    }
    guard isStream else { return keep(row) }
    let before = bytes.count
    if isArray { bytes += ",\n".utf8 }
    if isJSON {
      let start = bytes.count
      builder.appendJSON(of: row, to: &bytes)
      if isArray { Self.trim(&bytes, from: start) }
    } else {
      builder.appendRecord(of: row, to: &bytes)
    }
    if isJSON {
      if !isArray { bytes.append(UInt8(ascii: "\n")) }
    } else {
      bytes += lineEnd
    }
    builder.charge(bytes.count - before)
    // A row whose columns are not all known is not written.
    if run.end != nil { bytes.removeLast(bytes.count - before) }
  }

  /// Moves to `found` the rows that were kept since the last call and may still be written, and the report on columns.
  func finish(_ found: inout FoundRows) {
    found.rows = rows.removeAll()
    found.groups = counter?.takeTable()
    found.columns = builder.takeReport()
    if found.matches.matchCount > 0 { found.lost += columns.takeLostParts() }
    // The range of the error is one in the text of a column.
    if let end = run.end { found.matches.end = found.matches.end ?? EvaluationError(end.reason) }
  }

  private func keep(_ row: some MatchedRow) {
    // Most rows are decided by the first key, and most keys are numbers.
    if let firstPlain {
      if rows.admits(first: row.slot(at: firstPlain)) == false { return }
      if let value = row.value(at: firstPlain), !rows.admits(first: value) { return }
    }
    guard run.work(columns.count) == nil else { return }
    var number = columns.selected?.count ?? 0
    func value(of column: ProjectedColumn) -> FilterValue {
      defer { number += 1 }
      return builder.value(of: column, in: row, number: number)
    }
    let keys = columns.sortKeys.map(value)
    guard run.end == nil, rows.admits(keys) else { return }
    let section = columns.section.map(value)
    let identity = columns.limitKey.map(value)
    let output = isCount ? OutputRow(value: .null, json: []) : builder.output(of: row)
    guard run.end == nil else { return }
    rows.add(TakenRow(keys: keys, section: section, output: output, identity: identity))
  }

  /// Removes white space at the ends of a value, which belongs to its line.
  private static func trim(_ bytes: inout [UInt8], from start: Int) {
    while bytes.count > start, bytes[bytes.count - 1].isJSONSpace { bytes.removeLast() }
    let blanks = bytes[start...].prefix { $0.isJSONSpace }
    if !blanks.isEmpty { bytes.removeSubrange(blanks.indices) }
  }
}
