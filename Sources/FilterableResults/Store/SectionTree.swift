/// A sequence of sections that is a value and shares what two versions have in common.
///
/// A position is found, and a section changed, put in or taken out, in logarithmic time. Each node has
/// the totals of its sections.
struct SectionTree: Sendable {
  private(set) var root = SectionNode([])

  init() {}

  init(_ sections: [RowSection]) {
    guard !sections.isEmpty else { return }
    var nodes = Self.parts(of: sections.count).map { SectionNode(Array(sections[$0])) }
    while nodes.count > 1 {
      nodes = Self.parts(of: nodes.count).map { SectionNode(above: Array(nodes[$0])) }
    }
    root = nodes[0]
  }

  private static func parts(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: SectionNode.fanout).map {
      $0..<min($0 + SectionNode.fanout, count)
    }
  }

  /// How many sections there are.
  var count: Int { root.count }
  var totals: SectionTotals { root.totals }
  var indices: Range<Int> { 0..<count }

  /// The section at a position, which is below `count`.
  subscript(position: Int) -> RowSection { withSection(at: position) { $0 } }

  /// Calls `body` with the section at a position, which is below `count`.
  @inline(__always)
  func withSection<Result>(at position: Int, _ body: (RowSection) -> Result) -> Result {
    at(position) { leaf, place in body(leaf.sections[place]) }
  }

  /// The number of the section at a position, which is below `count`.
  func id(at position: Int) -> Int { at(position) { leaf, place in leaf.sections[place].id } }

  /// The rows of the section at a position, which is below `count`.
  func tree(at position: Int) -> RowTree {
    at(position) { leaf, place in leaf.sections[place].tree }
  }

  @inline(__always)
  private func at<Result>(
    _ position: Int, _ body: (SectionNode, _ place: Int) -> Result
  ) -> Result {
    var position = position
    return descend {
      $0.child(at: &position)
    } to: {
      body($0, position)
    }
  }

  /// Goes down to a leaf by the places of children.
  // Unsafe: nodes are gone through without counting references, which the tree holds from its root on.
  @inline(__always)
  private func descend<Result>(
    _ child: (SectionNode) -> Int, to body: (SectionNode) -> Result
  ) -> Result {
    withExtendedLifetime(root) {
      var node = Unmanaged.passUnretained(root)
      while let next = node._withUnsafeGuaranteedRef({ node in
        node.isLeaf ? nil : Unmanaged.passUnretained(node.children[child(node)])
      }) {
        node = next
      }
      return node._withUnsafeGuaranteedRef(body)
    }
  }

  /// All sections in order.
  ///
  /// - Complexity: O(n).
  var list: [RowSection] {
    var list: [RowSection] = []
    list.reserveCapacity(count)
    Self.append(root, to: &list)
    return list
  }

  private static func append(_ node: SectionNode, to list: inout [RowSection]) {
    list += node.sections
    for child in node.children { append(child, to: &list) }
  }

  /// The rows of all sections in order.
  ///
  /// - Complexity: O(n).
  var rows: [UInt32] { list.flatMap { $0.tree.ids } }

  // MARK: - Changing

  /// Changes the section at a position, which is below `count`.
  mutating func update(_ position: Int, _ body: (inout RowSection) -> Void) {
    own()
    _ = root.update(position, body)
  }

  /// Puts a section in at a position, which is at most `count`.
  mutating func insert(_ section: RowSection, at position: Int) {
    own()
    if let sibling = root.insert(section, at: position) {
      root = SectionNode(above: [root, sibling])
    }
  }

  /// Takes out the section at a position, which is below `count`.
  @discardableResult
  mutating func remove(at position: Int) -> RowSection {
    own()
    let section = root.remove(at: position)
    while root.children.count == 1 { root = root.children[0] }
    if root.count == 0 { root = SectionNode([]) }
    return section
  }

  /// The same sections with other trees; what stays as it is is shared.
  func mapTrees(_ transform: (RowTree) -> RowTree) -> SectionTree {
    var result = self
    result.root = Self.mapTrees(root, transform)
    return result
  }

  private static func mapTrees(
    _ node: SectionNode, _ transform: (RowTree) -> RowTree
  ) -> SectionNode {
    if node.isLeaf {
      var isSame = true
      let sections = node.sections.map { section in
        var section = section
        let tree = transform(section.tree)
        if !tree.isIdentical(to: section.tree) { isSame = false }
        section.tree = tree
        return section
      }
      return isSame ? node : SectionNode(sections)
    }
    let children = node.children.map { mapTrees($0, transform) }
    return zip(children, node.children).allSatisfy { $0 === $1 }
      ? node : SectionNode(above: children)
  }

  private mutating func own() {
    if !isKnownUniquelyReferenced(&root) { root = SectionNode(root) }
  }

  // MARK: - Finding

  /// What the totals of the sections before a position are.
  func totals(before position: Int) -> SectionTotals {
    guard position < count else { return root.totals }
    var totals = SectionTotals()
    var position = position
    return descend { node in
      let place = node.child(at: &position)
      for child in 0..<place { totals += node.children[child].totals }
      return place
    } to: { node in
      for section in 0..<position { totals += node.sections[section].totals }
      return totals
    }
  }

  /// The section that has sections with a total of `total` before it; the total of all is greater.
  func section(
    afterTotals total: Int, _ count: (SectionTotals) -> Int
  ) -> RowSection {
    var node = root
    var rest = total
    while !node.isLeaf {
      var place = 0
      while case let here = count(node.children[place].totals), rest >= here {
        rest -= here
        place += 1
      }
      node = node.children[place]
    }
    var place = 0
    while case let here = count(node.sections[place].totals), rest >= here {
      rest -= here
      place += 1
    }
    return node.sections[place]
  }

  /// The position of the last section whose number is not behind a target, where those that are not come
  /// first; nil where there is none.
  func last(where isNotBehind: (_ id: Int) -> Bool) -> Int? {
    var position = 0
    return descend { node in
      // The first child where all are behind: so are the sections in it.
      let place = max(
        0, Self.boundary(node.children.count) { isNotBehind(node.children[$0].firstID) } - 1)
      for child in 0..<place { position += node.children[child].count }
      return place
    } to: { node in
      let place = Self.boundary(node.sections.count) { isNotBehind(node.sections[$0].id) }
      return place > 0 ? position + place - 1 : nil
    }
  }

  /// The position of the first section with a row that is not before a target, where those that are come
  /// first; `count` where there is none.
  func first(whereLastRowIsNotBefore isBefore: (_ row: UInt32) -> Bool) -> Int {
    var node = root
    var position = 0
    guard node.lastRow.map(isBefore) == false else { return count }
    while !node.isLeaf {
      var next = node
      for child in node.children {
        next = child
        if let row = child.lastRow, !isBefore(row) { break }
        position += child.count
      }
      node = next
    }
    for section in node.sections {
      let tree = section.tree
      if tree.count > 0, !isBefore(tree[tree.count - 1]) { break }
      position += 1
    }
    return position
  }

  /// How many of the places below `count` hold what `isBefore` says, where those that do come first.
  static func boundary(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    guard count > 0 else { return 0 }
    // Halves without branches, which a processor would foresee wrongly at every second one.
    var (start, rest) = (0, count)
    while rest > 1 {
      let half = rest / 2
      start += isBefore(start + half) ? half : 0
      rest -= half
    }
    return start + (isBefore(start) ? 1 : 0)
  }

  /// The last row of the sections before a position, nil where they have none.
  func lastRow(before position: Int) -> UInt32? {
    Self.lastRow(root, position)
  }

  private static func lastRow(_ node: SectionNode, _ position: Int) -> UInt32? {
    if position >= node.count { return node.lastRow }
    guard !node.isLeaf else {
      return node.sections[..<position].last { $0.tree.count > 0 }.map {
        $0.tree[$0.tree.count - 1]
      }
    }
    var position = position
    let place = node.child(at: &position)
    if let row = lastRow(node.children[place], position) { return row }
    return node.children[..<place].last { $0.lastRow != nil }?.lastRow
  }

  /// The first row of the sections from a position on, nil where they have none.
  func firstRow(from position: Int) -> UInt32? {
    position < count ? Self.firstRow(root, position) : nil
  }

  private static func firstRow(_ node: SectionNode, _ position: Int) -> UInt32? {
    guard node.lastRow != nil else { return nil }
    guard !node.isLeaf else {
      return node.sections[position...].first { $0.tree.count > 0 }.map { $0.tree[0] }
    }
    var position = position
    let place = node.child(at: &position)
    if let row = firstRow(node.children[place], position) { return row }
    return node.children[(place + 1)...].first { $0.lastRow != nil }.flatMap { firstRow($0, 0) }
  }
}
