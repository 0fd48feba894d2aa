internal import FilterEngine

// The facets and aggregates of the store.
extension ResultsStore {
  /// Whether rows are counted, here or elsewhere.
  var isCounted: Bool { tally != nil || count != nil }

  /// Records changes of rows that are counted.
  func follow(_ record: (inout RowChanges) -> Void) {
    if let tally { record(&tally.changes) }
    if let count { record(&count.changes) }
  }

  /// Replaces the facets and aggregates; nil for none.
  func setSummaries(_ plan: SummaryPlan?) { install(plan.map { Tally($0) }) }

  private func install(_ new: Tally?) {
    (tally, count) = (new, nil)
    for _ in 0..<batchDepth { new?.changes.beginBatch(precedesCount: true) }
    pending.needs(.rows)
  }

  /// Begins to count the rows elsewhere; nil without data, or in a batch.
  func beginCounting(
    _ plan: SummaryPlan
  ) -> (tally: Tally, rows: TalliedRows, count: CountElsewhere)? {
    guard let state = settledState(), !isInBatch else { return nil }
    let count = CountElsewhere()
    self.count = count
    return (
      Tally(plan), TalliedRows(state: state, rules: rules, filters: verdicts.copy()), count
    )
  }

  /// Installs a tally that has counted the rows elsewhere. Returns false if other facets were set in the meantime, and
  /// nil if other rows were.
  func endCounting(_ counted: Tally, _ count: CountElsewhere) -> Bool? {
    guard count === self.count else { return false }
    guard !count.changes.isEverything else { return nil }
    install(counted)
    counted.changes = count.changes
    return true
  }

  /// The numbers of the current state; nil without facets and aggregates, and without data.
  func summary() -> ResultsSummary? {
    guard let tally, let state else { return nil }
    return editing { tally.summary(of: state, rules, verdicts) }
  }

  /// Counts the rows for facets and aggregates within the limits of the edit, which `summary()` does without.
  ///
  /// - Throws: `limit`.
  func countSummaries() throws(ResultsError) {
    guard let tally, let state = settledState() else { return }
    let run = EvaluationContext(of: verdicts.limits)
    tally.summary(of: state, rules, verdicts, in: run).makeFacets(run)
    if let end = run.end { throw verdicts.refused(by: end) }
  }
}

/// A count of the rows that runs elsewhere.
final class CountElsewhere {
  /// The changes since the count began.
  fileprivate var changes = RowChanges(.rows)
}
