/// A node of a `RowTree`: a branch with leaves and their masks, or an inner node with child nodes.
///
/// The masks are stored apart from the rows, so that a filter replaces only the masks.
// Nodes are shared between snapshots and so between threads. A tree writes to a node only if it has the only reference
// to it, which it checks with `isKnownUniquelyReferenced`. Unchecked exclusivity: for the same reason a write never
// overlaps another access, and checking it takes a tenth of the time of an edit.
final class RowNode: @unchecked Sendable {
  static let fanout = 32

  /// The child nodes of an inner node.
  @exclusivity(unchecked) var children: [RowNode] = []

  /// The leaves of a branch.
  @exclusivity(unchecked) var leaves: [RowLeaf] = []

  /// The shown rows of each leaf, one bit for each row.
  @exclusivity(unchecked) var shown: [UInt64] = []

  /// The grouped rows of each leaf, one bit for each row.
  @exclusivity(unchecked) var grouped: [UInt64] = []

  /// The key of the first row of each child or leaf. A search compares rows only if their keys are equal.
  @exclusivity(unchecked) var keys: [UInt128] = []

  /// The first row, 0 if there is none.
  @exclusivity(unchecked) var first: RowID = 0

  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var shownCount = 0
  @exclusivity(unchecked) var groupedCount = 0

  /// Creates a branch without leaves.
  init() {}

  /// Creates a branch of leaves whose rows are all hidden.
  init(hidden leaves: [RowLeaf], _ key: RowTree.Key?) {
    self.leaves = leaves
    keys = leaves.map { key?($0.first) ?? 0 }
    shown = Array(repeating: 0, count: leaves.count)
    grouped = shown
    recount()
  }

  /// Creates an inner node.
  init(children: [RowNode]) {
    self.children = children
    keys = children.map(\.firstKey)
    recount()
  }

  /// Creates a copy.
  init(_ other: RowNode) {
    children = other.children
    leaves = other.leaves
    shown = other.shown
    grouped = other.grouped
    keys = other.keys
    first = other.first
    count = other.count
    shownCount = other.shownCount
    groupedCount = other.groupedCount
  }

  /// Creates a branch with the leaves of another one and other masks.
  init(_ other: RowNode, shown: [UInt64], grouped: [UInt64]) {
    leaves = other.leaves
    self.shown = shown
    self.grouped = grouped
    keys = other.keys
    recount()
  }

  var isBranch: Bool { children.isEmpty }

  /// The key of the first row, 0 if there is none.
  var firstKey: UInt128 { keys.isEmpty ? 0 : keys[0] }

  /// The number of children or leaves.
  var size: Int { isBranch ? leaves.count : children.count }

  /// Computes the totals from the children or leaves.
  func recount() {
    (count, shownCount, groupedCount) = (0, 0, 0)
    if isBranch {
      for slot in leaves.indices {
        count += leaves[slot].count
        shownCount += shown[slot].nonzeroBitCount
        groupedCount += grouped[slot].nonzeroBitCount
      }
    } else {
      for child in children {
        count += child.count
        shownCount += child.shownCount
        groupedCount += child.groupedCount
      }
    }
    updateFirst()
  }

  /// Adds to the totals after the insertion or removal of a row, or a change of its visibility.
  func add(_ rows: Int, _ change: RowVisibility, _ sign: Int) {
    count += rows
    switch change {
    case .hidden: break
    case .shown: shownCount += sign
    case .grouped: groupedCount += sign
    }
    updateFirst()
  }

  private func updateFirst() {
    first = isBranch ? (leaves.isEmpty ? 0 : leaves[0].first) : children[0].first
  }

  /// The slot of the child with the row at `index`; afterwards `index` is relative to the child.
  func child(at index: inout Int) -> Int {
    var slot = 0
    while case let count = children[slot].count, index >= count {
      index -= count
      slot += 1
    }
    return slot
  }

  /// The numbers of all rows and of shown rows in the children before a slot.
  func totals(beforeChild slot: Int) -> (all: Int, shown: Int) {
    var (all, shown) = (0, 0)
    for child in children[..<slot] {
      all += child.count
      shown += child.shownCount
    }
    return (all, shown)
  }

  /// The numbers of all rows and of shown rows in the leaves before a slot.
  func totals(beforeLeaf slot: Int) -> (all: Int, shown: Int) {
    var (all, rank) = (0, 0)
    for leaf in 0..<slot {
      all += leaves[leaf].count
      rank += shown[leaf].nonzeroBitCount
    }
    return (all, rank)
  }

  /// The slot of the leaf with the row at `index`, which is less than `count`, and the offset of the row in the leaf.
  func leaf(at index: Int) -> (leaf: Int, offset: Int) {
    var index = index
    var leaf = 0
    while index >= leaves[leaf].count {
      index -= leaves[leaf].count
      leaf += 1
    }
    return (leaf, index)
  }

  func visibility(_ leaf: Int, _ offset: Int) -> RowVisibility {
    if shown[leaf] &>> UInt64(offset) & 1 == 1 { return .shown }
    return grouped[leaf] &>> UInt64(offset) & 1 == 1 ? .grouped : .hidden
  }
}

/// The visibility of a row.
enum RowVisibility: Sendable {
  /// A filter hides it.
  case hidden
  /// The row is visible in its section.
  case shown
  /// The row passes the filters but not the test, and counts for the group row of its section.
  case grouped
}
