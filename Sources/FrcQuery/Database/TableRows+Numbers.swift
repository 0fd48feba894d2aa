#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSummaries
  internal import FilterableResults

  // The database reads the rows of each set of filters once, and what is counted of them is kept by value.
  extension TableRows {
    /// Counts under the filters or, with a predicate, under this alone.
    func countNumbers(
      matching predicate: FilterPredicate<FilterValue>?
    ) throws(ToolError) -> SummaryNumbers {
      let filters =
        predicate.map {
          [OpenFilter(name: "", group: nil, text: "", condition: .predicate($0))]
        } ?? filters
      var result = SummaryNumbers([], [])
      result.facets = numbers.facets.map { _ in FacetCounts() }
      var scans: [(filters: [Int], facets: [(index: Int, key: CountedKey, FacetCounter)])] = []
      for (index, facet) in numbers.facets.enumerated() {
        switch facet.subject {
        case .filters(let candidates):
          result.facets[index] = try countCandidates(candidates, beside: filters)
        case .key(let key, let form):
          let values = ResultsKey<FilterValue>(evaluating: { $0 })
          guard let counter = FacetCounter(form.facet(of: values, ignoring: nil)) else { continue }
          let used = filters.indices.filter {
            facet.group == nil || filters[$0].group != facet.group
          }
          if let scan = scans.firstIndex(where: { $0.filters == used }) {
            scans[scan].facets.append((index, key, counter))
          } else {
            scans.append((used, [(index, key, counter)]))
          }
        }
      }
      let all = Array(filters.indices)
      if !numbers.aggregates.isEmpty, !scans.contains(where: { $0.filters == all }) {
        scans.append((all, []))
      }
      for scan in scans {
        var counters = scan.facets.map(\.2)
        let aggregates = scan.filters == all ? numbers.aggregates : []
        var tables = aggregates.map { MeasureTable($0.function.measure) }
        for index in tables.indices { tables[index].addGroup() }
        let failures = try scanValues(
          scan.filters.map { filters[$0].condition },
          scan.facets.map(\.key) + aggregates.map(\.key)
        ) { values in
          for index in counters.indices { counters[index].add(values[index]) }
          for (index, value) in zip(tables.indices, values.dropFirst(counters.count)) {
            if let value { tables[index].add(value, to: 0) } else { tables[index].fail() }
          }
        }
        for (facet, counter) in zip(scan.facets, counters) {
          result.facets[facet.index] = counter.counts
          result.facets[facet.index].failed += failures.count + failures.unreadable
        }
        result.aggregates += zip(aggregates, tables).map { aggregate, table in
          AggregateValue(
            aggregate.function.value(of: 0, in: table),
            failed: table.failureCount + table.leftOut)
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
      let computed = try plan.residual(computing: columns).columns ?? []
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
#endif
