internal import FilterEngine

/// A section of the store or of the arrangement: all its rows in order, hidden ones too.
struct RowSection: Sendable {
  /// What stays the same for as long as the section does, one reference wide.
  final class Head: Sendable {
    let key: FilterValue

    /// In the store the title that was given, in the arrangement the one that people read.
    let title: String?
    let indexTitle: String?

    init(key: FilterValue, title: String?, indexTitle: String?) {
      self.key = key
      self.title = title
      self.indexTitle = indexTitle
    }
  }

  /// The number of the key, beside the head: a search reads it of many sections.
  let id: Int
  let head: Head
  var tree: RowTree

  init(
    id: Int, key: FilterValue, title: String?, indexTitle: String? = nil,
    tree: RowTree = RowTree()
  ) {
    self.id = id
    head = Head(key: key, title: title, indexTitle: indexTitle)
    self.tree = tree
  }

  var key: FilterValue { head.key }
  var title: String? { head.title }

  /// Whether both are one version of one section.
  func isIdentical(to other: RowSection) -> Bool {
    head === other.head && tree.isIdentical(to: other.tree)
  }

  var totals: SectionTotals { SectionTotals(tree) }
}

/// How many sections there are, with how many rows.
struct SectionTotals: Sendable {
  var sections = 0
  var rows = 0
  var shownRows = 0

  /// Sections with a row that is shown, with one that is grouped, and with either.
  var withShown = 0
  var withGrouped = 0
  var withVisible = 0

  init() {}

  /// The totals of one section.
  init(_ tree: RowTree) {
    sections = 1
    rows = tree.count
    shownRows = tree.shownCount
    withShown = tree.shownCount > 0 ? 1 : 0
    withGrouped = tree.groupedCount > 0 ? 1 : 0
    withVisible = withShown | withGrouped
  }

  static func += (left: inout SectionTotals, right: SectionTotals) {
    left.sections += right.sections
    left.rows += right.rows
    left.shownRows += right.shownRows
    left.withShown += right.withShown
    left.withGrouped += right.withGrouped
    left.withVisible += right.withVisible
  }

  static func -= (left: inout SectionTotals, right: SectionTotals) {
    left.sections -= right.sections
    left.rows -= right.rows
    left.shownRows -= right.shownRows
    left.withShown -= right.withShown
    left.withGrouped -= right.withGrouped
    left.withVisible -= right.withVisible
  }
}
