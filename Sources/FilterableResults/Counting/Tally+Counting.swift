internal import FilterEngine
internal import FilterSummaries

// MARK: - Single rows

extension Tally {
  /// Counts a row again.
  ///
  /// - Parameters:
  ///   - section: The section in which it was counted, if it has left that.
  ///   - exists: Whether there is such a row.
  func count(_ id: RowID, leaving section: Int?, exists: Bool, _ rows: TalliedRows) {
    let address = exists ? rows.state.address(of: id) : nil
    let place = exists ? rows.state.place(of: id, rows.rules) : nil
    let newSection = place.map { rows.state.arranged.id(at: $0.section) }
    let isVisible = place.map { $0.visibility != .hidden } ?? false
    let before = counted.map { $0.bits(of: id) }
    if let source = passingSource, before[source].isPassing, let old = section ?? newSection {
      count(id, in: old, by: -1)
    }
    for facet in facets.indices { facets[facet].remove(id, before) }
    let oldSlots = columns.update(id, at: address)
    for source in counted.indices {
      counted[source].update(id, at: address, rows.filters, isVisible: isVisible)
    }
    let after = counted.map { $0.bits(of: id) }
    for facet in facets.indices {
      facets[facet].add(id, at: address, rows.filters.limits, after)
      countValue(of: id, facet, oldSlots, before, after)
    }
    if let source = passingSource, after[source].isPassing, let newSection {
      count(id, in: newSection, by: 1)
    }
    columns.release(oldSlots)
  }

  /// The index of the rows that pass all filters; nil without aggregates.
  private var passingSource: Int? {
    plan.aggregates.isEmpty ? nil : counted.firstIndex { $0.position == filterCount }
  }

  /// Counts the value of a row in a value facet again.
  @inline(never)
  private func countValue(
    of id: RowID, _ facet: Int, _ oldSlots: [UInt32], _ before: [CountedRows.Bits],
    _ after: [CountedRows.Bits]
  ) {
    guard let source = facets[facet].source, case .values(let key, _, _) = facets[facet].facet,
      let column = columns.values[key]
    else { return }
    let new = column.slot(of: id)
    guard oldSlots[key] != new || before[source] != after[source] else { return }
    facets[facet].count(new, column, after[source], by: 1)
    facets[facet].count(oldSlots[key], column, before[source], by: -1)
  }

  /// Adds a row to the totals of a section and of all rows, or removes it.
  @inline(never)
  private func count(_ id: RowID, in section: Int, by step: Int) {
    touchedSections.insert(section)
    sections[section, default: RowTotals(plan)].change(id, by: step, columns)
    all.change(id, by: step, columns)
    for measure in plan.measures.indices where plan.measures[measure].kind == .distinct {
      guard case .slot(let slot) = columns.part(of: id, in: measure) else { continue }
      let change = changeDistinct(slot, of: measure, in: section, by: step)
      sections[section]?.changeDistinctCount(of: measure, by: change.section)
      all.changeDistinctCount(of: measure, by: change.all)
    }
  }

  /// Adds the values of a slot to the distinct values of a measure, or removes them; returns the changes of their
  /// numbers in the section and in all rows.
  private func changeDistinct(
    _ slot: UInt32, of measure: Int, in section: Int, by step: Int
  ) -> (section: Int, all: Int) {
    guard let column = columns.values[plan.measures[measure].key] else { return (0, 0) }
    var change = (section: 0, all: 0)
    column.forEachSpelling(in: slot) { spelling in
      let value = column.values[Int(spelling)]
      guard !column.isNull(value: value) else { return }
      let isFirst =
        step > 0
        ? pairs[measure].increment(section, value) == 1
        : pairs[measure].decrement(section, value) == 0
      if isFirst { change.section += step }
      if changeCount(of: value, measure, by: step) == (step > 0 ? 1 : 0) { change.all += step }
    }
    return change
  }

