package import FilterEngine
internal import FilterSyntax

/// How a facet lists the counts of values, without its key, so that a source can count rows that are not loaded.
package struct FacetCounting: Sendable {
  private enum Kind {
    case values(ValueFacet)
    case ranges(ValueRanges)
    case units(ValueRanges)
  }

  private let kind: Kind

  /// Nil for a facet of filters.
  package init?<Item>(_ facet: Facet<Item>) {
    switch facet.kind {
    case .values(_, let options, let order, let limit):
      kind = .values(ValueFacet(options: options, order: order, limit: limit))
    case .ranges(_, let ranges): kind = .ranges(ranges)
    case .units(_, let units): kind = .units(units)
    case .filters: return nil
    }
  }

  /// The counts of the facet over rows with these values, each with the number of its rows.
  ///
  /// - Complexity: O(n + d log d) for n values, of which d are distinct.
  package func counts(of values: some Sequence<(FilterValue, Int)>) -> FacetCounts {
    counts(of: Array(values))
  }

  private func counts(of values: [(FilterValue, Int)]) -> FacetCounts {
    switch kind {
    case .values(let facet):
      var result = FacetCounts()
      facet.list(values, in: &result)
      return result
    case .units(let units): return counts(of: values, units)
    case .ranges(let ranges): return counts(of: values, in: ranges)
    }
  }

  private func counts(
    of values: [(FilterValue, Int)], _ units: ValueRanges
  ) -> FacetCounts {
    var result = FacetCounts()
    var numbers: [(FilterValue, Int)] = []
    for (value, count) in values {
      switch units.slot(of: value) {
      case .range(let number): numbers.append((.int(Int64(number)), count))
      case .null: numbers.append((.null, count))
      case .notANumber: numbers.append((.double(.nan), count))
      case .other: result.failed += count
      }
    }
    ValueFacet(options: [], order: .value, limit: nil, units: units).list(numbers, in: &result)
    return result
  }

  private func counts(
    of values: [(FilterValue, Int)], in ranges: ValueRanges
  ) -> FacetCounts {
    let rangeCount = ranges.bounds.count + 1
    var counts = Array(repeating: 0, count: rangeCount + 2)
    var failed = 0
    for (value, count) in values {
      switch ranges.slot(of: value) {
      case .range(let number): counts[number] += count
      case .null: counts[rangeCount] += count
      case .notANumber: counts[rangeCount + 1] += count
      case .other: failed += count
      }
    }
    return ResultsSummary.Counts.ranges(ranges, counts, failed: failed).result(nil)
  }
}

extension Facet {
  /// The key whose values are counted; nil for a facet of filters.
  package var key: ResultsKey<Item>? {
    switch kind {
    case .values(let key, _, _, _), .ranges(let key, _), .units(let key, _): key
    case .filters: nil
    }
  }
}
