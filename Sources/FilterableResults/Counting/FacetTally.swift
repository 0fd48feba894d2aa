internal import FilterEngine
internal import FilterSummaries

/// The counts of one facet.
struct FacetTally {
  /// The definition of the facet.
  let facet: SummaryPlan.Facet

  /// The index of the rows among which values and ranges are counted; nil for candidates, each of which has its own.
  var source: Int?

  /// The number of rows by spelling of a value facet, as labels, and the spellings as rows.
  private var slots = RowTrie()

  /// The numbering of the spellings.
  private var numbering = SlotNumbering()

  /// The ranges of all rows, and the number of rows by range, of a range facet.
  private var ranges: (slots: RangeColumn, counts: RangeState)?

  /// The number of failed rows of a value or range facet.
  private var failed = 0

  /// The values that the filter of the group chooses.
  var chosen: [FilterValue] = []

  /// The candidates of a filter facet; nil for another one.
  var candidates: CandidateCounts?

  /// Whether each candidate is in force.
  var areInForce: [Bool] = []

  init(_ facet: SummaryPlan.Facet, _ plan: SummaryPlan) {
    self.facet = facet
    switch facet {
    case .values: break
    case .ranges(let key, let bounds, _):
      ranges = (RangeColumn(plan.keys[key], bounds), RangeState(bounds))
    case .filters(let tests): candidates = CandidateCounts(tests, among: tests.map { _ in 0 })
    }
  }

  // MARK: - Single rows

  /// Removes a row from the counts of ranges and candidates; `bits` are those that it was counted with.
  @inline(never)
  mutating func remove(_ id: RowID, _ bits: [CountedRows.Bits]) {
    candidates?.count(id, by: -1, bits)
    if let source { countRange(of: id, bits[source], by: -1) }
  }

  /// Adds a row to the counts of ranges and candidates; nil for a row that was removed.
  @inline(never)
  mutating func add(
    _ id: RowID, at address: UnsafeRawPointer?, _ limits: EvaluationLimits,
    _ bits: [CountedRows.Bits]
  ) {
    candidates?.update(id, at: address, limits, bits)
    candidates?.count(id, by: 1, bits)
    guard let source else { return }
    updateRange(of: id, at: address)
    countRange(of: id, bits[source], by: 1)
  }

  /// Adds a row of a value facet to its counts, or removes it.
  @inline(never)
  mutating func count(
    _ slot: UInt32, _ column: ValueColumn, _ bits: CountedRows.Bits, by step: Int
  ) {
    if !bits.isPassing || slot == ValueColumn.failed {
      if bits.isPassing || bits.isFailing { failed += step }
      return
    }
    column.forEachSpelling(in: slot) { spelling in
      setCount(Int(slots.label(of: spelling)) + step, of: spelling, column)
    }
  }

  private mutating func setCount(_ count: Int, of spelling: UInt32, _ column: ValueColumn) {
    let before = slots.label(of: spelling)
    if before != count { slots.set(label: UInt64(max(0, count)), of: spelling) }
    // Versions keep the value as long as a row has it.
    if count == 0 {
      if before != 0 { slots.set(nil, of: spelling) }
    } else if case let content = column.contents[Int(spelling)],
      slots.address(of: spelling) != content.address
    {
      slots.set(content, of: spelling)
    }
  }

  /// Adds a row to the counts of ranges, or removes it.
  private mutating func countRange(of id: RowID, _ bits: CountedRows.Bits, by step: Int) {
    guard let slot = ranges?.slots.slot(of: id) else { return }
    if !bits.isPassing || slot == RangeColumn.failed {
      if bits.isPassing || bits.isFailing { failed += step }
    } else if slot != RangeColumn.absent {
      ranges?.counts.add(step, toSlot: Int(slot))
    }
  }

  /// Reads the range of a row that is not counted; nil for a row that was removed.
  mutating func updateRange(of id: RowID, at address: UnsafeRawPointer?) {
    ranges?.slots.update(id, at: address)
  }

  // MARK: - All rows

  /// Reads the ranges of all rows.
  mutating func enterRanges(_ rows: RowBits, in table: RowTable) {
    ranges?.slots.enter(rows, in: table)
  }

  /// Counts all rows of a value facet.
  mutating func countAll(_ column: ValueColumn, among source: CountedRows) {
    failed = source.failing.reduce(0) { $0 + $1.nonzeroBitCount }
    var counts = Array(repeating: UInt32(0), count: column.spellingCount)
    var failures = 0
    for word in source.passing.indices {
      RowBits.forEach(in: source.passing[word], word) { id in
        let slot = column.slot(of: id)
        if ValueColumn.isSpelling(slot) {
          counts[Int(slot)] &+= 1
        } else if slot == ValueColumn.failed {
          failures += 1
        } else {
          column.forEachSpelling(in: slot) { counts[Int($0)] &+= 1 }
        }
      }
    }
    failed += failures
    for spelling in counts.indices {
      setCount(Int(counts[spelling]), of: UInt32(spelling), column)
    }
  }

  /// Counts the ranges of all rows.
  mutating func countRanges(among source: CountedRows) {
    guard case .ranges(_, let bounds, _) = facet, let (column, old) = ranges else { return }
    var counts = Array(repeating: 0, count: old.slotCount)
    var failures = source.failing.reduce(0) { $0 + $1.nonzeroBitCount }
    for word in source.passing.indices {
      RowBits.forEach(in: source.passing[word], word) { id in
        let slot = column.slot(of: id)
        if slot < counts.count { counts[Int(slot)] += 1 } else { failures += 1 }
      }
    }
    ranges?.counts = RangeState(bounds, counts: counts)
    failed = failures
  }

  /// Removes all counts of values, whose spellings have other numbers now.
  mutating func removeValues(_ column: ValueColumn?) {
    slots = RowTrie()
    if let column { numbering = column.numbering }
  }

  // MARK: - Results

  /// The counts for a summary.
  func counts(isUnknown: Bool) -> ResultsSummary.Counts {
    if isUnknown { return .unknown }
    switch facet {
    case .values(_, let facet, _):
      let list = ValueFacet(
        options: facet.options, order: facet.order, limit: facet.limit, chosen: chosen,
        units: facet.units)
      return .values(slots, numbering, list, failed: failed)
    case .ranges(_, let bounds, _):
      return .ranges(ranges?.counts ?? RangeState(bounds), failed: failed)
    case .filters(let tests):
      let counts = tests.indices.map {
        FacetCount(
          .string(tests[$0].name), count: candidates?.counts[$0] ?? 0, isInForce: areInForce[$0])
      }
      return .filters(counts, failed: candidates?.failed ?? 0)
    }
  }
}
