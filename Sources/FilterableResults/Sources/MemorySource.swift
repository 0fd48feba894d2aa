public import FilterEngine

/// Items in memory that are fetched as from a database: by predicate, order and window.
public final class MemorySource<Item: Filterable>: ResultsSource {
  /// What is fetched.
  public struct Request {
    /// Which items, nil for all.
    public var predicate: FilterPredicate<Item>?
    /// A test of the items that the predicate matches, in the order of the list. Where it sets its flag, all items
    /// after this one are left out without a test.
    public var test: ((_ item: Item, _ stops: inout Bool) throws -> Bool)?
    /// The order; items that it leaves equal keep theirs.
    public var sort: [SortKey<Item>] = []
    /// How many at most, nil for all; none for a negative number.
    public var limit: Int?
    /// How many of the first are left out; none for a negative number.
    public var offset = 0
    /// What the predicate may take: steps and memory for an item, time for a fetch.
    public var limits = EvaluationLimits.standard

    /// All items.
    public init() {}
  }

  /// All items.
  public private(set) var items: [Item]

  /// What is fetched. Another request is a change.
  public var request: Request { didSet { followers.contentsDidChange() } }

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  /// A source of items.
  public init(_ items: [Item] = [], request: Request = Request()) {
    self.items = items
    self.request = request
  }

  /// Makes the edits of `body` one change; where it throws there is none.
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
  /// - Throws: The error of the first item on which the predicate or the test cannot decide; a limit that is hit.
  public func contents() throws -> ResultsContents<Item> {
    var result = items
    if let predicate = request.predicate {
      result = try result.filter(predicate, limits: request.limits)
    }
    if let test = request.test { result = try Self.tested(result, test) }
    if !request.sort.isEmpty { result = RowOrder.sorted(result, by: request.sort) }
    let window = result.dropFirst(max(0, request.offset))
    return .items(Array(window.prefix(max(0, request.limit ?? window.count))))
  }
}
