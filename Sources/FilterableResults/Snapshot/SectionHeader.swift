internal import FilterEngine

/// A section of a snapshot without the type of its items.
final class SectionHeader: Sendable {
  let id: Int
  let key: FilterValue
  let title: String?
  let indexTitle: String?
  let isCollapsed: Bool

  /// The number of visible rows.
  let count: Int

  /// All rows of the section; nil for rows without a store.
  let tree: RowTree?
  let showsGroup: Bool

  /// Creates the header of a section of the arrangement.
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

  /// Creates the header of a section of rows without a store.
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
