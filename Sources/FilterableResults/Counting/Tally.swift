internal import FilterEngine

/// Keeps the facets and aggregates of a store while its rows and filters change.
///
/// It knows how each row is counted, so that an edit takes out the old part of a row and adds the new one. It follows
/// when a snapshot needs the numbers, and not at each step of an edit. The filters and keys are the caller's code.
final class Tally {
  let plan: SummaryPlan

  /// The changes since the last summary.
  var changes = RowChanges()

  var columns: MeasureColumns
  var counted: [CountedRows] = []
  var facets: [FacetTally]
  var sections: [Int: RowTotals] = [:]
  var all: RowTotals
  var pairs: [PairCounts]

  /// The number of rows by value, for each measure of distinct values.
  var valueCounts: [[UInt32]]

  /// The aggregates of sections, as summaries share them.
  var sectionValues = RowTrie()

  /// The sections whose rows have changed since the last summary.
  var touchedSections: Set<Int> = []

  /// The number of filters at the last count of all rows.
  var filterCount = 0

  private var summary: ResultsSummary?

  /// The run that the current count charges; nil for one without limits.
  private(set) var run: EvaluationContext?

  /// The aggregates of a section without rows.
  private let empty: [AggregateValue]

  /// Whether rows are counted, which runs code of the caller.
  private var isCounting = false

  init(_ plan: SummaryPlan) {
    self.plan = plan
    columns = MeasureColumns(plan)
    facets = plan.facets.map { FacetTally($0, plan) }
    all = RowTotals(plan)
    empty = all.values(plan, columns)
    pairs = plan.measures.map { _ in PairCounts() }
    valueCounts = plan.measures.map { _ in [] }
  }

  // MARK: - Summaries

  /// The summary of the current rows; the same object if nothing has changed.
  ///
  /// Counting charges `run`. If it ends, the summary is of no use, and all rows must be counted again.
  func summary(
    of state: ResultsState, _ rules: ResultsRules, _ filters: FilterVerdictCache,
    in run: EvaluationContext? = nil
  ) -> ResultsSummary {
    if let summary, isCounting || !changes.areSome { return summary }
    // A key or a filter, which are code of the caller, may read the controller.
    if isCounting {
      return ResultsSummary([], aggregates: [], sections: RowTrie(), empty: [])
    }
    self.run = run
    defer { self.run = nil }
    let rows = TalliedRows(state: state, rules: rules, filters: filters)
    if changes.areSome { count(rows) }
    guard run?.end == nil else {
      changes.needs(.everything)
      return ResultsSummary([], aggregates: [], sections: RowTrie(), empty: [])
    }
    let summary = makeSummary(rows)
    self.summary = summary
    return summary
  }

  /// Counts the rows that have changed.
  func count(_ rows: TalliedRows) {
    isCounting = true
    defer { isCounting = false }
    let (level, changed, oldSections, gone) = changes.take()
    if level == .rows {
      for id in changed { count(id, leaving: oldSections[id], exists: !gone.contains(id), rows) }
    } else {
      countAll(rows, changed: level == .counts ? changed : nil, gone)
    }
    summary = nil
  }

  private func makeSummary(_ rows: TalliedRows) -> ResultsSummary {
    for section in touchedSections {
      let number = RowID(truncatingIfNeeded: section)
      guard let totals = sections[section], totals.count > 0 else {
        sections[section] = nil
        sectionValues.set(nil, of: number)
        continue
      }
      if totals.isExhausted {
        sections[section]?.refill(
          columns, among: rows.tree(ofSection: section)?.passingIDs ?? [])
      }
      if !plan.aggregates.isEmpty {
        sectionValues.set(
          StoredRow(sections[section]?.values(plan, columns) ?? []), of: number)
      }
    }
    touchedSections = []
    if all.isExhausted { all.refill(columns, among: passingRows()) }
    return ResultsSummary(
      facets.indices.map { facets[$0].counts(isUnknown: isUnknown(facets[$0])) },
      aggregates: all.values(plan, columns), sections: sectionValues,
      empty: empty)
  }
}

/// The rows and filters that a tally counts.
struct TalliedRows {
  let state: ResultsState
  let rules: ResultsRules
  let filters: FilterVerdictCache
}
