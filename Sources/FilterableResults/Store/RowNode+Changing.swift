// Only a node with a single reference is changed.
extension RowNode {
  /// Puts a row in at `index`, which is at most `count`; gives the upper half where there are too many.
  func insert(
    _ id: UInt32, _ visibility: RowVisibility, at index: Int, _ key: RowTree.Key
  ) -> RowNode? {
    var index = index
    var place = 0
    if isBranch {
      if leaves.isEmpty { insertLeaf(RowLeaf([]), 0, 0, 0, at: 0) }
      while place < leaves.count - 1, index > leaves[place].count {
        index -= leaves[place].count
        place += 1
      }
      if leaves[place].count == RowLeaf.capacity { splitLeaf(place, &index, key) { place += 1 } }
      leaves[place].insert(id, at: index)
      if index == 0 { setKey(key(id), at: place) }
      setMasks(
        place, shown[place].inserting(visibility == .shown, at: index),
        grouped[place].inserting(visibility == .grouped, at: index))
    } else {
      while place < children.count - 1, index > children[place].count {
        index -= children[place].count
        place += 1
      }
      children.own(place)
      if let sibling = children[place].insert(id, visibility, at: index, key) {
        children.insert(sibling, at: place + 1)
        keys.insert(sibling.firstKey, at: place + 1)
      }
      setKey(children[place].firstKey, at: place)
    }
    add(1, visibility, 1)
    guard size > Self.fanout else { return nil }
    defer { recount() }
    return split()
  }

  /// Writes masks that differ: another version may have the lists.
  private func setMasks(_ leaf: Int, _ shown: UInt64, _ grouped: UInt64) {
    if self.shown[leaf] != shown { self.shown[leaf] = shown }
    if self.grouped[leaf] != grouped { self.grouped[leaf] = grouped }
  }

  /// Writes a key that differs.
  private func setKey(_ key: UInt128, at place: Int) {
    if keys[place] != key { keys[place] = key }
  }

  private func insertLeaf(
    _ leaf: RowLeaf, _ shown: UInt64, _ grouped: UInt64, _ key: UInt128, at place: Int
  ) {
    leaves.insert(leaf, at: place)
    keys.insert(key, at: place)
    self.shown.insert(shown, at: place)
    self.grouped.insert(grouped, at: place)
  }

  /// Splits a leaf; `isUpper` is called where `index` is in the new one, and counts there then.
  private func splitLeaf(
    _ place: Int, _ index: inout Int, _ key: RowTree.Key, isUpper: () -> Void
  ) {
    let half = RowLeaf.capacity / 2
    let upper = leaves[place].split(at: half)
    insertLeaf(
      upper, shown[place] >> UInt64(half), grouped[place] >> UInt64(half), key(upper.first),
      at: place + 1)
    shown[place] &= .ones(half)
    grouped[place] &= .ones(half)
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

  /// Takes the row at `index` out, which is below `count`; gives its visibility.
  @discardableResult
  func remove(at index: Int, _ key: RowTree.Key) -> RowVisibility {
    let removed: RowVisibility
    if isBranch {
      let (leaf, place) = leaf(at: index)
      removed = visibility(leaf, place)
      leaves[leaf].remove(at: place)
      if place == 0, leaves[leaf].count > 0 { setKey(key(leaves[leaf].first), at: leaf) }
      setMasks(leaf, shown[leaf].removing(at: place), grouped[leaf].removing(at: place))
      joinLeaf(leaf)
    } else {
      var index = index
      let place = child(at: &index)
      children.own(place)
      removed = children[place].remove(at: index, key)
      setKey(children[place].firstKey, at: place)
      joinChild(place)
    }
    if isBranch, leaves.isEmpty { recount() } else { add(-1, removed, -1) }
    return removed
  }

  /// Joins a small leaf with a neighbour.
  private func joinLeaf(_ place: Int) {
    guard leaves[place].count > 0 else { return removeLeaf(place) }
    guard leaves[place].count < RowLeaf.capacity / 4, leaves.count > 1 else { return }
    let first = place > 0 ? place - 1 : place
    let count = leaves[first].count
    guard count + leaves[first + 1].count <= RowLeaf.capacity * 3 / 4 else { return }
    leaves[first] = RowLeaf(leaves[first].rows + leaves[first + 1].rows)
    shown[first] |= shown[first + 1] << UInt64(count)
    grouped[first] |= grouped[first + 1] << UInt64(count)
    removeLeaf(first + 1)
  }

  private func removeLeaf(_ place: Int) {
    leaves.remove(at: place)
    shown.remove(at: place)
    grouped.remove(at: place)
    keys.remove(at: place)
  }

  /// Joins a small node with a neighbour, so that the depth follows the count down.
  private func joinChild(_ place: Int) {
    guard children[place].count > 0 else {
      children.remove(at: place)
      keys.remove(at: place)
      return
    }
    guard children[place].size < Self.fanout / 4, children.count > 1 else { return }
    let first = place > 0 ? place - 1 : place
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

  /// Sets the key of the row at `index`, which is below `count`, where a node or a leaf begins with it.
  func setKey(_ key: UInt128, ofRowAt index: Int) {
    if isBranch {
      let (leaf, place) = leaf(at: index)
      if place == 0 { setKey(key, at: leaf) }
    } else {
      var index = index
      let place = child(at: &index)
      guard index == 0 || children[place].beginsLeaf(at: index) else { return }
      children.own(place)
      children[place].setKey(key, ofRowAt: index)
      setKey(children[place].firstKey, at: place)
    }
  }

  /// Whether the row at `index` is the first one of a leaf.
  func beginsLeaf(at index: Int) -> Bool {
    guard !isBranch else { return leaf(at: index).place == 0 }
    var index = index
    let place = child(at: &index)
    return children[place].beginsLeaf(at: index)
  }

  /// Shows or hides the row at `index`, which is below `count`.
  func set(_ visibility: RowVisibility, at index: Int) {
    if isBranch {
      let (leaf, place) = leaf(at: index)
      let bit: UInt64 = 1 &<< UInt64(place)
      setMasks(
        leaf, visibility == .shown ? shown[leaf] | bit : shown[leaf] & ~bit,
        visibility == .grouped ? grouped[leaf] | bit : grouped[leaf] & ~bit)
    } else {
      var index = index
      let place = child(at: &index)
      children.own(place)
      children[place].set(visibility, at: index)
    }
    recount()
  }
}

extension [RowNode] {
  /// Makes the node at a place one with a single reference.
  fileprivate mutating func own(_ place: Int) {
    if !isKnownUniquelyReferenced(&self[place]) { self[place] = RowNode(self[place]) }
  }
}
