public import FilterEngine

/// An item with the items below it.
public struct ResultsTreeNode<Item> {
  /// The item.
  public var item: Item

  /// The nodes below: nil for a leaf, which cannot be expanded; empty if children may be added later.
  public var children: [ResultsTreeNode]?

  /// Creates a node.
  public init(_ item: Item, children: [ResultsTreeNode]? = nil) {
    self.item = item
    self.children = children
  }
}

extension ResultsTreeNode: Sendable where Item: Sendable {}

/// Trees as lists of the visible items: one list, or one for each section.
///
/// An item is visible if all nodes above it are expanded. Nodes are identified by the keys of their items, across all
/// sections.
public final class TreeSource<Item: Filterable>: ResultsSource {
  /// The roots of all sections. Setting them makes one list without sections. Nodes that remain stay expanded.
  public var roots: [ResultsTreeNode<Item>] {
    get { trees.flatMap(\.items) }
    set { setTrees([StoredSection(FilterValue.null, items: newValue)], isFlat: true) }
  }

  /// The roots in sections; a single section with the key nil if they are one list. Nodes that remain stay expanded.
  public var sections: [StoredSection<ResultsTreeNode<Item>>] {
    get { trees }
    set { setTrees(newValue, isFlat: false) }
  }

  private var trees: [StoredSection<ResultsTreeNode<Item>>]
  private var isFlat = true

  /// The depth of each node, computed when it is first needed.
  private var knownDepths: [FilterValue: Int]?

  /// Whether expanding a node collapses its siblings.
  public var expandsOneNode = false

  /// Whether a node that is collapsed keeps the nodes below it expanded.
  public var keepsExpandedBelow = false

  /// Called before a node is expanded (true) or collapsed (false); the node stays as it is if the result is false.
  /// Children can be loaded here.
  public var shouldSetExpanded: ((FilterValue, Bool) -> Bool)?

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let identity: ResultsKey<Item>
  private var expanded: Set<FilterValue> = []

  /// Creates a source of trees in one list.
  ///
  /// - Parameters:
  ///   - roots: The trees. For trees in sections, set ``sections`` afterwards.
  ///   - identity: The key that identifies an item.
  ///   - expanded: The keys of the nodes that are expanded; those of unknown nodes are ignored.
  public init(
    _ roots: [ResultsTreeNode<Item>] = [], identifiedBy identity: ResultsKey<Item>,
    expanded: Set<FilterValue> = []
  ) {
    trees = [StoredSection(FilterValue.null, items: roots)]
    self.identity = identity
    self.expanded = expanded.intersection(keys(of: roots))
  }

  private func setTrees(_ trees: [StoredSection<ResultsTreeNode<Item>>], isFlat: Bool) {
    (self.trees, self.isFlat) = (trees, isFlat)
    knownDepths = nil
    expanded.formIntersection(keys(of: roots))
    followers.contentsDidChange()
  }

  /// The visible items, each followed by those below it.
  public func contents() throws -> ResultsContents<Item> {
    guard !isFlat else { return .items(visible(roots).map(\.item)) }
    return .sections(
      trees.map { section in
        StoredSection(
          section.key, title: section.title, items: visible(section.items).map(\.item))
      })
  }

  // MARK: - Depth

  /// The depth of the node with a key, 0 for a root; nil for an unknown key.
  ///
  /// - Complexity: O(1), but O(n) for the first call after a change of the trees.
  public func depth(ofKey key: some FilterValueConvertible) -> Int? {
    let key = key.filterValue
    if let knownDepths { return knownDepths[key] }
    var depths: [FilterValue: Int] = [:]
    var stack = roots.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = stack.popLast() {
      depths[identity.read(node.item)] = depth
      stack += (node.children ?? []).reversed().map { ($0, depth + 1) }
    }
    knownDepths = depths
    return depths[key]
  }

  // MARK: - Expanding

