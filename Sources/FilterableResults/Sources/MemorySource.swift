public import FilterEngine

/// Items in memory that are fetched as from a database: by predicate, order and window.
public final class MemorySource<Item: Filterable>: ResultsSource {
  /// What is fetched.
  public struct Request {
    /// Which items, nil for all.
    public var predicate: FilterPredicate<Item>?
    /// In which order; items that it leaves equal keep theirs.
    public var sort: [SortKey] = []
    /// How many at most, nil for all.
    public var limit: Int?
    /// How many of the first are left out.
    public var offset = 0
    /// What the predicate may take: steps and memory for an item, time for a fetch.
    public var limits = EvaluationLimits.standard

    /// All items.
    public init() {}
  }

  /// All items.
  public private(set) var items: [Item]

  /// What is fetched. Another request is a change.
  public var request: Request { didSet { didChange?() } }

  /// Called after every change.
  public var didChange: (() -> Void)?

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
    didChange?()
  }

  /// The items of the request.
  ///
  /// - Throws: The first item that the predicate has no answer for; a limit that is hit.
  public func contents() throws -> ResultsContents<Item> {
    var result = items
    if let predicate = request.predicate {
      result = try result.filter(predicate, limits: request.limits)
    }
    if !request.sort.isEmpty { result = RowOrder.sorted(result, by: request.sort) }
    let window = result.dropFirst(max(0, request.offset))
    return .items(Array(window.prefix(max(0, request.limit ?? window.count))))
  }
}
