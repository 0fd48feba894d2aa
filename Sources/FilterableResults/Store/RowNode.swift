/// A node of a `RowTree`: a branch of leaves with a mask for each, or an inner node above others.
///
/// Masks lie beside each other and apart from the rows: a filter replaces masks alone.
// Shared between snapshots, and so between threads: a node is written to only by the one tree that
// holds the only reference to it, which `isKnownUniquelyReferenced` tells.
// Unchecked exclusivity: for the same reason no two accesses overlap of which one writes, and to check it would take a
// tenth of an edit.
final class RowNode: @unchecked Sendable {
  static let fanout = 32

  /// The nodes below an inner node.
  @exclusivity(unchecked) var children: [RowNode] = []

  /// The leaves of a branch.
  @exclusivity(unchecked) var leaves: [RowLeaf] = []

  /// Which rows of each leaf are shown, a bit a row.
  @exclusivity(unchecked) var shown: [UInt64] = []

  /// Which rows of each leaf are grouped.
  @exclusivity(unchecked) var grouped: [UInt64] = []

  /// The keys of the first row of each child, or of each leaf: where they differ, a search looks at no row.
  @exclusivity(unchecked) var keys: [UInt128] = []

  /// The first row, where there is one.
  @exclusivity(unchecked) var first: UInt32 = 0

  @exclusivity(unchecked) var count = 0
  @exclusivity(unchecked) var shownCount = 0
  @exclusivity(unchecked) var groupedCount = 0

  /// A branch without leaves.
  init() {}

  /// A branch of leaves of which nothing is shown.
  init(hidden leaves: [RowLeaf], _ key: RowTree.Key) {
    self.leaves = leaves
    keys = leaves.map { key($0.first) }
    shown = Array(repeating: 0, count: leaves.count)
    grouped = shown
    recount()
  }

  /// An inner node.
  init(children: [RowNode]) {
    self.children = children
    keys = children.map(\.firstKey)
    recount()
  }

  /// The same, to be written to.
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

  /// A branch of the same leaves.
  init(_ other: RowNode, shown: [UInt64], grouped: [UInt64]) {
    leaves = other.leaves
    self.shown = shown
    self.grouped = grouped
    keys = other.keys
    recount()
  }

  var isBranch: Bool { children.isEmpty }

  /// The key of the first row, 0 where there is none.
  var firstKey: UInt128 { keys.isEmpty ? 0 : keys[0] }

  /// How many nodes or leaves are below.
  var size: Int { isBranch ? leaves.count : children.count }

  /// Sets the totals, after what is below has changed.
  func recount() {
    (count, shownCount, groupedCount) = (0, 0, 0)
    if isBranch {
      for place in leaves.indices {
        count += leaves[place].count
        shownCount += shown[place].nonzeroBitCount
        groupedCount += grouped[place].nonzeroBitCount
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

  /// Adds to the totals, after a row below has come, gone, or has another visibility.
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

  /// The child that has the row at `index`, which counts in it afterwards.
  func child(at index: inout Int) -> Int {
    var place = 0
    while case let count = children[place].count, index >= count {
      index -= count
      place += 1
    }
    return place
  }

  /// How many rows, and how many shown ones, the children before one have.
  func totals(beforeChild place: Int) -> (all: Int, shown: Int) {
    var (all, shown) = (0, 0)
    for child in children[..<place] {
      all += child.count
      shown += child.shownCount
    }
    return (all, shown)
  }

  /// The same of the leaves before one.
  func totals(beforeLeaf place: Int) -> (all: Int, shown: Int) {
    var (all, rank) = (0, 0)
    for leaf in 0..<place {
      all += leaves[leaf].count
      rank += shown[leaf].nonzeroBitCount
    }
    return (all, rank)
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

/// Where a row is to be seen.
enum RowVisibility: Sendable {
  /// A filter hides it.
  case hidden
  /// It is a row of its section.
  case shown
  /// The filters let it through and the test does not: it counts for the section's group row.
  case grouped
}
