internal import FilterEngine

/// The rows of a controller and their arrangement, without the type of the items: the only writer of rows, keys, row
/// numbers, stamps and verdicts, which change together.
///
/// An item becomes a row once. Rows are then identified by their numbers and read at their addresses.
// A class: filters and comparators are the caller's code and may read the controller during an edit.
final class ResultsStore {
  /// The rows and their arrangement, with all edits.
  var state: ResultsState?

  /// Rows that were replaced in a batch and are not in the state yet: they are written together, at the end of the
  /// batch or before an operation that reads the state.
  var deferred = GatheredRows()

  /// The configuration as rules for rows.
  var rules: ResultsRules

  /// The filters in force with their verdicts.
  let verdicts = FilterVerdictCache()

  /// The facets and aggregates; nil for none.
  var tally: Tally?

  /// The count of the rows for other facets and aggregates that runs elsewhere; nil for none.
  var count: CountElsewhere?

  /// The index of rows by key, with free numbers and stamps.
  var keys = RowKeys()

  /// The row that was found last.
  var lastFound: RowID = 0

  /// Whether it follows the row that was found before.
  var findsInOrder = false

  /// The changes since the last delivery, without gathered rows.
  var pending = PendingChanges()

  /// The version that observers received last.
  var delivered: ResultsVersion

  /// The version that the current delivery leads to; nil if none is under way.
  var upcoming: ResultsVersion?

  /// When changes are delivered, and to whom.
  var gate = DeliveryGate()

  /// The states that open batches restore.
  private var batches: [Saved] = []

  /// The failures of the last edit by the numbers of their rows.
  var failures: FilterFailures { verdicts.failures }

  /// Whether a limit refused the last edit. Gathered rows are not tested yet.
  var hasHitLimit: Bool { deferred.isEmpty && verdicts.failures.limit != nil }

  var filters: [FilterTest] { verdicts.tests }

  /// The duplicate keys of the last edit.
  var duplicateKeys: [FilterValue] = []

  /// The steps that undo the last edits; nil if edits are not recorded.
  var log: StoreLog?

  /// A number that changes with each step that changes the contents. It starts at random, so that no two stores have
  /// the same.
  var contentNumber = UInt64.random(in: 0 ... .max)

  init(_ rules: ResultsRules) {
    self.rules = rules
    delivered = ResultsVersion(state: nil, shown: nil, rules: rules)
  }

  // MARK: - Edits

  // Not checked for overlapping access, which would cost more than the number.
  /// The number of edits whose steps run, in which filters, keys and comparators are called.
  @exclusivity(unchecked) private var openEdits = 0

  /// Runs the steps of an edit.
  ///
  /// The caller's code in them can read the controller. An edit by it would be lost when the steps write the state.
  @inline(__always)
  func editing<Answer, Failure: Error>(
    _ steps: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    openEdits &+= 1
    defer { openEdits &-= 1 }
    return try steps()
  }

  /// Stops the program if the steps of an edit run.
  @inline(__always)
  func requireNoEdit() {
    precondition(
      openEdits == 0,
      "a controller is edited by a filter, a key or another closure that an edit of it calls")
  }

  /// Starts the time of an edit.
  @inline(never)
  func beginTime() { verdicts.beginTime(rules.limits) }

  func resetDiagnostics() {
    verdicts.resetFailures()
    if !duplicateKeys.isEmpty { duplicateKeys = [] }
  }

  /// Records a duplicate key.
  func repeatKey(_ key: FilterValue) { duplicateKeys.append(key) }

  /// Extends the comparison at the next delivery.
  func needs(_ extent: PendingChanges.Extent) { pending.needs(extent) }

  /// Whether anything may have changed since the last delivery.
  var hasChanges: Bool {
    // Properties in place: a call of `isEmpty` copies all of them.
    pending.extent != .nothing || pending.shown != nil || !deferred.isEmpty
  }

  /// The version that `pending` compares with.
  var reference: ResultsVersion { upcoming ?? delivered }

  /// Whether changes are delivered now.
  var canDeliver: Bool { batches.isEmpty && gate.isOpen }

