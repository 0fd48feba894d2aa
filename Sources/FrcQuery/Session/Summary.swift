internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// Counts of rows by a key or by candidate filters, with their name.
struct NamedFacet<Key, CandidateFilter> {
  enum Subject {
    case key(Key, FacetForm)
    case filters([CandidateFilter])
  }

  /// A name that a request states, the words of a command, or the group of filters.
  let name: String
  let subject: Subject

  /// The group whose filter does not apply to the counted rows.
  var group: String?

  /// How values are counted; nil for filters.
  var form: FacetForm? { if case .key(_, let form) = subject { form } else { nil } }
}

/// Facets and aggregates in the order of their numbers.
struct Summary<Key, CandidateFilter> {
  var facets: [NamedFacet<Key, CandidateFilter>] = []
  var aggregates: [NamedAggregate<Key>] = []

  /// Numbers that differ after each request that names facets, and that names aggregates.
  var versions = (facets: 0, aggregates: 0)

  var isEmpty: Bool { facets.isEmpty && aggregates.isEmpty }

  /// Adds a facet, in the position of the one of its name, and returns its index.
  mutating func add(_ facet: NamedFacet<Key, CandidateFilter>) -> Int {
    // A group of filters can have the name of a key.
    let known = facets.firstIndex {
      $0.name == facet.name && ($0.form == nil) == (facet.form == nil)
    }
    guard let known else {
      facets.append(facet)
      return facets.count - 1
    }
    facets[known] = facet
    return known
  }

  /// Adds an aggregate, unless it is there.
  mutating func add(_ aggregate: NamedAggregate<Key>) {
    if !aggregates.contains(where: { $0.name == aggregate.name }) {
      aggregates.append(aggregate)
    }
  }
}

/// How a facet counts the values of a key.
enum FacetForm {
  case values(options: AST.Comparison.Options = [], limit: Int?)
  case ranges([FilterValue])
  case units(FacetUnit, TimeZone = .gmt)

  /// The facet of a key of a controller.
  func facet<Item>(
    of key: ResultsKey<Item>, ignoring group: String?
  ) -> ResultsFacet<Item> {
    switch self {
    case .values(let options, let limit):
      .values(of: key, ignoring: group, options: options, limit: limit)
    case .ranges(let bounds): .ranges(of: key, bounds: bounds, ignoring: group)
    case .units(let unit, let zone): .ranges(of: key, by: unit, in: zone, ignoring: group)
    }
  }
}

extension NamedFacet
where Key == ResultsKey<OpenRow>, CandidateFilter == ResultsFilter<OpenRow> {
  /// The facet of a controller.
  var facet: ResultsFacet<OpenRow> {
    switch subject {
    case .key(let key, let form): form.facet(of: key, ignoring: group)
    case .filters(let filters): .filters(filters)
    }
  }
}

/// What commands ask for.
typealias SessionSummary = Summary<CountedKey, OpenFilter>
typealias SessionFacet = NamedFacet<CountedKey, OpenFilter>

/// What requests ask for.
typealias RequestSummary = Summary<ResultsKey<OpenRow>, ResultsFilter<OpenRow>>
typealias RequestFacet = NamedFacet<ResultsKey<OpenRow>, ResultsFilter<OpenRow>>

/// The counts of facets and the values of aggregates, in their order.
typealias SummaryNumbers = (facets: [FacetCounts], aggregates: [AggregateValue])

/// A key whose values are counted.
struct CountedKey {
  /// The number of values that are listed.
  static let listed = 20

  let column: KeyColumn

  /// Whether texts with a date are dates.
  let isDate: Bool

  /// A value of the column as it is counted.
  func counted(_ value: FilterValue) -> FilterValue {
    isDate ? ColumnKind.date.converted(value) : value
  }
}
