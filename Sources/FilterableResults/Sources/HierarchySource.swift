public import FilterEngine

/// One section for each parent that matches, with its children as rows in their order.
///
/// A parent without children is a section without rows.
public final class HierarchySource<Parent: Filterable, Item: Filterable>: ResultsSource {
  /// All parents, whether they match or not.
  public private(set) var parents: [Parent]

  /// Which parents are sections, nil for all.
  public var predicate: FilterPredicate<Parent>? { didSet { followers.contentsDidChange() } }

  /// The order of the parents; those that it leaves equal keep theirs.
  public var sort: [SortKey<Parent>] { didSet { followers.contentsDidChange() } }

  /// What the predicate may take: steps and memory for a parent, time for a fetch.
  public var limits = EvaluationLimits.standard

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let identity: ResultsKey<Parent>
  private let title: (Parent) -> String?
  private let children: (Parent) -> [Item]

  /// A source of parents with their children.
  public init(
    _ parents: [Parent] = [], identifiedBy identity: ResultsKey<Parent>,
    sortedBy sort: [SortKey<Parent>] = [],
    predicate: FilterPredicate<Parent>? = nil, title: @escaping (Parent) -> String? = { _ in nil },
    children: @escaping (Parent) -> [Item]
  ) {
    self.parents = parents
    self.identity = identity
    self.sort = sort
    self.predicate = predicate
    self.title = title
    self.children = children
  }

  /// A source of parents, which a property identifies, with their children.
  public convenience init<Identity: FilterValueConvertible & SendableMetatype>(
    _ parents: [Parent] = [], identifiedBy identity: any KeyPath<Parent, Identity> & Sendable,
    sortedBy sort: [SortKey<Parent>] = [], predicate: FilterPredicate<Parent>? = nil,
    title: @escaping (Parent) -> String? = { _ in nil }, children: @escaping (Parent) -> [Item]
  ) {
    self.init(
      parents, identifiedBy: ResultsKey(identity), sortedBy: sort, predicate: predicate,
      title: title, children: children)
  }

  /// Makes the edits of `body` one change; where it throws there is none.
  public func commit<Failure: Error>(
    _ body: (inout [Parent]) throws(Failure) -> Void
  ) throws(Failure) {
    var next = parents
    try body(&next)
    parents = next
    followers.contentsDidChange()
  }

  /// The parents that are sections, in order; of parents with one identity the first.
  ///
  /// - Throws: The first parent that the predicate has no answer for; a limit that is hit.
  public func matchingParents() throws -> [Parent] {
    var seen: Set<FilterValue> = []
    var result = parents.filter { seen.insert(identity.read($0)).inserted }
    if let predicate { result = try result.filter(predicate, limits: limits) }
    return sort.isEmpty ? result : RowOrder.sorted(result, by: sort)
  }

  /// The parents as sections.
  ///
  /// - Throws: The first parent that the predicate has no answer for; a limit that is hit.
  public func contents() throws -> ResultsContents<Item> {
    .sections(
      try matchingParents().map {
        StoredSection(identity.read($0), title: title($0), items: children($0))
      })
  }

  /// The parent whose identity a section has as its key, nil where there is none.
  public func parent(forSection key: some FilterValueConvertible) -> Parent? {
    let key = key.filterValue
    return parents.first { identity.read($0) == key }
  }
}
