internal import FilterEngine

// What asks the filters. A limit that is hit is an error of the edit, which has changed nothing then: the filters are
// asked before a step changes the store.
extension ResultsController {
  /// Begins the time of an edit.
  func beginTime() { limits = rules.configuration.limits.beginning() }

  /// Whether and how the item of a row is shown.
  ///
  /// - Throws: `limit`.
  func visibility(of item: Item, row: UInt32) throws(ResultsError) -> RowVisibility {
    // Each item has a run of its own, which may be too short to look at the time.
    asked &+= 1
    if asked & 0xFF == 0, let end = limits.end { throw refused(by: end) }
    var verdict = RowVerdict()
    var found = FilterFailures()
    let visibility = rules.visibility(of: item, row: row, limits, &verdict, &found)
    if found.count > 0 { try keep(found) }
    verdicts.record(verdict, of: row)
    if !batches.isEmpty { askedRows.append(row) }
    return visibility
  }

  /// Arranges all rows of `next`, and puts it in the place of the state.
  ///
  /// - Throws: `limit`; then the state is as it was.
  func rearrange(_ next: ResultsState<Item>?) throws(ResultsError) {
    guard var next else { return }
    var verdicts = FilterVerdicts()
    try evaluating { next.arrange(rules, limits, &verdicts, &$0) }
    state = next
    self.verdicts = verdicts
    passCount += 1
    pending.needs(.all)
  }

  /// Asks the filters what `known` does not know, and the test after them again.
  ///
  /// - Throws: `limit`; then the state is as it was.
  func runFilters(
    _ scope: FilterScope, _ known: FilterVerdicts
  ) throws(ResultsError) {
    var verdicts = known
    if var next = state {
      try evaluating { next.filter(rules, limits, among: scope, &verdicts, &$0) }
      state = next
      pending.needs(.visibility)
    }
    self.verdicts = verdicts
    passCount += 1
  }

  /// Carries out `body`, which asks the filters.
  ///
  /// - Throws: `limit` where a filter hit one.
  func evaluating<Result>(
    _ body: (inout FilterFailures) -> Result
  ) throws(ResultsError) -> Result {
    var found = FilterFailures()
    let result = body(&found)
    try keep(found)
    return result
  }

  private func keep(_ found: FilterFailures) throws(ResultsError) {
    if let limit = found.limit { throw refused(by: limit) }
    failureLog.record(found)
  }

  private func refused(by limit: EvaluationError) -> ResultsError {
    failureLog.refuse(limit)
    return .limit(limit)
  }
}
