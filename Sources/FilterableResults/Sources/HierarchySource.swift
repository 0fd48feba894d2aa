public import FilterEngine

/// One section for each parent that matches, with its children as rows in their order.
///
/// ```swift
/// let teams = MemorySource(teams, sortedBy: [.ascending(\.name)])
/// let source = HierarchySource(teams, identifiedBy: ResultsKey(\.id), title: \.name) { $0.members }
/// ```
///
/// A parent without children is an empty section. The key of a section is the identity of its parent. Of parents with the
/// same identity the first is a section.
public final class HierarchySource<Parent: Filterable, Item: Filterable>: ResultsSource {
  /// The parents. A change of their items or their request is a change of this source.
  public let parents: MemorySource<Parent>

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let identity: ResultsKey<Parent>
  private let title: (Parent) -> String?
  private let children: (Parent) -> [Item]
  private var end: (() -> Void)?

  /// Creates a source of the children of parents.
  ///
  /// - Parameters:
  ///   - parents: The parents, filtered and sorted by their request.
  ///   - identity: The key that identifies a parent.
  ///   - title: The title of a section, nil for the text of its key.
  ///   - children: The rows of a section.
  public init(
    _ parents: MemorySource<Parent>, identifiedBy identity: ResultsKey<Parent>,
    title: @escaping (Parent) -> String? = { _ in nil }, children: @escaping (Parent) -> [Item]
  ) {
    self.parents = parents
    self.identity = identity
    self.title = title
    self.children = children
    end = followers.forward(from: parents)
  }

  deinit { end?() }

  /// The matching parents as sections.
  ///
  /// - Throws: An error if the predicate of the parents fails on one of them or reaches a limit.
  public func contents() throws -> ResultsContents<Item> {
    .sections(
      try parents.matches(identifiedBy: identity).map {
        StoredSection(identity.read($0), title: title($0), items: children($0))
      })
  }

  /// The parent with the key of a section, whether it matches or not; nil if there is none.
  ///
  /// - Complexity: O(n) in the number of parents.
  public func parent(forSection key: some FilterValueConvertible) -> Parent? {
    let key = key.filterValue
    return parents.items.first { identity.read($0) == key }
  }
}
