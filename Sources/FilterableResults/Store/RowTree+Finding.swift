// Unsafe: nodes are gone through without counting references, which the tree holds from its root on.
extension RowTree {
  /// The row at `index`, which is below `count`.
  subscript(index: Int) -> UInt32 {
    at(index) { node, leaf, place in node.leaves[leaf].id(at: place) }
  }

  /// The last row, nil where there is none.
  var last: UInt32? {
    guard count > 0 else { return nil }
    return descend {
      $0.children.count - 1
    } to: { node in
      let leaf = node.leaves[node.leaves.count - 1]
      return leaf.id(at: leaf.count - 1)
    }
  }

  func visibility(at index: Int) -> RowVisibility {
    at(index) { node, leaf, place in node.visibility(leaf, place) }
  }

  @inline(__always)
  private func at<Result>(
    _ index: Int, _ body: (RowNode, _ leaf: Int, _ place: Int) -> Result
  ) -> Result {
    var index = index
    return descend {
      $0.child(at: &index)
    } to: { node in
      let (leaf, place) = node.leaf(at: index)
      return body(node, leaf, place)
    }
  }

  /// The shown row that has `rank` shown rows before it; `rank` is below `shownCount`.
  func shown(at rank: Int) -> UInt32 {
    atShown(rank) { node, leaf, place in node.leaves[leaf].id(at: place) }
  }

  /// The leaf of the shown row that has `rank` shown rows before it, and its shown rows from that one on;
  /// `rank` is below `shownCount`.
  func shownLeaf(at rank: Int) -> (leaf: RowLeaf, shown: UInt64) {
    atShown(rank) { node, leaf, place in
      (node.leaves[leaf], node.shown[leaf] & ~UInt64.ones(place))
    }
  }

  @inline(__always)
  private func atShown<Result>(
    _ rank: Int, _ body: (RowNode, _ leaf: Int, _ place: Int) -> Result
  ) -> Result {
    var rank = rank
    return descend { node in
      var place = 0
      while case let count = node.children[place].shownCount, rank >= count {
        rank -= count
        place += 1
      }
      return place
    } to: { node in
      var leaf = 0
      while case let count = node.shown[leaf].nonzeroBitCount, rank >= count {
        rank -= count
        leaf += 1
      }
      return body(node, leaf, node.shown[leaf].place(ofBit: rank))
    }
  }

  /// How many of the first `index` rows are shown; `index` is at most `count`.
  func shownRank(of index: Int) -> Int {
    guard index < count else { return shownCount }
    var (index, rank) = (index, 0)
    return descend { node in
      let place = node.child(at: &index)
      rank += node.totals(beforeChild: place).shown
      return place
    } to: { node in
      let (leaf, place) = node.leaf(at: index)
      return rank + node.totals(beforeLeaf: leaf).shown + node.shown[leaf].bits(before: place)
    }
  }

  /// Where a row is and how many shown rows are before it, where the rows that are before it by `isBefore`
  /// come first; nil where it is not among them.
  ///
  /// Only the first rows of nodes and leaves are compared, and only those with the key of the row: the rows of one
  /// leaf have numbers.
  /// `willCompare` is called with rows that `isBefore` may be called with soon.
  func find(
    _ id: UInt32, key: UInt128 = 0, _ isBefore: (UInt32) -> Bool,
    willCompare: (UInt32) -> Void = { _ in }
  ) -> (index: Int, rank: Int, visibility: RowVisibility)? {
    var (index, rank) = (0, 0)
    return descend { node in
      let place = Self.lastChild(of: node, key, { $0 == id || isBefore($0) }, willCompare)
      let totals = node.totals(beforeChild: place)
      index += totals.all
      rank += totals.shown
      return place
    } to: { node in
      guard let leaf = Self.lastLeaf(of: node, key, { $0 == id || isBefore($0) }, willCompare),
        let place = node.leaves[leaf].place(of: id)
      else { return nil }
      let totals = node.totals(beforeLeaf: leaf)
      return (
        index + totals.all + place,
        rank + totals.shown + node.shown[leaf].bits(before: place), node.visibility(leaf, place)
      )
    }
  }

  /// How many rows at the front, and how many shown ones among them, are before a target, where those that
  /// are come first.
  ///
  /// `willCompare` is called with rows that `isBefore` may be called with soon.
  func lowerBound(
    key: UInt128 = 0, _ isBefore: (UInt32) -> Bool, willCompare: (UInt32) -> Void = { _ in }
  ) -> (index: Int, rank: Int) {
    var (index, rank) = (0, 0)
    return descend { node in
      let place = Self.lastChild(of: node, key, isBefore, willCompare)
      let totals = node.totals(beforeChild: place)
      index += totals.all
      rank += totals.shown
      return place
    } to: { node in
      guard let leaf = Self.lastLeaf(of: node, key, isBefore, willCompare) else { return (0, 0) }
      let rows = node.leaves[leaf]
      let place = Self.boundary(0..<rows.count, { rows.id(at: $0) }, isBefore, willCompare)
      let totals = node.totals(beforeLeaf: leaf)
      return (
        index + totals.all + place, rank + totals.shown + node.shown[leaf].bits(before: place)
      )
    }
  }

  /// The last child whose first row is before a target with a key; the first one is not asked.
  @inline(__always)
  private static func lastChild(
    of node: RowNode, _ key: UInt128, _ isBefore: (UInt32) -> Bool, _ willCompare: (UInt32) -> Void
  ) -> Int {
    boundary(unclear(node.keys, key), { node.children[$0].first }, isBefore, willCompare) - 1
  }

