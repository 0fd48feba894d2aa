/// A node of a `SectionTree`: a leaf of sections, or an inner node above others.
// Shared between snapshots, and so between threads: a node is written to only by the one tree that
// holds the only reference to it, which `isKnownUniquelyReferenced` tells.
// Unchecked exclusivity: for the same reason no two accesses overlap of which one writes, and to check it would take a
// tenth of an edit.
final class SectionNode: @unchecked Sendable {
  static let fanout = 32

  /// The distance from the leaves.
  let height: Int

  /// The nodes below an inner node.
  @exclusivity(unchecked) private(set) var children: [SectionNode] = []

  /// The sections of a leaf.
  @exclusivity(unchecked) private(set) var sections: [RowSection] = []

  @exclusivity(unchecked) private(set) var totals = SectionTotals()

  /// The number of the first section, where there is one.
  @exclusivity(unchecked) private(set) var firstID = 0

  /// The last row of all sections, nil where they have none.
  @exclusivity(unchecked) private(set) var lastRow: UInt32?

  /// A leaf.
  init(_ sections: [RowSection]) {
    height = 0
    self.sections = sections
    recount()
  }

  /// An inner node.
  init(above children: [SectionNode]) {
    height = children[0].height + 1
    self.children = children
    recount()
  }

  /// The same, to be written to.
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

  /// The child that has a position, which is counted in it afterwards; the last one for the end.
  func child(at position: inout Int) -> Int {
    var place = 0
    while place < children.count - 1, position >= children[place].count {
      position -= children[place].count
      place += 1
    }
    return place
  }
}

// MARK: - Changing

// Only a node with a single reference is changed.
extension SectionNode {
  /// Changes the section at a position, which is below `count`; gives what that adds to the totals.
  func update(_ position: Int, _ body: (inout RowSection) -> Void) -> SectionTotals {
    var change = SectionTotals()
    if isLeaf {
      let before = sections[position].totals
      body(&sections[position])
      change = sections[position].totals
      change -= before
    } else {
      var position = position
      let place = child(at: &position)
      own(place)
      change = children[place].update(position, body)
    }
    totals += change
    updateEnds()
    return change
  }

  /// Puts a section in; gives the upper half where there are too many.
  func insert(_ section: RowSection, at position: Int) -> SectionNode? {
    if isLeaf {
      sections.insert(section, at: position)
      totals += section.totals
    } else {
      var position = position
      let place = child(at: &position)
      own(place)
      if let sibling = children[place].insert(section, at: position) {
        children.insert(sibling, at: place + 1)
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

  /// Takes out the section at a position, which is below `count`.
  func remove(at position: Int) -> RowSection {
    let removed: RowSection
    if isLeaf {
      removed = sections.remove(at: position)
    } else {
      var position = position
      let place = child(at: &position)
      own(place)
      removed = children[place].remove(at: position)
      joinChild(place)
    }
    totals -= removed.totals
    updateEnds()
    return removed
  }

  /// Joins a small node with a neighbour, so that the depth follows the count down.
  private func joinChild(_ place: Int) {
    guard children[place].size > 0 else {
      children.remove(at: place)
      return
    }
    guard children[place].size < Self.fanout / 4, children.count > 1 else { return }
    let first = place > 0 ? place - 1 : place
    let (left, right) = (children[first], children[first + 1])
    guard left.size + right.size <= Self.fanout * 3 / 4 else { return }
    children[first] =
      left.isLeaf
      ? SectionNode(left.sections + right.sections)
      : SectionNode(above: left.children + right.children)
    children.remove(at: first + 1)
  }

  /// Makes the child at a place one with a single reference.
  private func own(_ place: Int) {
    if !isKnownUniquelyReferenced(&children[place]) {
      children[place] = SectionNode(children[place])
    }
  }
}
