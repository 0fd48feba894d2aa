internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The request of one run over the inputs.
struct Query: Sendable {
  /// The text of the filter, for messages.
  let text: String
  var predicate: FilterPredicate<FilterValue>
  let bindings: [String: FilterValue]
  var form = InputForm()

  /// The predicate without the conversions of stated kinds, for a reader that converts values itself.
  var converted: JSONLinePredicate.Converted?

  /// The kinds that the first rows of several files allow for columns whose cells are texts, by their names.
  var guesses: [Exact: ColumnKind.Guess] = [:]

  /// The names in the headers of the inputs so far.
  var header: [String] = []

  /// The table of inputs that have several and whose names include none.
  var table: String?

  /// The seconds for which a source waits for other programs.
  var lockTimeout = usualLockTimeout
  static let usualLockTimeout = 5.0

  /// The largest number of bytes of a row of a source with tables; usually 64 MiB.
  var rowBytes = usualRowBytes
  static let usualRowBytes = 1 << 26
  let output: RowFormat
  var selection: Selection
  var sortKeys: [SortColumn]
  var section: KeyColumn?
  let limit: Int?
  let offset: Int

  /// Whether lines of cells end in CR LF, and whether the output begins with a byte order mark.
  var endsLinesInCRLF = false
  var hasMark = false

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

  /// The key of which only the first rows of each value are written, nil for all rows.
  var limitKey: KeyColumn?

  /// The number of rows that are written of each value of that key.
  var rowsOfValue = 1

  /// The groups that rows are counted in; the keys and the columns of aggregates are those of `selection`.
  var counting: Counting?

  /// What the request may read and write; nil for everything. Its filter and its columns have been checked.
  var policy: FilterPolicy?

  /// Whether the policy joins filters to that of the request. No note then tells what they leave out.
  var hasHiddenFilter: Bool { policy.map { !$0.always.isEmpty } ?? false }

  /// Whether the predicate is the opposite of what the text asks for, beside the filters that a policy joins.
  var isNegated = false

  /// Whether rows are explained and not written.
  var explains = false

  /// Whether rows are not written, but have the values of stated kinds.
  var isSample = false

  /// The rows of other files that the filter and the columns read.
  var lookups: [RowLookup] = []

  /// Whether there is only one input.
  var isAlone = true

  /// Whether rows are written with their file and line.
  var location = RowLocation()

  /// The pause of an input, in milliseconds, after which kinds are found by the records before it; nil for any pause.
  var patience: Int?

  /// The columns that are computed for matching rows.
  var columns: ProjectedColumns { ProjectedColumns(self) }

  /// Whether the output is a terminal, where a person waits for the first rows.
  var isInteractive = false

  /// Whether rows are written in the order of the input.
  var writesInOrder: Bool { sortKeys.isEmpty && section == nil }

  /// Whether rows are written when they are found, each as a record.
  var isStream: Bool {
    writesInOrder && limitKey == nil && counting == nil
      && (output.isJSON || output.separator != nil && selection.columns != nil)
  }

  /// Of sorted rows, the number of the first ones that are needed; nil for all.
  var wantedCount: Int? {
    guard !sortKeys.isEmpty, limitKey == nil, section == nil, let limit else { return nil }
    let (count, overflows) = limit.addingReportingOverflow(offset)
    return overflows ? nil : count
  }

  /// Whether a matching line of JSON is written as it was read.
  var passesLinesThrough: Bool {
    output.record == .json(isElement: false) && selection.columns == nil && sortKeys.isEmpty
      && section == nil && limitKey == nil && !location.isShown && policy == nil
  }

  /// The end of the lines of records.
  var lineEnd: [UInt8] { Array((endsLinesInCRLF ? "\r\n" : "\n").utf8) }

  /// Whether the output is a JSON document, or has documents for sections.
  var writesWholeJSON: Bool {
    output.record == .json(isElement: true) || output.isJSON && section != nil
  }

  /// Whether matching rows are kept although only their number is wanted.
  var keepsCountedRows: Bool { section != nil || limitKey != nil }

  /// The indices of the window in `count` sorted rows.
  func window(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<min(count, start + min(limit ?? count, count - start))
  }

