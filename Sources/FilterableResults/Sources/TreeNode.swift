public import FilterEngine

/// An item with others below it.
public struct TreeNode<Item> {
  /// The item.
  public var item: Item

  /// The nodes below: nil for a leaf, which cannot be expanded, empty where children may come later.
  public var children: [TreeNode]?

  /// A node.
  public init(_ item: Item, children: [TreeNode]? = nil) {
    self.item = item
    self.children = children
  }
}

/// Trees under one head.
public struct TreeSection<Item> {
  /// The key of the section.
  public var key: FilterValue

  /// The title; nil for the text of the key.
  public var title: String?

  /// The trees.
  public var roots: [TreeNode<Item>]

  /// A section of trees.
  public init(_ key: any FilterValueConvertible, title: String? = nil, roots: [TreeNode<Item>]) {
    self.key = key.filterValue
    self.title = title
    self.roots = roots
  }
}

extension TreeNode: Sendable where Item: Sendable {}
extension TreeSection: Sendable where Item: Sendable {}
