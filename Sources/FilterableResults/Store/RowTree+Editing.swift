extension RowTree {
  /// Puts a row in at `index`, which is at most `count`.
  mutating func insert(_ id: UInt32, _ visibility: RowVisibility, at index: Int) {
    edit { root in
      guard let sibling = Self.insert(id, visibility, at: index, into: &root) else { return }
      root = RowNode(children: [root, sibling])
    }
  }

  /// Takes the row at `index` out, which is below `count`.
  mutating func remove(at index: Int) {
    edit { root in
      Self.remove(at: index, from: &root)
      while root.children.count == 1 { root = root.children[0] }
    }
  }

  /// Shows or hides the row at `index`.
  mutating func set(_ visibility: RowVisibility, at index: Int) {
    edit { Self.set(visibility, at: index, in: &$0) }
  }

  /// The same rows with the visibility that `masks` gives the leaves: shown and grouped bits.
  func remasked(_ masks: (RowNode) -> (shown: UInt64, grouped: UInt64)) -> RowTree {
    func visit(_ node: RowNode) -> RowNode {
      if node.isLeaf {
        let (shown, grouped) = masks(node)
        if shown == node.shown, grouped == node.grouped { return node }
        return RowNode(ids: node.ids, shown: shown, grouped: grouped)
      }
      let children = node.children.map(visit)
      if zip(children, node.children).allSatisfy({ $0 === $1 }) { return node }
      return RowNode(children: children)
    }
    var result = RowTree()
    result.edit { $0 = visit(root) }
    return result
  }

  // MARK: - Nodes

  private static func own(_ node: inout RowNode) {
    if !isKnownUniquelyReferenced(&node) { node = node.copy() }
  }

  /// Gives the upper half of `node` where it had to be split.
  private static func insert(
    _ id: UInt32, _ visibility: RowVisibility, at index: Int, into node: inout RowNode
  ) -> RowNode? {
    own(&node)
    guard !node.isLeaf else {
      guard node.ids.count == RowNode.leafCapacity else {
        put(id, visibility, at: index, into: node)
        return nil
      }
      let half = RowNode.leafCapacity / 2
      let upper = RowNode(
        ids: Array(node.ids[half...]), shown: node.shown >> UInt64(half),
        grouped: node.grouped >> UInt64(half))
      let low: UInt64 = (1 &<< UInt64(half)) &- 1
      node.ids.removeSubrange(half...)
      node.shown &= low
      node.grouped &= low
      node.recount()
      if index <= half {
        put(id, visibility, at: index, into: node)
      } else {
        put(id, visibility, at: index - half, into: upper)
      }
      return upper
    }
    var index = index
    var place = 0
    while place < node.children.count - 1, index > node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    let sibling = insert(id, visibility, at: index, into: &node.children[place])
    if let sibling { node.children.insert(sibling, at: place + 1) }
    guard node.children.count > RowNode.fanout else {
      node.count += 1
      switch visibility {
      case .shown: node.shownCount += 1
      case .grouped: node.groupedCount += 1
      case .hidden: break
      }
      return nil
    }
    let half = node.children.count / 2
    let upper = RowNode(children: Array(node.children[half...]))
    node.children.removeSubrange(half...)
    node.recount()
    return upper
  }

  private static func put(
    _ id: UInt32, _ visibility: RowVisibility, at index: Int, into leaf: RowNode
  ) {
    leaf.ids.insert(id, at: index)
    leaf.shown = leaf.shown.inserting(visibility == .shown, at: index)
    leaf.grouped = leaf.grouped.inserting(visibility == .grouped, at: index)
    leaf.recount()
  }

  private static func remove(at index: Int, from node: inout RowNode) {
    own(&node)
    guard !node.isLeaf else {
      node.ids.remove(at: index)
      node.shown = node.shown.removing(at: index)
      node.grouped = node.grouped.removing(at: index)
      node.recount()
      return
    }
    var index = index
    var place = 0
    while index >= node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    remove(at: index, from: &node.children[place])
    join(place, in: node)
    node.recount()
  }

  /// Joins a small child with a neighbour, so that the depth follows the count down.
  private static func join(_ place: Int, in node: RowNode) {
    let child = node.children[place]
    guard child.count > 0 else {
      node.children.remove(at: place)
      return
    }
    let size = child.isLeaf ? child.ids.count : child.children.count
    let capacity = child.isLeaf ? RowNode.leafCapacity : RowNode.fanout
    guard size < capacity / 4, node.children.count > 1 else { return }
    let first = place > 0 ? place - 1 : place
    let (left, right) = (node.children[first], node.children[first + 1])
    guard left.isLeaf == right.isLeaf else { return }
    if left.isLeaf {
      guard left.ids.count + right.ids.count <= capacity * 3 / 4 else { return }
      let shift = UInt64(left.ids.count)
      node.children[first] = RowNode(
        ids: left.ids + right.ids, shown: left.shown | (right.shown << shift),
        grouped: left.grouped | (right.grouped << shift))
    } else {
      guard left.children.count + right.children.count <= capacity * 3 / 4 else { return }
      node.children[first] = RowNode(children: left.children + right.children)
    }
    node.children.remove(at: first + 1)
  }

  private static func set(_ visibility: RowVisibility, at index: Int, in node: inout RowNode) {
    own(&node)
    guard !node.isLeaf else {
      let bit: UInt64 = 1 &<< UInt64(index)
      node.shown = visibility == .shown ? node.shown | bit : node.shown & ~bit
      node.grouped = visibility == .grouped ? node.grouped | bit : node.grouped & ~bit
      node.recount()
      return
    }
    var index = index
    var place = 0
    while index >= node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    set(visibility, at: index, in: &node.children[place])
    node.recount()
  }
}
