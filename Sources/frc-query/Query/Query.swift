internal import FilterEngine

/// All that is asked of one run over the inputs.
struct Query {
  /// The text of the filter, for messages.
  let text: String
  let predicate: FilterPredicate<FilterValue>
  let bindings: [String: FilterValue]
  let input: InputFormat?

  /// What was said of the columns of CSV and TSV.
  var types = ColumnTypes()

  /// The table of databases whose names say none.
  var table: String?

  /// The seconds that a database waits for other programs.
  var lockTimeout = DatabaseLimits.usualLockTimeout

  /// The bytes that a row of a database may have.
  var rowBytes = DatabaseLimits.usualRowBytes
  let output: OutputFormat
  let selection: Selection
  var sortKeys: [SortColumn]
  let section: KeyColumn?
  let limit: Int?
  let offset: Int

  /// Whether all columns of a table are printed whole.
  var isWide = false
  let isCount: Bool
  let isInverted: Bool
  let skipsErrors: Bool

  /// What evaluation may take; its time has begun.
  let limits: EvaluationLimits

  /// The database that an input is; nil for any other input.
  func database(_ input: String) throws(ToolError) -> DatabaseName? {
    guard self.input == nil, let name = DatabaseName(input, table: table) else {
      guard table == nil else {
        throw .message("\(input == "-" ? "standard input" : input): --table is for databases")
      }
      return nil
    }
    return name
  }

  /// What is read of matching rows beside the filter.
  var columns: WantedColumns { WantedColumns(self) }

  /// Whether rows come out as they are found, each as a record of its own.
  var isStream: Bool {
    sortKeys.isEmpty && section == nil
      && (output.isJSON || output.separator != nil && selection.columns != nil)
  }

  /// Of sorted rows, the number of the first ones that are needed; nil for all.
  var wantedCount: Int? {
    guard !sortKeys.isEmpty, let limit else { return nil }
    let (count, overflows) = limit.addingReportingOverflow(offset)
    return overflows ? nil : count
  }

  /// Whether a matching line of JSON Lines comes out as it went in, where it stood.
  var passesLinesThrough: Bool {
    output == .jsonl && selection.columns == nil && sortKeys.isEmpty && section == nil
  }

  /// Of so many sorted rows, those that come out.
  func window(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<min(count, start + min(limit ?? count, count - start))
  }

  /// What writes the rows in the format of the output.
  func writer(to sink: ByteSink) -> any RowWriter {
    let columns = selection.columns?.map(\.name)
    switch output {
    case .jsonl: return JSONRowWriter(sink, isArray: false)
    case .json: return JSONRowWriter(sink, isArray: true)
    case .csv:
      return DelimitedWriter(
        sink, separator: ",", columns: columns, hasSections: section != nil)
    case .tsv:
      return DelimitedWriter(
        sink, separator: "\t", columns: columns, hasSections: section != nil)
    case .table:
      return TableWriter(
        sink, columns: columns, width: isWide ? nil : sink.terminal.tableWidth,
        isColored: sink.terminal.hasColor, remedy: "--wide shows all")
    }
  }
}
