internal import FilterEngine

/// Keeps the facets and aggregates of a store while its rows and filters change.
///
/// It knows how each row is counted, so that an edit takes out the old part of a row and adds the new one. It follows
/// when a snapshot needs the numbers, and not at each step of an edit. The filters and keys are the caller's code.
final class Tally {
  let plan: SummaryPlan

  /// What must be done to follow the store.
  enum Level: Int {
    /// Nothing but the rows that have changed.
    case rows
    /// All rows are counted again, as their visibility or section may have changed.
    case counts
    /// All rows are read again.
    case everything
  }

  private(set) var level = Level.everything

  /// The rows that have changed since the last summary.
  private var changed = RowSet()

  /// The sections in which rows were counted, for those that have left it since.
  private var oldSections: [RowID: Int] = [:]

  /// Row numbers that have no row.
  private var gone = RowSet()

  /// The rows that open batches have changed, the outermost batch first.
  private var batches: [Batch] = []

  private struct Batch {
    var changed = RowSet()
    /// Rows that did not exist at the begin of the batch.
    var inserted = RowSet()
    var level = Level.rows
  }

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

  // MARK: - Following edits

  /// Whether the summary is not that of the rows.
  var isBehind: Bool { level != .rows || !changed.isEmpty || summary == nil }

  /// Records that a row has changed; `section` is the one that it leaves, nil if it stays in its section.
  func change(_ id: RowID, leaving section: Int? = nil) {
    if let section, oldSections[id] == nil { oldSections[id] = section }
    changed.insert(id)
    if !batches.isEmpty { batches[batches.count - 1].changed.insert(id) }
  }

  /// Records that a row was inserted.
  func insert(_ id: RowID) {
    gone.remove(id)
    if let last = batches.indices.last, !batches[last].changed.contains(id) {
      batches[last].inserted.insert(id)
    }
    change(id)
  }

  /// Records that a row was removed from a section.
  func remove(_ id: RowID, from section: Int?) {
    change(id, leaving: section)
    gone.insert(id)
  }

  /// Records that all rows must be counted or read again.
  func needs(_ level: Level) {
    if level.rawValue > self.level.rawValue { self.level = level }
    if let last = batches.indices.last, level.rawValue > batches[last].level.rawValue {
      batches[last].level = level
    }
  }

  func beginBatch() { batches.append(Batch()) }

  func endBatch() {
    guard let ended = batches.popLast() else { return }
    join(ended)
  }

  /// Makes the changes of a batch that has ended those of the batch around it.
  private func join(_ ended: Batch) {
    needs(ended.level)
    guard let last = batches.indices.last else { return }
    for id in ended.changed {
      if batches[last].changed.insert(id), ended.inserted.contains(id) {
        batches[last].inserted.insert(id)
      }
    }
  }

  /// Records the end of a batch whose edits are reverted, before they are. `sectionOf` returns the section of a row.
  func rollback(sectionOf: (RowID) -> Int?) {
    guard let ended = batches.popLast() else { return }
    join(ended)
    // Row numbers may be those of other rows.
    if ended.level == .everything { return }
    for id in ended.changed {
      change(id, leaving: gone.contains(id) ? nil : sectionOf(id))
      if ended.inserted.contains(id) { gone.insert(id) } else { gone.remove(id) }
    }
  }

  // MARK: - Summaries

  /// The summary of the current rows; the same object if nothing has changed.
  func summary(
    of state: ResultsState, _ rules: ResultsRules, _ filters: FilterVerdictCache
  ) -> ResultsSummary {
    if isCounting || !isBehind {
      return summary ?? ResultsSummary([], aggregates: [], sections: RowTrie(), empty: [])
    }
    isCounting = true
    defer { isCounting = false }
    let rows = TalliedRows(state: state, rules: rules, filters: filters)
    let (level, changed, oldSections) = (level, changed, oldSections)
    (self.level, self.changed, self.oldSections) = (.rows, RowSet(), [:])
    if level == .rows {
      for id in changed { count(id, leaving: oldSections[id], exists: !gone.contains(id), rows) }
    } else {
      countAll(rows, changed: level == .counts ? changed : nil, gone)
      if level == .everything { gone = RowSet() }
    }
    let summary = makeSummary(rows)
    self.summary = summary
    return summary
  }

  private func makeSummary(_ rows: TalliedRows) -> ResultsSummary {
    for section in touchedSections {
      let number = RowID(truncatingIfNeeded: section)
      guard let totals = sections[section], totals.count > 0 else {
        sections[section] = nil
        sectionValues.set(nil, of: number)
        continue
      }
      sections[section]?.refill(columns) { passingRows(inSection: section, rows) }
      if !plan.aggregates.isEmpty {
        sectionValues.set(
          StoredRow(sections[section]?.values(plan, columns) ?? []), of: number)
      }
    }
    touchedSections = []
    all.refill(columns) { passingRows() }
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
