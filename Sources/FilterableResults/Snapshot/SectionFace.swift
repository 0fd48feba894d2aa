internal import FilterEngine

/// What a snapshot knows of a section without the type of its items.
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

  /// The face of a section of the arrangement.
  init(_ section: RowSection, isCollapsed: Bool, showsGroup: Bool) {
    id = section.id
    key = section.key
    title = section.title
    indexTitle = section.head.indexTitle
    self.isCollapsed = isCollapsed
    count = isCollapsed ? 0 : section.tree.shownCount + (showsGroup ? 1 : 0)
    tree = section.tree
    self.showsGroup = showsGroup
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
  }
}
