public import FilterEngine

/// A section of a snapshot: its key, titles, and visible rows.
public struct ResultsSection<Item> {
  /// The storage of the rows.
  enum Source {
    /// The visible rows of the section's tree, and its group row.
    case store(RowTable, ResultsSummary?)
    /// Rows without a store.
    case list([ResultsRow<Item>])
  }

  let header: SectionHeader
  private let source: Source

  /// The identity of the section in its snapshot; null for rows without a section key and for flat lists.
  ///
  /// ```swift
  /// let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.mood)
  /// let moods = results.snapshot.map { $0.key.converted(to: Mood.self) }
  /// ```
  public var key: FilterValue { header.key }

  /// The title to display; nil for a section without a key.
  public var title: String? { header.title }

  /// The entry in an index of sections, such as the first letter of the title.
  public var indexTitle: String? { header.indexTitle }

  /// Whether the rows of the section are hidden.
  public var isCollapsed: Bool { header.isCollapsed }

  /// The tree of a section of the store with the rows of the snapshot.
  private var stored: (tree: RowTree, rows: RowTable)? {
    guard case .store(let rows, _) = source, let tree = header.tree else {
      return nil
    }
    return (tree, rows)
  }

  /// The rows without a store; empty for a section of the store.
  private var list: [ResultsRow<Item>] {
    if case .list(let rows) = source { rows } else { [] }
  }

  init(_ header: SectionHeader, _ source: Source) {
    self.header = header
    self.source = source
  }

  /// Creates a section of rows without a store.
  init(
    key: FilterValue, title: String?, indexTitle: String?, isCollapsed: Bool,
    rows: [ResultsRow<Item>]
  ) {
    self.init(
      SectionHeader(
        key: key, title: title, indexTitle: indexTitle, isCollapsed: isCollapsed,
        count: rows.count),
      .list(rows))
  }

  /// Creates a section of rows, such as one of a substitute snapshot.
  ///
  /// Without an `indexTitle` it is the first letter of the title in upper case.
  public init(
    key: FilterValue, title: String? = nil, indexTitle: String? = nil, rows: [ResultsRow<Item>]
  ) {
    self.init(
      key: key, title: title,
      indexTitle: indexTitle ?? title?.first.map { String($0).uppercased() },
      isCollapsed: false, rows: rows)
  }

  /// The aggregates of the section, in the order of `ResultsController.aggregates`; empty for none.
  public var aggregates: [AggregateValue] {
    guard case .store(_, let summary?) = source else { return [] }
    return summary.aggregates(ofSection: header.id)
  }

  /// The section without its rows.
  var head: ResultsSection {
    ResultsSection(
      key: key, title: title, indexTitle: indexTitle, isCollapsed: isCollapsed, rows: [])
  }

  /// The row at an index; nil if the index is out of bounds.
  ///
  /// - Complexity: O(log n), and O(k) for a group row of k items.
  public func row(at index: Int) -> ResultsRow<Item>? {
    guard index >= 0, index < count else { return nil }
    guard let (tree, rows) = stored else { return list[index] }
    if index < tree.shownCount { return .item(rows.item(tree.shown(at: index), as: Item.self)) }
    return .group(ResultsGroup(section: key, items: groupedItems))
  }

  /// The rows as an array.
  ///
  /// - Complexity: O(n).
  public var rows: [ResultsRow<Item>] {
    guard let (tree, table) = stored else { return list }
    guard !isCollapsed else { return [] }
    var rows = tree.shownIDs.map { ResultsRow<Item>.item(table.item($0, as: Item.self)) }
    if header.showsGroup, let group = row(at: rows.count) { rows.append(group) }
    return rows
  }

  /// The items of the visible rows in order, as a collection that shares the storage of the controller.
  ///
  /// ```swift
  /// for person in section.items { print(person.name) }
  /// ```
  ///
  /// - Complexity: O(1), and O(n) for a section of rows without a store.
  public var items: ResultsItems<Item> {
    guard let (tree, rows) = stored else { return ResultsItems(list.compactMap { $0.item }) }
    return ResultsItems(tree, rows, count: isCollapsed ? 0 : tree.shownCount)
  }

  /// The items that the test of group rows hides, whether or not there is a group row.
  public var groupedItems: [Item] {
    guard let (tree, rows) = stored else { return [] }
    return tree.groupedIDs.map { rows.item($0, as: Item.self) }
  }
}

extension ResultsSection: Identifiable {
  /// The key, which is unique in the snapshot.
  public var id: FilterValue { key }
}

extension ResultsSection: RandomAccessCollection {
  /// The first index, which is 0.
  public var startIndex: Int { 0 }

  /// The number of visible rows.
  public var endIndex: Int { header.count }

  /// The row at an index, which must exist.
  ///
  /// - Complexity: O(log n), and O(k) for a group row of k items.
  public subscript(position: Int) -> ResultsRow<Item> {
    guard let row = row(at: position) else {
      preconditionFailure("there is no row \(position) in a section of \(count)")
    }
    return row
  }
}

extension ResultsSection.Source: Sendable where Item: Sendable {}
extension ResultsSection: Sendable where Item: Sendable {}

extension ResultsSection: Equatable where Item: Equatable {
  /// Whether key, titles and rows are equal.
  public static func == (lhs: ResultsSection, rhs: ResultsSection) -> Bool {
    lhs.key == rhs.key && lhs.title == rhs.title && lhs.indexTitle == rhs.indexTitle
      && lhs.isCollapsed == rhs.isCollapsed && lhs.rows == rhs.rows
  }
}
