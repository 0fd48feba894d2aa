internal import FilterEngine

/// What a snapshot knows of a section without the type of its items.
///
/// Snapshots share the faces of sections that have not changed, so that a delivery costs a reference
/// for each. What goes through all sections goes through faces: generic code looks up types as it goes.
final class SectionFace: Sendable {
  let id: Int
  let key: FilterValue
  let title: String?
  let indexTitle: String?
  let isCollapsed: Bool

  /// How many rows are shown.
  let count: Int

  /// All rows of the section; nil where rows stand by themselves.
  let tree: RowTree?
  let showsGroup: Bool

  /// The section of the arrangement that it was made of.
  let head: ArrangedSection.Head?

  /// The face of a section of the arrangement.
  init(
    _ section: ArrangedSection, _ titles: (title: String?, index: String?), isCollapsed: Bool,
    showsGroup: Bool
  ) {
    id = section.id
    key = section.key
    title = titles.title
    indexTitle = titles.index
    self.isCollapsed = isCollapsed
    count = isCollapsed ? 0 : section.tree.shownCount + (showsGroup ? 1 : 0)
    tree = section.tree
    self.showsGroup = showsGroup
    head = section.head
  }

  /// The face of a section of rows by themselves.
  init(key: FilterValue, title: String?, indexTitle: String?, isCollapsed: Bool, count: Int) {
    id = -1
    self.key = key
    self.title = title
    self.indexTitle = indexTitle
    self.isCollapsed = isCollapsed
    self.count = count
    tree = nil
    showsGroup = false
    head = nil
  }
}

/// How sections become faces.
struct SectionFaces {
  /// Gives the title and the index title of a section.
  typealias Titles = (ArrangedSection) -> (title: String?, index: String?)

  let keepsEmpty: Bool
  let showsGroups: Bool
  let collapsed: CollapsedSections

  /// The faces of the sections that are shown; those that are as in `old` are shared with it.
  func faces(
    of sections: [ArrangedSection], reusing old: [SectionFace], titles: Titles
  ) -> [SectionFace] {
    var faces: [SectionFace] = []
    faces.reserveCapacity(sections.count)
    var next = 0
    for section in sections {
      guard isShown(section) else { continue }
      let showsGroup = showsGroup(section)
      let isCollapsed = collapsed.contains(section.key)
      // Most sections stand where they stood; one may have gone.
      let place = next < old.count && old[next].head !== section.head ? next + 1 : next
      if place < old.count, old[place].head === section.head {
        next = place + 1
        let known = old[place]
        if known.tree?.isIdentical(to: section.tree) == true, known.showsGroup == showsGroup,
          known.isCollapsed == isCollapsed
        {
          faces.append(known)
          continue
        }
      }
      faces.append(face(of: section, titles))
    }
    return faces
  }

  /// The faces after rows of sections have changed and nothing else, where all sections are shown before
  /// and after; nil where one is not, or another one stands in its place.
  ///
  /// Of the sections that have not changed nothing is looked at: each would cost a wait for memory.
  func faces(
    of sections: [ArrangedSection], replacing old: [SectionFace], of before: [ArrangedSection],
    titles: Titles
  ) -> [SectionFace]? {
    guard sections.count == before.count, sections.count == old.count else { return nil }
    var faces = old
    for (place, section) in sections.enumerated() {
      guard section.head === before[place].head else { return nil }
      if section.tree.isIdentical(to: before[place].tree) { continue }
      guard isShown(section) else { return nil }
      faces[place] = face(of: section, titles)
    }
    return faces
  }

  private func showsGroup(_ section: ArrangedSection) -> Bool {
    showsGroups && section.tree.groupedCount > 0
  }

  private func isShown(_ section: ArrangedSection) -> Bool {
    keepsEmpty || section.tree.shownCount > 0 || showsGroup(section)
  }

  private func face(of section: ArrangedSection, _ titles: Titles) -> SectionFace {
    SectionFace(
      section, titles(section), isCollapsed: collapsed.contains(section.key),
      showsGroup: showsGroup(section))
  }
}
