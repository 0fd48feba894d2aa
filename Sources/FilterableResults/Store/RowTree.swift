/// A sequence of rows with their visibility: a value whose versions share nodes.
///
/// Access by index, search, insertion and removal take logarithmic time. A changed version has new nodes only on the
/// path to the change. Each node has the numbers of its rows and of the visible ones.
///
/// Rows may have keys, numbers that ascend along the sequence. A search compares keys first, and rows only if their
/// keys are equal.
struct RowTree: Sendable {
  /// Returns the key of a row; 0 for every row if they have none.
  typealias Key = (RowID) -> UInt128

  private(set) var root = RowNode()

  init() {}

  private init(_ root: RowNode) { self.root = root }

  /// Creates a tree of hidden rows in order.
  ///
  /// - Parameter key: Nil if rows have no keys.
  init(hidden ids: [RowID], key: Key? = nil) {
    let leaves = Self.parts(of: ids.count, RowLeaf.capacity).map { RowLeaf(Array(ids[$0])) }
    var nodes = Self.parts(of: leaves.count, RowNode.fanout).map {
      RowNode(hidden: Array(leaves[$0]), key)
    }
    while nodes.count > 1 {
      nodes = Self.parts(of: nodes.count, RowNode.fanout).map {
        RowNode(children: Array(nodes[$0]))
      }
    }
    root = nodes.first ?? RowNode()
  }

  private static func parts(of count: Int, _ size: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  var count: Int { root.count }
  var shownCount: Int { root.shownCount }
  var groupedCount: Int { root.groupedCount }

  /// Whether both trees are the same version.
  func isIdentical(to other: RowTree) -> Bool { root === other.root }

  // MARK: - Changing

  /// Inserts a row at `index`, which is at most `count`.
  mutating func insert(
    _ id: RowID, _ visibility: RowVisibility, at index: Int, key: Key = { _ in 0 }
  ) {
    own()
    if let sibling = root.insert(id, visibility, at: index, key) {
      root = RowNode(children: [root, sibling])
    }
  }

  /// Removes the row at `index`, which is less than `count`.
  mutating func remove(at index: Int, key: Key = { _ in 0 }) {
    own()
    root.remove(at: index, key)
    while root.children.count == 1 { root = root.children[0] }
  }

  /// Whether searches read the key of the row at `index`, which is less than `count`; they never read that of the first
  /// row.
  func usesKey(ofRowAt index: Int) -> Bool { index > 0 && root.beginsLeaf(at: index) }

  /// Updates the key of the row at `index`, which is less than `count`.
  mutating func setKey(_ key: UInt128, ofRowAt index: Int) {
    guard usesKey(ofRowAt: index) else { return }
    own()
    root.setKey(key, ofRowAt: index)
  }

  /// Sets the visibility of the row at `index`, which is less than `count`.
  mutating func set(_ visibility: RowVisibility, at index: Int) {
    guard self.visibility(at: index) != visibility else { return }
    own()
    root.set(visibility, at: index)
  }

  private mutating func own() {
    if !isKnownUniquelyReferenced(&root) { root = RowNode(root) }
  }

  /// The same rows with other masks.
  ///
  /// - Parameters:
  ///   - isNarrowing: Whether to skip the leaves without a row that is shown or grouped.
  ///   - masks: Returns the new masks of a leaf.
  func remasked(
    isNarrowing: Bool = false,
    _ masks: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> (shown: UInt64, grouped: UInt64)
  ) -> RowTree {
    RowTree(Self.remasked(root, isNarrowing, masks))
  }

  private static func remasked(
    _ node: RowNode, _ isNarrowing: Bool,
    _ masks: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> (shown: UInt64, grouped: UInt64)
  ) -> RowNode {
    if isNarrowing, node.shownCount + node.groupedCount == 0 { return node }
    if node.isBranch {
      var (shown, grouped) = (node.shown, node.grouped)
      var isSame = true
      for (slot, leaf) in node.leaves.enumerated() {
        let old = (shown[slot], grouped[slot])
        if isNarrowing, old.0 | old.1 == 0 { continue }
        let new = masks(leaf, old.0, old.1)
        if new.shown != old.0 { shown[slot] = new.shown }
        if new.grouped != old.1 { grouped[slot] = new.grouped }
        isSame = isSame && old == new
      }
      return isSame ? node : RowNode(node, shown: shown, grouped: grouped)
    }
    var isSame = true
    var children: [RowNode] = []
    children.reserveCapacity(node.children.count)
    for child in node.children {
      let other = remasked(child, isNarrowing, masks)
      if other !== child { isSame = false }
      children.append(other)
    }
    return isSame ? node : RowNode(children: children)
  }
}
