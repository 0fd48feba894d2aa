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
    var result = RowTree()
    result.edit { $0 = Self.remasked(root, masks) }
    return result
  }

  private static func remasked(
    _ node: RowNode, _ masks: (RowNode) -> (shown: UInt64, grouped: UInt64)
  ) -> RowNode {
    if node.isLeaf {
      let (shown, grouped) = masks(node)
      if shown == node.shown, grouped == node.grouped { return node }
      return RowNode(node, shown: shown, grouped: grouped)
    }
    var isSame = true
    var children: [RowNode] = []
    children.reserveCapacity(node.children.count)
    for child in node.children {
      let other = remasked(child, masks)
      if other !== child { isSame = false }
      children.append(other)
    }
    return isSame ? node : RowNode(children: children)
  }

  // MARK: - Nodes

  private static func own(_ node: inout RowNode) {
    if !isKnownUniquelyReferenced(&node) { node = RowNode(node) }
  }

  /// Gives the upper half of `node` where it had to be split.
  private static func insert(
    _ id: UInt32, _ visibility: RowVisibility, at index: Int, into node: inout RowNode
  ) -> RowNode? {
    own(&node)
    guard !node.isLeaf else {
      guard node.count == RowNode.leafCapacity else {
        node.insert(id, visibility, at: index)
        return nil
      }
      let half = RowNode.leafCapacity / 2
      let upper = node.split(at: half)
      if index <= half {
        node.insert(id, visibility, at: index)
      } else {
        upper.insert(id, visibility, at: index - half)
      }
      return upper
    }
    var index = index
    var place = 0
    while place < node.children.count - 1, index > node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    node.withChildren { children in
      if let sibling = insert(id, visibility, at: index, into: &children[place]) {
        children.insert(sibling, at: place + 1)
      }
    }
    guard node.children.count > RowNode.fanout else {
      node.recount()
      return nil
    }
    let half = node.children.count / 2
    let upper = RowNode(children: Array(node.children[half...]))
    node.setChildren(Array(node.children[..<half]))
    return upper
  }

  private static func remove(at index: Int, from node: inout RowNode) {
    own(&node)
    guard !node.isLeaf else { return node.remove(at: index) }
    var index = index
    var place = 0
    while index >= node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    node.withChildren { children in
      remove(at: index, from: &children[place])
      join(place, in: &children)
    }
    node.recount()
  }

  /// Joins a small child with a neighbour, so that the depth follows the count down.
  private static func join(_ place: Int, in children: inout [RowNode]) {
    let child = children[place]
    guard child.count > 0 else {
      children.remove(at: place)
      return
    }
    let size = child.isLeaf ? child.count : child.children.count
    let capacity = child.isLeaf ? RowNode.leafCapacity : RowNode.fanout
    guard size < capacity / 4, children.count > 1 else { return }
    let first = place > 0 ? place - 1 : place
    let (left, right) = (children[first], children[first + 1])
    guard left.isLeaf == right.isLeaf else { return }
    if left.isLeaf {
      guard left.count + right.count <= capacity * 3 / 4 else { return }
      let shift = UInt64(left.count)
      children[first] = RowNode(
        ids: left.rows + right.rows, shown: left.shown | (right.shown << shift),
        grouped: left.grouped | (right.grouped << shift))
    } else {
      guard left.children.count + right.children.count <= capacity * 3 / 4 else { return }
      children[first] = RowNode(children: left.children + right.children)
    }
    children.remove(at: first + 1)
  }

  private static func set(_ visibility: RowVisibility, at index: Int, in node: inout RowNode) {
    own(&node)
    guard !node.isLeaf else {
      let bit: UInt64 = 1 &<< UInt64(index)
      return node.setMasks(
        shown: visibility == .shown ? node.shown | bit : node.shown & ~bit,
        grouped: visibility == .grouped ? node.grouped | bit : node.grouped & ~bit)
    }
    var index = index
    var place = 0
    while index >= node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    node.withChildren { set(visibility, at: index, in: &$0[place]) }
    node.recount()
  }
}
