internal import FilterEngine

extension ResultsController {
  /// Begins a batch: edits are told as one change when the outermost batch ends.
  public func begin() {
    batches.append(
      SavedResults(
        state: state, rules: rules, filters: filters, pending: pending, collapsed: collapsed,
        freeIDs: freeIDs, stamps: stamps,
        passCount: passCount, askedCount: askedRows.count))
    if batches.count == 1, !isDelivering { resetDiagnostics() }
  }

  /// Ends a batch.
  ///
  /// - Throws: `noBatch` where none was begun.
  public func end() throws(ResultsError) {
    guard batches.popLast() != nil else { throw .noBatch }
    forgetAskedRows()
    deliver()
  }

  /// Ends a batch and takes back its edits, those of batches inside it too.
  ///
  /// - Throws: `noBatch` where none was begun.
  public func rollback() throws(ResultsError) {
    guard let saved = batches.popLast() else { throw .noBatch }
    restore(saved)
    forgetAskedRows()
    deliver()
  }

  /// Rows that were asked about matter only to batches that can be taken back.
  private func forgetAskedRows() {
    if batches.isEmpty { askedRows = [] }
  }

  private func restore(_ saved: SavedResults<Item>) {
    state = saved.state
    rules = saved.rules
    pending = saved.pending
    // An observer has made silent edits itself, and gets the change that takes them back.
    if observations.contains(where: { $0.observation?.hasOwnEdits == true }) { pending.needs(.all) }
    collapsed = saved.collapsed
    freeIDs = saved.freeIDs
    stamps = saved.stamps
    restoresFilters = true
    filters = saved.filters
    restoresFilters = false
    rebuildIndex()
    // A filter may look at more than the rows, and at something else then than now.
    if passCount == saved.passCount {
      verdicts = verdicts.following(rules.filters)
      verdicts.forget(askedRows[saved.askedCount...])
    } else {
      verdicts = FilterVerdicts(rules.filters)
    }
  }

  /// Makes the edits of `body` one change; where it throws they are taken back.
  ///
  /// `completion` is called after the delivery, or at once where nothing changed.
  public func performBatch<Failure: Error>(
    completion: (() -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    begin()
    do throws(Failure) {
      try body()
    } catch {
      if let saved = batches.popLast() { restore(saved) }
      forgetAskedRows()
      deliver()
      throw error
    }
    batches.removeLast()
    forgetAskedRows()
    if let completion { completions.append(completion) }
    deliver()
  }

  /// Whether a batch is open.
  public var isInBatch: Bool { !batches.isEmpty }

  /// One edit: what it changes is told unless a batch is open; where it throws nothing has changed.
  func edit(_ body: () throws(ResultsError) -> Void) throws(ResultsError) {
    if batches.isEmpty, !isDelivering { resetDiagnostics() }
    beginTime()
    try body()
    deliver()
  }

  /// One edit of several steps, all of which are taken back where one throws.
  func editAll(_ body: () throws(ResultsError) -> Void) throws(ResultsError) {
    beginTime()
    try performBatch { () throws(ResultsError) in try body() }
  }

  private func resetDiagnostics() {
    failureLog = FilterFailures()
    duplicateKeys = []
  }
}
