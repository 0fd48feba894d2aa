/// Two trees of the same rows in the same order that differ in the visible rows.
struct TreePair: Sendable {
  private struct Side: Sendable {
    let section: Int
    let root: RowNode
    let showsGroup: Bool
  }

  private let old: Side
  private let new: Side

  /// The number of rows that are no longer visible, including the group row.
  private(set) var deletedCount = 0

  /// The number of rows that have become visible, including the group row.
  private(set) var insertedCount = 0

  /// Returns nil if the shapes of the trees differ.
  init?(
    _ old: (section: Int, tree: RowTree, showsGroup: Bool),
    _ new: (section: Int, tree: RowTree, showsGroup: Bool)
  ) {
    self.old = Side(section: old.section, root: old.tree.root, showsGroup: old.showsGroup)
    self.new = Side(section: new.section, root: new.tree.root, showsGroup: new.showsGroup)
    guard count(self.old.root, self.new.root) else { return nil }
    if old.showsGroup, !new.showsGroup { deletedCount += 1 }
    if !old.showsGroup, new.showsGroup { insertedCount += 1 }
  }

  /// Counts the deleted and inserted rows; returns false if the shapes of the nodes differ.
  private mutating func count(_ old: RowNode, _ new: RowNode) -> Bool {
    if old === new { return true }
    guard old.size == new.size, old.isBranch == new.isBranch, old.count == new.count else {
      return false
    }
    for child in old.children.indices where !count(old.children[child], new.children[child]) {
      return false
    }
    for (before, after) in zip(old.shown, new.shown) where before != after {
      deletedCount += (before & ~after).nonzeroBitCount
      insertedCount += (after & ~before).nonzeroBitCount
    }
    return true
  }

  /// The old index of the section.
  var oldSection: Int { old.section }

  /// Appends the index paths of the deleted rows, in descending order.
  func appendDeleted(to paths: inout OutputSpan<ResultsPath>) {
    var end = old.root.shownCount
    if old.showsGroup, !new.showsGroup {
      paths.append(ResultsPath(section: old.section, item: end))
    }
    Self.descend(old.root, without: new.root, old.section, &end, &paths)
  }

  /// Appends the index paths of the inserted rows, in ascending order.
  func appendInserted(to paths: inout OutputSpan<ResultsPath>) {
    var start = 0
    Self.ascend(new.root, without: old.root, new.section, &start, &paths)
    if new.showsGroup, !old.showsGroup {
      paths.append(ResultsPath(section: new.section, item: start))
    }
  }

  /// Appends the rows that are visible in `node` but not in `other`, from last to first; the last visible row of `node`
  /// is before `end`.
  private static func descend(
    _ node: RowNode, without other: RowNode, _ section: Int, _ end: inout Int,
    _ paths: inout OutputSpan<ResultsPath>
  ) {
    guard node !== other, node.shownCount > 0 else {
      end -= node.shownCount
      return
    }
    for child in node.children.indices.reversed() {
      descend(node.children[child], without: other.children[child], section, &end, &paths)
    }
    for leaf in node.shown.indices.reversed() where node.shown[leaf] != 0 {
      let (shown, others) = (node.shown[leaf], other.shown[leaf])
      end -= shown.nonzeroBitCount
      let isDense = shown.isDense
      var rest = shown & ~others
      while rest != 0 {
        let bit = 63 - rest.leadingZeroBitCount
        rest &= ~(1 &<< UInt64(bit))
        // Counting bits would take longer than the rest of the loop.
        let rank = isDense ? bit : shown.bits(before: bit)
        paths.append(ResultsPath(section: section, item: end + rank))
      }
    }
  }

  /// Appends the rows that are visible in `node` but not in `other`, from first to last; the first visible row of
  /// `node` is at `start`.
  private static func ascend(
    _ node: RowNode, without other: RowNode, _ section: Int, _ start: inout Int,
    _ paths: inout OutputSpan<ResultsPath>
  ) {
    guard node !== other, node.shownCount > 0 else {
      start += node.shownCount
      return
    }
    for child in node.children.indices {
      ascend(node.children[child], without: other.children[child], section, &start, &paths)
    }
    for (shown, others) in zip(node.shown, other.shown) where shown != 0 {
      let isDense = shown.isDense
      var rest = shown & ~others
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest &- 1
        let rank = isDense ? bit : shown.bits(before: bit)
        paths.append(ResultsPath(section: section, item: start + rank))
      }
      start += shown.nonzeroBitCount
    }
  }
}

extension UInt64 {
  /// Whether the set bits are the lowest ones.
  fileprivate var isDense: Bool { self & (self &+ 1) == 0 }
}
