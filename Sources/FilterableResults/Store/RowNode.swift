/// A node of a `RowTree`: a leaf of row numbers, or an inner node with totals.
// Shared between snapshots, and so between threads: a node is written to only by the one tree that
// holds the only reference to it, which `isKnownUniquelyReferenced` tells.
final class RowNode: @unchecked Sendable {
  static let leafCapacity = 64
  static let fanout = 32

  var children: [RowNode] = []
  var ids: [UInt32] = []
  var shown: UInt64 = 0
  var grouped: UInt64 = 0
  var count = 0
  var shownCount = 0
  var groupedCount = 0

  init() {}

  /// A leaf.
  init(ids: [UInt32], shown: UInt64, grouped: UInt64) {
    self.ids = ids
    self.shown = shown
    self.grouped = grouped
    recount()
  }

  /// An inner node.
  init(children: [RowNode]) {
    self.children = children
    recount()
  }

  var isLeaf: Bool { children.isEmpty }

  /// The first row of the node, which is not empty.
  var firstID: UInt32 {
    var node = self
    while let child = node.children.first { node = child }
    return node.ids.first ?? 0
  }

  func copy() -> RowNode {
    let copy = RowNode()
    copy.children = children
    copy.ids = ids
    copy.shown = shown
    copy.grouped = grouped
    copy.count = count
    copy.shownCount = shownCount
    copy.groupedCount = groupedCount
    return copy
  }

  func recount() {
    if isLeaf {
      count = ids.count
      shownCount = shown.nonzeroBitCount
      groupedCount = grouped.nonzeroBitCount
    } else {
      count = 0
      shownCount = 0
      groupedCount = 0
      for child in children {
        count += child.count
        shownCount += child.shownCount
        groupedCount += child.groupedCount
      }
    }
  }

  func visibility(at index: Int) -> RowVisibility {
    if shown &>> UInt64(index) & 1 == 1 { return .shown }
    return grouped &>> UInt64(index) & 1 == 1 ? .grouped : .hidden
  }
}

extension UInt64 {
  /// The bits with one more put in at `index`.
  func inserting(_ bit: Bool, at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    let high = self & ~low
    return (self & low) | (high << 1) | (bit ? 1 &<< UInt64(index) : 0)
  }

  /// The bits without the one at `index`.
  func removing(at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    return (self & low) | ((self >> 1) & ~low)
  }

  /// How many of the first `count` bits are set.
  func bits(before count: Int) -> Int {
    count >= 64 ? nonzeroBitCount : (self & ((1 &<< UInt64(count)) &- 1)).nonzeroBitCount
  }

  /// The place of the set bit that has `rank` set bits before it.
  func place(ofBit rank: Int) -> Int {
    var rest = self
    for _ in 0..<rank { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
