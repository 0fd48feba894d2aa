public import FilterEngine

/// Trees as lists of the items that no collapsed one hides: one list, or one for each section.
///
/// A node is known by the key of its item, in whatever section it is.
public final class TreeSource<Item: Filterable>: ResultsSource {
  /// The trees of all sections; to set them makes them one list without sections. A node that is gone forgets
  /// whether it was expanded.
  public var roots: [TreeNode<Item>] {
    get { sections.flatMap(\.roots) }
    set { setTrees([TreeSection(FilterValue.null, roots: newValue)], isFlat: true) }
  }

  /// The trees in sections; one section with the key nil where they are one list. A node that is gone forgets whether
  /// it was expanded.
  public var sections: [TreeSection<Item>] {
    get { trees }
    set { setTrees(newValue, isFlat: false) }
  }

  private var trees: [TreeSection<Item>]
  private var isFlat: Bool

  /// The depth of each node, made when it is first asked for.
  private var knownDepths: [FilterValue: Int]?

  /// Whether expanding a node collapses the others beside it.
  public var expandsOneNode = false

  /// Whether a node that is collapsed and expanded again shows what was expanded below it.
  public var keepsExpandedBelow = false

  /// Asked before a node is expanded (true) or collapsed (false); false keeps it as it is. The place
  /// to load children.
  public var shouldSetExpanded: ((FilterValue, Bool) -> Bool)?

  /// The controllers that follow the source.
  public let followers = ResultsFollowers<Item>()

  private let identity: ResultsKey<Item>
  private var expanded: Set<FilterValue> = []

  /// Trees as one list. The nodes of the keys in `expanded` are expanded, all others collapsed.
  public init(
    _ roots: [TreeNode<Item>] = [], identifiedBy identity: ResultsKey<Item>,
    expanded: Set<FilterValue> = []
  ) {
    trees = [TreeSection(FilterValue.null, roots: roots)]
    isFlat = true
    self.identity = identity
    self.expanded = expanded.intersection(keys(of: roots))
  }

  /// Trees as one list, whose nodes a property of their items identifies.
  public convenience init<Identity: FilterValueConvertible & SendableMetatype>(
    _ roots: [TreeNode<Item>] = [], identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    expanded: Set<FilterValue> = []
  ) {
    self.init(roots, identifiedBy: ResultsKey(identity), expanded: expanded)
  }

  /// Trees in sections. The nodes of the keys in `expanded` are expanded, all others collapsed.
  public convenience init<Identity: FilterValueConvertible & SendableMetatype>(
    sections: [TreeSection<Item>], identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    expanded: Set<FilterValue> = []
  ) {
    self.init([], identifiedBy: ResultsKey(identity))
    trees = sections
    isFlat = false
    self.expanded = expanded.intersection(keys(of: roots))
  }

  private func setTrees(_ trees: [TreeSection<Item>], isFlat: Bool) {
    (self.trees, self.isFlat) = (trees, isFlat)
    knownDepths = nil
    expanded.formIntersection(keys(of: roots))
    followers.contentsDidChange()
  }

  /// The items that are not hidden, each before those below it.
  public func contents() throws -> ResultsContents<Item> {
    guard !isFlat else { return .items(visible(roots).map(\.item)) }
    return .sections(
      trees.map { section in
        StoredSection(
          section.key, title: section.title, items: visible(section.roots).map(\.item))
      })
  }

  // MARK: - Depth

  /// The depth of each item that is not hidden, 0 for roots, in the order of `contents()`.
  public var depths: [Int] { visible(roots).map(\.depth) }

  /// The depth of the node of a key, 0 for a root; nil for an unknown key.
  ///
  /// It does not depend on filters and orders of a controller that shows the items.
  ///
  /// - Complexity: O(1), and O(n) for the first call after a change of the trees.
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

  /// The depth of the node of an item, 0 for a root; nil for one that the trees do not have.
  public func depth(of item: Item) -> Int? { depth(ofKey: identity.read(item)) }

  // MARK: - Expanding

  /// Whether the node of `key` shows what is below it.
  public func isExpanded(_ key: some FilterValueConvertible) -> Bool {
    expanded.contains(key.filterValue)
  }

  /// Whether the node of `key` is no leaf.
  public func canExpand(_ key: some FilterValueConvertible) -> Bool {
    siblings(of: key.filterValue)?.node.children != nil
  }

  /// Shows what is below a node, or hides it; false where nothing changes: for leaves, unknown nodes, nodes that
  /// are so already, and where `shouldSetExpanded` refuses.
  ///
  /// A node that is collapsed forgets what was expanded below it, unless `keepsExpandedBelow`.
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

  /// Shows everything.
  public func expandAll() {
    expanded = keys(of: roots)
    followers.contentsDidChange()
  }

  /// Puts another version in the place of the node of its identity; nodes that were expanded stay so. False where the
  /// trees have no such node.
  @discardableResult
  public func replace(_ node: TreeNode<Item>) -> Bool {
    let key = identity.read(node.item)
    guard depth(ofKey: key) != nil else { return false }
    var trees = trees
    for place in trees.indices {
      trees[place].roots = replacing(key, by: node, in: trees[place].roots)
    }
    setTrees(trees, isFlat: isFlat)
    return true
  }

  private func replacing(
    _ key: FilterValue, by node: TreeNode<Item>, in roots: [TreeNode<Item>]
  ) -> [TreeNode<Item>] {
    // The stack of each level: the nodes with those that are done, and the position of the next one.
    var levels: [(nodes: [TreeNode<Item>], place: Int)] = [(roots, 0)]
    while true {
      let last = levels.count - 1
      guard levels[last].place < levels[last].nodes.count else {
        let done = levels.removeLast()
        guard let parent = levels.indices.last else { return done.nodes }
        levels[parent].nodes[levels[parent].place].children = done.nodes
        levels[parent].place += 1
        continue
      }
      let place = levels[last].place
      if identity.read(levels[last].nodes[place].item) == key {
        levels[last].nodes[place] = node
        levels[last].place += 1
      } else if let children = levels[last].nodes[place].children {
        levels.append((children, 0))
      } else {
        levels[last].place += 1
      }
    }
  }

  private func visible(_ roots: [TreeNode<Item>]) -> [(item: Item, depth: Int)] {
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

  private func keys(of roots: [TreeNode<Item>]) -> Set<FilterValue> {
    var keys: Set<FilterValue> = []
    var stack = roots
    while let node = stack.popLast() {
      keys.insert(identity.read(node.item))
      stack += node.children ?? []
    }
    return keys
  }

  private func siblings(of key: FilterValue) -> (node: TreeNode<Item>, others: [TreeNode<Item>])? {
    var stack = trees.map(\.roots)
    while let level = stack.popLast() {
      if let node = level.first(where: { identity.read($0.item) == key }) { return (node, level) }
      stack += level.compactMap(\.children)
    }
    return nil
  }
}
