internal import FilterEngine
internal import FilterSummaries
internal import FilterSyntax

// Unsafe: rows are given by their addresses, and read as the type that the creator of a plan knows.

/// The facets and aggregates of a controller, without the type of its items.
final class SummaryPlan {
  /// A facet.
  enum Facet {
    /// `key` is an index into the keys of the plan.
    case values(key: Int, ValueFacet, group: String?)
    case ranges(key: Int, ValueRanges, group: String?)
    case filters([FilterTest])
  }

  /// A number of each section that follows from its rows.
  struct Measure: Hashable {
    let kind: MeasureKind
    let key: Int
  }

  /// Whether rows can be counted in any isolation domain.
  private(set) var isNonisolated = true

  /// The keys of facets and aggregates, each once.
  private(set) var keys: [SummaryKey] = []
  private(set) var facets: [Facet] = []

  /// The measures of the aggregates, each once.
  private(set) var measures: [Measure] = []

  /// The function and the measure of each aggregate.
  private(set) var aggregates: [(function: AggregateFunction, measure: Int)] = []

  init<Item>(_ facets: [ResultsFacet<Item>], _ aggregates: [ResultsAggregate<Item>]) {
    var indices: [ResultsKey<Item>: Int] = [:]
    func index(of key: ResultsKey<Item>) -> Int {
      if let index = indices[key] { return index }
      if !key.isNonisolated { isNonisolated = false }
      indices[key] = keys.count
      keys.append(SummaryKey(key))
      return keys.count - 1
    }
    for facet in facets {
      switch facet.kind {
      case .values(let key, let options, let order, let limit):
        let list = ValueFacet(options: options, order: order, limit: limit)
        self.facets.append(.values(key: index(of: key), list, group: facet.group))
      case .units(let key, let units):
        let list = ValueFacet(units: units)
        keys.append(SummaryKey(key, units))
        if !key.isNonisolated { isNonisolated = false }
        self.facets.append(.values(key: keys.count - 1, list, group: facet.group))
      case .ranges(let key, let ranges):
        self.facets.append(.ranges(key: index(of: key), ranges, group: facet.group))
      case .filters(let candidates): self.facets.append(.filters(candidates.map { FilterTest($0) }))
      }
    }
    for aggregate in aggregates {
      let measure = Measure(kind: aggregate.function.measure, key: index(of: aggregate.key))
      let index = measures.firstIndex(of: measure) ?? measures.count
      if index == measures.count { measures.append(measure) }
      self.aggregates.append((aggregate.function, index))
    }
  }
}

/// Reads a key of a facet or an aggregate at the addresses of rows.
final class SummaryKey {
  /// The stored property it reads, or nil if it is computed.
  let column: FieldColumn?

  /// The kind of all values but nil; nil if it is not known.
  let kind: FilterKind?
  let read: (UnsafeRawPointer) throws(EvaluationError) -> FilterValue

  init<Item>(_ key: ResultsKey<Item>) {
    column = key.column
    kind = key.kind
    if let readInPlace = key.readInPlace {
      read = { address throws(EvaluationError) in readInPlace(address) }
    } else {
      let evaluate = key.evaluate
      read = { address throws(EvaluationError) in
        try withItem(at: address) { (item: borrowing Item) throws(EvaluationError) in
          try evaluate(copy item)
        }
      }
    }
  }

  /// Reads the numbers of units of the calendar.
  init<Item>(_ key: ResultsKey<Item>, _ units: ValueRanges) {
    (column, kind) = (nil, nil)
    let dates = SummaryKey(key)
    read = { address throws(EvaluationError) in
      guard let number = units.number(of: try dates.read(address)) else {
        throw EvaluationError(.custom, "the value is not a date of the calendar")
      }
      return number
    }
  }

  /// The stored numbers or dates it reads, whose words have their order; nil for any other values.
  var numbers: FieldColumn? {
    guard let column, kind == .number || kind == .date else { return nil }
    return column.kind == .integer || column.kind == .floating || column.kind == .date
      ? column : nil
  }
}
