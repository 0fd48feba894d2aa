// Methods that change a node require that it has a single reference.
extension RowNode {
  /// Inserts a row at `index`, which is at most `count`; returns the upper half if the node must be split.
  func insert(
    _ id: RowID, _ visibility: RowVisibility, at index: Int, _ key: RowTree.Key
  ) -> RowNode? {
    var index = index
    var slot = 0
    if isBranch {
      if leaves.isEmpty { insertLeaf(RowLeaf([]), 0, 0, 0, at: 0) }
      while slot < leaves.count - 1, index > leaves[slot].count {
        index -= leaves[slot].count
        slot += 1
      }
      if leaves[slot].count == RowLeaf.capacity { splitLeaf(slot, &index, key) { slot += 1 } }
      leaves[slot].insert(id, at: index)
      if index == 0 { setKey(key(id), at: slot) }
      setMasks(
        slot, shown[slot].inserting(visibility == .shown, at: index),
        grouped[slot].inserting(visibility == .grouped, at: index))
    } else {
      while slot < children.count - 1, index > children[slot].count {
        index -= children[slot].count
        slot += 1
      }
      children.own(slot)
      if let sibling = children[slot].insert(id, visibility, at: index, key) {
        children.insert(sibling, at: slot + 1)
        keys.insert(sibling.firstKey, at: slot + 1)
      }
      setKey(children[slot].firstKey, at: slot)
    }
    add(1, visibility, 1)
    guard size > Self.fanout else { return nil }
    defer { recount() }
    return split()
  }

  /// Sets the masks of a leaf if they differ, to avoid a copy of lists that another version shares.
  private func setMasks(_ leaf: Int, _ shown: UInt64, _ grouped: UInt64) {
    if self.shown[leaf] != shown { self.shown[leaf] = shown }
    if self.grouped[leaf] != grouped { self.grouped[leaf] = grouped }
  }

  /// Sets the key in a slot if it differs, to avoid a copy of a list that another version shares.
  private func setKey(_ key: UInt128, at slot: Int) {
    if keys[slot] != key { keys[slot] = key }
  }

  private func insertLeaf(
    _ leaf: RowLeaf, _ shown: UInt64, _ grouped: UInt64, _ key: UInt128, at slot: Int
  ) {
    leaves.insert(leaf, at: slot)
    keys.insert(key, at: slot)
    self.shown.insert(shown, at: slot)
    self.grouped.insert(grouped, at: slot)
  }

  /// Splits a leaf. If `index` is in the upper half, makes it relative to that and calls `isUpper`.
  private func splitLeaf(
    _ slot: Int, _ index: inout Int, _ key: RowTree.Key, isUpper: () -> Void
  ) {
    let half = RowLeaf.capacity / 2
    let upper = leaves[slot].split(at: half)
    insertLeaf(
      upper, shown[slot] &>> UInt64(half), grouped[slot] &>> UInt64(half), key(upper.first),
      at: slot + 1)
    shown[slot] &= .ones(half)
    grouped[slot] &= .ones(half)
    guard index > half else { return }
    index -= half
    isUpper()
  }

  private func split() -> RowNode {
    let half = size / 2
    let upper = RowNode()
    upper.children = Array(children.dropFirst(half))
    upper.leaves = Array(leaves.dropFirst(half))
    upper.shown = Array(shown.dropFirst(half))
    upper.grouped = Array(grouped.dropFirst(half))
    upper.keys = Array(keys.dropFirst(half))
    upper.recount()
    children = Array(children.prefix(half))
    leaves = Array(leaves.prefix(half))
    shown = Array(shown.prefix(half))
    grouped = Array(grouped.prefix(half))
    keys = Array(keys.prefix(half))
    return upper
  }

