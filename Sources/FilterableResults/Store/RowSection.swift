public import FilterEngine

/// A section with its items, as an app passes it to a controller.
public struct StoredSection<Item> {
  /// The key, which identifies the section; nil to identify it by its index.
  public var key: FilterValue?

  /// The displayed title; nil for the text of the key.
  public var title: String?

  /// The items of the rows.
  public var items: [Item]

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - key: The key, which identifies the section; nil to identify it by its index.
  ///   - title: The displayed title; nil for the text of the key.
  ///   - items: The items of the rows.
  public init(_ key: (any FilterValueConvertible)?, title: String? = nil, items: [Item]) {
    self.key = key?.filterValue
    self.title = title
    self.items = items
  }
}

extension StoredSection: Sendable where Item: Sendable {}
extension StoredSection: Equatable where Item: Equatable {}

/// A section of the store or of the arrangement, with all its rows in order, including hidden ones.
struct RowSection: Sendable {
  /// The constant parts of a section, as one reference.
  final class Head: Sendable {
    let key: FilterValue

    /// The title that was set if the section is one of the store, and the displayed title in the arrangement.
    let title: String?
    let indexTitle: String?

    init(key: FilterValue, title: String?, indexTitle: String?) {
      self.key = key
      self.title = title
      self.indexTitle = indexTitle
    }
  }

  /// The number of the key, outside the head because a search reads it in many sections.
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

  /// Whether both are the same version of the same section.
  func isIdentical(to other: RowSection) -> Bool {
    head === other.head && tree.isIdentical(to: other.tree)
  }

  var totals: SectionTotals { SectionTotals(tree) }
}

/// The numbers of sections and of their rows.
struct SectionTotals: Sendable {
  var sections = 0
  var rows = 0
  var shownRows = 0

  /// The numbers of sections with a shown row, with a grouped row, and with either.
  var withShown = 0
  var withGrouped = 0
  var withVisible = 0

  init() {}

  /// Creates the totals of one section.
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
