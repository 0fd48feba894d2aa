#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSummaries
  internal import FilterableResults

  // The database reads the rows of each set of filters once, and what is counted of them is kept by value.
  extension TableRows {
    /// Counts under the filters or, with a predicate, under this alone.
    func countNumbers(
      matching predicate: FilterPredicate<FilterValue>?
    ) throws(ToolError) -> CountedNumbers {
      let filters =
        predicate.map {
          [OpenFilter(name: "", group: nil, text: "", condition: .predicate($0))]
        } ?? filters
      var result = CountedNumbers()
      result.facets = numbers.facets.map { _ in FacetCounts() }
      var scans: [(filters: [Int], counters: [(facet: Int, counter: ValueCounter)])] = []
      for (index, facet) in numbers.facets.enumerated() {
        switch facet.subject {
        case .filters(let candidates):
          result.facets[index] = try countCandidates(candidates, beside: filters)
        case .key(let key, let kind):
          let used = filters.indices.filter {
            facet.group == nil || filters[$0].group != facet.group
          }
          let counter = (facet: index, counter: ValueCounter(key, kind))
          if let scan = scans.firstIndex(where: { $0.filters == used }) {
            scans[scan].counters.append(counter)
          } else {
            scans.append((used, [counter]))
          }
        }
      }
      let aggregates = numbers.aggregates
      if !aggregates.isEmpty, !scans.contains(where: { $0.filters == Array(filters.indices) }) {
        scans.append((Array(filters.indices), []))
      }
      for scan in scans {
        let isOfAll = scan.filters == Array(filters.indices)
        let counters = scan.counters
        let measured = isOfAll ? aggregates : []
        var tables = measured.map { MeasureTable($0.function.measure) }
        for index in tables.indices { tables[index].addGroup() }
        var failed = measured.map { _ in 0 }
        let failures = try scanValues(
          scan.filters.map { filters[$0].condition },
          counters.map(\.counter.key) + measured.map(\.key)
        ) { values in
          for (index, counter) in counters.enumerated() { counter.counter.add(values[index]) }
          for index in tables.indices {
            guard let value = values[counters.count + index] else {
              failed[index] += 1
              continue
            }
            tables[index].add(value, to: 0)
          }
        }
        for (facet, counter) in counters {
          result.facets[facet] = counter.counts
          result.facets[facet].failed += failures.count + failures.unreadable
        }
        if isOfAll {
          result.aggregates = measured.indices.map {
            AggregateValue(
              measured[$0].function.value(of: 0, in: tables[$0]),
              failed: failed[$0] + tables[$0].leftOut)
          }
        }
      }
      return result
    }

    /// Counts the rows that each candidate lets pass in the place of the filter that it replaces.
    private func countCandidates(
      _ candidates: [OpenFilter], beside filters: [OpenFilter]
    ) throws(ToolError) -> FacetCounts {
      var counts = FacetCounts()
      var lists: [[ConditionTest]] = []
      for candidate in candidates {
        var list = filters
        list.add(candidate)
        var tests: [ConditionTest] = []
        for filter in list { tests.append(try ConditionTest(filter.condition, in: connection)) }
        lists.append(tests)
        counts.counts.append(FacetCount(.string(candidate.name), count: 0))
      }
      let scan = try unorderedScan([])
      let failures = try scan.run(scan.plan()) { rows throws(ToolError) in
        var fails = false
        for (index, tests) in lists.enumerated() {
          do throws(EvaluationError) {
            var passes = true
            for test in tests where passes { passes = try test.passes(rows) }
            if passes { counts.counts[index].count += 1 }
          } catch {
            if error.endsCall {
              try Interrupt.check()
              throw .message(error.message)
            }
            fails = true
          }
        }
        if fails { counts.failed += 1 }
        return true
      }
      counts.failed += failures.unreadable
      return counts
    }

    /// Calls `body` with the values of keys of each row that satisfies conditions; nil for one that cannot be computed.
    private func scanValues(
      _ conditions: [RowCondition], _ keys: [CountedKey], _ body: ([FilterValue?]) -> Void
    ) throws(ToolError) -> TableScan.Failures {
      let scan = try unorderedScan(conditions)
      let columns = keys.map(\.column)
      let plan = try scan.plan(columns: columns)
      // The keys as the engine computes them, which enter documents.
      let computed =
        try scan.query(columns: columns).residual(plan, computesColumns: true).selection.columns
        ?? []
      return try scan.run(plan) { rows throws(ToolError) in
        let row = rows.value
        body(
          zip(keys, computed).map { key, column in
            (try? column.expression.value(of: row)).map(key.counted)
          })
        return true
      }
    }
  }

  /// Counts rows by a value.
  private final class ValueCounter {
    let key: CountedKey
    private let kind: SessionNumbers.Facet.Kind
    private let ranges: ValueRanges

    /// The least spelling and the count of each value; the number of a range as a value.
    private var found: [FilterValue: (value: FilterValue, count: Int)] = [:]
    private var result = FacetCounts()

    init(_ key: CountedKey, _ kind: SessionNumbers.Facet.Kind) {
      self.key = key
      self.kind = kind
      ranges =
        switch kind {
        case .values: ValueRanges(sorting: [])
        case .ranges(let bounds): ValueRanges(sorting: bounds)
        case .units(.day): ValueRanges(.day)
        case .units(.month): ValueRanges(.month)
        case .units(.year): ValueRanges(.year)
        }
    }

    /// Counts a row; nil if its value cannot be computed.
    func add(_ value: FilterValue?) {
      guard let value else {
        result.failed += 1
        return
      }
      guard case .values = kind else {
        switch ranges.slot(of: value) {
        case .range(let number): found[.int(Int64(number)), default: (.null, 0)].count += 1
        case .null: result.missing += 1
        case .notANumber: result.notANumber += 1
        case .other: result.failed += 1
        }
        return
      }
      var elements: [FilterValue: FilterValue] = [:]
      for element in value.countedElements {
        let known = elements[element] ?? element
        elements[element] = element.isLesserSpelling(than: known) ? element : known
      }
      for element in elements.values {
        var entry = found[element] ?? (element, 0)
        if element.isLesserSpelling(than: entry.value) { entry.value = element }
        entry.count += 1
        found[element] = entry
      }
    }

    var counts: FacetCounts {
      var result = result
      switch kind {
      case .values:
        let counts = ValueCounts(
          found.values.map { ($0.value, $0.count) }, limit: CountedKey.listed)
        result.counts = counts.entries.map { FacetCount($0.value, count: $0.count) }
        (result.others, result.distinct) = (counts.others, counts.distinct)
      case .ranges(let bounds):
        result.counts = (0...bounds.count).map { bar($0) }
      case .units:
        let numbers = found.keys.compactMap {
          if case .int(let number) = $0 { number } else { nil }
        }
        result.counts = numbers.sorted().map { bar(Int($0)) }
      }
      return result
    }

    private func bar(_ number: Int) -> FacetCount {
      let (from, to) = ranges.bounds(of: number)
      return FacetCount(
        from ?? .null, upperBound: to, count: found[.int(Int64(number))]?.count ?? 0)
    }
  }
#endif
