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
}
