extension Changeset {
  /// Where a section of the new snapshot and its rows come from.
  enum SectionOrigin: Equatable {
    /// The section is new, with rows that the change set does not list.
    case inserted
    /// The section was there; for each row the place it had, or nil for a new one.
    case kept(section: Int, rows: [ItemPath?])
  }

  /// Traces every place of the new snapshot back to the old one.
  ///
  /// - Throws: What in the change set does not fit sections of `counts` rows, or breaks a rule that
  ///   list views have.
  /// - Complexity: O(n) in the number of rows.
  func origins(of counts: [Int]) throws(ChangesetError) -> [SectionOrigin] {
    try Self.check(counts)
    let sections = try sectionOrigins(of: counts.count)
    var finalPlaces = Array(repeating: -1, count: counts.count)
    for (place, origin) in sections.enumerated() {
      if let origin { finalPlaces[origin] = place }
    }
    var leaves = counts.map { Array(repeating: false, count: $0) }
    for path in deletedItems + movedItems.map(\.from) {
      guard counts.indices.contains(path.section), path.item >= 0, path.item < counts[path.section]
      else { throw ChangesetError("no row at \(path)") }
      guard finalPlaces[path.section] >= 0 else {
        throw ChangesetError("the row at \(path) belongs to a deleted section")
      }
      guard !leaves[path.section][path.item] else { throw ChangesetError("\(path) leaves twice") }
      leaves[path.section][path.item] = true
    }
    var arrivals: [[(item: Int, origin: ItemPath?)]] = Array(repeating: [], count: sections.count)
    for (path, origin) in insertedItems.map({ ($0, ItemPath?.none) })
      + movedItems.map({ ($0.to, $0.from) })
    {
      guard sections.indices.contains(path.section), path.item >= 0 else {
        throw ChangesetError("no section for \(path)")
      }
      guard sections[path.section] != nil else {
        throw ChangesetError("the row at \(path) belongs to an inserted section")
      }
      arrivals[path.section].append((path.item, origin))
    }
    var result: [SectionOrigin] = []
    for (place, origin) in sections.enumerated() {
      guard let origin else {
        result.append(.inserted)
        continue
      }
      result.append(
        .kept(
          section: origin,
          rows: try Self.merge(leaves[origin], of: origin, arrivals[place], at: place)))
    }
    try checkUpdates(result)
    return result
  }

  /// Throws for numbers of rows that no section has: places are kept in 32 bits.
  static func check(_ counts: [Int]) throws(ChangesetError) {
    guard let count = counts.first(where: { !(0...Int(Int32.max)).contains($0) }) else { return }
    throw ChangesetError("\(count) rows")
  }

  private static func merge(
    _ leaves: [Bool], of section: Int, _ arrivals: [(item: Int, origin: ItemPath?)], at place: Int
  ) throws(ChangesetError) -> [ItemPath?] {
    var rows: [ItemPath?] = []
    var stayers = leaves.indices.lazy.filter { !leaves[$0] }.makeIterator()
    for arrival in arrivals.sorted(by: { $0.item < $1.item }) {
      guard arrival.item >= rows.count else {
        throw ChangesetError("[\(place), \(arrival.item)] is reached twice")
      }
      while rows.count < arrival.item {
        guard let stayer = stayers.next() else {
          throw ChangesetError("[\(place), \(arrival.item)] lies behind the end")
        }
        rows.append(ItemPath(section: section, item: stayer))
      }
      rows.append(arrival.origin)
    }
    while let stayer = stayers.next() { rows.append(ItemPath(section: section, item: stayer)) }
    return rows
  }

  /// The old place of each new section, nil for inserted ones.
  private func sectionOrigins(of count: Int) throws(ChangesetError) -> [Int?] {
    var leaves = Array(repeating: false, count: count)
    for section in deletedSections + movedSections.map(\.from) {
      guard leaves.indices.contains(section) else { throw ChangesetError("no section \(section)") }
      guard !leaves[section] else { throw ChangesetError("section \(section) leaves twice") }
      leaves[section] = true
    }
    if let move = movedSections.first(where: { $0.from == $0.to }) {
      throw ChangesetError("section \(move.from) moves to its own place")
    }
    let arrivals =
      insertedSections.map { (item: $0, origin: ItemPath?.none) }
      + movedSections.map { (item: $0.to, origin: ItemPath(section: 0, item: $0.from)) }
    guard arrivals.allSatisfy({ $0.item >= 0 }) else { throw ChangesetError("a negative section") }
    return try Self.merge(leaves, of: 0, arrivals, at: 0).map { $0?.item }
  }

  private func checkUpdates(_ origins: [SectionOrigin]) throws(ChangesetError) {
    var seen: Set<ItemPath> = []
    for pair in updatedItems {
      guard origins.indices.contains(pair.to.section),
        case .kept(_, let rows) = origins[pair.to.section], rows.indices.contains(pair.to.item),
        rows[pair.to.item] == pair.from
      else { throw ChangesetError("the row at \(pair.from) is not updated at \(pair.to)") }
      guard seen.insert(pair.to).inserted else { throw ChangesetError("\(pair.to) updated twice") }
    }
    var sections: Set<Int> = []
    for pair in updatedSections {
      guard origins.indices.contains(pair.to), case .kept(pair.from, _) = origins[pair.to],
        sections.insert(pair.to).inserted
      else { throw ChangesetError("section \(pair.from) is not updated at \(pair.to)") }
    }
  }
}