  /// A writer of rows in the output format, which charges `run`.
  func writer(to sink: ByteSink, _ run: EvaluationContext) -> any RowWriter {
    output.write(
      sink,
      RowLayout(
        columns: columnNames, header: header, hasHeader: form.hasHeader,
        lineEnd: lineEnd, hasMark: hasMark, hasSections: section != nil,
        countsRows: isInteractive,
        width: isWide ? nil : sink.terminal.tableWidth, isColored: sink.terminal.hasColor,
        isStreamed: isInteractive && writesInOrder && counting == nil,
        remedy: "--wide shows all", run: run))
  }
}

extension Query {
  /// The names of the written columns; nil for all keys of all rows.
  private var columnNames: [String]? {
    if let counting { return counting.columns }
    return selection.columns.map { location.columns + $0.map(\.name) }
  }

  /// The keys of all columns: selected ones, sort keys, the section, and the key that limits rows.
  private var columnKeys: [KeyColumn] {
    (selection.columns ?? []) + sortKeys.map(\.column) + [section, limitKey].compactMap { $0 }
  }

  /// The expressions of all columns.
  var columnExpressions: [AST.Expression] { columnKeys.map(\.expression.syntax) }

  /// Whether the filter compares anything.
  var hasComparisons: Bool { !predicate.syntax.comparisons.isEmpty }

  /// What a key without a value means that is no key of a row: the direction of an order, or a column of the output; nil
  /// for any other key.
  func meaning(of path: [String]) -> String? {
    guard path.count == 1 else { return nil }
    let words = path[0].parts(at: " ").filter { !$0.isEmpty }
    if words.count == 2, ["asc", "desc"].contains(words[1].lowercased()) {
      let key = "\(RowSchema.spelled(words[0])):\(words[1].lowercased())"
      return "; write the direction after a colon, as in \(key)"
    }
    let column = selection.columns?.first { $0.name == path[0] && $0.path != path }
    guard let column else { return nil }
    let text = column.expression.syntax.sourceText
    return "; it is a column of the output: write its expression, \(text)"
  }

  /// The columns that had no value in any row.
  func columnKeys(unseenIn report: ColumnReport) -> [KeyColumn] {
    zip(columnKeys, report.isSeen).filter { !$1 }.map(\.0)
  }

  /// Decides between keys and expressions by the first rows of the input, if a column can be both. Throws if a lookup
  /// would hide a key of these rows. Charges `run`.
  mutating func resolveColumns(
    _ run: EvaluationContext, _ rows: () throws(ToolError) -> [FilterValue]
  ) throws(ToolError) {
    guard !lookups.isEmpty || columnKeys.contains(where: \.isAmbiguous) else { return }
    let rows = try rows()
    for lookup in lookups { try lookup.checkName(in: rows) }
    self = try replacingColumns { column, _ throws(ToolError) in
      try column.resolved(in: rows, run)
    }
  }

  /// The query with another column in the place of each of its columns: selected ones, sort keys, the section, and the
  /// key that limits rows. `change` also receives whether the values of the column are written.
  func replacingColumns<Failure>(
    _ change: (_ column: KeyColumn, _ isWritten: Bool) throws(Failure) -> KeyColumn
  ) throws(Failure) -> Query {
    var query = self
    if let columns = selection.columns {
      var changed: [KeyColumn] = []
      for column in columns { changed.append(try change(column, counting == nil)) }
      query.selection = Selection(changed)
    }
    query.sortKeys = []
    for key in sortKeys { query.sortKeys.append(key.with(try change(key.column, false))) }
    if let section { query.section = try change(section, false) }
    if let limitKey { query.limitKey = try change(limitKey, false) }
    return query
  }
}

/// The origin of a row that is written with it.
struct RowLocation {
  var hasFile = false
  var hasLine = false

  /// The name of the current input.
  var file = ""

  var isShown: Bool { hasFile || hasLine }

  /// The names of the columns of the location.
  var columns: [String] { (hasFile ? ["file"] : []) + (hasLine ? ["line"] : []) }

  /// The values of the columns for a row on a line, if that is known.
  func values(line: Int?) -> [FilterValue] {
    (hasFile ? [.string(file)] : []) + (hasLine ? [line.map { .int(Int64($0)) } ?? .null] : [])
  }
}
