public import FilterEngine

/// Items in memory that are fetched like those of a database: by predicate, order and window.
public final class MemorySource<Item: Filterable>: ResultsSource {
  /// The items to fetch.
  public struct Request {
    /// The items that match; nil for all.
    public var predicate: FilterPredicate<Item>?
    /// A test of the items that the predicate matches, in the order of the list. Setting `stops` to true leaves out all
    /// later items without testing them.
    public var test: ((_ item: Item, _ stops: inout Bool) throws -> Bool)?
    /// The order; items that compare equal keep theirs.
    public var sort: [ResultsSortKey<Item>] = []
    /// The largest number of items, nil for all; a negative number counts as 0.
    public var limit: Int?
    /// The number of first items that are left out; a negative number counts as 0.
    public var offset = 0
    /// The limits of the predicate: steps and memory for an item, time for a fetch.
    public var limits = EvaluationLimits.standard
  }

  /// All items.
  public private(set) var items: [Item]

  /// The items to fetch. Setting the request notifies the followers.
  public var request: Request { didSet { followers.contentsDidChange() } }

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  /// Creates a source of the items that match a predicate, in an order.
  public init(
    _ items: [Item] = [], _ predicate: FilterPredicate<Item>? = nil,
    sortedBy sort: [ResultsSortKey<Item>] = []
  ) {
    self.items = items
    request = Request(predicate: predicate, sort: sort)
  }

  /// Edits the items in `body` and notifies the followers once. If `body` throws, nothing changes.
  public func commit<Failure: Error>(
    _ body: (inout [Item]) throws(Failure) -> Void
  ) throws(Failure) {
    var next = items
    try body(&next)
    items = next
    followers.contentsDidChange()
  }

  private static func tested(
    _ items: [Item], _ test: (Item, inout Bool) throws -> Bool
  ) rethrows -> [Item] {
    var kept: [Item] = []
    var stops = false
    for item in items where !stops {
      if try test(item, &stops) { kept.append(item) }
    }
    return kept
  }

  /// The items of the request.
  ///
  /// - Throws: An error if the predicate or the test fails on an item, or the predicate reaches a limit.
  public func contents() throws -> ResultsContents<Item> { .items(try matches()) }

  private func matches() throws -> [Item] {
    var result = items
    if let predicate = request.predicate {
      result = try result.filter(predicate, limits: request.limits)
    }
    if let test = request.test { result = try Self.tested(result, test) }
    if !request.sort.isEmpty { result = RowOrder.sorted(result, by: request.sort) }
    let window = result.dropFirst(max(0, request.offset))
    return Array(window.prefix(max(0, request.limit ?? window.count)))
  }
}
