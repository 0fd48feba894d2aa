internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The rows of a session: those of a file, which are stored here, or of a source that keeps them elsewhere.
protocol SessionRows: AnyObject, ConvertedRows {
  // MARK: Count

  /// The source as it was named
  var path: String { get }

  /// The number of all rows for people, such as "7 rows"; at most a bound if to count takes long.
  func sizeText() throws(ToolError) -> String

  /// The number of all rows, hidden ones too.
  func count() throws(ToolError) -> Int

  // MARK: Page

  /// The number of visible rows.
  func visibleCount() throws(ToolError) -> Int

  /// The number of sections of visible rows; 1 without sections.
  func sectionCount() throws(ToolError) -> Int

  /// Visits the first `limit` visible rows in order. Calls `section` with the key before the rows of each section, if
  /// there are sections, and `row` with the JSON of each row.
  func visit(
    limit: Int, section: (FilterValue) throws(ToolError) -> Void,
    row: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError)

  /// The key paths of the first `limit` rows, or of all.
  func schema(limit: Int?) throws(ToolError) -> RowSchema

  /// A list of the keys for people, of one and those below it if `key` is not empty; nil for the schema of the rows.
  func description(of key: String) throws(ToolError) -> RowDescription?

  /// Some rows, of which the keys are those of all rows.
  func sample(_ count: Int) throws(ToolError) -> [FilterValue]

  /// Whether the values of rows are cells, which are read as what they are compared with.
  var hasCells: Bool { get }

  /// The first rows, whatever the filters.
  func unfilteredSample(_ count: Int) throws(ToolError) -> [FilterValue]

  /// A list of the tables of the source; nil for a source without tables.
  func tables() throws(ToolError) -> RowDescription?

  /// The evaluation of a predicate by the source, as a statement or with its plan; nil if the rows are tested here.
  func explanation(
    of predicate: FilterPredicate<FilterValue>, hasPlan: Bool
  ) throws(ToolError) -> String?

  /// The error for a key in a predicate that no row can have; nil if there is none. `text` is the source text.
  func unknownKey(in predicate: AST.Predicate, of text: String) -> SyntaxError?

  /// Whether no row has a value for a key path.
  func leadsNowhere(_ key: KeyColumn) throws(ToolError) -> Bool

  // MARK: Verdicts

  /// The applied filters, in order
  var filters: [OpenFilter] { get }

  /// Applies a filter. It replaces the filter of its group, or the groupless filter of its name.
  func add(
    _ name: String, group: String?, text: String, _ condition: RowCondition) throws(ToolError)

  /// Removes the filters of a name, or of a name in a group; all without a name.
  func removeFilters(named name: String?, group: String?) throws(ToolError)

  /// The filters that hide the row with a key.
  func filters(hiding key: FilterValue) throws(ToolError) -> [OpenFilter]

  /// How the row with a key is tested by a filter, part by part; nil for a search.
  func explanation(
    of filter: OpenFilter, for key: FilterValue
  ) throws(ToolError) -> FilterExplanation?

