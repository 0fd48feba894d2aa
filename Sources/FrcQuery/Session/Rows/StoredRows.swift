internal import FilterEngine
internal import FilterableResults

/// The rows of an open file.
final class StoredRows: SessionRows {
  let path: String
  let form: InputForm

  /// The file as the session last read or wrote it.
  private(set) var file: OpenFile

  /// Makes the progress through a file of a size.
  let progress: (Int?) -> Progress?

  let store = RowStore()
  let controller = ResultsController<OpenRow>()

  /// The limits of each command.
  let limits: EvaluationLimits

  /// The settings that a rollback restores.
  struct Settings {
    /// The column that identifies rows; nil for their numbers.
    var identity: RowColumn?
    var section: RowColumn?
    var sorting: RowSorting?
    var filters: [OpenFilter] = []
    var numbers = SessionSummary()

    /// The columns that facets and aggregates read.
    var numberColumns: [RowColumn] = []
  }

  /// The edits of lines, to undo them.
  var history = EditHistory<RowEdit>()

  var settings = Settings()

  /// The settings and the number of edits at the beginning of each batch.
  private var saved: [(settings: Settings, editCount: Int)] = []

  /// The watch of the file, if it is watched.
  var fileWatch: FileWatch?

  /// The number of rows of the file that had fewer cells than columns when it was opened.
  var shortCount: Int

  /// The changes that are not printed yet.
  private(set) var changes: [ResultsChange<OpenRow>] = []

  /// Opens a file; with `regularOnly` only one that can neither block nor go on for ever.
  init(
    path: String, form: InputForm, regularOnly: Bool, limits: EvaluationLimits = .standard,
    progress: @escaping (Int?) -> Progress?
  ) throws(ToolError) {
    var limits = limits
    limits.isInterrupted = { Interrupt.isRaised }
    self.limits = limits
    controller.setLimits(limits)
    self.path = path
    self.form = form
    self.progress = progress
    let read = try FileRows(
      path: path, form: form, regularOnly: regularOnly, progress: progress)
    shortCount = read.shortCount
    store.hasCells = read.text.format.records != nil
    store.types = form.types
    // What is wrong with the stated keys is an error before anything is tested.
    if !form.types.isEmpty { _ = try form.types.conversion(.standard) }
    let rows = store.add(read.rows)
    file = OpenFile(read, rows: rows, cause: "opened")
    try identify(by: try defaultIdentity(of: rows))
    try load(rows)
    store.setNextNumber(rows.count + 1)
    controller.observe { [weak self] change in
      // A change of numbers alone is shown as numbers.
      if change.isReload || !change.changeset.isEmpty { self?.changes.append(change) }
    }
    changes = []
  }

  func beginLine(tracksChanges: Bool) { changes = [] }

  func takeReport() -> RowReport {
    defer { changes = [] }
    let failures = controller.failures
    guard !changes.isEmpty, let error = failures.first else { return RowReport(changes: changes) }
    return RowReport(changes: changes, failureCount: failures.count, failure: error.message)
  }

  /// All rows, hidden ones too.
  var rows: [OpenRow] { controller.items ?? [] }

  func count() -> Int { controller.count }
  var filters: [OpenFilter] { settings.filters }
  var hasSections: Bool { settings.section != nil }

  // MARK: - Batches

  var batchDepth: Int { saved.count }

  func begin() {
    saved.append((settings, history.pending.count))
    controller.begin()
  }

  func end() throws(ToolError) {
    try edit { () throws(ResultsError) in try controller.end() }
    saved.removeLast()
  }

  func rollback() throws(ToolError) {
    try edit { () throws(ResultsError) in try controller.rollback() }
    let last = saved.removeLast()
    settings = last.settings
    history.removePending(after: last.editCount)
  }

  func endLine() {
    changes = []
    guard saved.isEmpty else { return }
    let edits = history.pending
    // Rows that came and went again are no step.
    if edits.first?.old == nil, Set(edits.compactMap(\.old)) == Set(edits.compactMap(\.new)) {
      history.removePending(after: 0)
    }
    history.endStep(columns: file.added) { edit in
      MemoryLayout<RowEdit>.stride + (edit.new?.withBytes { $0.count } ?? 0)
    }
  }

  /// Takes another state of the file for the one that is known.
  func setFile(_ new: OpenFile) { file = new }

  /// Takes the columns that saves had added to the file at a step.
  func setColumns(_ columns: [String]) { file.added = columns }

  /// Reads what the settings want to know of new texts.
  func prepare() throws(ToolError) {
    try settings.identity?.prepare()
    try settings.section?.prepare()
    try settings.sorting?.prepare()
    for column in settings.numberColumns { try column.prepare() }
  }

  /// Makes an edit. An edit that is refused changes nothing.
  func edit(_ body: () throws(ResultsError) -> Void) throws(ToolError) {
    do throws(ResultsError) { try body() } catch {
      try Interrupt.check()
      if case .limit(let limit) = error { throw .message(limit.message) }
      throw .message("\(error)")
    }
  }
}
