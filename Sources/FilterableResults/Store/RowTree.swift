/// A sequence of rows that is a value and shares what two versions have in common.
///
/// A place is found, and a row put in or taken out, in logarithmic time; a changed version costs the
/// nodes on the way to the change. Each row has its visibility beside it, with totals in every node.
///
/// Rows may have keys, numbers that grow along the sequence: a search compares keys first, and rows where keys are
/// the same.
struct RowTree: Sendable {
  /// The key of a row; 0 for every row where they have none.
  typealias Key = (UInt32) -> UInt128

  private(set) var root = RowNode()

  init() {}

  private init(_ root: RowNode) { self.root = root }

  /// A tree of rows in order, all hidden.
  init(hidden ids: [UInt32], key: Key = { _ in 0 }) {
    let leaves = Self.parts(of: ids.count, RowLeaf.capacity).map { RowLeaf(ids[$0]) }
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

  /// Whether both are one version.
  func isIdentical(to other: RowTree) -> Bool { root === other.root }

  // MARK: - Changing

  /// Puts a row in at `index`, which is at most `count`.
  mutating func insert(
    _ id: UInt32, _ visibility: RowVisibility, at index: Int, key: Key = { _ in 0 }
  ) {
    own()
    if let sibling = root.insert(id, visibility, at: index, key) {
      root = RowNode(children: [root, sibling])
    }
  }

  /// Takes the row at `index` out, which is below `count`.
  mutating func remove(at index: Int, key: Key = { _ in 0 }) {
    own()
    root.remove(at: index, key)
    while root.children.count == 1 { root = root.children[0] }
  }

  /// Whether searches read the key of the row at `index`, which is below `count`: that of the first row is never read.
  func usesKey(ofRowAt index: Int) -> Bool { index > 0 && root.beginsLeaf(at: index) }

  /// Takes note that the row at `index`, which is below `count`, has another key.
  mutating func setKey(_ key: UInt128, ofRowAt index: Int) {
    guard usesKey(ofRowAt: index) else { return }
    own()
    root.setKey(key, ofRowAt: index)
  }

  /// Shows or hides the row at `index`, which is below `count`.
  mutating func set(_ visibility: RowVisibility, at index: Int) {
    guard self.visibility(at: index) != visibility else { return }
    own()
    root.set(visibility, at: index)
  }

  private mutating func own() {
    if !isKnownUniquelyReferenced(&root) { root = RowNode(root) }
  }

  /// The same rows with the visibility that `masks` gives each leaf: shown and grouped bits.
  ///
  /// With `isNarrowing` leaves without a row that is shown or grouped are left out.
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
      for (place, leaf) in node.leaves.enumerated() {
        let old = (shown[place], grouped[place])
        if isNarrowing, old.0 | old.1 == 0 { continue }
        let new = masks(leaf, old.0, old.1)
        if new.shown != old.0 { shown[place] = new.shown }
        if new.grouped != old.1 { grouped[place] = new.grouped }
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
