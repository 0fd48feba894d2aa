/// A sequence of rows that is a value and shares what two versions have in common.
///
/// A place is found, and a row put in or taken out, in logarithmic time; a changed version costs the
/// nodes on the way to the change. Each row has its visibility beside it, with totals in every node.
struct RowTree: Sendable {
  private(set) var root = RowNode()

  /// Lets `body` write to the nodes that no other version holds.
  mutating func edit(_ body: (inout RowNode) -> Void) { body(&root) }

  init() {}

  /// A tree of rows in order, all hidden.
  init(hidden ids: [UInt32]) {
    self.init(
      leaves: Self.parts(of: ids.indices).map { part in
        RowNode(ids: ids[part], shown: 0, grouped: 0)
      })
  }

  private static func parts(of range: Range<Int>) -> [Range<Int>] {
    stride(from: range.lowerBound, to: range.upperBound, by: RowNode.leafCapacity).map {
      $0..<min($0 + RowNode.leafCapacity, range.upperBound)
    }
  }

  private init(leaves: [RowNode]) {
    var nodes = leaves
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: RowNode.fanout).map {
        RowNode(children: Array(nodes[$0..<min($0 + RowNode.fanout, nodes.count)]))
      }
    }
    root = nodes.first ?? RowNode()
  }

  var count: Int { root.count }
  var shownCount: Int { root.shownCount }
  var groupedCount: Int { root.groupedCount }

  /// Whether both are one version.
  func isIdentical(to other: RowTree) -> Bool { root === other.root }
}

// MARK: - Finding

extension RowTree {
  /// The row at `index`, which is below `count`.
  subscript(index: Int) -> UInt32 {
    let (leaf, place) = leaf(at: index)
    return leaf.id(at: place)
  }

  func visibility(at index: Int) -> RowVisibility {
    let (leaf, place) = leaf(at: index)
    return leaf.visibility(at: place)
  }

  private func leaf(at index: Int) -> (RowNode, Int) {
    var node = root
    var index = index
    while !node.isLeaf {
      for child in node.children {
        if index < child.count {
          node = child
          break
        }
        index -= child.count
      }
    }
    return (node, index)
  }

  /// The shown row that has `rank` shown rows before it; `rank` is below `shownCount`.
  func shown(at rank: Int) -> UInt32 {
    var node = root
    var rank = rank
    while !node.isLeaf {
      for child in node.children {
        if rank < child.shownCount {
          node = child
          break
        }
        rank -= child.shownCount
      }
    }
    return node.id(at: node.shown.place(ofBit: rank))
  }

  /// How many of the first `index` rows are shown.
  func shownRank(of index: Int) -> Int {
    var node = root
    var index = index
    var rank = 0
    while !node.isLeaf {
      var next: RowNode?
      for child in node.children {
        if index < child.count {
          next = child
          break
        }
        index -= child.count
        rank += child.shownCount
      }
      guard let next else { return rank }
      node = next
    }
    return rank + node.shown.bits(before: index)
  }

  /// How many rows at the front are before a target, where those that are come first.
  func lowerBound(_ isBefore: (UInt32) -> Bool) -> Int {
    var node = root
    var index = 0
    while !node.isLeaf {
      // The last child whose first row is before the target holds the boundary.
      var low = 0
      var high = node.children.count - 1
      while low < high {
        let middle = (low + high + 1) / 2
        if isBefore(node.children[middle].first) { low = middle } else { high = middle - 1 }
      }
      for child in node.children[..<low] { index += child.count }
      node = node.children[low]
    }
    var low = 0
    var high = node.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(node.id(at: middle)) { low = middle + 1 } else { high = middle }
    }
    return index + low
  }

  /// Calls `body` with every leaf in order.
  func forEachLeaf(_ body: (RowNode) -> Void) { Self.visit(root, body) }

  private static func visit(_ node: RowNode, _ body: (RowNode) -> Void) {
    if node.isLeaf { return body(node) }
    for child in node.children { visit(child, body) }
  }

  /// Calls `body` with every leaf that has a row that is shown or grouped, in order.
  func forEachVisibleLeaf(_ body: (RowNode) -> Void) { Self.visitVisible(root, body) }

  private static func visitVisible(_ node: RowNode, _ body: (RowNode) -> Void) {
    guard node.shownCount + node.groupedCount > 0 else { return }
    if node.isLeaf { return body(node) }
    for child in node.children { visitVisible(child, body) }
  }

  /// Calls `body` with every row in order.
  func forEach(_ body: (UInt32, RowVisibility) -> Void) {
    forEachLeaf { leaf in
      for place in 0..<leaf.count { body(leaf.id(at: place), leaf.visibility(at: place)) }
    }
  }

  /// All rows in order.
  var ids: [UInt32] {
    var ids: [UInt32] = []
    ids.reserveCapacity(count)
    forEachLeaf { leaf in
      if let run = leaf.run { ids += run } else { ids += leaf.rows }
    }
    return ids
  }

  /// The shown rows in order.
  var shownIDs: [UInt32] { selected(shownCount) { $0.shown } }

  /// The grouped rows in order.
  var groupedIDs: [UInt32] { selected(groupedCount) { $0.grouped } }

  private func selected(_ total: Int, _ mask: (RowNode) -> UInt64) -> [UInt32] {
    guard total > 0 else { return [] }
    var ids: [UInt32] = []
    ids.reserveCapacity(total)
    forEachLeaf { leaf in
      var rest = mask(leaf)
      while rest != 0 {
        ids.append(leaf.id(at: rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
    return ids
  }

  /// The place of `id` by looking at every row.
  func scan(for id: UInt32) -> Int? {
    var offset = 0
    var found: Int?
    forEachLeaf { leaf in
      if found == nil, let place = (0..<leaf.count).first(where: { leaf.id(at: $0) == id }) {
        found = offset + place
      }
      offset += leaf.count
    }
    return found
  }
}
