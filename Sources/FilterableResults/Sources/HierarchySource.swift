public import FilterEngine

/// One section for each parent of a source, with its children as rows in their order.
///
/// ```swift
/// let teams = MemorySource(teams, sortedBy: [.ascending(\.name)])
/// let source = HierarchySource(teams, identifiedBy: ResultsKey(\.id), title: \.name) { $0.members }
/// ```
///
/// A parent without children is an empty section. The key of a section is the identity of its parent. Of parents with the
/// same identity the first is a section.
public final class HierarchySource<Parents: ResultsSource, Item: Filterable>: ResultsSource {
  /// The source of the parents. A change of it is a change of this source.
  public let parents: Parents

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let identity: ResultsKey<Parents.Item>
  private let title: (Parents.Item) -> String?
  private let children: (Parents.Item) -> [Item]
  private var end: (() -> Void)?

  /// The parents of the sections, as they were read last.
  private var shown: [FilterValue: Parents.Item] = [:]

  /// Creates a source of the children of parents.
  ///
  /// - Parameters:
  ///   - parents: The source of the parents, in order. If it has sections, their rows are the parents.
  ///   - identity: The key that identifies a parent.
  ///   - title: The title of a section, nil for the text of its key.
  ///   - children: The rows of a section.
  public init(
    _ parents: Parents, identifiedBy identity: ResultsKey<Parents.Item>,
    title: @escaping (Parents.Item) -> String? = { _ in nil },
    children: @escaping (Parents.Item) -> [Item]
  ) {
    self.parents = parents
    self.identity = identity
    self.title = title
    self.children = children
    end = followers.forward(from: parents)
  }

  deinit { end?() }

  /// The parents as sections.
  ///
  /// - Throws: The error of the source of the parents.
  public func contents() throws -> ResultsContents<Item> {
    let all =
      switch try parents.contents() {
      case .items(let items): items
      case .sections(let sections): sections.flatMap(\.items)
      }
    var shown: [FilterValue: Parents.Item] = [:]
    var sections: [StoredSection<Item>] = []
    for parent in all {
      let key = identity.read(parent)
      guard shown[key] == nil else { continue }
      shown[key] = parent
      sections.append(StoredSection(key, title: title(parent), items: children(parent)))
    }
    self.shown = shown
    return .sections(sections)
  }

  /// The parent with the key of a section, as the contents were read last; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func parent(forSection key: some FilterValueConvertible) -> Parents.Item? {
    shown[key.filterValue]
  }
}