  @inline(__always)
  private static func lastLeaf(
    of node: RowNode, _ key: UInt128, _ isBefore: (UInt32) -> Bool, _ willCompare: (UInt32) -> Void
  ) -> Int? {
    guard !node.leaves.isEmpty else { return nil }
    return boundary(unclear(node.keys, key), { node.leaves[$0].first }, isBefore, willCompare) - 1
  }

  /// The places, but the first one, that have a key: those before them have smaller ones.
  @inline(__always)
  private static func unclear(_ keys: [UInt128], _ key: UInt128) -> Range<Int> {
    let end = keys.count
    let start = SectionTree.boundary(end - 1) { keys[$0 + 1] < key } + 1
    // Mostly no two keys are the same, or all are.
    if start == end || keys[start] != key { return start..<start }
    if keys[end - 1] == key { return start..<end }
    return start..<start + SectionTree.boundary(end - start) { keys[start + $0] == key }
  }

  /// Goes down to a branch by the places of children.
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

  /// The first place of a range whose row is not before a target, the end where there is none.
  ///
  /// Rows lie anywhere in memory, and a comparison waits for its row. So two steps of a binary search
  /// are taken at a time, and the three rows that they may look at are announced together; memory does
  /// not answer much more at once.
  @inline(__always)
  private static func boundary(
    _ range: Range<Int>, _ row: (Int) -> UInt32, _ isBefore: (UInt32) -> Bool,
    _ willCompare: (UInt32) -> Void
  ) -> Int {
    var range = range
    while !range.isEmpty {
      let (start, span) = (range.lowerBound, range.count)
      let parts = min(4, span + 1)
      // The places between the parts, which are numbered from 1 and differ from each other.
      func place(_ number: Int) -> Int { start + span * number / parts }
      if parts > 2 {
        for number in 1..<parts { willCompare(row(place(number))) }
      }
      var low = 1
      var high = parts
      while low < high {
        let middle = (low + high) / 2
        if isBefore(row(place(middle))) { low = middle + 1 } else { high = middle }
      }
      range =
        (low == 1 ? start : place(low - 1) + 1)..<(low == parts ? range.upperBound : place(low))
    }
    return range.lowerBound
  }

  /// The place of `id` by looking at every row.
  func scan(for id: UInt32) -> Int? {
    var offset = 0
    var found: Int?
    forEachLeaf { leaf, _, _ in
      if found == nil, let place = (0..<leaf.count).first(where: { leaf.id(at: $0) == id }) {
        found = offset + place
      }
      offset += leaf.count
    }
    return found
  }
}

// MARK: - Going through

extension RowTree {
  /// Calls `body` with every leaf in order, and what of it is shown and grouped.
  func forEachLeaf(_ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void) {
    Self.visit(root, onlyVisible: false, body)
  }

  /// The same for leaves that have a row that is shown or grouped.
  func forEachVisibleLeaf(_ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void) {
    Self.visit(root, onlyVisible: true, body)
  }

  private static func visit(
    _ node: RowNode, onlyVisible: Bool,
    _ body: (RowLeaf, _ shown: UInt64, _ grouped: UInt64) -> Void
  ) {
    if onlyVisible, node.shownCount + node.groupedCount == 0 { return }
    for child in node.children { visit(child, onlyVisible: onlyVisible, body) }
    // Taken out once: a property of a node is counted at each use.
    let (leaves, shown, grouped) = (node.leaves, node.shown, node.grouped)
    for place in leaves.indices where !onlyVisible || shown[place] | grouped[place] != 0 {
      body(leaves[place], shown[place], grouped[place])
    }
  }

  /// Calls `body` with those rows of a set that are shown, in order, and with how many shown rows are before each.
  ///
  /// - Complexity: O(n).
  func forEachShown(of rows: RowSet, _ body: (_ id: UInt32, _ rank: Int) -> Void) {
    var rank = 0
    rows.withWords { Self.visitShown(root, $0, &rank, body) }
  }

  private static func visitShown(
    _ node: RowNode, _ words: UnsafeBufferPointer<UInt64>, _ rank: inout Int,
    _ body: (UInt32, Int) -> Void
  ) {
    guard node.shownCount > 0 else { return }
    for child in node.children { visitShown(child, words, &rank, body) }
    for place in node.leaves.indices {
      let shown = node.shown[place]
      var found = node.leaves[place].places(in: words, among: shown)
      while found != 0 {
        let row = found.trailingZeroBitCount
        found &= found &- 1
        body(node.leaves[place].id(at: row), rank + shown.bits(before: row))
      }
      rank += shown.nonzeroBitCount
    }
  }

  /// All rows in order.
  var ids: [UInt32] {
    var ids: [UInt32] = []
    ids.reserveCapacity(count)
    forEachLeaf { leaf, _, _ in
      if let run = leaf.run { ids += run } else { ids += leaf.ids }
    }
    return ids
  }

  /// The shown rows in order.
  var shownIDs: [UInt32] { selected(shownCount) { shown, _ in shown } }

  /// The grouped rows in order.
  var groupedIDs: [UInt32] { selected(groupedCount) { _, grouped in grouped } }

  private func selected(_ total: Int, _ mask: (UInt64, UInt64) -> UInt64) -> [UInt32] {
    guard total > 0 else { return [] }
    var ids: [UInt32] = []
    ids.reserveCapacity(total)
    forEachVisibleLeaf { leaf, shown, grouped in
      var rest = mask(shown, grouped)
      while rest != 0 {
        ids.append(leaf.id(at: rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
    return ids
  }
}
