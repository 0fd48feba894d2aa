internal import FilterEngine
internal import FilterableResults

/// Numbers by name.
typealias NamedNumbers = [(key: String, value: FilterValue)]

/// The counts of a facet under its name.
struct NamedCounts {
  let name: String

  /// How values are counted; nil for filters.
  fileprivate let form: FacetForm?
  fileprivate let counts: FacetCounts

  /// The number of counts.
  var count: Int { counts.counts.count }

  /// `{"counts":[["London",204]],"others":3,"distinct":9,"failed":0}`
  var value: FilterValue { counts.value(as: form) }
}

extension Summary {
  /// The counts of facets, of all or of those at some indices.
  func facets(_ indices: [Int]? = nil, of snapshot: ResultsSnapshot<OpenRow>) -> [NamedCounts] {
    guard indices?.isEmpty != true else { return [] }
    return zip(facets, snapshot.facets).enumerated()
      .filter { indices?.contains($0.offset) ?? true }
      .map { _, facet in NamedCounts(name: facet.0.name, form: facet.0.form, counts: facet.1) }
  }

  /// The values of all aggregates, and the numbers of rows that they have left out, but for 0.
  func aggregates(of values: [AggregateValue]) -> (
    values: NamedNumbers, failed: NamedNumbers
  ) {
    let named = zip(aggregates, values).map { (name: $0.name, value: $1) }
    return (
      named.map { ($0.name, $0.value.value) },
      named.filter { $0.value.failed > 0 }.map { ($0.name, .int(Int64($0.value.failed))) }
    )
  }
}

extension FacetCounts {
  fileprivate func value(as form: FacetForm?) -> FilterValue {
    guard !isUnknown else { return .object(FilterObject([(key: "unknown", value: "limit")])) }
    let areRanges =
      switch form {
      case .ranges, .units: true
      case .values, nil: false
      }
    let pairs = counts.map { count in
      let value: FilterValue =
        areRanges ? .list(FilterList([count.value, count.upperBound ?? .null])) : count.value
      return FilterValue.list(FilterList([value, .int(Int64(count.count))]))
    }
    var members: NamedNumbers = [("counts", .list(FilterList(pairs)))]
    let add = { (name: String, number: Int) in members.append((name, .int(Int64(number)))) }
    if areRanges {
      add("nil", missing)
      add("nan", notANumber)
    } else if form != nil {
      add("others", others)
      add("distinct", distinct)
    }
    if form != nil || failed > 0 { add("failed", failed) }
    return .object(FilterObject(members))
  }
}
