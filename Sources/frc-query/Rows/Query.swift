internal import FilterEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The request of one run over the inputs.
struct Query {
  /// The text of the filter, for messages.
  let text: String
  let predicate: FilterPredicate<FilterValue>
  let bindings: [String: FilterValue]
  let input: RowFormat?

  /// The stated kinds of columns.
  var types = ColumnTypes()

  /// The table of inputs that have several and whose names include none.
  var table: String?

  /// The seconds for which a source waits for other programs.
  var lockTimeout = 5.0

  /// The largest number of bytes of a row of a source with tables.
  var rowBytes = 1 << 26
  let output: RowFormat
  let selection: Selection
  var sortKeys: [SortColumn]
  let section: KeyColumn?
  let limit: Int?
  let offset: Int

  /// Whether all columns of a table are printed whole.
  var isWide = false
  var isCount: Bool
  let isInverted: Bool
  let skipsErrors: Bool

  /// The limits of the evaluation, whose time has started.
  let limits: EvaluationLimits

  /// The result of `now()`.
  var now = Date()

  /// The size of the blocks that files are cut into.
  var blockSize = FileBlocks.usualSize

  /// The number of records from which the kinds of columns are found.
  var sampleSize = 1_000

  /// The columns of matching rows that are read for the output.
  var columns: WantedColumns { WantedColumns(self) }

  /// Whether rows are written when they are found, each as a record.
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

  /// Whether a matching line of JSON is written as it was read.
  var passesLinesThrough: Bool {
    output.record == .json(isElement: false) && selection.columns == nil && sortKeys.isEmpty
      && section == nil
  }

  /// The indices of the window in `count` sorted rows.
  func window(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<min(count, start + min(limit ?? count, count - start))
  }

  /// A writer of rows in the output format.
  func writer(to sink: ByteSink) -> any RowWriter {
    output.write(
      sink,
      RowLayout(
        columns: selection.columns?.map(\.name), hasSections: section != nil,
        width: isWide ? nil : sink.terminal.tableWidth, isColored: sink.terminal.hasColor,
        remedy: "--wide shows all"))
  }
}
