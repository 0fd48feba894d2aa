public import FilterEngine
public import FilterSQL
public import FilterableResults

/// The numbers that a live source counts beside its rows.
struct RowCounting: Sendable {
  /// The field of the column by whose values rows are counted; nil to count them together.
  let field: String?
}

/// The facets and aggregates of a request, without the type of its items.
struct RowSummarizing: Sendable {
  /// The field and the counting of each facet; nil for code and for filters.
  var facets: [(field: String?, counting: FacetCounter?)] = []

  /// The field and the function of each aggregate; the field is nil for code.
  var aggregates: [(field: String?, function: AggregateFunction)] = []

  var isEmpty: Bool { facets.isEmpty && aggregates.isEmpty }
}

/// The rows of a table to fetch, and their order.
///
/// ```swift
/// var request = SQLFetchRequest(people, try FilterPredicate("age >= 18"), sort: [.ascending(\.name)])
/// request.limit = 50
/// ```
public struct SQLFetchRequest<Item: Filterable & Sendable>: Sendable {
  /// The table.
  public var table: SQLTable<Item> { didSet { forgetPlan() } }

  /// The rows that match; nil for all.
  public var predicate: FilterPredicate<Item>? { didSet { forgetPlan() } }

  /// The values of the predicate's variables.
  public var bindings: [String: any FilterValueConvertible] {
    get { values }
    set { values = newValue.filterValues }
  }

  /// The bindings as filter values.
  private(set) var values: [String: FilterValue] = [:] { didSet { forgetPlan() } }

  /// The order. Rows that compare equal are in the order of the table's key, so that the order is total.
  public var sort: [ResultsSortKey<Item>] { didSet { forgetPlan() } }

  /// The largest number of rows, nil for all; a negative number is an error of the request.
  public var limit: Int? { didSet { forgetPlan() } }

  /// The number of first rows that are left out; a negative number is an error of the request.
  public var offset = 0 { didSet { forgetPlan() } }

  /// The relations whose rows all items include, such as `orders` or `orders.product`. Relations that the engine needs for
  /// the predicate or the order are always read.
  public var prefetched: [String] = [] { didSet { forgetPlan() } }

  /// The treatment of rows on which the predicate fails.
  public var failures = SQLTranslation.Failures.exact { didSet { forgetPlan() } }

  /// The largest number of failures that are kept; all of them are counted.
  public var failureLimit = 100

  /// The interval after which a following controller reads all rows without a commit; nil for never.
  package private(set) var refreshInterval: Duration?

  /// The facets and aggregates of all rows that match.
  private(set) var summarizing = RowSummarizing()

  /// The numbers that are counted beside the rows; nil for none.
  private(set) var counting: RowCounting?

  /// The plan of the request, which its copies share.
  private(set) var kept = KeptPlan<Item>()

  /// Creates a request for the rows of a table that a predicate matches.
  public init(
    _ table: SQLTable<Item>, _ predicate: FilterPredicate<Item>? = nil,
    sort: [ResultsSortKey<Item>] = []
  ) {
    self.table = table
    self.predicate = predicate
    self.sort = sort
  }

  /// Returns the request with an interval after which a following controller reads all rows again, at least a millisecond.
  ///
  /// A predicate with `now()` can only be followed this way, as its matches change without a commit.
  public func refreshes(every interval: Duration) -> Self {
    var request = self
    request.refreshInterval = interval
    return request
  }

  /// Returns the request with which a ``LiveWindow``, a ``LiveFetch`` and ``LivePages`` also count the rows that match,
  /// without limit and offset: for ``LiveSource/total``, ``LiveSource/offset`` and ``LiveSource/sectionCounts``.
  ///
  /// ```swift
  /// let request = SQLFetchRequest(tickets, sort: [.ascending(\.due)]).countsRows(inSectionsOf: "ownerID")
  /// let live = try LiveWindow(request, rows: 200, in: store)
  /// ```
  ///
  /// Rows are counted with each read, in the same snapshot of the database, so that a commit takes the time of one or two
  /// `SELECT count(*)` longer, which grows with the number of matches. Other requests therefore count nothing.
  ///
  /// - Parameter field: The field of the column by whose values rows are counted, that of the sections of the controller;
  ///   nil to count them together. A source throws ``FetchError/cannotCount(_:)`` for any other field.
  public func countsRows(inSectionsOf field: String? = nil) -> Self {
    var request = self
    request.counting = RowCounting(field: field)
    return request
  }

  /// Returns the request with facets and aggregates over all rows that match, without limit and offset: for `summary(_:)`
  /// of a store, and for ``LiveSource/summary`` of a ``LiveWindow``, a ``LiveFetch`` and ``LivePages``.
  ///
  /// ```swift
  /// let request = SQLFetchRequest(people, adults)
  ///   .summarizes(facets: [.values(of: \.city)], aggregates: [.average(\.age)])
  /// let summary = try await store.summary(request)
  /// ```
  ///
  /// Their keys are columns of numbers, booleans, dates, texts, bytes or UUIDs. The groups of facets have no effect, as a
  /// request has one predicate. A store and a live source throw ``FetchError/cannotCount(_:)`` for a facet of filters, and
  /// for a key that is not such a column.
  public func summarizes(
    facets: [ResultsFacet<Item>] = [], aggregates: [ResultsAggregate<Item>] = []
  ) -> Self {
    var request = self
    request.summarizing = RowSummarizing(
      facets: facets.map { ($0.key?.keyPath, FacetCounter($0)) },
      aggregates: aggregates.map { ($0.key.keyPath, $0.function) })
    return request
  }

  /// Has the request planned again, as something that its plan depends on was set.
  mutating func forgetPlan() { kept = KeptPlan() }

  /// Whether the request has an offset or a limit.
  var isWindow: Bool { limit != nil || offset > 0 }

  /// - Throws: ``FetchError/negative(_:_:)``.
  func checkWindow() throws(FetchError) {
    if let limit, limit < 0 { throw .negative("limit", limit) }
    if offset < 0 { throw .negative("offset", offset) }
  }
}
