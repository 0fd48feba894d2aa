extension RowTree {
  /// The row at `index`, which is below `count`.
  subscript(index: Int) -> UInt32 {
    let (branch, leaf, place) = branch(at: index)
    return branch.leaves[leaf].id(at: place)
  }

  func visibility(at index: Int) -> RowVisibility {
    let (branch, leaf, place) = branch(at: index)
    return branch.visibility(leaf, place)
  }

  private func branch(at index: Int) -> (RowNode, leaf: Int, place: Int) {
    var node = root
    var index = index
    while !node.isBranch {
      var place = 0
      while index >= node.children[place].count {
        index -= node.children[place].count
        place += 1
      }
      node = node.children[place]
    }
    let (leaf, place) = node.leaf(at: index)
    return (node, leaf, place)
  }

  /// The shown row that has `rank` shown rows before it; `rank` is below `shownCount`.
  func shown(at rank: Int) -> UInt32 {
    var node = root
    var rank = rank
    while !node.isBranch {
      var place = 0
      while rank >= node.children[place].shownCount {
        rank -= node.children[place].shownCount
        place += 1
      }
      node = node.children[place]
    }
    var leaf = 0
    while rank >= node.shown[leaf].nonzeroBitCount {
      rank -= node.shown[leaf].nonzeroBitCount
      leaf += 1
    }
    return node.leaves[leaf].id(at: node.shown[leaf].place(ofBit: rank))
  }

  /// How many of the first `index` rows are shown; `index` is at most `count`.
  func shownRank(of index: Int) -> Int {
    guard index < count else { return shownCount }
    var node = root
    var index = index
    var rank = 0
    while !node.isBranch {
      var place = 0
      while index >= node.children[place].count {
        index -= node.children[place].count
        rank += node.children[place].shownCount
        place += 1
      }
      node = node.children[place]
    }
    let (leaf, place) = node.leaf(at: index)
    for before in 0..<leaf { rank += node.shown[before].nonzeroBitCount }
    return rank + node.shown[leaf].bits(before: place)
  }

  /// How many rows at the front are before a target, where those that are come first.
  ///
  /// `willCompare` is told of rows that `isBefore` may be asked about soon.
  func lowerBound(
    _ isBefore: (UInt32) -> Bool, willCompare: (UInt32) -> Void = { _ in }
  ) -> Int {
    var node = root
    var index = 0
    while !node.isBranch {
      let children = node.children
      // The boundary is in the last child whose first row is before; the first one is not asked.
      let place =
        Self.boundary(1..<children.count, { children[$0].first }, isBefore, willCompare) - 1
      for child in children[..<place] { index += child.count }
      node = children[place]
    }
    let leaves = node.leaves
    guard !leaves.isEmpty else { return 0 }
    let place = Self.boundary(1..<leaves.count, { leaves[$0].first }, isBefore, willCompare) - 1
    for leaf in leaves[..<place] { index += leaf.count }
    let leaf = leaves[place]
    return index + Self.boundary(0..<leaf.count, { leaf.id(at: $0) }, isBefore, willCompare)
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
    for (place, leaf) in node.leaves.enumerated() {
      let (shown, grouped) = (node.shown[place], node.grouped[place])
      if !onlyVisible || shown | grouped != 0 { body(leaf, shown, grouped) }
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
