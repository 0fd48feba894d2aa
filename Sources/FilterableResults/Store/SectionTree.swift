/// A sequence of sections: a value whose versions share nodes.
///
/// Access by position, changes, insertion and removal take logarithmic time. Each node has the totals of its sections.
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

  /// The number of sections.
  var count: Int { root.count }
  var totals: SectionTotals { root.totals }
  var indices: Range<Int> { 0..<count }

  /// The section at a position, which is less than `count`.
  @inline(never)
  subscript(position: Int) -> RowSection { withSection(at: position) { $0 } }

  /// Calls `body` with the section at a position, which is less than `count`, without a copy of it.
  @inline(__always)
  func withSection<Result>(at position: Int, _ body: (RowSection) -> Result) -> Result {
    at(position) { leaf, slot in body(leaf.sections[slot]) }
  }

  /// The ID of the section at a position, which is less than `count`.
  func id(at position: Int) -> Int { at(position) { leaf, slot in leaf.sections[slot].id } }

  /// The rows of the section at a position, which is less than `count`.
  func tree(at position: Int) -> RowTree {
    at(position) { leaf, slot in leaf.sections[slot].tree }
  }

  @inline(__always)
  private func at<Result>(
    _ position: Int, _ body: (SectionNode, _ slot: Int) -> Result
  ) -> Result {
    var position = position
    return descend {
      $0.child(at: &position)
    } to: {
      body($0, position)
    }
  }

  /// Calls `body` with the leaf at the end of a path of children, whose slots `child` returns.
  // Unsafe: nodes are visited without counting references, as the root holds all of them.
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
  /// - Complexity: O(n) for n sections.
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
  /// - Complexity: O(n) for n rows.
  var rows: [RowID] { list.flatMap { $0.tree.ids } }

  // MARK: - Changing

  /// Changes the section at a position, which is less than `count`.
  mutating func update(_ position: Int, _ body: (inout RowSection) -> Void) {
    own()
    _ = root.update(position, body)
  }

  /// Inserts a section at a position, which is at most `count`.
  mutating func insert(_ section: RowSection, at position: Int) {
    own()
    if let sibling = root.insert(section, at: position) {
      root = SectionNode(above: [root, sibling])
    }
  }

  /// Removes and returns the section at a position, which is less than `count`.
  @discardableResult
  mutating func remove(at position: Int) -> RowSection {
    own()
    let section = root.remove(at: position)
    while root.children.count == 1 { root = root.children[0] }
    if root.count == 0 { root = SectionNode([]) }
    return section
  }

  /// The same sections with transformed trees, sharing the nodes whose trees stay identical.
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

  /// The totals of the sections before a position.
  func totals(before position: Int) -> SectionTotals {
    guard position < count else { return root.totals }
    var totals = SectionTotals()
    var position = position
    return descend { node in
      let slot = node.child(at: &position)
      for child in 0..<slot { totals += node.children[child].totals }
      return slot
    } to: { node in
      for section in 0..<position { totals += node.sections[section].totals }
      return totals
    }
  }

  /// The section of the element at index `total`, if `count` returns the number of elements in sections with some
  /// totals, such as their shown rows; there are more than `total`.
  func section(
    afterTotals total: Int, _ count: (SectionTotals) -> Int
  ) -> RowSection {
    var node = root
    var rest = total
    while !node.isLeaf {
      var slot = 0
      while case let here = count(node.children[slot].totals), rest >= here {
        rest -= here
        slot += 1
      }
      node = node.children[slot]
    }
    var slot = 0
    while case let here = count(node.sections[slot].totals), rest >= here {
      rest -= here
      slot += 1
    }
    return node.sections[slot]
  }

  /// The position of the last section whose ID satisfies a predicate, which is true for a prefix of the sections; nil
  /// if there is none.
  func last(where isNotAfter: (_ id: Int) -> Bool) -> Int? {
    var position = 0
    return descend { node in
      // The child before the first one whose sections all fail.
      let slot = max(
        0, Self.boundary(node.children.count) { isNotAfter(node.children[$0].firstID) } - 1)
      for child in 0..<slot { position += node.children[child].count }
      return slot
    } to: { node in
      let slot = Self.boundary(node.sections.count) { isNotAfter(node.sections[$0].id) }
      return slot > 0 ? position + slot - 1 : nil
    }
  }

  /// The position of the first section with a row that does not precede a target, or `count`; `isBefore` is true for a
  /// prefix of the rows.
  func first(whereLastRowIsNotBefore isBefore: (_ row: RowID) -> Bool) -> Int {
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

  /// The number of indices less than `count` that satisfy `isBefore`, which is true for a prefix of them.
  static func boundary(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    guard count > 0 else { return 0 }
    // Halves without branches, every second of which would be mispredicted.
    var (start, rest) = (0, count)
    while rest > 1 {
      let half = rest / 2
      start += isBefore(start + half) ? half : 0
      rest -= half
    }
    return start + (isBefore(start) ? 1 : 0)
  }

  /// The last row of the sections before a position, nil if they have none.
  func lastRow(before position: Int) -> RowID? {
    Self.lastRow(root, position)
  }

  private static func lastRow(_ node: SectionNode, _ position: Int) -> RowID? {
    if position >= node.count { return node.lastRow }
    guard !node.isLeaf else {
      return node.sections[..<position].last { $0.tree.count > 0 }.map {
        $0.tree[$0.tree.count - 1]
      }
    }
    var position = position
    let slot = node.child(at: &position)
    if let row = lastRow(node.children[slot], position) { return row }
    return node.children[..<slot].last { $0.lastRow != nil }?.lastRow
  }

  /// The first row of the sections from a position on, nil if they have none.
  func firstRow(from position: Int) -> RowID? {
    position < count ? Self.firstRow(root, position) : nil
  }

  private static func firstRow(_ node: SectionNode, _ position: Int) -> RowID? {
    guard node.lastRow != nil else { return nil }
    guard !node.isLeaf else {
      return node.sections[position...].first { $0.tree.count > 0 }.map { $0.tree[0] }
    }
    var position = position
    let slot = node.child(at: &position)
    if let row = firstRow(node.children[slot], position) { return row }
    return node.children[(slot + 1)...].first { $0.lastRow != nil }.flatMap { firstRow($0, 0) }
  }
}