  /// Changes the number of rows with a value; returns the new number.
  private func changeCount(of value: UInt32, _ measure: Int, by step: Int) -> UInt32 {
    let missing = Int(value) + 1 - valueCounts[measure].count
    if missing > 0 { valueCounts[measure] += repeatElement(0, count: missing) }
    valueCounts[measure][Int(value)] &+= UInt32(truncatingIfNeeded: step)
    return valueCounts[measure][Int(value)]
  }
}

// MARK: - All rows

extension Tally {
  /// The units of work of reading a value of a row and of counting it.
  private static let unitsOfValue = 16

  /// The elements, of 16 bytes, that the totals of a section keep for a measure, and a facet for a value.
  private static let elementsOfTotal = 16
  private static let elementsOfCount = 4

  /// Whether the count goes on, for a loop over `rows` values that keeps some of them.
  private func goesOn(_ values: Int, keeping elements: Int = 0) -> Bool {
    guard let run else { return true }
    return run.work(values * Self.unitsOfValue) == nil && run.keep(elements: elements) == nil
  }

  /// Counts all rows again. Reads only those in `changed` again, or all if it is nil. Ends early if its run ends.
  func countAll(_ rows: TalliedRows, changed: RowSet?, _ gone: RowSet) {
    let alive = rows.state.allRows
    layOut(rows.filters.tests)
    if let changed {
      for id in changed {
        let address = gone.contains(id) ? nil : rows.state.address(of: id)
        columns.release(columns.update(id, at: address))
        for facet in facets.indices {
          facets[facet].updateRange(of: id, at: address)
          facets[facet].candidates?.forget(id)
        }
      }
    } else {
      let count = rows.state.count
      guard columns.enter(alive, in: rows.state.rows, while: { goesOn($0) }) else { return }
      for facet in facets.indices {
        guard goesOn(count) else { return }
        facets[facet].enterRanges(alive, in: rows.state.rows)
        if case .values(let key, _, _) = facets[facet].facet {
          facets[facet].removeValues(columns.values[key])
        }
        facets[facet].candidates?.forgetAll()
      }
    }
    for source in counted.indices {
      counted[source].updateAll(alive, of: rows.state, rows.filters)
    }
    for facet in facets.indices where !isUnknown(facets[facet]) {
      guard goesOn(rows.state.count) else { return }
      facets[facet].candidates?.countAll(
        alive, in: rows.state.rows, rows.filters.limits, among: counted)
      guard let source = facets[facet].source else { continue }
      facets[facet].countRanges(among: counted[source])
      if case .values(let key, _, _) = facets[facet].facet, let column = columns.values[key] {
        let spellings = column.spellingCount
        guard goesOn(spellings, keeping: spellings * Self.elementsOfCount) else { return }
        facets[facet].countAll(column, among: counted[source])
      }
    }
    if !plan.aggregates.isEmpty { totalAll(rows) }
  }

  /// Determines among which rows facets count, for the filters in force.
  private func layOut(_ filters: [FilterTest]) {
    counted = []
    filterCount = filters.count
    func source(without position: Int?) -> Int {
      let position = position ?? filters.count
      if let known = counted.firstIndex(where: { $0.position == position }) { return known }
      counted.append(CountedRows(without: position))
      return counted.count - 1
    }
    for index in facets.indices {
      switch facets[index].facet {
      case .values(_, _, let group), .ranges(_, _, let group):
        let position = group.flatMap { group in filters.firstIndex { $0.group == group } }
        facets[index].source = source(without: position)
        facets[index].chosen = position.map { filters[$0].chosen } ?? []
      case .filters(let tests):
        let sources = tests.map { source(without: $0.position(in: filters)) }
        facets[index].candidates = facets[index].candidates.map {
          CandidateCounts($0, among: sources)
        }
        facets[index].areInForce = tests.map { test in filters.contains { test.isSame(as: $0) } }
      }
    }
    if !plan.aggregates.isEmpty { _ = source(without: nil) }
  }

