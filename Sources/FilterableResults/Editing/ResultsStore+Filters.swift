internal import FilterEngine

extension ResultsStore {
  /// Tests all rows again.
  ///
  /// - Throws: `limit`.
  func refilter() throws(ResultsError) {
    var next = state
    try verdicts.askAll(&next, rules)
    state = next
    follow { $0.needs(.everything) }
    if next != nil { pending.needs(.visibility) }
  }

  /// Replaces the filters and tests the rows without a verdict.
  ///
  /// - Throws: `limit`; the filters before stay in force.
  func setFilters(
    _ new: [FilterTest], implies: (Int, Int) -> Bool
  ) throws(ResultsError) {
    var next = state
    follow { $0.needs(.counts) }
    guard try verdicts.replace(with: new, &next, rules, implies: implies) else { return }
    state = next
    if next != nil { pending.needs(.visibility) }
  }

  /// The names of the filters that hide a row.
  func filtersHiding(_ id: RowID) -> [String] {
    settle()
    return address(of: id).map { verdicts.names(hiding: $0, rules.limits) } ?? []
  }

  /// Arranges all rows of `next`, which has the rows of the state, and replaces the state by it. Keeps the verdicts,
  /// unless other limits may change them.
  ///
  /// - Throws: `limit`; the state does not change.
  func rearrange(
    _ next: ResultsState?, hasOtherLimits: Bool = false
  ) throws(ResultsError) {
    guard var next else { return }
    try verdicts.arrange(&next, rules, changed: hasOtherLimits ? nil : [])
    state = next
    follow { $0.needs(hasOtherLimits ? .everything : .counts) }
    pending.needs(.all)
  }
}
