package import FilterEngine

/// The kinds of values that have an order; values of different kinds have none.
package enum OrderedKind: Int, CaseIterable, Sendable {
  case number, text, date

  /// The kind of a value, of which a Boolean is a number; nil for a kind without an order.
  package init?(_ value: FilterValue) {
    switch value {
    case .bool, .int, .wide, .double, .decimal: self = .number
    case .string: self = .text
    case .date: self = .date
    default: return nil
    }
  }

  /// The kind as the language has it.
  package var kind: FilterKind {
    switch self {
    case .number: .number
    case .text: .string
    case .date: .date
    }
  }
}

/// The numbers of values by the kinds that have an order. Of several kinds the most frequent one is compared.
package struct OrderedCounts: Sendable {
  private var counts: (Int, Int, Int) = (0, 0, 0)

  /// No values.
  package init() {}

  /// The kind that most values have, the first of several.
  package var mostFrequent: OrderedKind {
    if counts.0 >= counts.1, counts.0 >= counts.2 { return .number }
    return counts.1 >= counts.2 ? .text : .date
  }

  /// The number of values of the most frequent kind.
  package var most: Int { max(counts.0, counts.1, counts.2) }

  /// The number of values of the kinds before the most frequent one.
  package var before: Int {
    switch mostFrequent {
    case .number: 0
    case .text: counts.0
    case .date: counts.0 + counts.1
    }
  }

  /// The number of values of the other kinds.
  package var others: Int { counts.0 + counts.1 + counts.2 - most }

  /// Adds values of a kind, or removes them.
  @inline(__always)
  package mutating func add(_ count: Int, _ kind: OrderedKind) {
    switch kind {
    case .number: counts.0 += count
    case .text: counts.1 += count
    case .date: counts.2 += count
    }
  }

  /// Adds the values of others.
  package mutating func add(_ other: OrderedCounts) {
    counts.0 += other.counts.0
    counts.1 += other.counts.1
    counts.2 += other.counts.2
  }
}