  /// Removes and returns the changes since the last delivery; the next one starts here.
  func takeChanges() -> PendingChanges {
    defer {
      keys.release(pending.released)
      pending = PendingChanges()
    }
    return pending
  }

  // MARK: - Batches

  /// The state that a batch restores.
  private final class Saved {
    var state: ResultsState?
    let rules: ResultsRules
    let summaries: SummaryPlan?
    let verdicts: FilterVerdictCache.Saved
    let pending: PendingChanges
    let keys: RowKeys.Saved

    /// The number of steps that the log had recorded.
    var stepCount: Int

    init(_ store: ResultsStore) {
      state = store.state
      rules = store.rules
      summaries = store.tally?.plan
      verdicts = store.verdicts.saved()
      pending = store.pending
      keys = store.keys.saved()
      stepCount = store.log?.steps.count ?? 0
    }
  }

  var isInBatch: Bool { !batches.isEmpty }

  /// The number of open batches, each inside the one before.
  var batchDepth: Int { batches.count }

  func beginBatch() {
    settle()
    follow { $0.beginBatch() }
    batches.append(Saved(self))
  }

  func endBatch() {
    if !deferred.isEmpty {
      let isOutermost = batches.count == 1
      // It cannot be rolled back any more, so its saved state is not held.
      if isOutermost { batches[0].state = nil }
      try? settleOrThrow(endsBatches: isOutermost)
    }
    batches.removeLast()
    follow { $0.endBatch() }
    guard batches.isEmpty else { return }
    verdicts.endBatches()
    endEdit()
  }

  /// Ends an edit: its recorded steps become one entry of the log.
  func endEdit() {
    if log != nil { log?.endEdit() }
  }

  /// Makes open batches restore a log without the steps that were recorded so far.
  func forgetBatchSteps() {
    for depth in batches.indices { batches[depth].stepCount = 0 }
  }

  /// Ends the batch and restores the state before it.
  func rollback() {
    let saved = batches.removeLast()
    deferred = GatheredRows()
    follow { [state, rules] changes in
      changes.rollback { id in
        state.flatMap { state in
          state.place(of: id, rules).map { state.arranged.id(at: $0.section) }
        }
      }
    }
    state = saved.state
    rules = saved.rules
    pending = saved.pending
    keys.restore(saved.keys)
    enterRows()
    contentNumber &+= 1
    log?.dropSteps(after: saved.stepCount)
    verdicts.restore(saved.verdicts)
    if batches.isEmpty { verdicts.endBatches() }
    if tally?.plan !== saved.summaries { setSummaries(saved.summaries) }
  }

  /// Indexes all rows by key.
  private func enterRows() {
    guard let state, rules.identity != nil else { return keys.removeAllKeys(reserving: 0) }
    keys.removeAllKeys(reserving: state.count)
    let rows = state.rows
    for id in state.store.ids { enter(id, rules.key(at: rows.address(of: id)), in: rows) }
  }

  /// Indexes a row by its key, if it has one.
  func enter(_ id: RowID, _ key: FilterValue?, in rows: RowTable) {
    guard let key else { return }
    keys.enter(id, key) { rules.key(at: rows.address(of: $0)) ?? .null }
  }
}

/// When changes are delivered, and what their receivers need.
struct DeliveryGate {
  /// Whether a change is being delivered. Edits of callbacks are delivered after it.
  var isUnderWay = false

  /// The number of calls of `pause()` that were not ended.
  var pauses = 0

  /// Whether there is a delegate. It may have ended since the last delivery.
  var hasDelegate = false

  /// Whether an observer is called before a change.
  var announcesChanges = false

  /// Whether another snapshot may replace a new one.
  var hasSubstitute = false

  /// Whether a change is delivered as soon as it is made, unless a batch is open.
  var isOpen: Bool { !isUnderWay && pauses == 0 }

  /// Whether a change is delivered as soon as it is made, and only to observers that are called after it.
  var deliversAtOnce: Bool { isOpen && !hasDelegate && !announcesChanges && !hasSubstitute }
}
