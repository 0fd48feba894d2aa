// Unsafe: nodes are visited without counting references, as the root holds all of them.
extension RowTree {
  /// The row at `index`, which is less than `count`.
  @inline(never)
  subscript(index: Int) -> RowID {
    at(index) { node, leaf, offset in node.leaves[leaf].id(at: offset) }
  }

  /// The last row, nil if there is none.
  var last: RowID? {
    guard count > 0 else { return nil }
    return descend {
      $0.children.count - 1
    } to: { node in
      let leaf = node.leaves[node.leaves.count - 1]
      return leaf.id(at: leaf.count - 1)
    }
  }

  func visibility(at index: Int) -> RowVisibility {
    at(index) { node, leaf, offset in node.visibility(leaf, offset) }
  }

  @inline(__always)
  private func at<Result>(
    _ index: Int, _ body: (RowNode, _ leaf: Int, _ offset: Int) -> Result
  ) -> Result {
    var index = index
    return descend {
      $0.child(at: &index)
    } to: { node in
      let (leaf, offset) = node.leaf(at: index)
      return body(node, leaf, offset)
    }
  }

  /// The shown row with `rank` shown rows before it; `rank` is less than `shownCount`.
  @inline(never)
  func shown(at rank: Int) -> RowID {
    atShown(rank) { node, leaf, offset in node.leaves[leaf].id(at: offset) }
  }

  /// The leaf of the shown row with `rank` shown rows before it, and the mask of the shown rows from that row on;
  /// `rank` is less than `shownCount`.
  func shownLeaf(at rank: Int) -> (leaf: RowLeaf, shown: UInt64) {
    atShown(rank) { node, leaf, offset in
      (node.leaves[leaf], node.shown[leaf] & ~UInt64.ones(offset))
    }
  }

  @inline(__always)
  private func atShown<Result>(
    _ rank: Int, _ body: (RowNode, _ leaf: Int, _ offset: Int) -> Result
  ) -> Result {
    var rank = rank
    return descend { node in
      var slot = 0
      while case let count = node.children[slot].shownCount, rank >= count {
        rank -= count
        slot += 1
      }
      return slot
    } to: { node in
      var leaf = 0
      while case let count = node.shown[leaf].nonzeroBitCount, rank >= count {
        rank -= count
        leaf += 1
      }
      return body(node, leaf, node.shown[leaf].index(ofBit: rank))
    }
  }

  /// The number of shown rows among the first `index` rows; `index` is at most `count`.
  func shownRank(of index: Int) -> Int {
    guard index < count else { return shownCount }
    var (index, rank) = (index, 0)
    return descend { node in
      let slot = node.child(at: &index)
      rank += node.totals(beforeChild: slot).shown
      return slot
    } to: { node in
      let (leaf, offset) = node.leaf(at: index)
      return rank + node.totals(beforeLeaf: leaf).shown + node.shown[leaf].bits(before: offset)
    }
  }

  /// Finds a row by binary search.
  ///
  /// Compares only the first rows of nodes and leaves that have the key of the row; in a leaf it searches by number.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - key: The key of the row.
  ///   - isBefore: Whether a row precedes the row, which is true for a prefix of the tree.
  ///   - willCompare: Prefetches a row that may be passed to `isBefore` next.
  /// - Returns: The index, the number of shown rows before it and the visibility, or nil if the row was not found.
  func find(
    _ id: RowID, key: UInt128 = 0, _ isBefore: (RowID) -> Bool,
    willCompare: (RowID) -> Void = { _ in }
  ) -> (index: Int, rank: Int, visibility: RowVisibility)? {
    var (index, rank) = (0, 0)
    return descend { node in
      let slot = Self.lastChild(of: node, key, { $0 == id || isBefore($0) }, willCompare)
      let totals = node.totals(beforeChild: slot)
      index += totals.all
      rank += totals.shown
      return slot
    } to: { node in
      guard let leaf = Self.lastLeaf(of: node, key, { $0 == id || isBefore($0) }, willCompare),
        let offset = node.leaves[leaf].offset(of: id)
      else { return nil }
      let totals = node.totals(beforeLeaf: leaf)
      return (
        index + totals.all + offset,
        rank + totals.shown + node.shown[leaf].bits(before: offset), node.visibility(leaf, offset)
      )
    }
  }

