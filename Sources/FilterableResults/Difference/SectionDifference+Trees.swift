extension SectionDifference {
  /// Compares the sections that two snapshots do not share; nil where they are many, or where more than one
  /// has moved.
  ///
  /// - Complexity: O(k log n) for k of n sections.
  init?(from old: ShownSections, to new: ShownSections) {
    if old.tree.count == 1, new.tree.count == 1, old.count == 1, new.count == 1,
      old.tree.root.firstID == new.tree.root.firstID
    {
      self.init(
        deleted: [], inserted: [], moved: [], changed: [Changeset.SectionPair(from: 0, to: 0)],
        counts: (1, 1))
      return
    }
    guard old.isSamePresentation(as: new),
      let parts = SectionTree.differences(old.tree, new.tree)
    else { return nil }
    var origins: [(id: Int, place: Int)] = []
    for (position, section) in parts.old where old.isShown(section) {
      origins.append((section.id, old.place(of: position)))
    }
    var pairs: [Changeset.SectionPair] = []
    var inserted: [Int] = []
    for (position, section) in parts.new where new.isShown(section) {
      let place = new.place(of: position)
      if let origin = origins.firstIndex(where: { $0.id == section.id }) {
        pairs.append(
          Changeset.SectionPair(from: origins.remove(at: origin).place, to: place))
      } else {
        inserted.append(place)
      }
    }
    let deleted = origins.map(\.place)
    guard let moved = Self.moves(of: pairs, deleted, inserted) else { return nil }
    self.init(
      deleted: deleted, inserted: inserted, moved: moved, changed: pairs,
      counts: (old.count, new.count))
  }

  /// The fewest moves of sections, where at most one is out of order, and only those of `pairs` can be; nil
  /// where more are.
  ///
  /// It gives the moves that a comparison of all sections gives: of two neighbours that changed places the
  /// one that comes first now has moved.
  private static func moves(
    of pairs: [Changeset.SectionPair], _ deleted: [Int], _ inserted: [Int]
  ) -> [Changeset.SectionPair]? {
    let ranks = pairs.map { pair in
      (
        old: pair.from - deleted.count { $0 < pair.from },
        new: pair.to - inserted.count { $0 < pair.to }
      )
    }
    let far = ranks.indices.max {
      abs(ranks[$0].new - ranks[$0].old) < abs(ranks[$1].new - ranks[$1].old)
    }
    guard let far, ranks[far].new != ranks[far].old else { return [] }
    let (old, new) = ranks[far]
    let areOthersInOrder = ranks.indices.allSatisfy { index in
      let other = ranks[index]
      return index == far
        || other.old - (other.old > old ? 1 : 0) == other.new - (other.new > new ? 1 : 0)
    }
    guard areOthersInOrder else { return nil }
    let move =
      new == old + 1
      ? Changeset.SectionPair(
        from: place(ofRank: new, skipping: deleted), to: place(ofRank: old, skipping: inserted))
      : pairs[far]
    // Which section moves instead of one that would stay at its place, a comparison of all decides.
    return move.from == move.to ? nil : [move]
  }

  private static func place(ofRank rank: Int, skipping places: [Int]) -> Int {
    var place = rank
    for other in places where other <= place { place += 1 }
    return place
  }
}

extension SectionTree {
  /// The positions of the sections that two versions do not share, nil where they are many.
  ///
  /// Versions share the nodes that have not changed, in one order.
  fileprivate static func differences(
    _ old: SectionTree, _ new: SectionTree
  ) -> (old: [(Int, RowSection)], new: [(Int, RowSection)])? {
    guard old.root !== new.root else { return ([], []) }
    var (olds, news) = ([(0, old.root)], [(0, new.root)])
    var height = max(old.root.height, new.root.height)
    while height > 0 {
      olds = expand(olds, height)
      news = expand(news, height)
      drop(&olds, &news) { $0 === $1 }
      if olds.count != news.count { dropShared(&olds, &news) }
      guard olds.count <= 8, news.count <= 8 else { return nil }
      height -= 1
    }
    return sections(olds, news)
  }

  /// The sections of leaves, except those that have stayed at both ends of a leaf or between.
  private static func sections(
    _ olds: [(Int, SectionNode)], _ news: [(Int, SectionNode)]
  ) -> (old: [(Int, RowSection)], new: [(Int, RowSection)]) {
    var (before, after) = (olds.map(positioned), news.map(positioned))
    // Sections, unlike nodes, may have gone past others: only leaves with as many shared sections before them
    // have sections that stayed.
    if olds.count == news.count, zip(shared(olds), shared(news)).allSatisfy({ $0 == $1 }) {
      for index in before.indices {
        drop(&before[index], &after[index]) { $0.isIdentical(to: $1) }
      }
    }
    return (before.flatMap { $0 }, after.flatMap { $0 })
  }

  private static func positioned(_ leaf: (Int, SectionNode)) -> [(Int, RowSection)] {
    leaf.1.sections.enumerated().map { (leaf.0 + $0.offset, $0.element) }
  }

  /// How many sections of other leaves are before each leaf.
  private static func shared(_ leaves: [(Int, SectionNode)]) -> [Int] {
    var own = 0
    return leaves.map { start, node in
      defer { own += node.count }
      return start - own
    }
  }

  /// Puts the nodes below in the place of those of a height.
  private static func expand(_ nodes: [(Int, SectionNode)], _ height: Int) -> [(Int, SectionNode)] {
    nodes.flatMap { start, node in
      guard node.height == height else { return [(start, node)] }
      var next = start
      return node.children.map { child in
        defer { next += child.count }
        return (next, child)
      }
    }
  }

  /// Drops what is the same at both ends of two lists, and between them where they are as long.
  private static func drop<Element>(
    _ left: inout [(Int, Element)], _ right: inout [(Int, Element)],
    _ areSame: (Element, Element) -> Bool
  ) {
    let shorter = min(left.count, right.count)
    var start = 0
    while start < shorter, areSame(left[start].1, right[start].1) { start += 1 }
    var end = 0
    while end < shorter - start,
      areSame(left[left.count - 1 - end].1, right[right.count - 1 - end].1)
    {
      end += 1
    }
    left = Array(left[start..<left.count - end])
    right = Array(right[start..<right.count - end])
    guard left.count == right.count else { return }
    let differing = left.indices.filter { !areSame(left[$0].1, right[$0].1) }
    guard differing.count < left.count else { return }
    left = differing.map { left[$0] }
    right = differing.map { right[$0] }
  }

  /// Drops the nodes that two lists have in common; they have them in one order.
  private static func dropShared(
    _ left: inout [(Int, SectionNode)], _ right: inout [(Int, SectionNode)]
  ) {
    let (old, new) = (
      Set(left.map { ObjectIdentifier($0.1) }), Set(right.map { ObjectIdentifier($0.1) })
    )
    left.removeAll { new.contains(ObjectIdentifier($0.1)) }
    right.removeAll { old.contains(ObjectIdentifier($0.1)) }
  }
}
