extension SmallWorlds {
  /// The worlds whose rows may be equal: at most three kinds of rows. Shapes number the kinds in
  /// the order of their first rows.
  func repeated(isShape: Bool) -> [SmallWorld] {
    SmallWorlds(rows: 0, sections: sections).all.flatMap { frame -> [SmallWorld] in
      guard !isShape || Self.isInOrder(frame.sections.map(\.name), from: 0) else { return [] }
      return (0...rows).flatMap { count in
        Self.words(of: count).filter { !isShape || Self.isInOrder($0, from: 0) }
          .flatMap { word in
            Self.splits(of: count, into: frame.sections.count).map { frame.filled(word, $0) }
          }
      }
    }
  }

  private static func words(of length: Int) -> [[Int]] {
    (0..<length).reduce([[]]) { words, _ in
      words.flatMap { word in (0..<3).map { word + [$0] } }
    }
  }
}

extension SmallWorld {
  /// The sections of this world with other rows.
  func filled(_ ids: [Int], _ counts: [Int]) -> SmallWorld {
    var rest = ids[...]
    return SmallWorld(
      zip(sections, counts).map { section, count in
        defer { rest = rest.dropFirst(count) }
        return Section(name: section.name, rows: rest.prefix(count).map { SmallRow($0) })
      })
  }

  /// The worlds that filters can make of this one, which is a shape: one for each set of rows.
  func masked(dropsEmpty: Bool) -> [SmallWorld] {
    (0..<(1 << rows.joined().count)).map { mask in
      var world = self
      for section in world.sections.indices {
        world.sections[section].rows.removeAll { mask >> $0.id & 1 == 0 }
      }
      if dropsEmpty { world.sections.removeAll { $0.rows.isEmpty } }
      return world
    }
  }
}
