/// A node of a `RowTree`: a branch of leaves with a mask for each, or an inner node above others.
///
/// Masks lie beside each other and apart from the rows: a filter replaces masks alone.
// Shared between snapshots, and so between threads: a node is written to only by the one tree that
// holds the only reference to it, which `isKnownUniquelyReferenced` tells.
final class RowNode: @unchecked Sendable {
  static let fanout = 32

  /// The nodes below an inner node.
  var children: [RowNode] = []

  /// The leaves of a branch.
  var leaves: [RowLeaf] = []

  /// Which rows of each leaf are shown, a bit a row.
  var shown: [UInt64] = []

  /// Which rows of each leaf are grouped.
  var grouped: [UInt64] = []

  /// The first row, where there is one.
  var first: UInt32 = 0

  var count = 0
  var shownCount = 0
  var groupedCount = 0

  /// A branch without leaves.
  init() {}

  /// A branch of leaves of which nothing is shown.
  init(hidden leaves: [RowLeaf]) {
    self.leaves = leaves
    shown = Array(repeating: 0, count: leaves.count)
    grouped = shown
    recount()
  }

  /// An inner node.
  init(children: [RowNode]) {
    self.children = children
    recount()
  }

  /// The same, to be written to.
  init(_ other: RowNode) {
    children = other.children
    leaves = other.leaves
    shown = other.shown
    grouped = other.grouped
    first = other.first
    count = other.count
    shownCount = other.shownCount
    groupedCount = other.groupedCount
  }

  /// A branch of the same leaves.
  init(_ other: RowNode, shown: [UInt64], grouped: [UInt64]) {
    leaves = other.leaves
    self.shown = shown
    self.grouped = grouped
    recount()
  }

  var isBranch: Bool { children.isEmpty }

  /// How many nodes or leaves are below.
  var size: Int { isBranch ? leaves.count : children.count }

  /// Sets the totals, after what is below has changed.
  func recount() {
    if isBranch {
      first = leaves.first?.first ?? 0
      count = leaves.reduce(0) { $0 + $1.count }
      shownCount = shown.reduce(0) { $0 + $1.nonzeroBitCount }
      groupedCount = grouped.reduce(0) { $0 + $1.nonzeroBitCount }
    } else {
      first = children.first?.first ?? 0
      count = children.reduce(0) { $0 + $1.count }
      shownCount = children.reduce(0) { $0 + $1.shownCount }
      groupedCount = children.reduce(0) { $0 + $1.groupedCount }
    }
  }

  /// The leaf that has the row at `index`, which is below `count`, and the row's place there.
  func leaf(at index: Int) -> (leaf: Int, place: Int) {
    var index = index
    var leaf = 0
    while index >= leaves[leaf].count {
      index -= leaves[leaf].count
      leaf += 1
    }
    return (leaf, index)
  }

  func visibility(_ leaf: Int, _ place: Int) -> RowVisibility {
    if shown[leaf] &>> UInt64(place) & 1 == 1 { return .shown }
    return grouped[leaf] &>> UInt64(place) & 1 == 1 ? .grouped : .hidden
  }
}
