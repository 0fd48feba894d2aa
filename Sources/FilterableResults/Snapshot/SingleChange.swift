/// What one edited row changes, where its places are known.
///
/// All other rows are where they were relative to each other, so the row alone moves.
struct SingleChange {
  let sections: SectionDifference
  let old: [SectionFace]
  let new: [SectionFace]

  func changeset(_ edit: EditedRow?) -> Changeset {
    var changes = Changeset()
    sections.report(to: &changes)
    guard let edit else { return changes }
    let from = edit.from.flatMap { Self.path(of: $0, in: old) }
    let to = edit.to.flatMap { Self.path(of: $0, in: new) }
    let leaves = from.map { sections.newPlaces[$0.section] >= 0 } ?? false
    let arrives = to.map { sections.oldPlaces[$0.section] >= 0 } ?? false
    guard let from, let to, leaves, arrives else {
      if let from, leaves { changes.deletedItems = [from] }
      if let to, arrives { changes.insertedItems = [to] }
      return changes
    }
    let pair = Changeset.ItemPair(from: from, to: to)
    if sections.newPlaces[from.section] != to.section || from.item != to.item {
      changes.movedItems = [pair]
    }
    if edit.isModified { changes.updatedItems = [pair] }
    return changes
  }

  private static func path(of place: EditedRow.Place, in faces: [SectionFace]) -> ItemPath? {
    guard let section = section(of: place, in: faces), !faces[section].isCollapsed else {
      return nil
    }
    return ItemPath(section: section, item: place.rank)
  }

  /// Where all sections are shown, a section has the same place as in the arrangement.
  private static func section(of place: EditedRow.Place, in faces: [SectionFace]) -> Int? {
    if place.index < faces.count, faces[place.index].id == place.section { return place.index }
    return faces.firstIndex { $0.id == place.section }
  }
}
