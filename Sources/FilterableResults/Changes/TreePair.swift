/// Two trees of the same rows in one order, of which each shows some.
struct TreePair: Sendable {
  private struct Side: Sendable {
    let section: Int
    let root: RowNode
    let showsGroup: Bool
  }

  private let old: Side
  private let new: Side

  /// How many rows went, the group row among them.
  private(set) var deletedCount = 0

  /// How many rows came, the group row among them.
  private(set) var insertedCount = 0

  /// Nil where the trees do not have one shape.
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

  /// Counts the rows that went and came; false where the trees do not have one shape.
  private mutating func count(_ old: RowNode, _ new: RowNode) -> Bool {
    if old === new { return true }
    guard old.size == new.size, old.isBranch == new.isBranch, old.count == new.count else {
      return false
    }
    for place in old.children.indices where !count(old.children[place], new.children[place]) {
      return false
    }
    for (before, after) in zip(old.shown, new.shown) where before != after {
      deletedCount += (before & ~after).nonzeroBitCount
      insertedCount += (after & ~before).nonzeroBitCount
    }
    return true
  }

  /// The place of the section before.
  var oldSection: Int { old.section }

  /// Appends the places of the rows that went, descending.
  func appendDeleted(to paths: inout OutputSpan<ItemPath>) {
    var end = old.root.shownCount
    if old.showsGroup, !new.showsGroup {
      paths.append(ItemPath(section: old.section, item: end))
    }
    Self.descend(old.root, without: new.root, old.section, &end, &paths)
  }

  /// Appends the places of the rows that came, ascending.
  func appendInserted(to paths: inout OutputSpan<ItemPath>) {
    var start = 0
    Self.ascend(new.root, without: old.root, new.section, &start, &paths)
    if new.showsGroup, !old.showsGroup {
      paths.append(ItemPath(section: new.section, item: start))
    }
  }

  /// The rows that `node` shows and `other` does not, from the last one, which is before `end`.
  private static func descend(
    _ node: RowNode, without other: RowNode, _ section: Int, _ end: inout Int,
    _ paths: inout OutputSpan<ItemPath>
  ) {
    guard node !== other, node.shownCount > 0 else {
      end -= node.shownCount
      return
    }
    for place in node.children.indices.reversed() {
      descend(node.children[place], without: other.children[place], section, &end, &paths)
    }
    for place in node.shown.indices.reversed() where node.shown[place] != 0 {
      let (shown, others) = (node.shown[place], other.shown[place])
      end -= shown.nonzeroBitCount
      let isDense = shown.isDense
      var rest = shown & ~others
      while rest != 0 {
        let bit = 63 - rest.leadingZeroBitCount
        rest &= ~(1 &<< UInt64(bit))
        // Counting bits costs more than the rest of the loop.
        let rank = isDense ? bit : shown.bits(before: bit)
        paths.append(ItemPath(section: section, item: end + rank))
      }
    }
  }

  /// The rows that `node` shows and `other` does not, from the first one, which is at `start`.
  private static func ascend(
    _ node: RowNode, without other: RowNode, _ section: Int, _ start: inout Int,
    _ paths: inout OutputSpan<ItemPath>
  ) {
    guard node !== other, node.shownCount > 0 else {
      start += node.shownCount
      return
    }
    for place in node.children.indices {
      ascend(node.children[place], without: other.children[place], section, &start, &paths)
    }
    for (shown, others) in zip(node.shown, other.shown) where shown != 0 {
      let isDense = shown.isDense
      var rest = shown & ~others
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest &- 1
        let rank = isDense ? bit : shown.bits(before: bit)
        paths.append(ItemPath(section: section, item: start + rank))
      }
      start += shown.nonzeroBitCount
    }
  }
}

extension UInt64 {
  /// Whether no bit is clear below one that is set.
  fileprivate var isDense: Bool { self & (self &+ 1) == 0 }
}
