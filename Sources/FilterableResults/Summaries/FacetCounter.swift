package import FilterEngine
internal import FilterSummaries

/// Counts rows that no controller holds by the values of the key of a facet.
package struct FacetCounter: Sendable {
  /// How values are listed that are not counted in ranges.
  private var list = ValueFacet()
  private var values = ValueCountState()
  private var ranges: RangeState?
  private var failed = 0

  /// A counter of no rows; nil for a facet of filters.
  package init?<Item>(_ facet: ResultsFacet<Item>) {
    switch facet.kind {
    case .values(_, let options, let order, let limit):
      list = ValueFacet(options: options, order: order, limit: limit)
    case .units(_, let units): list.units = units
    case .ranges(_, let bounds): ranges = RangeState(bounds)
    case .filters: return nil
    }
  }

  /// Adds rows with a value; nil for rows whose key fails.
  package mutating func add(_ value: FilterValue?, rows: Int = 1) {
    guard let value else { return failed += rows }
    if let isInRange = ranges?.add(value, weight: rows) {
      if !isInRange { failed += rows }
    } else if let units = list.units {
      guard let unit = units.number(of: value) else { return failed += rows }
      values.add(unit, weight: rows)
    } else {
      for element in value.countedElements.leastSpellings { values.add(element, weight: rows) }
    }
  }

  /// The counts of the facet over the rows.
  ///
  /// - Complexity: O(d log d) for d distinct values.
  package var counts: FacetCounts {
    if let ranges { return ResultsSummary.Counts.ranges(ranges, failed: failed).result(nil) }
    var result = FacetCounts()
    result.failed = failed
    list.list(Array(values.counts), in: &result)
    return result
  }
}

extension ResultsFacet {
  /// The key whose values are counted; nil for a facet of filters.
  package var key: ResultsKey<Item>? {
    switch kind {
    case .values(let key, _, _, _), .ranges(let key, _), .units(let key, _): key
    case .filters: nil
    }
  }
}