  /// Visits the first `limit` rows for which a predicate is true, in order, whatever the filters. Calls `row` with the
  /// JSON of each.
  func visit(
    matching predicate: FilterPredicate<FilterValue>, limit: Int,
    row: ([UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) -> RowMatches

  // MARK: Numbers

  /// The facets and aggregates that are counted.
  var numbers: SessionSummary { get }
  func setNumbers(_ numbers: SessionSummary) throws(ToolError)

  /// The counts of facets and the values of aggregates under the filters or, with a predicate, of all rows that match
  /// it.
  func countNumbers(
    matching predicate: FilterPredicate<FilterValue>?
  ) throws(ToolError) -> SummaryNumbers

  // MARK: Arrangement

  /// The name of what identifies rows: a key path, or "row number"
  var identityName: String { get }
  var isIdentifiedByNumber: Bool { get }

  /// Identifies rows by a key path; nil for the default.
  func setIdentity(_ key: KeyColumn?) throws(ToolError)

  /// Whether the visible rows are in sections
  var hasSections: Bool { get }

  /// Arranges rows in sections; nil for none.
  func setSection(_ key: KeyColumn?) throws(ToolError)

  /// Orders rows; without keys as the source has them.
  func setSorting(_ keys: [SortColumn]) throws(ToolError)

  // MARK: Edit

  /// The columns that rows of JSON would add to a source whose rows have the same columns.
  func newColumns(in rows: some Sequence<[UInt8]>) -> [String]

  /// Whether no row has a value at a path of names, but some have an object that it can be written to as a new column.
  func lacks(_ path: [String]) throws(ToolError) -> Bool

  /// Adds a row at the end.
  func add(json: String) throws(ToolError)
  func remove(_ key: FilterValue) throws(ToolError)

  /// Replaces the row with the key of the new one, or with `number` if rows are identified by number.
  func replace(json: String, number: FilterValue?) throws(ToolError)

  /// Writes a value at a path of names into the rows for which a predicate is true, or into the visible ones without a
  /// predicate. Rows that it has no value for stay as they are.
  func set(
    _ path: [String], to value: FieldValue, where predicate: FilterPredicate<FilterValue>?
  ) throws(ToolError) -> FieldEdit

  /// Replaces the known rows of a file and adds the others, with the number of each.
  func merge(_ text: RowText) throws(ToolError) -> (replaced: Int, added: Int)

  var batchDepth: Int { get }
  func begin() throws(ToolError)
  func end() throws(ToolError)
  func rollback() throws(ToolError)

  /// Begins a line, whose changes are reported if it `tracksChanges`.
  func beginLine(tracksChanges: Bool) throws(ToolError)

  /// The changes since the line began, or since the last call.
  func takeReport() throws(ToolError) -> RowReport

  /// Undoes the edits of the last line that has any in force, or redoes those that were undone last.
  func restore(_ direction: HistoryDirection) throws(ToolError) -> RestoredRows

  /// Ends a line: its edits are a step that can be undone, and what only the line needed is released.
  func endLine()

  // MARK: Save

  /// The number of edits that the source does not have.
  var unsavedCount: Int { get }

  /// Writes all rows to a file, nil for the source, as a whole or not at all. A source that others have changed is
  /// written only if `isForced`.
  func save(to path: String?, isForced: Bool) throws(ToolError) -> SaveReport

  /// Reads what others wrote to the source and keeps the edits; nil if there is nothing.
  func mergeSource() throws(ToolError) -> FileMerge?

  /// Starts or ends watching the source.
  func watch(_ isOn: Bool) throws(ToolError)

  /// Has the source report the changes of others, which is a change of it.
  func installWatch() throws(ToolError)

  /// The milliseconds between two checks of the source; nil if it is not watched.
  var watchInterval: Int? { get }

  /// Checks the source, and reads its rows if others have changed it. Calls `willRead` before.
  func takeSourceChange(_ willRead: () -> Void) throws(ToolError) -> SourceChange?
}

/// An applied filter.
struct OpenFilter {
  let name: String
  let group: String?

  /// The text of its condition
  let text: String
  let condition: RowCondition

  /// `name@group`, in quotes if needed
  var title: String {
    CommandWords.quoted(name) + (group.map { "@" + CommandWords.quoted($0) } ?? "")
  }
}

extension [OpenFilter] {
  /// Adds a filter, in the position of the one that it replaces.
  mutating func add(_ filter: OpenFilter) {
    let replaced = firstIndex {
      $0.group == filter.group && (filter.group != nil || $0.name == filter.name)
    }
    if let replaced { self[replaced] = filter } else { append(filter) }
  }

  /// Removes the filters of a name, or of a name in a group; all without a name.
  mutating func remove(named name: String?, group: String?) {
    guard let name else { return removeAll() }
    removeAll { $0.name == name && (group == nil || $0.group == group) }
  }
}

/// The condition of a filter.
enum RowCondition {
  /// The predicate is true of the row.
  case predicate(FilterPredicate<FilterValue>)

  /// Any string of the row contains a text, ignoring case and accents.
  case search(String)
}

/// The rows for which a predicate is true.
struct RowMatches {
  /// The number of these rows.
  var count = 0

  /// The number of rows that could not be tested.
  var failures = 0

  /// The key of the first of these, and the error.
  var first: (key: FilterValue, error: EvaluationError)?
}

/// The changes of a line.
struct RowReport {
  /// The changes of the visible rows, if they are tracked.
  var changes: [ResultsChange<OpenRow>] = []

  /// The number of rows that the filters could not be evaluated on, if it may have changed.
  var failureCount = 0

  /// The reason for the first of these.
  var failure = ""

  /// A note on an expensive line; nil without one.
  var note: String?
}

/// The options of a source with tables.
struct TableOptions {
  /// The table; nil for the only one, or that of the name of the source.
  var table: String?

  /// Whether rows can be edited.
  var isWritable = false

  /// The seconds for which a statement waits for other programs.
  var lockTimeout = Query.usualLockTimeout

  /// The stated kinds of columns, and of key paths into documents.
  var types = ColumnTypes()
}

/// A list for people.
struct RowDescription {
  let columns: [String]

  /// The rows of the list, with a value for each column.
  let rows: [[FilterValue]]

  /// A line after the list.
  let note: String?
}

/// A file that was written.
struct SaveReport {
  let name: String
  let notes: [String]

  /// The reason that the file may not be safe on the disk yet.
  let warning: String?

  init(name: String, _ outcome: FileReplacement.Outcome) {
    self.name = name
    notes = outcome.notes
    warning = outcome.warning
  }
}

/// A change of a watched source by another program.
enum SourceChange {
  /// Rows were written to a source that keeps them.
  case committed
  case deleted
  case reloaded(isBack: Bool, leftOut: Int)
  case unreadable(String)

  /// The source is no longer watched, as its rows would replace edits.
  case unwatched
}

/// The number of rows that an undo or a redo has changed beside filters, and of those among them that are hidden.
struct RestoredRows {
  private(set) var changed = 0
  private(set) var hidden = 0

  /// Counts a row. Whether it is hidden depends on what it was before, or on what it is if it is new.
  mutating func add(isHidden: Bool) {
    changed += 1
    if isHidden { hidden += 1 }
  }
}
