internal import FilterEngine
internal import FilterableResults

/// The facets and aggregates of a pipe with their names, in the order in which the controller has them.
struct NamedSummaries {
  struct NamedFacet {
    /// The members of the counts.
    enum Form {
      case values, ranges, filters
    }

    let name: String
    let form: Form
    let facet: Facet<FilterValue>
  }

  struct NamedAggregate {
    let name: String
    let aggregate: FilterableResults.Aggregate<FilterValue>
  }

  var facets: [NamedFacet] = []
  var aggregates: [NamedAggregate] = []

  /// Numbers that differ after each request that names facets, and that names aggregates.
  var versions = (facets: 0, aggregates: 0)

  /// Numbers by name.
  typealias Numbers = [(key: String, value: FilterValue)]

  /// The counts of a facet under its name.
  struct NamedCounts {
    let name: String
    fileprivate let form: NamedFacet.Form
    fileprivate let counts: FacetCounts

    /// The number of counts.
    var count: Int { counts.counts.count }

    /// `{"counts":[["London",204]],"others":3,"distinct":9,"failed":0}`
    var value: FilterValue { counts.value(as: form) }
  }

  /// The counts of facets, of all or of those at some indices.
  func facets(_ indices: [Int]? = nil, of snapshot: ResultsSnapshot<FilterValue>) -> [NamedCounts] {
    guard indices?.isEmpty != true else { return [] }
    return zip(facets, snapshot.facets).enumerated()
      .filter { indices?.contains($0.offset) ?? true }
      .map { _, facet in NamedCounts(name: facet.0.name, form: facet.0.form, counts: facet.1) }
  }

  /// The values of all aggregates, and the numbers of rows that they have left out, but for 0.
  func aggregates(of values: [AggregateValue]) -> (values: Numbers, failed: Numbers) {
    let named = zip(aggregates, values).map { (name: $0.name, value: $1) }
    return (
      named.map { ($0.name, $0.value.value) },
      named.filter { $0.value.failed > 0 }.map { ($0.name, .int(Int64($0.value.failed))) }
    )
  }
}

extension FacetCounts {
  fileprivate func value(as form: NamedSummaries.NamedFacet.Form) -> FilterValue {
    guard !isUnknown else { return .object(FilterObject([(key: "unknown", value: "limit")])) }
    let pairs = counts.map { count in
      let value: FilterValue =
        form == .ranges
        ? .list(FilterList([count.value, count.upperBound ?? .null])) : count.value
      return FilterValue.list(FilterList([value, .int(Int64(count.count))]))
    }
    var members: [(key: String, value: FilterValue)] = [("counts", .list(FilterList(pairs)))]
    let add = { (name: String, number: Int) in members.append((name, .int(Int64(number)))) }
    switch form {
    case .values:
      add("others", others)
      add("distinct", distinct)
    case .ranges:
      add("nil", missing)
      add("nan", notANumber)
    case .filters where failed == 0: return .object(FilterObject(members))
    case .filters: break
    }
    add("failed", failed)
    return .object(FilterObject(members))
  }
}
