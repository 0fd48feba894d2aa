internal import FilterEngine
internal import FilterSummaries

/// The measures of a set of rows that pass all filters: of one section, or of all rows.
struct RowTotals {
  /// One measure.
  private struct Entry {
    /// The number of rows with a value, or of distinct values.
    var count = 0
    var failed = 0
    var sum = ExactSum()
    var extremes = ExtremeRows()

    /// The rows whose values have an order, in that order; nil before the first one, and for other measures.
    var ranked: RowTree?

    /// The numbers of rows whose values have an order, by their kinds.
    var kinds = OrderedCounts()

    /// The kind of the values in `extremes`.
    var kind = OrderedKind.number

    /// Whether the extremes must be searched: those that are known have been removed, or are of another kind.
    var isExhausted: Bool { extremes.isExhausted || kinds.mostFrequent != kind }
  }

  /// The number of rows.
  private(set) var count = 0
  private var entries: [Entry]

  init(_ plan: SummaryPlan) { entries = plan.measures.map { _ in Entry() } }

  /// Adds a row, or removes it. Its distinct values are counted by `changeDistinctCount(of:by:)`.
  mutating func change(_ id: RowID, by step: Int, _ columns: MeasureColumns) {
    count += step
    for measure in entries.indices { change(id, measure, by: step, columns) }
  }

  /// Adds to the number of distinct values of a measure.
  mutating func changeDistinctCount(of measure: Int, by step: Int) {
    entries[measure].count += step
  }

  /// Adds rows to a new value. Their distinct values are counted by `setDistinctCount(_:failed:of:)`.
  mutating func add(_ ids: [RowID], _ plan: SummaryPlan, _ columns: MeasureColumns) {
    count += ids.count
    for (measure, kind) in plan.measures.map(\.kind).enumerated() where kind != .distinct {
      if kind == .quantile {
        rank(ids, measure, columns)
        continue
      }
      guard let column = columns.numberColumn(of: measure), kind != .present else {
        for id in ids { change(id, measure, by: 1, columns) }
        continue
      }
      switch kind {
      case .number where column.areDates:
        entries[measure].failed = ids.count { column.hasValue($0) }
      case .number:
        var words: [UInt64] = []
        words.reserveCapacity(ids.count)
        for id in ids where column.hasValue(id) { words.append(column.words[Int(id)]) }
        if column.areIntegers {
          entries[measure].sum.add(orderedIntegers: words)
        } else {
          entries[measure].sum.add(orderedDoubles: words)
        }
      default:
        let (words, areIntegers) = (column.words, column.areIntegers)
        let ordered = ids.filter {
          column.hasValue($0) && (areIntegers || words[Int($0)] != ValueWords.notANumber)
        }
        entries[measure].count = ordered.count
        entries[measure].kinds.add(ordered.count, .number)
        let mask: UInt64 = kind == .least ? 0 : .max
        entries[measure].extremes = ExtremeRows(ordered) {
          words[Int($0)] ^ mask < words[Int($1)] ^ mask
        }
      }
    }
  }

  /// Ranks rows in a new value.
  private mutating func rank(_ ids: [RowID], _ measure: Int, _ columns: MeasureColumns) {
    var ranked: [RowID] = []
    for id in ids {
      switch columns.part(of: id, in: measure) {
      case .ranked(let kind):
        entries[measure].kinds.add(1, kind)
        ranked.append(id)
      case .failed: entries[measure].failed += 1
      default: break
      }
    }
    setRanked(ranked, measure, columns)
  }

  /// Ranks rows whose kinds have been counted.
  private mutating func setRanked(_ ids: [RowID], _ measure: Int, _ columns: MeasureColumns) {
    entries[measure].kind = entries[measure].kinds.mostFrequent
    entries[measure].ranked = RowTree(
      hidden: sortedIndices(ids.count) {
        columns.ranks(ids[$0], before: ids[$1], in: measure)
      }.map { ids[$0] })
  }

