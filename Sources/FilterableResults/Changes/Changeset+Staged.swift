extension Changeset {
  /// The same change in up to five stages, each of which a list view can apply as one batch.
  ///
  /// The stages are: contents, deletions, inserted and moved sections, inserted and moved rows, section titles. The
  /// indices of a stage refer to the result of the previous ones. Empty stages are left out.
  ///
  /// - Parameter counts: The number of rows of each section of the old snapshot.
  /// - Throws: `ChangesetError` if the change set does not fit the old snapshot.
  /// - Complexity: O(n) for n rows.
  public func stages(from counts: [Int]) throws(ChangesetError) -> [Changeset] {
    let origins = try origins(of: counts)
    var contents = Changeset()
    contents.updatedItems = updatedItems.map { ItemPair(from: $0.from, to: $0.from) }
    var deletions = Changeset()
    deletions.deletedSections = deletedSections
    deletions.deletedItems = deletedItems
    var arrivals = Changeset()
    arrivals.insertedItems = insertedItems
    arrivals.movedItems = movedSources(origins, counts)
    var titles = Changeset()
    titles.updatedSections = updatedSections.map { SectionPair(from: $0.to, to: $0.to) }
    var stages = [contents, deletions, sectionStage(counts.count), arrivals, titles]
    for index in stages.indices { stages[index].sort() }
    return stages.filter { !$0.isEmpty }
  }

  private func sectionStage(_ count: Int) -> Changeset {
    var stage = Changeset()
    stage.insertedSections = insertedSections
    let deleted = Set(deletedSections)
    var indices: [Int: Int] = [:]
    for section in 0..<count where !deleted.contains(section) { indices[section] = indices.count }
    for move in movedSections {
      guard let from = indices[move.from] else { continue }
      stage.movedSections.append(SectionPair(from: from, to: move.to))
    }
    // After the deletions a section may already have the index that it moves to.
    let total = count - deletedSections.count + insertedSections.count
    if stage.movedSections.contains(where: { $0.from == $0.to }) {
      let inserted = Set(insertedSections)
      var arrivals: [Int: Int] = [:]
      for move in stage.movedSections { arrivals[move.to] = move.from }
      let moved = Set(stage.movedSections.map(\.from))
      var stayers = (0..<indices.count).filter { !moved.contains($0) }.makeIterator()
      let new = (0..<total).map { index -> Int in
        inserted.contains(index) ? -1 - index : arrivals[index] ?? stayers.next() ?? 0
      }
      stage.movedSections = SectionDifference(from: Array(0..<indices.count), to: new).moved
    }
    return stage
  }

  /// The moves of rows, with the index paths after the deletions and the changes of sections.
  private func movedSources(_ origins: [SectionOrigin], _ counts: [Int]) -> [ItemPair] {
    guard !movedItems.isEmpty else { return [] }
    var finalSections: [Int: Int] = [:]
    for (index, origin) in origins.enumerated() {
      if case .kept(let section, _) = origin { finalSections[section] = index }
    }
    var removed: [Int: [Int]] = [:]
    for path in deletedItems.reversed() { removed[path.section, default: []].append(path.item) }
    return movedItems.map { move in
      let (section, item) = (move.from.section, move.from.item)
      return ItemPair(
        from: ResultsPath(
          section: finalSections[section] ?? section,
          item: item - (removed[section] ?? []).count(below: item)),
        to: move.to)
    }
  }
}
