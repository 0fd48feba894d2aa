extension ResultsDifference {
  /// What one edited row changes, where its places are known.
  ///
  /// All other rows are where they were relative to each other, so the row alone moves.
  func singleChange(_ edit: EditedRow) -> Changeset {
    var changes = Changeset()
    sections.report(to: &changes)
    let from = edit.from.flatMap { Self.path(of: $0, in: old.shown) }
    let to = edit.to.flatMap { Self.path(of: $0, in: new.shown) }
    let target = from.flatMap { sections.newIndex(of: $0.section) }
    let origin = to.flatMap { sections.oldIndex(of: $0.section) }
    guard let from, let to, let target, origin != nil else {
      if let from, target != nil { changes.deletedItems = [from] }
      if let to, origin != nil { changes.insertedItems = [to] }
      return changes
    }
    let pair = Changeset.ItemPair(from: from, to: to)
    if target != to.section || from.item != to.item { changes.movedItems = [pair] }
    if edit.isModified { changes.updatedItems = [pair] }
    return changes
  }

  private static func path(
    of place: EditedRow.Place, in shown: SnapshotStorage?
  ) -> ItemPath? {
    shown?.place(ofExpanded: place.section, at: place.index).map {
      ItemPath(section: $0, item: place.rank)
    }
  }
}
