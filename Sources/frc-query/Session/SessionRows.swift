internal import FilterEngine
internal import FilterableResults

/// The rows of a session: those of a file, which are stored here, or of a source that keeps them elsewhere.
protocol SessionRows: AnyObject {
  // MARK: Count

  /// The source as it was named
  var path: String { get }

  /// The number of all rows, hidden ones too
  var count: Int { get }

  // MARK: Page

  /// The visible rows
  var snapshot: ResultsSnapshot<OpenRow> { get }
  func json(of row: OpenRow) -> [UInt8]

  /// The key paths of the first `limit` rows, or of all.
  func schema(limit: Int?) throws(ToolError) -> RowSchema

  /// Whether no row has a value for a key path.
  func leadsNowhere(_ key: KeyColumn) throws(ToolError) -> Bool

  // MARK: Verdicts

  /// The applied filters, in order
  var filters: [OpenFilter] { get }

  /// Applies a filter. It replaces the filter of its group, or the groupless filter of its name.
  func add(
    _ name: String, group: String?, text: String, _ condition: RowCondition) throws(ToolError)

  /// Removes the filters of a name, or of a name in a group; all without a name.
  func removeFilters(named name: String?, group: String?)

  /// The filters that hide the row with a key.
  func filters(hiding key: FilterValue) throws(ToolError) -> [OpenFilter]

  /// The rows for which a predicate is true, in order, whatever the filters.
  func rows(matching predicate: FilterPredicate<FilterValue>) throws(ToolError) -> RowMatches

  /// The rows that the filters could not decide on at the last edit.
  var failures: FilterFailures { get }

  // MARK: Arrangement

  /// The name of what identifies rows: a key path, or "row number"
  var identityName: String { get }
  var isIdentifiedByNumber: Bool { get }
  func key(of row: OpenRow) -> FilterValue

  /// Identifies rows by a key path; nil for the default.
  func setIdentity(_ key: KeyColumn?) throws(ToolError)

  /// Whether the visible rows are in sections
  var hasSections: Bool { get }

  /// Arranges rows in sections; nil for none.
  func setSection(_ key: KeyColumn?) throws(ToolError)

  /// Orders rows; without keys as the source has them.
  func setSorting(_ keys: [SortColumn]) throws(ToolError)

  // MARK: Edit

  /// Adds a row at the end.
  func add(json: String) throws(ToolError)
  func remove(_ key: FilterValue) throws(ToolError)

  /// Replaces the row with the key of the new one, or with `number` if rows are identified by number.
  func replace(json: String, number: FilterValue?) throws(ToolError)

  /// Writes a value at a path of names into rows. Rows that it has no value for stay as they are.
  func set(
    _ path: [String], to value: FieldValue, in rows: [OpenRow]
  ) throws(ToolError) -> FieldEdit

  /// Replaces the known rows of a file and adds the others, with the number of each.
  func merge(_ path: String) throws(ToolError) -> (replaced: Int, added: Int)

  var batchDepth: Int { get }
  func begin()
  func end() throws(ToolError)
  func rollback() throws(ToolError)

  /// The changes since the last call.
  func takeChanges() -> [ResultsChange<OpenRow>]

  /// Takes back the edits of the last line that has any in force.
  func undo() throws(ToolError)

  /// Makes the edits again that were taken back last.
  func redo() throws(ToolError)

  /// Ends a line: its edits are a step of `undo`, and texts that nothing needs are released.
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

  /// The milliseconds between two checks of the source; nil if it is not watched.
  var watchInterval: Int? { get }

  /// Checks the source, and reads its rows if others have changed it. Calls `willRead` before.
  func takeSourceChange(_ willRead: () -> Void) throws(ToolError) -> SourceChange?
}

/// The rows for which a predicate is true.
struct RowMatches {
  var rows: [OpenRow] = []

  /// The number of rows that could not be tested.
  var failures = 0

  /// The first of these.
  var first: (row: OpenRow, error: EvaluationError)?
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
  case deleted
  case reloaded(isBack: Bool, leftOut: Int)
  case unreadable(String)

  /// The source is no longer watched, as its rows would replace edits.
  case unwatched
}
