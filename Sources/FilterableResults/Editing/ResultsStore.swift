internal import FilterEngine

/// What a controller stores and how it is arranged, without the type of the items: the only writer of rows, keys,
/// row numbers, stamps and verdicts, which change together.
///
/// An item comes in as a row, which is made once; from then on rows are known by their numbers and addresses.
// A class: filters and comparators are the caller's code and may read the controller while an edit is under way.
final class ResultsStore {
  /// The rows and their arrangement, with all edits.
  var state: ResultsState?

  /// Rows that were replaced in a batch and are not in the state yet: they are put into place together, at its end or
  /// before an operation that reads the state.
  var deferred = GatheredRows()

  /// What the configuration means.
  var rules: ResultsRules

  /// The filters in force and what they have said of rows.
  let asked = AskedFilters()

  /// The rows by key, their free numbers and their stamps.
  var keys = RowKeys()

  /// The row that was looked for last.
  var lastFound: RowID = 0

  /// Whether that is the row after the one before.
  var findsInOrder = false

  /// What may have changed since the last delivery; all where rows wait to be put into place.
  var pending = PendingChanges()

  /// The rows when changes were taken last, where there were any; nil where they are those of `delivered`.
  private var taken: ResultsState??

  /// What observers have received last.
  var delivered: ResultsVersion

  /// Whether the next edit is delivered at once, and only to observers who receive it afterwards.
  var deliversAtOnce = false

  /// An edit that was made in the version that was delivered last.
  var inPlace: InPlaceEdit?

  /// What each open batch goes back to.
  private var batches: [Saved] = []

  /// The failures of the last edit by the numbers of their rows.
  var failures: FilterFailures { asked.failures }

  /// Whether the last edit was refused by a limit. Filters have not been asked about rows that wait in a batch.
  var hasHitLimit: Bool { deferred.isEmpty && asked.failures.limit != nil }

  var filters: [FilterTest] { asked.tests }

  /// The keys that the last edit met twice.
  var duplicateKeys: [FilterValue] = []

  /// What takes back the last edits, nil where that is not recorded.
  var log: StoreLog?

  /// Another number after each step that changes the contents. It begins anywhere, so that no two stores have
  /// the same one.
  var contentNumber = UInt64.random(in: 0 ... .max)

  init(_ rules: ResultsRules) {
    self.rules = rules
    delivered = ResultsVersion(state: nil, shown: nil, rules: rules)
  }

  // MARK: - Edits

  /// Begins the time of an edit.
  func beginTime() { asked.beginTime(rules.limits) }

  func resetDiagnostics() {
    asked.resetFailures()
    if !duplicateKeys.isEmpty { duplicateKeys = [] }
  }

  /// Keeps a key that was met twice.
  func repeatKey(_ key: FilterValue) { duplicateKeys.append(key) }

  /// Has more compared at the next delivery.
  func needs(_ extent: PendingChanges.Extent) { pending.needs(extent) }

  /// Whether anything may have changed since the last delivery.
  var hasChanges: Bool { pending.extent != .nothing || !deferred.isEmpty || inPlace != nil }

  /// Gives the edit that was made in the version that was delivered last, if there is one.
  func takeInPlaceEdit() -> InPlaceEdit? {
    guard inPlace != nil else { return nil }
    defer { inPlace = nil }
    return inPlace
  }

  /// The rows from which `pending` counts.
  var reference: ResultsState? { taken ?? delivered.state }

  /// Forgets the rows of the last delivery, which are those of `delivered`.
  func releaseReference() { taken = nil }

  /// Gives what may have changed since the last delivery; the next one starts here.
  func takeChanges() -> PendingChanges {
    defer {
      keys.release(pending.released)
      pending = PendingChanges()
      taken = .some(state)
    }
    return pending
  }

  // MARK: - Batches

  /// What a batch goes back to.
  private struct Saved {
    var state: ResultsState?
    let rules: ResultsRules
    let asked: AskedFilters.Saved
    let pending: PendingChanges
    let keys: RowKeys.Saved

    /// How many steps the log had recorded.
    var stepCount: Int
  }

  var isInBatch: Bool { !batches.isEmpty }

  /// Whether the outermost batch is ending, which is delivered next.
  var isEndingBatch: Bool { batches.count == 1 && deliversAtOnce }

  func beginBatch() {
    settle()
    batches.append(
      Saved(
        state: state, rules: rules, asked: asked.saved(), pending: pending, keys: keys.saved(),
        stepCount: log?.steps.count ?? 0))
  }

  func endBatch() {
    if !deferred.isEmpty {
      // No error takes the outermost batch back any more: what it would go back to is not held.
      if batches.count == 1 { batches[0].state = nil }
      settle()
    }
    batches.removeLast()
    guard batches.isEmpty else { return }
    asked.endBatches()
    endEdit()
  }

  /// Ends an edit: what it has recorded is one entry of the log.
  func endEdit() {
    if log != nil { log?.endEdit() }
  }

  /// Has the open batches go back to a log without the steps that were recorded until now.
  func forgetBatchSteps() {
    for depth in batches.indices { batches[depth].stepCount = 0 }
  }

  /// Ends the batch and takes its edits back.
  func rollback() {
    let saved = batches.removeLast()
    deferred = GatheredRows()
    state = saved.state
    rules = saved.rules
    pending = saved.pending
    keys.restore(saved.keys)
    enterRows()
    contentNumber &+= 1
    log?.dropSteps(after: saved.stepCount)
    asked.restore(saved.asked)
    if batches.isEmpty { asked.endBatches() }
  }

  /// Enters all rows by key.
  private func enterRows() {
    guard let state, rules.identity != nil else { return keys.removeAllKeys(reserving: 0) }
    keys.removeAllKeys(reserving: state.count)
    let rows = state.rows
    for id in state.store.ids { enter(id, rules.key(at: rows.address(of: id)), in: rows) }
  }

  /// Enters a row by its key, if it has one.
  func enter(_ id: RowID, _ key: FilterValue?, in rows: RowTable) {
    guard let key else { return }
    keys.enter(id, key) { rules.key(at: rows.address(of: $0)) ?? .null }
  }
}
