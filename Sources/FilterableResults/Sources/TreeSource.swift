public import FilterEngine

/// An item with others below it.
public struct TreeNode<Item> {
  /// The item.
  public var item: Item

  /// What is below: nil for a leaf, which cannot be expanded, empty where children may come later.
  public var children: [TreeNode]?

  /// A node.
  public init(_ item: Item, children: [TreeNode]? = nil) {
    self.item = item
    self.children = children
  }
}

/// A tree as a flat list of the items that no collapsed one hides.
public final class TreeSource<Item: Filterable>: ResultsSource {
  /// The tree. A node that is gone forgets whether it was expanded.
  public var roots: [TreeNode<Item>] {
    didSet {
      expanded.formIntersection(keys(of: roots))
      didChange?()
    }
  }

  /// Whether expanding a node collapses the others beside it.
  public var expandsOneNode = false

  /// Whether a node that is collapsed and expanded again shows what was expanded below it.
  public var keepsExpandedBelow = false

  /// Asked before a node is expanded (true) or collapsed (false); false keeps it as it is. The place
  /// to load children.
  public var shouldSetExpanded: ((FilterValue, Bool) -> Bool)?

  /// Called after every change.
  public var didChange: (() -> Void)?

  private let identity: ResultsKey<Item>
  private var expanded: Set<FilterValue> = []

  /// A tree whose nodes are collapsed.
  public init(_ roots: [TreeNode<Item>] = [], identifiedBy identity: ResultsKey<Item>) {
    self.roots = roots
    self.identity = identity
  }

  /// The items that are not hidden, each before those below it.
  public func contents() throws -> ResultsContents<Item> {
    .items(visible().map(\.item))
  }

  /// The depth of each item that is not hidden, 0 for roots.
  public var depths: [Int] { visible().map(\.depth) }

  /// Whether the node of `key` shows what is below it.
  public func isExpanded(_ key: FilterValue) -> Bool { expanded.contains(key) }

  /// Whether the node of `key` is no leaf.
  public func canExpand(_ key: FilterValue) -> Bool { siblings(of: key)?.node.children != nil }

  /// Shows what is below a node, or hides it; nothing for leaves and unknown nodes.
  ///
  /// A node that is collapsed forgets what was expanded below it, unless `keepsExpandedBelow`.
  public func setExpanded(_ isExpanded: Bool, _ key: FilterValue) {
    guard canExpand(key), isExpanded != expanded.contains(key),
      shouldSetExpanded?(key, isExpanded) ?? true, let (node, siblings) = siblings(of: key)
    else { return }
    if isExpanded {
      if expandsOneNode { expanded.subtract(siblings.map { identity.read($0.item) }) }
      expanded.insert(key)
    } else {
      expanded.remove(key)
      if !keepsExpandedBelow { expanded.subtract(keys(of: node.children ?? [])) }
    }
    didChange?()
  }

  /// Shows everything.
  public func expandAll() {
    expanded = keys(of: roots)
    didChange?()
  }

  /// Puts another version in the place of the node of its identity; what was expanded stays so.
  public func replace(_ node: TreeNode<Item>) {
    let key = identity.read(node.item)
    // The stack of each level: what is left of it, and what it has become.
    var levels: [(nodes: [TreeNode<Item>], place: Int)] = [(roots, 0)]
    while !levels.isEmpty {
      let last = levels.count - 1
      guard levels[last].place < levels[last].nodes.count else {
        let done = levels.removeLast()
        guard let parent = levels.indices.last else {
          roots = done.nodes
          return
        }
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

  private func visible() -> [(item: Item, depth: Int)] {
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
    var stack = [roots]
    while let level = stack.popLast() {
      if let node = level.first(where: { identity.read($0.item) == key }) { return (node, level) }
      stack += level.compactMap(\.children)
    }
    return nil
  }
}

extension TreeNode: Sendable where Item: Sendable {}
