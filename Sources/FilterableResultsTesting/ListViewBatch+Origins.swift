package import FilterableResults

// Written apart from the library: it knows change sets only by the calls.
extension ListViewBatch {
  /// Where each row of the view comes from afterwards: its place before, or nil for a row that the
  /// data source is asked for. `old` and `new` are the rows of each section.
  ///
  /// - Throws: The rule that the batch breaks.
  package func origins(
    from old: [Int], to new: [Int]
  ) throws(BrokenRule) -> [[ItemPath?]] {
    let sections = try sectionOrigins(from: old.count, to: new.count)
    let marks = try checkedMarks(old, new, sections)
    try checkSections(sections)
    var result: [[ItemPath?]] = []
    for (place, origin) in sections.enumerated() {
      let count = new[place]
      guard origin >= 0, !reloadedSections.contains(origin) else {
        result.append(Array(repeating: nil, count: count))
        continue
      }
      var rows = [ItemPath?](repeating: nil, count: count)
      var isTaken = Array(repeating: false, count: count)
      for path in inserted where path.section == place { isTaken[path.item] = true }
      for move in moved where move.to.section == place {
        isTaken[move.to.item] = true
        rows[move.to.item] = move.from
      }
      var next = 0
      var stayers = 0
      for item in 0..<old[origin] where marks[origin][item] != .leaves {
        stayers += 1
        while next < count, isTaken[next] { next += 1 }
        guard next < count else { continue }
        if marks[origin][item] != .reloads { rows[next] = ItemPath(section: origin, item: item) }
        next += 1
      }
      let arrivals = isTaken.reduce(0) { $0 + ($1 ? 1 : 0) }
      if stayers + arrivals != count {
        throw miscounted(stayers + arrivals, count, origin, place)
      }
      result.append(rows)
    }
    return result
  }

  /// The rows of each section afterwards, if nothing but this batch changes `old`; `inserted` gives
  /// those of a section that comes.
  package func counts(
    after old: [Int], inserted: (Int) -> Int
  ) throws(BrokenRule) -> [Int] {
    let count = old.count - deletedSections.count + insertedSections.count
    let sections = try sectionOrigins(from: old.count, to: max(0, count))
    var result = sections.enumerated().map { $1 < 0 ? inserted($0) : old[$1] }
    var places = Array(repeating: -1, count: old.count)
    for (place, origin) in sections.enumerated() where origin >= 0 { places[origin] = place }
    for path in deleted + moved.map(\.from) where old.indices.contains(path.section) {
      if places[path.section] >= 0 { result[places[path.section]] -= 1 }
    }
    for path in self.inserted + moved.map(\.to) where result.indices.contains(path.section) {
      result[path.section] += 1
    }
    return result
  }

  private func miscounted(
    _ counted: Int, _ count: Int, _ origin: Int, _ place: Int
  ) -> BrokenRule {
    let isTouched =
      (deleted + reloaded + moved.map(\.from)).contains { $0.section == origin }
      || (inserted + moved.map(\.to)).contains { $0.section == place }
    let reason = "\(counted) rows in section \(place) where the data has \(count)"
    return BrokenRule(isTouched || self.count == 0 ? .counts : .together, reason)
  }

  /// The old place of each section, -1 for those that come.
  private func sectionOrigins(from old: Int, to new: Int) throws(BrokenRule) -> [Int] {
    var leaves = Array(repeating: false, count: old)
    for section in deletedSections + reloadedSections + movedSections.map(\.from) {
      guard section >= 0, section < old else {
        throw BrokenRule(.numbering, "no section \(section)")
      }
      if leaves[section] { throw twice(section) }
      leaves[section] = true
    }
    for section in reloadedSections { leaves[section] = false }
    for move in movedSections where move.from == move.to {
      throw BrokenRule(.still, "section \(move.from) moves to its own place")
    }
    let count = old - deletedSections.count + insertedSections.count
    guard count == new else {
      throw BrokenRule(.counts, "\(count) sections where the data has \(new)")
    }
    var origins = Array(repeating: -2, count: new)
    for place in insertedSections + movedSections.map(\.to) {
      guard place >= 0, place < new else { throw BrokenRule(.numbering, "no section \(place)") }
      if origins[place] == -1 {
        let isInsertion = insertedSections.count { $0 == place } > 1
        throw BrokenRule(isInsertion ? .once : .places, "section \(place) is reached twice")
      }
      origins[place] = -1
    }
    for move in movedSections { origins[move.to] = move.from }
    var stayer = 0
    for place in 0..<new where origins[place] == -2 {
      while leaves[stayer] { stayer += 1 }
      origins[place] = stayer
      stayer += 1
    }
    return origins
  }

  private func twice(_ section: Int) -> BrokenRule {
    let isDeletion = deletedSections.count { $0 == section } > 1
    return BrokenRule(isDeletion ? .once : .places, "section \(section) leaves twice")
  }

  /// No row changes in a section that moves or reloads.
  private func checkSections(_ origins: [Int]) throws(BrokenRule) {
    guard !movedSections.isEmpty || !reloadedSections.isEmpty else { return }
    for path in deleted + reloaded + moved.map(\.from) {
      try checkSection(path.section, path)
    }
    for path in inserted + moved.map(\.to) { try checkSection(origins[path.section], path) }
  }

  private func checkSection(_ section: Int, _ path: ItemPath) throws(BrokenRule) {
    if movedSections.contains(where: { $0.from == section }) {
      throw BrokenRule(.movedSections, "\(path) changes in a section that moves")
    }
    if reloadedSections.contains(section) {
      throw BrokenRule(.reloadedSections, "\(path) changes in a section that reloads")
    }
  }
}
