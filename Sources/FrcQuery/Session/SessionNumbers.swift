internal import FilterEngine
internal import FilterableResults

/// The facets and aggregates of a session, in the order in which they were asked for.
struct SessionNumbers {
  /// Counts of rows, by something.
  struct Facet {
    enum Kind {
      case values
      case ranges([FilterValue])
      case units(FacetUnit)
    }

    enum Subject {
      case key(CountedKey, Kind)
      case filters([OpenFilter])
    }

    /// The words of the command, or the group of filters.
    let title: String
    let subject: Subject

    /// The group whose filter does not apply to the counted rows.
    let group: String?

    var isOfFilters: Bool { if case .filters = subject { true } else { false } }
  }

  /// A number computed from the values of a key.
  struct Aggregate {
    let function: AggregateFunction
    let key: CountedKey

    /// `sum(price)`
    let title: String
  }

  var facets: [Facet] = []
  var aggregates: [Aggregate] = []

  var isEmpty: Bool { facets.isEmpty && aggregates.isEmpty }

  /// Adds a facet, in the position of the one of its title, and returns its index.
  mutating func add(_ facet: Facet) -> Int {
    // A group of filters can have the name of a key.
    let known = facets.firstIndex {
      $0.title == facet.title && $0.isOfFilters == facet.isOfFilters
    }
    guard let known else {
      facets.append(facet)
      return facets.count - 1
    }
    facets[known] = facet
    return known
  }

  /// Adds an aggregate, unless it is there.
  mutating func add(_ aggregate: Aggregate) {
    if !aggregates.contains(where: { $0.title == aggregate.title }) {
      aggregates.append(aggregate)
    }
  }
}

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

/// The counts and values of facets and aggregates, in their order.
struct CountedNumbers {
  var facets: [FacetCounts] = []
  var aggregates: [AggregateValue] = []
}