  /// Computes the totals of all sections.
  private func totalAll(_ rows: TalliedRows) {
    for measure in pairs.indices { pairs[measure].removeAll() }
    valueCounts = plan.measures.map { _ in [] }
    sectionValues = RowTrie()
    sections = [:]
    let quantiles = plan.measures.count { $0.kind == .quantile }
    let distinct = plan.measures.indices.filter { plan.measures[$0].kind == .distinct }
    for measure in distinct {
      let count = columns.valueColumn(of: measure)?.valueCount ?? 0
      valueCounts[measure] = Array(repeating: 0, count: count)
    }
    var scratch = distinct.map { Array(repeating: UInt32(0), count: valueCounts[$0].count) }
    for section in rows.state.arranged.list {
      let ids = section.tree.passingIDs
      guard !ids.isEmpty else { continue }
      let measures = plan.measures.count
      // The number of a row among those of its section and of all.
      let kept = measures * Self.elementsOfTotal + (ids.count + 1) / 2 * quantiles
      guard goesOn((ids.count + 1) * measures, keeping: kept) else { return }
      var totals = RowTotals(plan)
      totals.add(ids, plan, columns)
      for (index, measure) in distinct.enumerated() {
        addDistinct(ids, of: section.id, measure, to: &totals, &scratch[index])
      }
      sections[section.id] = totals
      touchedSections.insert(section.id)
    }
    all = RowTotals(joining: Array(sections.values), plan, columns)
    for measure in distinct {
      all.setDistinctCount(
        valueCounts[measure].count { $0 > 0 }, failed: all.failed(measure), of: measure)
    }
  }

  /// Counts the distinct values of the rows of a section. `counts` has zeros before and afterwards.
  private func addDistinct(
    _ ids: [RowID], of section: Int, _ measure: Int, to totals: inout RowTotals,
    _ counts: inout [UInt32]
  ) {
    guard let column = columns.valueColumn(of: measure) else { return }
    var found: [UInt32] = []
    var failed = 0
    for id in ids {
      let slot = column.slot(of: id)
      if slot == ValueColumn.failed { failed += 1 }
      column.forEachSpelling(in: slot) { spelling in
        let value = column.values[Int(spelling)]
        if counts[Int(value)] == 0 { found.append(value) }
        counts[Int(value)] &+= 1
      }
    }
    let distinct = Self.add(
      found, of: section, column, &counts, &valueCounts[measure], &pairs[measure])
    totals.setDistinctCount(distinct, failed: failed, of: measure)
  }

  /// Adds the counts of the values of a section to those of all rows, and clears them. Returns the number of values
  /// other than nil.
  // The lists of a measure are accessed once, and not for each value.
  private static func add(
    _ found: [UInt32], of section: Int, _ column: ValueColumn, _ counts: inout [UInt32],
    _ all: inout [UInt32], _ pairs: inout PairCounts
  ) -> Int {
    var distinct = 0
    for value in found {
      if !column.isNull(value: value) {
        distinct += 1
        all[Int(value)] &+= counts[Int(value)]
        pairs.insert(section, value, counts[Int(value)])
      }
      counts[Int(value)] = 0
    }
    return distinct
  }

  /// Whether a limit left the counts of a facet unknown.
  func isUnknown(_ facet: FacetTally) -> Bool {
    let sources = facet.source.map { [$0] } ?? facet.candidates?.sources ?? []
    if let candidates = facet.candidates, candidates.isUnknown || !candidates.limited.isEmpty {
      return true
    }
    return sources.contains { counted[$0].isUnknown || !counted[$0].limited.isEmpty }
  }

  // MARK: - Searching

  /// The rows that pass all filters.
  func passingRows() -> [RowID] {
    guard let source = passingSource else { return [] }
    var ids: [RowID] = []
    for word in counted[source].passing.indices {
      RowBits.forEach(in: counted[source].passing[word], word) { ids.append($0) }
    }
    return ids
  }
}

extension TalliedRows {
  /// The rows of a section.
  func tree(ofSection number: Int) -> RowTree? {
    if rules.section != nil {
      return state.position(ofSection: number, rules).map { state.arranged.tree(at: $0) }
    }
    return state.arranged.list.first { $0.id == number }?.tree
  }
}
