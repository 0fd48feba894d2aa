package import FilterableResults

// Independent of the change sets of the library: it knows only the calls.
extension ListViewBatch {
  /// Returns the old index path of each row after the batch, or nil for a row to load from the data source.
  /// `old` and `new` are the numbers of rows of each section.
  ///
  /// - Throws: The rule that the batch breaks.
  package func origins(
    from old: [Int], to new: [Int]
  ) throws(BrokenListViewRule) -> [[ResultsPath?]] {
    let sections = try sectionOrigins(from: old.count, to: new.count)
    let marks = try checkedMarks(old, new, sections)
    try checkSections(sections)
    var result: [[ResultsPath?]] = []
    for (section, origin) in sections.enumerated() {
      let count = new[section]
      guard origin >= 0, !reloadedSections.contains(origin) else {
        result.append(Array(repeating: nil, count: count))
        continue
      }
      var rows = [ResultsPath?](repeating: nil, count: count)
      var isTaken = Array(repeating: false, count: count)
      for path in inserted where path.section == section { isTaken[path.item] = true }
      for move in moved where move.to.section == section {
        isTaken[move.to.item] = true
        rows[move.to.item] = move.from
      }
      var next = 0
      var stayers = 0
      for item in 0..<old[origin] where marks[origin][item] != .leaves {
        stayers += 1
        while next < count, isTaken[next] { next += 1 }
        guard next < count else { continue }
        if marks[origin][item] != .reloads { rows[next] = ResultsPath(section: origin, item: item) }
        next += 1
      }
      let arrivals = isTaken.reduce(0) { $0 + ($1 ? 1 : 0) }
      if stayers + arrivals != count {
        throw miscounted(stayers + arrivals, count, origin, section)
      }
      result.append(rows)
    }
    return result
  }

  /// Returns the number of rows of each section after the batch. `inserted` returns that of an inserted section by
  /// its new index.
  ///
  /// - Throws: The rule that the batch breaks.
  package func counts(
    after old: [Int], inserted: (Int) -> Int
  ) throws(BrokenListViewRule) -> [Int] {
    let count = old.count - deletedSections.count + insertedSections.count
    let sections = try sectionOrigins(from: old.count, to: max(0, count))
    var result = sections.enumerated().map { $1 < 0 ? inserted($0) : old[$1] }
    var newIndexes = Array(repeating: -1, count: old.count)
    for (index, origin) in sections.enumerated() where origin >= 0 { newIndexes[origin] = index }
    for path in deleted + moved.map(\.from) where old.indices.contains(path.section) {
      if newIndexes[path.section] >= 0 { result[newIndexes[path.section]] -= 1 }
    }
    for path in self.inserted + moved.map(\.to) where result.indices.contains(path.section) {
      result[path.section] += 1
    }
    return result
  }

  private func miscounted(
    _ counted: Int, _ count: Int, _ origin: Int, _ section: Int
  ) -> BrokenListViewRule {
    let isTouched =
      (deleted + reloaded + moved.map(\.from)).contains { $0.section == origin }
      || (inserted + moved.map(\.to)).contains { $0.section == section }
    let reason = "\(counted) rows in section \(section), the data has \(count)"
    return BrokenListViewRule(isTouched || self.count == 0 ? .counts : .together, reason)
  }

  /// The old index of each section, or -1 for an inserted one.
  private func sectionOrigins(from old: Int, to new: Int) throws(BrokenListViewRule) -> [Int] {
    var leaves = Array(repeating: false, count: old)
    for section in deletedSections + reloadedSections + movedSections.map(\.from) {
      guard section >= 0, section < old else {
        throw BrokenListViewRule(.numbering, "there is no section \(section) before the batch")
      }
      if leaves[section] { throw twice(section) }
      leaves[section] = true
    }
    for section in reloadedSections { leaves[section] = false }
    for move in movedSections where move.from == move.to {
      throw BrokenListViewRule(.still, "section \(move.from) moves to its own index")
    }
    let count = old - deletedSections.count + insertedSections.count
    guard count == new else {
      throw BrokenListViewRule(.counts, "\(count) sections, the data has \(new)")
    }
    var origins = Array(repeating: -2, count: new)
    for index in insertedSections + movedSections.map(\.to) {
      guard index >= 0, index < new else {
        throw BrokenListViewRule(.numbering, "there is no section \(index) after the batch")
      }
      if origins[index] == -1 {
        let isInsertion = insertedSections.count { $0 == index } > 1
        throw BrokenListViewRule(
          isInsertion ? .once : .uniqueness, "section \(index) is filled twice")
      }
      origins[index] = -1
    }
    for move in movedSections { origins[move.to] = move.from }
    var stayer = 0
    for index in 0..<new where origins[index] == -2 {
      while leaves[stayer] { stayer += 1 }
      origins[index] = stayer
      stayer += 1
    }
    return origins
  }

  private func twice(_ section: Int) -> BrokenListViewRule {
    let isDeletion = deletedSections.count { $0 == section } > 1
    return BrokenListViewRule(
      isDeletion ? .once : .uniqueness, "section \(section) is deleted, moved or reloaded twice")
  }

  /// Checks that no row changes in a section that moves or reloads.
  private func checkSections(_ origins: [Int]) throws(BrokenListViewRule) {
    guard !movedSections.isEmpty || !reloadedSections.isEmpty else { return }
    for path in deleted + reloaded + moved.map(\.from) {
      try checkSection(path.section, path)
    }
    for path in inserted + moved.map(\.to) { try checkSection(origins[path.section], path) }
  }

  private func checkSection(_ section: Int, _ path: ResultsPath) throws(BrokenListViewRule) {
    if movedSections.contains(where: { $0.from == section }) {
      throw BrokenListViewRule(.movedSections, "\(path) changes in a section that moves")
    }
    if reloadedSections.contains(section) {
      throw BrokenListViewRule(.reloadedSections, "\(path) changes in a section that reloads")
    }
  }
}
