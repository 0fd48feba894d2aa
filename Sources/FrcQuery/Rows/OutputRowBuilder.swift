internal import FilterEngine
internal import FilterJSON

/// Converts matching rows to their text or their values, in the form of one output. Used by one thread.
final class OutputRowBuilder {
  private let selection: Selection
  private let selected: [ProjectedColumn]?
  private let isJSON: Bool
  private let separator: UInt8?
  private let quotedSeparator: UInt8?
  private let location: RowLocation
  private let run: EvaluationContext

  /// Whether rows are explained.
  private let explains: Bool

  /// What is written of whole rows; nil for everything.
  private let policy: FilterPolicy?

  /// What a policy hides of rows, cut out of their text, or read by a reader.
  private var permitted: PermittedMembers?
  private lazy var reader = JSONReader()

  /// Whether rows are not written, but have the values of stated kinds.
  private let isSample: Bool

  /// The line on which the lines of rows begin to count.
  var firstLine = 1

  /// The members of selected columns up to their values: `"name":`
  private let members: [[UInt8]]

  /// The values that could not be computed, and the columns that had a value.
  private(set) var report: ColumnReport

  /// A builder of the columns of `selection`, which are the selected ones of `columns`.
  init(
    _ selection: Selection, _ columns: ProjectedColumns, for format: RowFormat,
    location: RowLocation = RowLocation(), explains: Bool = false, policy: FilterPolicy? = nil,
    isSample: Bool = false
  ) {
    self.policy = policy
    permitted = policy.flatMap(PermittedMembers.init)
    self.isSample = isSample
    self.explains = explains
    self.selection = selection
    self.location = location
    selected = columns.selected
    run = columns.run
    isJSON = format.isJSON
    separator = format.separator
    quotedSeparator = format.quotedSeparator
    members = (selection.columns ?? []).enumerated().map { index, column in
      var bytes: [UInt8] = [UInt8(ascii: index == 0 ? "{" : ",")]
      JSONWriter.write(column.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      return bytes
    }
    report = ColumnReport(count: columns.count)
  }

  /// Removes and returns the report since the last call.
  func takeReport() -> ColumnReport {
    defer { report.startOver() }
    return report
  }

  /// The current row as a value, if it had to be read.
  private var known: FilterValue?

  /// Begins another row.
  func beginRow() { known = nil }

  /// The value of a column that is not written, by its number among all columns.
  func value(of column: ProjectedColumn, in row: some MatchedRow, number: Int) -> FilterValue {
    let value = value(of: column, in: row)
    if value.kind != .null { report.see(number) }
    return value
  }

  private func line(of row: some MatchedRow) -> Int? { row.line.map { firstLine - 1 + $0 } }

  /// Notes that a column has had a value, by its number among all columns.
  @inline(__always)
  func see(_ number: Int) { if !report.hasSeenAll { report.see(number) } }

  /// The value of a column in the current row.
  func computed(
    _ column: ProjectedColumn, in row: some MatchedRow
  ) throws(EvaluationError) -> FilterValue {
    try column.value(in: row) {
      if column.key.readsCells { return row.readings ?? .null }
      let value = known ?? row.value ?? .null
      known = value
      return value
    }
  }

  /// The value of a column in the current row; null if it cannot be computed, which is reported.
  func value(of column: ProjectedColumn, in row: some MatchedRow) -> FilterValue {
    do throws(EvaluationError) {
      return try computed(column, in: row)
    } catch {
      report.fail(error, column.key.name)
      return .null
    }
  }

  /// The value of a selected column in the current row as it is written.
  private func written(_ column: ProjectedColumn, in row: some MatchedRow) -> FilterValue {
    if let plain = column.plain, let value = row.written(at: plain) { return value }
    return column.key.written(value(of: column, in: row))
  }

  /// The output of a row that waits, of which nothing is used if the run has ended.
  func output(of row: some MatchedRow) -> OutputRow {
    let output = uncharged(row)
    charge(output.json.count + (output.record?.count ?? 0))
    return output
  }

  /// Counts the work of writing a row of so many bytes.
  func charge(_ bytes: Int) { _ = run.work((selected?.count ?? 1) + bytes / 32) }

  private func uncharged(_ row: some MatchedRow) -> OutputRow {
    var bytes: [UInt8] = []
    if isJSON {
      appendJSON(of: row, to: &bytes)
      return OutputRow(value: .null, json: bytes)
    }
    guard let selected else {
      let whole = isSample ? row.value : separator == nil ? row.written : row.cells
      let value = whole ?? .null
      return OutputRow(
        value: located(policy?.permitted(value) ?? value, row), json: [],
        tested: explains ? row.readings : nil)
    }
    if separator != nil {
      appendRecord(of: row, to: &bytes)
      return OutputRow(value: .null, json: [], record: bytes)
    }
    let values = selected.enumerated().map { index, column in
      let value = written(column, in: row)
      if value.kind != .null { report.see(index) }
      return value
    }
    return OutputRow(value: located(selection.object(values), row), json: [])
  }

  /// A value with its location as first members.
  private func located(_ value: FilterValue, _ row: some MatchedRow) -> FilterValue {
    guard location.isShown else { return value }
    var members = zip(location.columns, location.values(line: line(of: row))).map {
      (key: $0, value: $1)
    }
    if case .object(let object) = value {
      members += object.members
    } else {
      members.append((key: Columns.ofScalars, value: value))
    }
    return .object(FilterObject(members))
  }

  /// Appends a row, or the object of what is selected of it, as JSON.
  func appendJSON(of row: some MatchedRow, to bytes: inout [UInt8]) {
    if location.isShown {
      for value in location.values(line: line(of: row)) {
        bytes += (Columns.text(of: value) + ":").utf8
      }
    }
    guard let selected else {
      if let policy { return appendJSON(of: row, permittedBy: policy, to: &bytes) }
      row.appendJSON(to: &bytes)
      return report.lose(row.specialCount)
    }
    for index in selected.indices {
      bytes += members[index]
      let start = bytes.count
      appendJSON(selected[index], of: row, to: &bytes)
      if !report.hasSeenAll, bytes[start] != UInt8(ascii: "n") { report.see(index) }
    }
    if selected.isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends what a policy permits of a row, as it is spelled.
  private func appendJSON(
    of row: some MatchedRow, permittedBy policy: FilterPolicy, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    row.appendJSON(to: &bytes)
    if permitted?.cut(&bytes, from: start) ?? false { return }
    let whole = Array(bytes[start...])
    bytes.removeLast(whole.count)
    do {
      try reader.append(whole, permittedBy: policy, to: &bytes)
    } catch {
      // A row of which a part that the filter did not read is not JSON.
      bytes += "null".utf8
    }
  }

  private func appendJSON(
    _ column: ProjectedColumn, of row: some MatchedRow, to bytes: inout [UInt8]
  ) {
    let start = bytes.count
    if let plain = column.plain, row.appendJSON(at: plain, to: &bytes) {
      if bytes[start] == UInt8(ascii: "n"), row.slot(at: plain).isSpecial { report.lose(1) }
      return
    }
    if let path = column.key.path, let spelling = row.spelling(ofPath: path) {
      return bytes.append(contentsOf: spelling)
    }
    let value = written(column, in: row)
    if value.isSpecial { report.lose(1) }
    JSONWriter().write(value, to: &bytes)
  }

  /// Appends what is selected of a row as cells.
  func appendRecord(of row: some MatchedRow, to bytes: inout [UInt8]) {
    guard let separator, let selected else { return }
    if location.isShown {
      for value in location.values(line: line(of: row)) {
        Cell.append(value, separator: quotedSeparator, to: &bytes)
        if !selected.isEmpty { bytes.append(separator) }
      }
    }
    for index in selected.indices {
      if index > 0 { bytes.append(separator) }
      let start = bytes.count
      appendCell(selected[index], of: row, to: &bytes)
      if !report.hasSeenAll, bytes.count > start { report.see(index) }
    }
  }

  @inline(__always)
  private func appendCell(
    _ column: ProjectedColumn, of row: some MatchedRow, to bytes: inout [UInt8]
  ) {
    let separator = quotedSeparator
    if let plain = column.plain, row.appendCell(at: plain, separator: separator, to: &bytes) {
      return
    }
    // A number keeps its spelling.
    if let path = column.key.path, let spelling = row.spelling(ofPath: path),
      let first = spelling.first, first.isDigit || first == UInt8(ascii: "-")
    {
      return Cell.append(spelling, separator: separator, to: &bytes)
    }
    Cell.append(written(column, in: row), separator: separator, to: &bytes)
  }
}

extension FilterValue {
  /// Whether it is NaN or an infinity.
  var isSpecial: Bool {
    if case .double(let number) = self { !number.isFinite } else { isNotANumber }
  }
}

extension RowSlot {
  /// Whether it is NaN or an infinity.
  var isSpecial: Bool { kind == .double && !double.isFinite }
}

/// What is known of the computed columns of some rows.
struct ColumnReport: Sendable {
  /// The number of values of each column that could not be computed, with the first error.
  private var failures: [(column: String, count: Int, error: EvaluationError)] = []

  /// The numbers that JSON has no spelling for.
  private(set) var specialCount = 0

  /// The selected columns that have had a value.
  private(set) var isSeen: [Bool]

  private var unseenCount: Int

  init(count: Int) {
    isSeen = Array(repeating: false, count: count)
    unseenCount = count
  }

  var hasSeenAll: Bool { unseenCount == 0 }

  mutating func see(_ column: Int) {
    guard !isSeen[column] else { return }
    isSeen[column] = true
    unseenCount -= 1
  }

  /// No more columns are named in notes.
  private static let maximumNotes = 3

  /// Notes on values that could not be computed, one for each column.
  var notes: [String] {
    var notes = failures.prefix(Self.maximumNotes).map { column, count, error in
      let values = count == 1 ? "1 value" : "\(count) values"
      return "note: \(values) of '\(column)' could not be computed: \(error.message)"
    }
    let others = failures.dropFirst(Self.maximumNotes)
    if !others.isEmpty {
      let count = others.reduce(0) { $0 + $1.count }
      notes.append("note: \(count) values of \(others.count) other columns could not be computed")
    }
    if specialCount > 0 {
      let values = specialCount == 1 ? "1 value is" : "\(specialCount) values are"
      notes.append("note: \(values) nan or inf, which is null in JSON; text formats keep it")
    }
    return notes
  }

  /// Counts numbers that JSON has no spelling for.
  mutating func lose(_ count: Int) { specialCount += count }

  mutating func fail(_ error: EvaluationError, _ column: String) {
    // The run says that it has ended.
    if !error.endsCall { fail(error, column, count: 1) }
  }

  private mutating func fail(_ error: EvaluationError, _ column: String, count: Int) {
    guard let index = failures.firstIndex(where: { $0.column.utf8.elementsEqual(column.utf8) })
    else { return failures.append((column, count, error)) }
    failures[index].count += count
  }

  /// Adds the report of later rows.
  mutating func add(_ other: ColumnReport) {
    specialCount += other.specialCount
    for (column, count, error) in other.failures { fail(error, column, count: count) }
    for (index, isSeen) in other.isSeen.enumerated() where isSeen { see(index) }
  }

  /// Forgets failures, but not which columns have had a value.
  mutating func startOver() { (failures, specialCount) = ([], 0) }
}
