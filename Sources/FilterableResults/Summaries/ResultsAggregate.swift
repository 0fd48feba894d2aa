public import FilterEngine
package import FilterSummaries

/// A number computed from the rows that pass all filters: of all rows, and of each section.
///
/// ```swift
/// results.aggregates = [.sum(\.price), .average(\.price), .minimum(\.due), .distinct(\.owner)]
/// let total = results.snapshot.aggregates[0].value
/// let parts = results.snapshot.map { $0.aggregates[0].value }
/// ```
///
/// Rows of collapsed sections and rows that a group row represents count. Rows without a value are left out. A sum
/// depends on the rows alone, and not on the edits that led to them: integers are added exactly, doubles exactly with
/// one rounding at the end, and decimals exactly up to 38 digits.
public struct ResultsAggregate<Item: Filterable> {
  package let function: AggregateFunction
  package let key: ResultsKey<Item>

  /// Creates an aggregate of a key, such as a key path as text.
  ///
  /// ```swift
  /// results.aggregates = [ResultsAggregate(.sum, of: try ResultsKey("order.price"))]
  /// ```
  public init(_ function: AggregateFunction, of key: ResultsKey<Item>) {
    self.function = function
    self.key = key
  }

  /// The number of rows that have a value.
  public static func count<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate { ResultsAggregate(.count, of: ResultsKey(keyPath)) }

  /// The sum of a number; 0 without values.
  ///
  /// A sum of integers beyond `Int64` is a decimal.
  public static func sum<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate where Value.FilterStaticKind: NumericFilterKind {
    ResultsAggregate(.sum, of: ResultsKey(keyPath))
  }

  /// The average of a number: the double nearest to the exact quotient; nil without values.
  public static func average<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate where Value.FilterStaticKind: NumericFilterKind {
    ResultsAggregate(.average, of: ResultsKey(keyPath))
  }

  /// The least value by `<` of the language, NaN left out; nil without values.
  ///
  /// Among numbers, texts and dates those of which there are most are compared, and the others fail.
  public static func minimum<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate where Value.FilterStaticKind: OrderedFilterKind {
    ResultsAggregate(.minimum, of: ResultsKey(keyPath))
  }

  /// The greatest value by `<` of the language, NaN left out; nil without values.
  ///
  /// Among numbers, texts and dates those of which there are most are compared, and the others fail.
  public static func maximum<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate where Value.FilterStaticKind: OrderedFilterKind {
    ResultsAggregate(.maximum, of: ResultsKey(keyPath))
  }

  /// The number of distinct values by `==` of the language.
  public static func distinct<Value: FilterValueConvertible & SendableMetatype>(
    _ keyPath: any KeyPath<Item, Value> & Sendable
  ) -> ResultsAggregate { ResultsAggregate(.distinct, of: ResultsKey(keyPath)) }
}

// Properties that are isolated to the main actor, or whose types are.
extension ResultsAggregate {
  /// The number of rows that have a value.
  @MainActor public static func count<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate {
    ResultsAggregate(.count, of: ResultsKey(keyPath))
  }

  /// The sum of a number; 0 without values.
  @MainActor public static func sum<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate where Value.FilterStaticKind: NumericFilterKind {
    ResultsAggregate(.sum, of: ResultsKey(keyPath))
  }

  /// The average of a number; nil without values.
  @MainActor public static func average<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate where Value.FilterStaticKind: NumericFilterKind {
    ResultsAggregate(.average, of: ResultsKey(keyPath))
  }

  /// The least value; nil without values.
  @MainActor public static func minimum<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate where Value.FilterStaticKind: OrderedFilterKind {
    ResultsAggregate(.minimum, of: ResultsKey(keyPath))
  }

  /// The greatest value; nil without values.
  @MainActor public static func maximum<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate where Value.FilterStaticKind: OrderedFilterKind {
    ResultsAggregate(.maximum, of: ResultsKey(keyPath))
  }

  /// The number of distinct values.
  @MainActor public static func distinct<Value: FilterValueConvertible>(
    _ keyPath: KeyPath<Item, Value>
  ) -> ResultsAggregate {
    ResultsAggregate(.distinct, of: ResultsKey(keyPath))
  }
}

// Properties whose values can be neither added nor compared.
extension ResultsAggregate {
  /// Not available for a property of another kind.
  @available(*, unavailable, message: "only numbers have a sum")
  public static func sum<Value>(_ keyPath: KeyPath<Item, Value>) -> ResultsAggregate {
    fatalError("unavailable")
  }

  /// Not available for a property of another kind.
  @available(*, unavailable, message: "only numbers have an average")
  public static func average<Value>(_ keyPath: KeyPath<Item, Value>) -> ResultsAggregate {
    fatalError("unavailable")
  }

  /// Not available for a property of another kind.
  @available(*, unavailable, message: "lists, sets, objects, data and UUIDs have no order")
  public static func minimum<Value>(_ keyPath: KeyPath<Item, Value>) -> ResultsAggregate {
    fatalError("unavailable")
  }

  /// Not available for a property of another kind.
  @available(*, unavailable, message: "lists, sets, objects, data and UUIDs have no order")
  public static func maximum<Value>(_ keyPath: KeyPath<Item, Value>) -> ResultsAggregate {
    fatalError("unavailable")
  }
}

extension ResultsAggregate: CustomStringConvertible {
  /// The function and the key, such as `sum of price`.
  public var description: String { "\(function) of \(key)" }
}

/// The function of an aggregate.
public enum AggregateFunction: Hashable, Sendable {
  /// The number of rows that have a value.
  case count
  /// The sum of numbers.
  case sum
  /// The average of numbers.
  case average
  /// The least value.
  case minimum
  /// The greatest value.
  case maximum
  /// The number of distinct values.
  case distinct
  /// The middle value by `<` of the language, or the double nearest to the mean of the two in the middle; of texts the
  /// first of these two.
  case median
  /// The least value that at least so many percent of the values are not above, by the nearest rank; of 0 percent the
  /// least value. Digits after the fourth one of the percent are rounded.
  case percentile(Double)
}

extension AggregateFunction: CaseIterable {
  /// The functions, with one percentile.
  public static let allCases: [AggregateFunction] = [
    .count, .sum, .average, .minimum, .maximum, .distinct, .median, .percentile(95),
  ]
}

extension AggregateFunction {
  /// The place of the value in the order of all; nil if that does not decide.
  package var quantile: Quantile? {
    switch self {
    case .median: .median
    case .percentile(let percent): .percentile(percent)
    case .count, .sum, .average, .minimum, .maximum, .distinct: nil
    }
  }

  /// The measure that has the value of the function.
  package var measure: MeasureKind {
    switch self {
    case .count: .present
    case .sum, .average: .number
    case .minimum: .least
    case .maximum: .greatest
    case .distinct: .distinct
    case .median, .percentile: .quantile
    }
  }

  /// The value of the function for a group in a table of its measure.
  package func value(of group: Int, in table: MeasureTable) -> FilterValue {
    if let quantile { return table.value(of: quantile, of: group) }
    return self == .average ? table.average(of: group) : table.value(of: group)
  }
}
