extension Changeset {
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