  @inline(never)
  private mutating func change(
    _ id: RowID, _ measure: Int, by step: Int, _ columns: MeasureColumns
  ) {
    switch columns.part(of: id, in: measure) {
    case .none, .slot: break
    case .failed: entries[measure].failed += step
    case .present: entries[measure].count += step
    case .integer(let value):
      if step > 0 { entries[measure].sum.add(value) } else { entries[measure].sum.remove(value) }
    case .double(let value):
      if step > 0 { entries[measure].sum.add(value) } else { entries[measure].sum.remove(value) }
    case .value(let value):
      let isNumber =
        step > 0 ? entries[measure].sum.add(value) : entries[measure].sum.remove(value)
      if !isNumber { entries[measure].failed += step }
    case .ranked(let kind):
      entries[measure].kinds.add(step, kind)
      entries[measure].kind = entries[measure].kinds.mostFrequent
      var ranked = entries[measure].ranked.take() ?? RowTree()
      let index = ranked.lowerBound { columns.ranks($0, before: id, in: measure) }.index
      if step > 0 { ranked.insert(id, .hidden, at: index) } else { ranked.remove(at: index) }
      entries[measure].ranked = ranked
    case .ordered(let kind):
      entries[measure].count += step
      entries[measure].kinds.add(step, kind)
      guard kind == entries[measure].kind else { return }
      guard step > 0 else { return entries[measure].extremes.remove(id) }
      entries[measure].extremes.insert(id, count: entries[measure].count) {
        columns.precedes($0, $1, in: measure)
      }
    }
  }

  /// The totals of all rows by those of their disjoint parts, without the numbers of distinct values.
  init(joining parts: [RowTotals], _ plan: SummaryPlan, _ columns: MeasureColumns) {
    self.init(plan)
    for part in parts {
      count += part.count
      for measure in entries.indices {
        entries[measure].failed += part.entries[measure].failed
        entries[measure].sum.merge(part.entries[measure].sum)
        entries[measure].kinds.add(part.entries[measure].kinds)
        if plan.measures[measure].kind != .distinct {
          entries[measure].count += part.entries[measure].count
        }
      }
    }
    for (measure, kind) in plan.measures.map(\.kind).enumerated() {
      if kind == .quantile {
        setRanked(parts.flatMap { $0.entries[measure].ranked?.ids ?? [] }, measure, columns)
      }
      guard kind == .least || kind == .greatest else { continue }
      // Of parts whose extremes are of another kind the first rows are not known.
      guard entries[measure].kinds.mostFrequent == .number,
        parts.allSatisfy({ !$0.entries[measure].isExhausted })
      else {
        entries[measure].extremes = .unknown
        continue
      }
      entries[measure].extremes = ExtremeRows(
        joining: parts.map { $0.entries[measure].extremes }, count: entries[measure].count
      ) { columns.precedes($0, $1, in: measure) }
    }
  }

  /// Sets the number of distinct values, and of rows whose key fails.
  mutating func setDistinctCount(_ count: Int, failed: Int, of measure: Int) {
    (entries[measure].count, entries[measure].failed) = (count, failed)
  }

  /// The number of rows whose key fails in a measure.
  func failed(_ measure: Int) -> Int { entries[measure].failed }

  // MARK: - Results

  /// Whether there are extremes that are not known any more.
  var isExhausted: Bool { entries.contains { $0.isExhausted } }

  /// Finds the extremes that are not known any more among the rows.
  mutating func refill(_ columns: MeasureColumns, among ids: [RowID]) {
    for measure in entries.indices where entries[measure].isExhausted {
      let kind = entries[measure].kinds.mostFrequent
      let ordered = ids.filter { columns.kind(of: $0, in: measure) == kind }
      entries[measure].kind = kind
      entries[measure].extremes = ExtremeRows(ordered) { columns.precedes($0, $1, in: measure) }
    }
  }

  /// The aggregates of the rows.
  func values(_ plan: SummaryPlan, _ columns: MeasureColumns) -> [AggregateValue] {
    plan.aggregates.map { function, measure in
      let entry = entries[measure]
      switch function {
      case .count, .distinct: return AggregateValue(.int(Int64(entry.count)), failed: entry.failed)
      case .sum: return AggregateValue(entry.sum.sum, failed: entry.failed)
      case .average: return AggregateValue(entry.sum.average ?? .null, failed: entry.failed)
      case .minimum, .maximum:
        let value = entry.extremes.first.map { columns.value(of: $0, in: measure) } ?? .null
        return AggregateValue(value, failed: entry.failed + entry.kinds.others)
      case .median, .percentile:
        let value = function.quantile.map { self.value(of: $0, measure, columns) } ?? .null
        return AggregateValue(value, failed: entry.failed + entry.kinds.others)
      }
    }
  }

  /// A quantile of the values of the most frequent kind, nil of nothing.
  private func value(
    of quantile: Quantile, _ measure: Int, _ columns: MeasureColumns
  ) -> FilterValue {
    let kinds = entries[measure].kinds
    guard let ranked = entries[measure].ranked else { return .null }
    return quantile.value(among: kinds.most) {
      columns.value(of: ranked[kinds.before + $0], in: measure)
    }
  }
}