  /// The index of the first row that does not precede a target, and the number of shown rows before it.
  ///
  /// - Parameters:
  ///   - key: The key of the target.
  ///   - isBefore: Whether a row precedes the target, which is true for a prefix of the tree.
  ///   - willCompare: Prefetches a row that may be passed to `isBefore` next.
  func lowerBound(
    key: UInt128 = 0, _ isBefore: (RowID) -> Bool, willCompare: (RowID) -> Void = { _ in }
  ) -> (index: Int, rank: Int) {
    var (index, rank) = (0, 0)
    return descend { node in
      let slot = Self.lastChild(of: node, key, isBefore, willCompare)
      let totals = node.totals(beforeChild: slot)
      index += totals.all
      rank += totals.shown
      return slot
    } to: { node in
      guard let leaf = Self.lastLeaf(of: node, key, isBefore, willCompare) else { return (0, 0) }
      let rows = node.leaves[leaf]
      let offset = Self.boundary(0..<rows.count, { rows.id(at: $0) }, isBefore, willCompare)
      let totals = node.totals(beforeLeaf: leaf)
      return (
        index + totals.all + offset, rank + totals.shown + node.shown[leaf].bits(before: offset)
      )
    }
  }

  /// The slot of the last child whose first row precedes a target; the first child is not compared.
  @inline(__always)
  private static func lastChild(
    of node: RowNode, _ key: UInt128, _ isBefore: (RowID) -> Bool, _ willCompare: (RowID) -> Void
  ) -> Int {
    boundary(unclear(node.keys, key), { node.children[$0].first }, isBefore, willCompare) - 1
  }

  @inline(__always)
  private static func lastLeaf(
    of node: RowNode, _ key: UInt128, _ isBefore: (RowID) -> Bool, _ willCompare: (RowID) -> Void
  ) -> Int? {
    guard !node.leaves.isEmpty else { return nil }
    return boundary(unclear(node.keys, key), { node.leaves[$0].first }, isBefore, willCompare) - 1
  }

  /// The slots with a key, except the first slot; the slots before them have smaller keys.
  @inline(__always)
  private static func unclear(_ keys: [UInt128], _ key: UInt128) -> Range<Int> {
    let end = keys.count
    let start = SectionTree.boundary(end - 1) { keys[$0 + 1] < key } + 1
    // The common cases are that all keys differ and that all are equal.
    if start == end || keys[start] != key { return start..<start }
    if keys[end - 1] == key { return start..<end }
    return start..<start + SectionTree.boundary(end - start) { keys[start + $0] == key }
  }

  /// Calls `body` with the branch at the end of a path of children, whose slots `child` returns.
  @inline(__always)
  private func descend<Result>(
    _ child: (RowNode) -> Int, to body: (RowNode) -> Result
  ) -> Result {
    withExtendedLifetime(root) {
      var node = Unmanaged.passUnretained(root)
      while let next = node._withUnsafeGuaranteedRef({ node in
        node.isBranch ? nil : Unmanaged.passUnretained(node.children[child(node)])
      }) {
        node = next
      }
      return node._withUnsafeGuaranteedRef(body)
    }
  }

