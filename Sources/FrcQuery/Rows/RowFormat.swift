internal import FilterEngine
internal import FilterSyntax

/// A format of rows: an entry of the table of formats, which the folder of formats has.
struct RowFormat: Sendable {
  /// The name in options.
  let name: String

  /// The name in texts
  var title = ""

  /// The ends of the names of files in the format.
  var endings: [String] = []

  /// The form of a row that is written when it is found.
  var record = Record.value

  /// Opens a source for a filter; nil if it has no rows. A format without it is output only.
  var open: (@Sendable (ByteSource, Query) throws(ToolError) -> (any RowInput)?)?

  /// Guesses the kinds of columns from the first rows of a source; nil for a format whose values have kinds.
  var guesses: (@Sendable (ByteSource, Query) -> [Exact: ColumnKind.Guess])?

  /// Reads a whole file for a session.
  var read: (@Sendable (ByteSource, RowFormat, InputForm) throws(ToolError) -> FileRows)?

  /// Makes the rows of a file that is written again; nil if rows are written as JSON.
  var records: (any FileRecords.Type)?

  /// The bytes around the rows of a file that is written again.
  var frame: @Sendable (FileText, _ count: Int, _ header: [UInt8]) -> FileFrame = {
    FileFrame(lines: $0, count: $1, header: $2)
  }

  /// Whether rows can be inside of its values, below a key path.
  var holdsRows = false

  /// Whether rows are aligned, as on a terminal.
  var isTable = false

  /// Whether it can be chosen for output; a format that is only read is written as another one.
  var isOutput = true

  /// Makes what writes rows.
  let write: @Sendable (ByteSink, RowLayout) -> any RowWriter

  /// The text of a row that is written when it is found.
  enum Record: Hashable {
    /// JSON on a line, or after a comma as an element of an array
    case json(isElement: Bool)
    /// Cells, which are in quotes where the separator requires them, or as they are
    case cells(separator: UInt8, areQuoted: Bool)
    /// None: the writer asks for values
    case value
  }

  /// The rows of a source for a filter; nil without any.
  func input(_ source: ByteSource, _ query: Query) throws(ToolError) -> (any RowInput)? {
    guard let open else { throw cannotRead(source) }
    return try open(source, query)
  }

  /// The rows of a whole file for a session.
  func file(_ source: ByteSource, _ form: InputForm) throws(ToolError) -> FileRows {
    guard let read else { throw cannotRead(source) }
    return try read(source, self, form)
  }

  private func cannotRead(_ source: ByteSource) -> ToolError {
    .message("\(source.name): the format \(name) cannot be read")
  }

  /// The separator of cells; nil for other formats.
  var separator: UInt8? { if case .cells(let separator, _) = record { separator } else { nil } }

  /// The separator that requires quotes around cells; nil if cells have none.
  var quotedSeparator: UInt8? {
    if case .cells(let separator, areQuoted: true) = record { separator } else { nil }
  }

  /// Whether rows are written for people, and not for programs.
  var isForPeople: Bool { record == .value }

  /// Whether rows are written as JSON.
  var isJSON: Bool { if case .json = record { true } else { false } }
}

extension RowFormat: Equatable, CustomStringConvertible {
  static func == (left: RowFormat, right: RowFormat) -> Bool { left.name == right.name }

  var description: String { name }
}

/// The layout of written rows.
struct RowLayout {
  /// The columns; nil for all keys of all rows.
  var columns: [String]?

  /// The columns that are named if there is no row.
  var header: [String] = []

  /// Whether the names of the columns are written before records.
  var hasHeader = true

  /// The end of the lines of records.
  var lineEnd: [UInt8] = [UInt8(ascii: "\n")]

  /// Whether a byte order mark is written before the header.
  var hasMark = false

  /// Whether rows are in sections.
  var hasSections = false

  /// Whether the number of rows is written below a table.
  var countsRows = false

  /// The width that a table has to fit, nil for any.
  var width: Int?
  var isColored = false

  /// Whether a table is written before its last row is known, with columns by its first rows.
  var isStreamed = false

  /// The column that a table never cuts, nil for the usual one.
  var identity: String?

  /// The advice for columns of a table that do not fit.
  var remedy = ""

  /// What rows charge that are laid out together; nil for none.
  var run: EvaluationContext?

  /// Counts the work of laying out cells.
  func charge(cells count: Int) throws(ToolError) {
    if let run { try run.check(run.loop(over: count)) }
  }
}
