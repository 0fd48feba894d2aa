public import FilterEngine
public import FilterSQL
public import FilterableResults

/// Which rows of a table are fetched, and in which order.
///
/// ```swift
/// var request = SQLFetchRequest(people, try FilterPredicate("age >= 18"), sort: [.ascending(\.name)])
/// request.limit = 50
/// ```
public struct SQLFetchRequest<Item: Filterable & Sendable>: Sendable {
  /// The table.
  public var table: SQLTable<Item>

  /// Which rows, nil for all.
  public var predicate: FilterPredicate<Item>?

  /// The values of the predicate's variables.
  public var bindings: [String: any FilterValueConvertible] {
    get { values }
    set { values = newValue.filterValues }
  }

  /// The same, in the language.
  private(set) var values: [String: FilterValue] = [:]

  /// The order. Rows that it leaves equal are in the order of the table's key, so that each row has its position.
  public var sort: [SortKey<Item>]

  /// How many rows at most, nil for all; none for a negative number.
  public var limit: Int?

  /// How many of the first rows are left out; none for a negative number.
  public var offset = 0

  /// The relations whose rows every item gets, such as `orders` or `orders.product`. The relations that the engine
  /// needs for the predicate or the order are read anyway.
  public var prefetched: [String] = []

  /// What becomes of rows on which the predicate fails.
  public var failures = SQLTranslation.Failures.exact

  /// How many rows that cannot be read, or on which the predicate fails, are kept; all of them are counted.
  public var failureLimit = 100

  /// How often a controller that follows the request reads all of it without a commit; nil for never.
  public private(set) var refreshInterval: Duration?

  /// The rows of a table that a predicate matches.
  public init(
    _ table: SQLTable<Item>, _ predicate: FilterPredicate<Item>? = nil, sort: [SortKey<Item>] = []
  ) {
    self.table = table
    self.predicate = predicate
    self.sort = sort
  }

  /// The request, read again in intervals by a controller that follows it: what a filter with `now()` matches changes
  /// without a commit, and is followed only so. The shortest interval is a millisecond.
  public func refreshes(every interval: Duration) -> Self {
    var request = self
    request.refreshInterval = interval
    return request
  }

  /// Whether the rows are cut.
  var isWindow: Bool { limit != nil || offset > 0 }
}