  /// The first number of a range whose row does not precede a target, or the end.
  ///
  /// A comparison waits for the memory of its row. So two steps of the binary search are done at a time, after the
  /// three rows that they may compare have been prefetched; hardly more loads overlap.
  @inline(__always)
  private static func boundary(
    _ range: Range<Int>, _ row: (Int) -> RowID, _ isBefore: (RowID) -> Bool,
    _ willCompare: (RowID) -> Void
  ) -> Int {
    var range = range
    while !range.isEmpty {
      let (start, span) = (range.lowerBound, range.count)
      let parts = min(4, span + 1)
      // The boundaries between the parts, which are numbered from 1 and differ from each other.
      func cut(_ number: Int) -> Int { start + span * number / parts }
      if parts > 2 {
        for number in 1..<parts { willCompare(row(cut(number))) }
      }
      var low = 1
      var high = parts
      while low < high {
        let middle = (low + high) / 2
        if isBefore(row(cut(middle))) { low = middle + 1 } else { high = middle }
      }
      range =
        (low == 1 ? start : cut(low - 1) + 1)..<(low == parts ? range.upperBound : cut(low))
    }
    return range.lowerBound
  }

  /// The index of a row by linear search.
  func scan(for id: RowID) -> Int? {
    var start = 0
    var found: Int?
    forEachLeaf { leaf, _, _ in
      if found == nil, let offset = (0..<leaf.count).first(where: { leaf.id(at: $0) == id }) {
        found = start + offset
      }
      start += leaf.count
    }
    return found
  }
}

// MARK: - Traversing

extension RowTree {
  /// Calls `body` with every leaf in order and its masks.
  func forEachLeaf(_ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void) {
    Self.visit(root, onlyVisible: false, body)
  }

  /// Calls `body` with every leaf that has a shown or grouped row, in order, and its masks.
  func forEachVisibleLeaf(_ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void) {
    Self.visit(root, onlyVisible: true, body)
  }

  private static func visit(
    _ node: RowNode, onlyVisible: Bool,
    _ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void
  ) {
    if onlyVisible, node.shownCount + node.groupedCount == 0 { return }
    for child in node.children { visit(child, onlyVisible: onlyVisible, body) }
    // As constants, because every access of a property of a node counts a reference.
    let (leaves, shown, grouped) = (node.leaves, node.shown, node.grouped)
    for slot in leaves.indices where !onlyVisible || shown[slot] | grouped[slot] != 0 {
      body(leaves[slot], shown[slot], grouped[slot])
    }
  }

  /// Calls `body` with the shown rows of a set, in order, and the number of shown rows before each.
  ///
  /// - Complexity: O(n) for n shown rows of the tree.
  func forEachShown(of rows: RowSet, _ body: (_ id: RowID, _ rank: Int) -> Void) {
    var rank = 0
    rows.withWords { Self.visitShown(root, $0, &rank, body) }
  }

  private static func visitShown(
    _ node: RowNode, _ words: UnsafeBufferPointer<UInt64>, _ rank: inout Int,
    _ body: (RowID, Int) -> Void
  ) {
    guard node.shownCount > 0 else { return }
    for child in node.children { visitShown(child, words, &rank, body) }
    for slot in node.leaves.indices {
      let shown = node.shown[slot]
      node.leaves[slot].offsets(in: words, among: shown).forEachBit { offset in
        body(node.leaves[slot].id(at: offset), rank + shown.bits(before: offset))
      }
      rank += shown.nonzeroBitCount
    }
  }

  /// All rows in order.
  var ids: [RowID] {
    var ids: [RowID] = []
    ids.reserveCapacity(count)
    forEachLeaf { leaf, _, _ in
      if let run = leaf.run { ids += run } else { ids += leaf.ids }
    }
    return ids
  }

  /// The shown rows in order.
  var shownIDs: [RowID] { selected(shownCount) { shown, _ in shown } }

  /// The grouped rows in order.
  var groupedIDs: [RowID] { selected(groupedCount) { _, grouped in grouped } }

  /// The shown and grouped rows in order, which pass all filters.
  var passingIDs: [RowID] { selected(shownCount + groupedCount) { $0 | $1 } }

  private func selected(_ total: Int, _ mask: (UInt64, UInt64) -> UInt64) -> [RowID] {
    guard total > 0 else { return [] }
    var ids: [RowID] = []
    ids.reserveCapacity(total)
    forEachVisibleLeaf { leaf, shown, grouped in
      mask(shown, grouped).forEachBit { ids.append(leaf.id(at: $0)) }
    }
    return ids
  }
}