  /// Removes the row at `index`, which is less than `count`; returns its visibility.
  @discardableResult
  func remove(at index: Int, _ key: RowTree.Key) -> RowVisibility {
    let removed: RowVisibility
    if isBranch {
      let (leaf, offset) = leaf(at: index)
      removed = visibility(leaf, offset)
      leaves[leaf].remove(at: offset)
      if offset == 0, leaves[leaf].count > 0 { setKey(key(leaves[leaf].first), at: leaf) }
      setMasks(leaf, shown[leaf].removing(at: offset), grouped[leaf].removing(at: offset))
      joinLeaf(leaf)
    } else {
      var index = index
      let slot = child(at: &index)
      children.own(slot)
      removed = children[slot].remove(at: index, key)
      setKey(children[slot].firstKey, at: slot)
      joinChild(slot)
    }
    if isBranch, leaves.isEmpty { recount() } else { add(-1, removed, -1) }
    return removed
  }

  /// Joins a leaf of few rows with a neighbour, and removes an empty one.
  private func joinLeaf(_ slot: Int) {
    guard leaves[slot].count > 0 else { return removeLeaf(slot) }
    guard leaves[slot].count < RowLeaf.capacity / 4, leaves.count > 1 else { return }
    let first = slot > 0 ? slot - 1 : slot
    let count = leaves[first].count
    guard count + leaves[first + 1].count <= RowLeaf.capacity * 3 / 4 else { return }
    leaves[first] = RowLeaf(leaves[first].rows + leaves[first + 1].rows)
    shown[first] |= shown[first + 1] &<< UInt64(count)
    grouped[first] |= grouped[first + 1] &<< UInt64(count)
    removeLeaf(first + 1)
  }

  private func removeLeaf(_ slot: Int) {
    leaves.remove(at: slot)
    shown.remove(at: slot)
    grouped.remove(at: slot)
    keys.remove(at: slot)
  }

  /// Joins a small node with a neighbour, so that the depth decreases with the count.
  private func joinChild(_ slot: Int) {
    guard children[slot].count > 0 else {
      children.remove(at: slot)
      keys.remove(at: slot)
      return
    }
    guard children[slot].size < Self.fanout / 4, children.count > 1 else { return }
    let first = slot > 0 ? slot - 1 : slot
    let (left, right) = (children[first], children[first + 1])
    guard left.isBranch == right.isBranch, left.size + right.size <= Self.fanout * 3 / 4 else {
      return
    }
    let joined = RowNode()
    joined.children = left.children + right.children
    joined.leaves = left.leaves + right.leaves
    joined.shown = left.shown + right.shown
    joined.grouped = left.grouped + right.grouped
    joined.keys = left.keys + right.keys
    joined.recount()
    children[first] = joined
    children.remove(at: first + 1)
    keys.remove(at: first + 1)
  }

  /// Sets the key of the row at `index`, which is less than `count`, if it is the first row of a node or leaf.
  func setKey(_ key: UInt128, ofRowAt index: Int) {
    if isBranch {
      let (leaf, offset) = leaf(at: index)
      if offset == 0 { setKey(key, at: leaf) }
    } else {
      var index = index
      let slot = child(at: &index)
      guard index == 0 || children[slot].beginsLeaf(at: index) else { return }
      children.own(slot)
      children[slot].setKey(key, ofRowAt: index)
      setKey(children[slot].firstKey, at: slot)
    }
  }

  /// Whether the row at `index` is the first row of a leaf.
  func beginsLeaf(at index: Int) -> Bool {
    guard !isBranch else { return leaf(at: index).offset == 0 }
    var index = index
    let slot = child(at: &index)
    return children[slot].beginsLeaf(at: index)
  }

  /// Sets the visibility of the row at `index`, which is less than `count`.
  func set(_ visibility: RowVisibility, at index: Int) {
    if isBranch {
      let (leaf, offset) = leaf(at: index)
      let bit: UInt64 = 1 &<< UInt64(offset)
      setMasks(
        leaf, visibility == .shown ? shown[leaf] | bit : shown[leaf] & ~bit,
        visibility == .grouped ? grouped[leaf] | bit : grouped[leaf] & ~bit)
    } else {
      var index = index
      let slot = child(at: &index)
      children.own(slot)
      children[slot].set(visibility, at: index)
    }
    recount()
  }
}

extension [RowNode] {
  /// Replaces the node in a slot with a copy unless it has a single reference.
  fileprivate mutating func own(_ slot: Int) {
    if !isKnownUniquelyReferenced(&self[slot]) { self[slot] = RowNode(self[slot]) }
  }
}
