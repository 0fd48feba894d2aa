// Only a node that nobody else holds is changed.
extension RowNode {
  /// Puts a row in at `index`, which is at most `count`; gives the upper half where there are too many.
  func insert(_ id: UInt32, _ visibility: RowVisibility, at index: Int) -> RowNode? {
    var index = index
    var place = 0
    if isBranch {
      if leaves.isEmpty { insertLeaf(RowLeaf([]), 0, 0, at: 0) }
      while place < leaves.count - 1, index > leaves[place].count {
        index -= leaves[place].count
        place += 1
      }
      if leaves[place].count == RowLeaf.capacity { splitLeaf(place, &index) { place += 1 } }
      leaves[place].insert(id, at: index)
      setMasks(
        place, shown[place].inserting(visibility == .shown, at: index),
        grouped[place].inserting(visibility == .grouped, at: index))
    } else {
      while place < children.count - 1, index > children[place].count {
        index -= children[place].count
        place += 1
      }
      children.own(place)
      if let sibling = children[place].insert(id, visibility, at: index) {
        children.insert(sibling, at: place + 1)
      }
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

  private func insertLeaf(_ leaf: RowLeaf, _ shown: UInt64, _ grouped: UInt64, at place: Int) {
    leaves.insert(leaf, at: place)
    self.shown.insert(shown, at: place)
    self.grouped.insert(grouped, at: place)
  }

  /// Splits a leaf; `isUpper` is called where `index` is in the new one, and counts there then.
  private func splitLeaf(_ place: Int, _ index: inout Int, isUpper: () -> Void) {
    let half = RowLeaf.capacity / 2
    let upper = leaves[place].split(at: half)
    insertLeaf(upper, shown[place] >> UInt64(half), grouped[place] >> UInt64(half), at: place + 1)
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
    upper.recount()
    children = Array(children.prefix(half))
    leaves = Array(leaves.prefix(half))
    shown = Array(shown.prefix(half))
    grouped = Array(grouped.prefix(half))
    return upper
  }

  /// Takes the row at `index` out, which is below `count`; gives its visibility.
  @discardableResult
  func remove(at index: Int) -> RowVisibility {
    let removed: RowVisibility
    if isBranch {
      let (leaf, place) = leaf(at: index)
      removed = visibility(leaf, place)
      leaves[leaf].remove(at: place)
      setMasks(leaf, shown[leaf].removing(at: place), grouped[leaf].removing(at: place))
      joinLeaf(leaf)
    } else {
      var index = index
      let place = child(at: &index)
      children.own(place)
      removed = children[place].remove(at: index)
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
  }

  /// Joins a small node with a neighbour, so that the depth follows the count down.
  private func joinChild(_ place: Int) {
    guard children[place].count > 0 else {
      children.remove(at: place)
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
    joined.recount()
    children[first] = joined
    children.remove(at: first + 1)
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
  /// Makes the node at a place one that nobody else holds.
  fileprivate mutating func own(_ place: Int) {
    if !isKnownUniquelyReferenced(&self[place]) { self[place] = RowNode(self[place]) }
  }
}
