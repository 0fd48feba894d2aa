internal import FilterEngine
internal import FilterSummaries
internal import FilterJSON

/// The rows of one input, in parts that threads filter side by side.
protocol RowInput {
  associatedtype Part: Sendable
  associatedtype Scanner: RowScanner where Scanner.Part == Part

  /// The name of the input in messages.
  var name: String { get }

  /// The source of the bytes; nil for an input without one.
  var source: ByteSource? { get }

  /// The number of threads that filter beside the one that asks; without them parts have to be filtered in order.
  var threads: Int { get }

  /// The number of members that each row has at least.
  var width: Int { get }

  /// The offset and the line of the first row.
  var start: (offset: Int, line: Int) { get }

  /// The selection of the columns of a header, if all rows have them and are written as cells; nil for that of the
  /// query.
  var selection: Selection? { get }

  /// The names in the header; none for an input without one.
  var header: [String] { get }

  /// Whether rows are in the order of the sort keys.
  var isOrdered: Bool { get }

  /// The error before the first row, if any.
  var fault: ToolError? { get }

  /// Makes the part with a number; called with one number after another. Nil after the last part and after a failure.
  func parts() -> @Sendable (Int) -> Result<Part, ToolError>?

  /// Makes what one thread filters with.
  func scanner() -> @Sendable () -> Scanner

  /// Takes note that a part has been filtered.
  func pass(_ part: Part)

  /// Takes note that no further part is filtered.
  func end()
}

extension RowInput {
  var width: Int { 1 }
  var start: (offset: Int, line: Int) { (0, 1) }
  var isOrdered: Bool { false }
  var selection: Selection? { nil }
  var header: [String] { [] }
  var fault: ToolError? { nil }
  func pass(_ part: Part) {}
  func end() {}
}

/// Filters the rows of one part after another. Used by one thread.
protocol RowScanner: AnyObject, SendableMetatype {
  associatedtype Part

  /// Takes the matching rows.
  var taker: RowTaker { get }

  /// The matching rows of a part, with their output.
  ///
  /// The first row begins at `offset` of the input; its offset is unknown if that is nil.
  func scan(
    _ part: Part, from offset: Int?, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> FoundRows
}

/// The matches of a part of an input.
struct FoundRows: Sendable {
  /// The location of a row.
  enum Place {
    /// A line, counted from the first one of the part
    case line(Int)
    case named(String)

    /// The place in an input of a name, of which the part begins at a line.
    func text(in name: String, line: Int) -> String {
      switch self {
      case .line(let number): "\(name):\(line - 1 + number)"
      case .named(let name): name
      }
    }

    /// The error for a bad row there.
    func error(_ reason: String, in name: String, line: Int) -> ToolError {
      switch self {
      case .line(let number): .badData(file: name, line: line - 1 + number, reason)
      case .named(let name): .message("\(name): \(reason)")
      }
    }
  }

  /// The counts, and the records of rows that are written when they are found.
  var matches = JSONLineMatches()

  /// The rows that wait, in the order in which they were found or in that of the sort keys.
  var rows: [TakenRow] = []

  /// The rows in groups, if they are counted.
  var groups: GroupTable?

  /// The number of rows with fewer cells than columns.
  var shortCount = 0

  /// The report on the columns of the rows, if there are any.
  var columns: ColumnReport?

  /// The parts of columns, by their numbers, and of the filter that have lost a part of a value.
  var lost: [(column: Int?, part: LostPart)] = []

  /// The first row without an answer.
  var failed: (place: Place, error: EvaluationError)?

  /// The first bad row.
  var bad: (place: Place, reason: String)?

  /// The bytes of the input that the rows take up, where a part may begin or end within a row; nil for other parts.
  var extent: Range<Int>?

  /// The error that ends the input after these rows.
  var failure: ToolError?

  /// Adds parts of the filter that have lost a part of a value.
  mutating func lose(_ parts: [LostPart]) { lost += parts.map { (nil, $0) } }

  /// Counts a row without an answer.
  mutating func fail(_ error: EvaluationError, _ place: @autoclosure () -> Place) {
    matches.failureCount += 1
    if matches.firstLimit == nil, error.isLimit { matches.firstLimit = error }
    if failed == nil { failed = (place(), error) }
  }
}
