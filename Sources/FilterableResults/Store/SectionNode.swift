/// A node of a `SectionTree`: a leaf of sections, or an inner node with child nodes.
// Nodes are shared between snapshots and so between threads. A tree writes to a node only if it has the only reference
// to it, which it checks with `isKnownUniquelyReferenced`. Unchecked exclusivity: for the same reason a write never
// overlaps another access, and checking it takes a tenth of the time of an edit.
final class SectionNode: @unchecked Sendable {
  static let fanout = 32

  /// The distance from the leaves.
  let height: Int

  /// The child nodes of an inner node.
  @exclusivity(unchecked) private(set) var children: [SectionNode] = []

  /// The sections of a leaf.
  @exclusivity(unchecked) private(set) var sections: [RowSection] = []

  @exclusivity(unchecked) private(set) var totals = SectionTotals()

  /// The ID of the first section, 0 if there is none.
  @exclusivity(unchecked) private(set) var firstID = 0

  /// The last row of all sections, nil if they have none.
  @exclusivity(unchecked) private(set) var lastRow: RowID?

  /// Creates a leaf.
  init(_ sections: [RowSection]) {
    height = 0
    self.sections = sections
    recount()
  }

  /// Creates an inner node.
  init(above children: [SectionNode]) {
    height = children[0].height + 1
    self.children = children
    recount()
  }

  /// Creates a copy.
  init(_ other: SectionNode) {
    height = other.height
    children = other.children
    sections = other.sections
    totals = other.totals
    firstID = other.firstID
    lastRow = other.lastRow
  }

  var count: Int { totals.sections }
  var isLeaf: Bool { height == 0 }
  private var size: Int { isLeaf ? sections.count : children.count }

  private func recount() {
    totals = SectionTotals()
    for section in sections { totals += section.totals }
    for child in children { totals += child.totals }
    updateEnds()
  }

  private func updateEnds() {
    firstID = sections.first?.id ?? children.first?.firstID ?? 0
    lastRow =
      isLeaf
      ? sections.last { $0.tree.count > 0 }?.tree.last
      : children.last { $0.lastRow != nil }?.lastRow
  }

  /// The slot of the child with a position, the last one for the end; afterwards `position` is relative to the child.
  func child(at position: inout Int) -> Int {
    var slot = 0
    while slot < children.count - 1, position >= children[slot].count {
      position -= children[slot].count
      slot += 1
    }
    return slot
  }
}

// MARK: - Changing

// Methods that change a node require that it has a single reference.
extension SectionNode {
  /// Changes the section at a position, which is less than `count`; returns the change of the totals.
  func update(_ position: Int, _ body: (inout RowSection) -> Void) -> SectionTotals {
    var change = SectionTotals()
    if isLeaf {
      let before = sections[position].totals
      body(&sections[position])
      change = sections[position].totals
      change -= before
    } else {
      var position = position
      let slot = child(at: &position)
      own(slot)
      change = children[slot].update(position, body)
    }
    totals += change
    updateEnds()
    return change
  }

  /// Inserts a section; returns the upper half if the node must be split.
  func insert(_ section: RowSection, at position: Int) -> SectionNode? {
    if isLeaf {
      sections.insert(section, at: position)
      totals += section.totals
    } else {
      var position = position
      let slot = child(at: &position)
      own(slot)
      if let sibling = children[slot].insert(section, at: position) {
        children.insert(sibling, at: slot + 1)
      }
      totals += section.totals
    }
    defer { updateEnds() }
    return size > Self.fanout ? split() : nil
  }

  private func split() -> SectionNode {
    let half = size / 2
    defer { recount() }
    if isLeaf {
      let upper = SectionNode(Array(sections[half...]))
      sections.removeSubrange(half...)
      return upper
    }
    let upper = SectionNode(above: Array(children[half...]))
    children.removeSubrange(half...)
    return upper
  }

  /// Removes and returns the section at a position, which is less than `count`.
  func remove(at position: Int) -> RowSection {
    let removed: RowSection
    if isLeaf {
      removed = sections.remove(at: position)
    } else {
      var position = position
      let slot = child(at: &position)
      own(slot)
      removed = children[slot].remove(at: position)
      joinChild(slot)
    }
    totals -= removed.totals
    updateEnds()
    return removed
  }

  /// Joins a small node with a neighbour, so that the depth decreases with the count.
  private func joinChild(_ slot: Int) {
    guard children[slot].size > 0 else {
      children.remove(at: slot)
      return
    }
    guard children[slot].size < Self.fanout / 4, children.count > 1 else { return }
    let first = slot > 0 ? slot - 1 : slot
    let (left, right) = (children[first], children[first + 1])
    guard left.size + right.size <= Self.fanout * 3 / 4 else { return }
    children[first] =
      left.isLeaf
      ? SectionNode(left.sections + right.sections)
      : SectionNode(above: left.children + right.children)
    children.remove(at: first + 1)
  }

  /// Replaces the child in a slot with a copy unless it has a single reference.
  private func own(_ slot: Int) {
    if !isKnownUniquelyReferenced(&children[slot]) {
      children[slot] = SectionNode(children[slot])
    }
  }
}