  /// Whether the node with a key is expanded.
  public func isExpanded(_ key: some FilterValueConvertible) -> Bool {
    expanded.contains(key.filterValue)
  }

  /// Whether the node with a key is not a leaf; false for unknown keys.
  public func canExpand(_ key: some FilterValueConvertible) -> Bool {
    siblings(of: key.filterValue)?.node.children != nil
  }

  /// Expands or collapses a node. Collapsing also collapses the nodes below it, unless ``keepsExpandedBelow`` is true.
  ///
  /// - Returns: False if nothing changes: for leaves, unknown keys, nodes that are already as requested, and if
  ///   ``shouldSetExpanded`` returns false.
  @discardableResult
  public func setExpanded(_ isExpanded: Bool, _ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    guard canExpand(key), isExpanded != expanded.contains(key),
      shouldSetExpanded?(key, isExpanded) ?? true, let (node, siblings) = siblings(of: key)
    else { return false }
    if isExpanded {
      if expandsOneNode { expanded.subtract(siblings.map { identity.read($0.item) }) }
      expanded.insert(key)
    } else {
      expanded.remove(key)
      if !keepsExpandedBelow { expanded.subtract(keys(of: node.children ?? [])) }
    }
    followers.contentsDidChange()
    return true
  }

  /// Expands all nodes.
  public func expandAll() {
    expanded = keys(of: roots)
    followers.contentsDidChange()
  }

  /// Replaces the node with the same identity. Nodes that remain stay expanded.
  ///
  /// - Returns: False if the trees have no such node.
  @discardableResult
  public func replace(_ node: ResultsTreeNode<Item>) -> Bool {
    let key = identity.read(node.item)
    guard depth(ofKey: key) != nil else { return false }
    var trees = trees
    for index in trees.indices {
      trees[index].items = replacing(key, by: node, in: trees[index].items)
    }
    setTrees(trees, isFlat: isFlat)
    return true
  }

  private func replacing(
    _ key: FilterValue, by node: ResultsTreeNode<Item>, in roots: [ResultsTreeNode<Item>]
  ) -> [ResultsTreeNode<Item>] {
    // A stack of levels: the nodes, and the index of the next one that is not done.
    var levels: [(nodes: [ResultsTreeNode<Item>], next: Int)] = [(roots, 0)]
    while true {
      let last = levels.count - 1
      guard levels[last].next < levels[last].nodes.count else {
        let done = levels.removeLast()
        guard let parent = levels.indices.last else { return done.nodes }
        levels[parent].nodes[levels[parent].next].children = done.nodes
        levels[parent].next += 1
        continue
      }
      let index = levels[last].next
      if identity.read(levels[last].nodes[index].item) == key {
        levels[last].nodes[index] = node
        levels[last].next += 1
      } else if let children = levels[last].nodes[index].children {
        levels.append((children, 0))
      } else {
        levels[last].next += 1
      }
    }
  }

  private func visible(_ roots: [ResultsTreeNode<Item>]) -> [(item: Item, depth: Int)] {
    var result: [(item: Item, depth: Int)] = []
    var stack = roots.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = stack.popLast() {
      result.append((node.item, depth))
      if let children = node.children, expanded.contains(identity.read(node.item)) {
        stack += children.reversed().map { ($0, depth + 1) }
      }
    }
    return result
  }

  private func keys(of roots: [ResultsTreeNode<Item>]) -> Set<FilterValue> {
    var keys: Set<FilterValue> = []
    var stack = roots
    while let node = stack.popLast() {
      keys.insert(identity.read(node.item))
      stack += node.children ?? []
    }
    return keys
  }

  private func siblings(of key: FilterValue) -> (
    node: ResultsTreeNode<Item>, others: [ResultsTreeNode<Item>]
  )? {
    var stack = trees.map(\.items)
    while let level = stack.popLast() {
      if let node = level.first(where: { identity.read($0.item) == key }) { return (node, level) }
      stack += level.compactMap(\.children)
    }
    return nil
  }
}
