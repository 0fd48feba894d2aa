#if SQLite
  internal import FilterEngine
  internal import FilterJSON

  /// A row of a database that matches.
  struct MatchedDatabaseRow: MatchedRow {
    let rows: DatabaseRows

    /// Where the wanted columns come from.
    let sources: [DatabaseRows.Source]

    var value: FilterValue? { rows.value }

    func slot(at column: Int) -> RowSlot { rows.slot(sources[column]) }

    func value(at column: Int) -> FilterValue? { rows.value(sources[column]) }

    func appendJSON(to bytes: inout [UInt8]) { rows.appendJSON(to: &bytes) }

    func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
      rows.appendJSON(sources[column], to: &bytes)
    }

    func output(_ selection: Selection, asJSON: Bool) -> OutputRow {
      selection.output(of: rows.value, WithoutSpelling(), asJSON: asJSON)
    }
  }

  /// Makes of the rows of a database that match what comes out of them, many at a time.
  final class DatabaseTaker {
    private static let blockSize = 64 * 1024

    private let taker: RowTaker
    private let row: MatchedDatabaseRow
    private let writer: any RowWriter
    private var records: [UInt8] = []

    init(_ query: Query, _ rows: DatabaseRows, _ writer: any RowWriter) {
      taker = RowTaker(query)
      row = MatchedDatabaseRow(rows: rows, sources: query.columns.paths.map(rows.source))
      self.writer = writer
    }

    /// Takes the row in hand.
    func take() throws(ToolError) {
      taker.take(row, into: &records)
      if records.count >= Self.blockSize { try flush() }
    }

    /// Hands on what has been taken.
    func flush() throws(ToolError) {
      guard !records.isEmpty else { return }
      try writer.write(records: records)
      records.removeAll(keepingCapacity: true)
    }

    /// The rows that wait for the last one.
    func takeRows() -> [TakenRow] { taker.takeRows() }
  }
#endif
