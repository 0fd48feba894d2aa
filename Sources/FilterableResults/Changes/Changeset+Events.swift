/// What happened to one row.
public enum ItemChange: Hashable, Sendable {
  /// The row at a place of the old snapshot is gone.
  case delete(at: ItemPath)
  /// A row came, to a place of the new snapshot.
  case insert(at: ItemPath)
  /// The row went from a place of the old snapshot to one of the new snapshot.
  case move(from: ItemPath, to: ItemPath)
  /// The content changed: the row's place in the old snapshot, and in the new one.
  case update(from: ItemPath, to: ItemPath)
}

/// What happened to one section.
public enum SectionChange: Hashable, Sendable {
  /// The section at a place of the old snapshot is gone, with its rows.
  case delete(at: Int)
  /// A section came with its rows, to a place of the new snapshot.
  case insert(at: Int)
  /// The section went from a place of the old snapshot to one of the new snapshot.
  case move(from: Int, to: Int)
  /// Title or index title changed, or the section was collapsed or expanded without a row to come or
  /// go: its place in the old snapshot, and in the new one.
  case update(from: Int, to: Int)
}

extension Changeset {
  /// The section events in the order of delivery: deletions, insertions, moves, updates.
  public var sectionChanges: [SectionChange] {
    deletedSections.map { .delete(at: $0) } + insertedSections.map { .insert(at: $0) }
      + movedSections.map { .move(from: $0.from, to: $0.to) }
      + updatedSections.map { .update(from: $0.from, to: $0.to) }
  }

  /// The row events in the order of delivery: deletions, insertions, moves, updates.
  public var itemChanges: [ItemChange] {
    deletedItems.map { .delete(at: $0) } + insertedItems.map { .insert(at: $0) }
      + movedItems.map { .move(from: $0.from, to: $0.to) }
      + updatedItems.map { .update(from: $0.from, to: $0.to) }
  }

  /// What leads back: from the new snapshot to the old one.
  public var inverse: Changeset {
    var inverse = Changeset()
    inverse.deletedSections = insertedSections
    inverse.insertedSections = deletedSections
    inverse.movedSections = movedSections.map { SectionPair(from: $0.to, to: $0.from) }
    inverse.updatedSections = updatedSections.map { SectionPair(from: $0.to, to: $0.from) }
    inverse.deletedItems = insertedItems
    inverse.insertedItems = deletedItems
    inverse.movedItems = movedItems.map { ItemPair(from: $0.to, to: $0.from) }
    inverse.updatedItems = updatedItems.map { ItemPair(from: $0.to, to: $0.from) }
    inverse.sort()
    return inverse
  }

  /// The same change with a deletion and an insertion in place of every move.
  ///
  /// A row that moved and changed is inserted as it is now. The rows of a section that moved come and
  /// go with it, so that none of their events is left.
  public var withoutMoves: Changeset {
    guard !movedSections.isEmpty || !movedItems.isEmpty else { return self }
    let gone = Set(movedSections.map(\.from))
    let come = Set(movedSections.map(\.to))
    var result = self
    result.movedSections = []
    result.movedItems = []
    result.deletedSections += gone
    result.insertedSections += come
    result.updatedSections.removeAll { come.contains($0.to) }
    result.deletedItems += movedItems.map(\.from)
    result.deletedItems.removeAll { gone.contains($0.section) }
    result.insertedItems += movedItems.map(\.to)
    result.insertedItems.removeAll { come.contains($0.section) }
    let moved = Set(movedItems.map(\.to))
    result.updatedItems.removeAll { moved.contains($0.to) || come.contains($0.to.section) }
    result.sort()
    return result
  }
}
