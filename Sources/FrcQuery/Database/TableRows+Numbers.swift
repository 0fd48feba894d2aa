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
      var result = SummaryNumbers(numbers.facets.map { _ in FacetCounts() }, [])
      for (index, facet) in numbers.facets.enumerated() {
        guard case .filters(let candidates) = facet.subject else { continue }
        result.facets[index] = try countCandidates(candidates, beside: filters)
      }
      for count in counts(beside: filters) { try take(count, filters, &result) }
      return result
    }

    /// What one reading of the rows counts.
    private struct Count {
      /// The indices of the filters that rows satisfy.
      let filters: [Int]
      var facets: [(index: Int, key: CountedKey, counter: FacetCounter)] = []
      var aggregates: [NamedAggregate<CountedKey>] = []
    }

    /// The facets of keys and the aggregates, by the filters that apply to them.
    private func counts(beside filters: [OpenFilter]) -> [Count] {
      var counts: [Count] = []
      func index(_ used: [Int]) -> Int {
        if let known = counts.firstIndex(where: { $0.filters == used }) { return known }
        counts.append(Count(filters: used))
        return counts.count - 1
      }
      let values = ResultsKey<FilterValue>(evaluating: { $0 })
      for (number, facet) in numbers.facets.enumerated() {
        guard case .key(let key, let form) = facet.subject,
          let counter = FacetCounter(form.facet(of: values, ignoring: nil))
        else { continue }
        let place = index(
          filters.indices.filter { facet.group == nil || filters[$0].group != facet.group })
        counts[place].facets.append((number, key, counter))
      }
      if !numbers.aggregates.isEmpty {
        let place = index(Array(filters.indices))
        counts[place].aggregates = numbers.aggregates
      }
      return counts
    }

    /// Reads the rows of a count, and adds its numbers.
    private func take(
      _ count: Count, _ filters: [OpenFilter], _ result: inout SummaryNumbers
    ) throws(ToolError) {
      var counters = count.facets.map(\.counter)
      var tables = count.aggregates.map { MeasureTable($0.function.measure) }
      for index in tables.indices { tables[index].addGroup() }
      let failures = try scanValues(
        count.filters.map { filters[$0].condition },
        count.facets.map(\.key) + count.aggregates.map(\.key)
      ) { values in
        for index in counters.indices { counters[index].add(values[index]) }
        for (index, value) in zip(tables.indices, values.dropFirst(counters.count)) {
          if let value { tables[index].add(value, to: 0) } else { tables[index].fail() }
        }
      }
      for (facet, counter) in zip(count.facets, counters) {
        result.facets[facet.index] = counter.counts
        result.facets[facet.index].failed += failures.count + failures.unreadable
      }
      result.aggregates += zip(count.aggregates, tables).map { aggregate, table in
        AggregateValue(
          aggregate.function.value(of: 0, in: table), failed: table.failureCount + table.leftOut)
      }
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
