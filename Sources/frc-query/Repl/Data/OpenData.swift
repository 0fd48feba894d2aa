internal import FilterEngine
internal import FilterableResults

/// The rows of an open file, with what is done with them.
final class OpenData {
  /// The file, as it was named.
  let path: String
  let format: RowFormat?

  /// The file as the session last read or wrote it.
  private(set) var file: OpenFile

  let store = RowStore()
  let controller = ResultsController<OpenRow>()

  /// What can be taken back with a batch.
  struct Settings {
    /// What tells rows apart, nil for their numbers.
    var identity: RowColumn?
    var section: RowColumn?
    var sorting: RowSorting?
    var filters: [OpenFilter] = []
  }

  var settings = Settings()
  private var saved: [Settings] = []

  /// Whether there may be texts without a row.
  var leavesUnused = false

  /// The changes that are not printed yet.
  private(set) var changes: [ResultsChange<OpenRow>] = []

  /// Opens a file; with `regularOnly` only one that can neither block nor go on for ever.
  init(path: String, format: RowFormat?, regularOnly: Bool) throws(ToolError) {
    self.path = path
    self.format = format
    let read = try RowTextReader(path: path, format: format, regularOnly: regularOnly).read()
    let rows = store.add(read.rows)
    file = OpenFile(read, rows: rows, cause: "opened")
    try identify(by: try defaultIdentity(of: rows))
    try edit { () throws(ResultsError) in try controller.setItems(rows) }
    store.setNextNumber(rows.count + 1)
    controller.observe { [weak self] in self?.changes.append($0) }
    changes = []
  }

  /// The changes since this was asked last.
  @discardableResult
  func takeChanges() -> [ResultsChange<OpenRow>] {
    defer { changes = [] }
    return changes
  }

  /// The rows that are shown.
  var snapshot: ResultsSnapshot<OpenRow> { controller.snapshot }

  /// All rows, hidden ones too.
  var rows: [OpenRow] { controller.items ?? [] }

  var count: Int { controller.count }

  // MARK: - Batches

  var batchDepth: Int { saved.count }

  func begin() {
    saved.append(settings)
    controller.begin()
  }

  func end() throws(ToolError) {
    try edit { () throws(ResultsError) in try controller.end() }
    saved.removeLast()
  }

  func rollback() throws(ToolError) {
    try edit { () throws(ResultsError) in try controller.rollback() }
    settings = saved.removeLast()
    leavesUnused = true
  }

  /// Gives up the texts of rows that are gone for good, once they are not asked for any more.
  func forgetUnused() {
    guard leavesUnused, saved.isEmpty else { return }
    leavesUnused = false
    changes = []
    store.keepOnly(rows, file.rows, file.original)
  }

  /// Takes another state of the file for the one that is known.
  func setFile(_ file: OpenFile) {
    self.file = file
    leavesUnused = true
  }

  /// Reads what the settings want to know of new texts.
  func prepare() throws(ToolError) {
    try settings.identity?.prepare()
    try settings.section?.prepare()
    try settings.sorting?.prepare()
    for filter in settings.filters { try filter.answers.prepare() }
  }

  /// Makes an edit; where it is refused nothing has changed.
  func edit(_ body: () throws(ResultsError) -> Void) throws(ToolError) {
    do throws(ResultsError) { try body() } catch {
      try Interrupt.check()
      throw .message("\(error)")
    }
  }
}

/// A filter in force, with what people wrote.
struct OpenFilter {
  let name: String
  let group: String?
  let text: String
  let answers: RowAnswers

  /// `name@group`, in quotes where it has to be
  var title: String {
    ReplWords.quoted(name) + (group.map { "@" + ReplWords.quoted($0) } ?? "")
  }
}
