package import FilterableResults

extension Changeset {
  /// Tells a view, inside a batch, what comes, goes and moves.
  package func tellStructure(to view: any ListView) {
    if !deletedSections.isEmpty { view.deleteSections(deletedSections) }
    if !insertedSections.isEmpty { view.insertSections(insertedSections) }
    for move in movedSections { view.moveSection(move.from, to: move.to) }
    // A view may stumble over a row that moves to its own place.
    let still = movedItems.filter { $0.from == $0.to }
    let deleted = deletedItems + still.map(\.from)
    let inserted = insertedItems + still.map(\.to)
    if !deleted.isEmpty { view.deleteItems(deleted) }
    if !inserted.isEmpty { view.insertItems(inserted) }
    for move in movedItems where move.from != move.to { view.moveItem(move.from, to: move.to) }
  }

  /// Whether no section moves in which rows come, go or move.
  package var isSafeAsOneBatch: Bool {
    guard !movedSections.isEmpty else { return true }
    let sources = Set(movedSections.map(\.from))
    let targets = Set(movedSections.map(\.to))
    return !deletedItems.contains { sources.contains($0.section) }
      && !insertedItems.contains { targets.contains($0.section) }
      && !movedItems.contains {
        sources.contains($0.from.section) || targets.contains($0.to.section)
      }
  }
}
