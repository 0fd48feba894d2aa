extension Changeset {
  /// The origin of a section of the new snapshot and of its rows.
  enum SectionOrigin: Equatable {
    /// The section was inserted with its rows, which the change set does not list.
    case inserted
    /// The section has an old index, and each row an old index path, or nil if it was inserted.
    case kept(section: Int, rows: [ResultsPath?])
  }

  /// Finds the origins of all sections and rows of the new snapshot.
  ///
  /// - Parameter counts: The number of rows of each section of the old snapshot.
  /// - Throws: `ChangesetError` if the change set does not fit the old snapshot or breaks a rule of list views.
  /// - Complexity: O(n) for n rows.
  func origins(of counts: [Int]) throws(ChangesetError) -> [SectionOrigin] {
    try Self.check(counts)
    let sections = try sectionOrigins(of: counts.count)
    let leaves = try leavingRows(of: counts, sections)
    let arrivals = try arrivingRows(sections)
    var result: [SectionOrigin] = []
    for (index, origin) in sections.enumerated() {
      guard let origin else {
        result.append(.inserted)
        continue
      }
      result.append(
        .kept(
          section: origin,
          rows: try Self.merge(leaves[origin], of: origin, arrivals[index], of: index)))
    }
    try checkUpdates(result)
    return result
  }

  /// Whether each row of the old snapshot is deleted or moved. `sections` are the old indices of the new sections.
  private func leavingRows(
    of counts: [Int], _ sections: [Int?]
  ) throws(ChangesetError) -> [[Bool]] {
    var isKept = Array(repeating: false, count: counts.count)
    for case let section? in sections { isKept[section] = true }
    var leaves = counts.map { Array(repeating: false, count: $0) }
    for path in deletedItems + movedItems.map(\.from) {
      guard counts.indices.contains(path.section), path.item >= 0, path.item < counts[path.section]
      else { throw ChangesetError("no row at \(path)") }
      guard isKept[path.section] else {
        throw ChangesetError("the row at \(path) belongs to a deleted section")
      }
      guard !leaves[path.section][path.item] else {
        throw ChangesetError("\(path) is removed twice")
      }
      leaves[path.section][path.item] = true
    }
    return leaves
  }

  /// The inserted and moved rows of each new section, with the old index paths of the moved ones.
  private func arrivingRows(
    _ sections: [Int?]
  ) throws(ChangesetError) -> [[(item: Int, origin: ResultsPath?)]] {
    var arrivals: [[(item: Int, origin: ResultsPath?)]] = Array(
      repeating: [], count: sections.count)
    for (path, origin) in insertedItems.map({ ($0, ResultsPath?.none) })
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
    return arrivals
  }

  /// Throws for numbers of rows that no section can have: index paths have 32 bits for each part.
  static func check(_ counts: [Int]) throws(ChangesetError) {
    guard let count = counts.first(where: { !(0...Int(Int32.max)).contains($0) }) else { return }
    throw ChangesetError("\(count) rows")
  }

  private static func merge(
    _ leaves: [Bool], of section: Int, _ arrivals: [(item: Int, origin: ResultsPath?)],
    of target: Int
  ) throws(ChangesetError) -> [ResultsPath?] {
    var rows: [ResultsPath?] = []
    var stayers = leaves.indices.lazy.filter { !leaves[$0] }.makeIterator()
    for arrival in arrivals.map(\.item).ascendingIndices().map({ arrivals[$0] }) {
      guard arrival.item >= rows.count else {
        throw ChangesetError("[\(target), \(arrival.item)] is inserted twice")
      }
      while rows.count < arrival.item {
        guard let stayer = stayers.next() else {
          throw ChangesetError("[\(target), \(arrival.item)] is beyond the end")
        }
        rows.append(ResultsPath(section: section, item: stayer))
      }
      rows.append(arrival.origin)
    }
    while let stayer = stayers.next() { rows.append(ResultsPath(section: section, item: stayer)) }
    return rows
  }

  /// The old index of each new section, nil for inserted ones.
  private func sectionOrigins(of count: Int) throws(ChangesetError) -> [Int?] {
    var leaves = Array(repeating: false, count: count)
    for section in deletedSections + movedSections.map(\.from) {
      guard leaves.indices.contains(section) else { throw ChangesetError("no section \(section)") }
      guard !leaves[section] else { throw ChangesetError("section \(section) is removed twice") }
      leaves[section] = true
    }
    if let move = movedSections.first(where: { $0.from == $0.to }) {
      throw ChangesetError("section \(move.from) moves to its own index")
    }
    let arrivals =
      insertedSections.map { (item: $0, origin: ResultsPath?.none) }
      + movedSections.map { (item: $0.to, origin: ResultsPath(section: 0, item: $0.from)) }
    guard arrivals.allSatisfy({ $0.item >= 0 }) else { throw ChangesetError("a negative section") }
    return try Self.merge(leaves, of: 0, arrivals, of: 0).map { $0?.item }
  }

  private func checkUpdates(_ origins: [SectionOrigin]) throws(ChangesetError) {
    var seen: Set<ResultsPath> = []
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
