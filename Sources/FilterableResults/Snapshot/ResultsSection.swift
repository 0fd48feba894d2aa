public import FilterEngine

/// A section of a snapshot.
public struct ResultsSection<Item> {
  /// Where the rows are.
  enum Source {
    /// The shown rows of the section's tree, and its group row.
    case store(RowTable)
    /// Rows by themselves.
    case list([ResultsRow<Item>])
  }

  let face: SectionFace
  private let source: Source

  /// What tells it from other sections, nil for rows without a section key and for flat lists.
  public var key: FilterValue { face.key }

  /// What people read.
  public var title: String? { face.title }

  /// The title's place in an index, such as its first letter.
  public var indexTitle: String? { face.indexTitle }

  /// Whether its rows are put away.
  public var isCollapsed: Bool { face.isCollapsed }

  /// The tree of a section of the store with the rows of the snapshot.
  private var stored: (tree: RowTree, rows: RowTable)? {
    guard case .store(let rows) = source, let tree = face.tree else {
      return nil
    }
    return (tree, rows)
  }

  /// The rows by themselves, none for a section of the store.
  private var list: [ResultsRow<Item>] {
    if case .list(let rows) = source { rows } else { [] }
  }

  init(_ face: SectionFace, _ source: Source) {
    self.face = face
    self.source = source
  }

  /// A section of rows by themselves.
  init(
    key: FilterValue, title: String?, indexTitle: String?, isCollapsed: Bool,
    rows: [ResultsRow<Item>]
  ) {
    self.init(
      SectionFace(
        key: key, title: title, indexTitle: indexTitle, isCollapsed: isCollapsed,
        count: rows.count),
      .list(rows))
  }

  /// A section of rows, for the substitute hook.
  public init(
    key: FilterValue, title: String? = nil, indexTitle: String? = nil, rows: [ResultsRow<Item>]
  ) {
    self.init(
      key: key, title: title,
      indexTitle: indexTitle ?? title?.first.map { String($0).uppercased() },
      isCollapsed: false, rows: rows)
  }

  /// The section without its rows.
  var head: ResultsSection {
    ResultsSection(
      key: key, title: title, indexTitle: indexTitle, isCollapsed: isCollapsed, rows: [])
  }

  /// The row at `index`, nil where there is none.
  ///
  /// - Complexity: O(log n); a group row costs its items.
  public func row(at index: Int) -> ResultsRow<Item>? {
    guard index >= 0, index < count else { return nil }
    guard let (tree, rows) = stored else { return list[index] }
    if index < tree.shownCount { return .item(rows.item(tree.shown(at: index), as: Item.self)) }
    return .group(ResultsGroup(section: key, items: groupedItems))
  }

  /// The rows in order.
  ///
  /// - Complexity: O(n).
  public var rows: [ResultsRow<Item>] {
    guard let (tree, table) = stored else { return list }
    guard !isCollapsed else { return [] }
    var rows = tree.shownIDs.map { ResultsRow<Item>.item(table.item($0, as: Item.self)) }
    if face.showsGroup, let group = row(at: rows.count) { rows.append(group) }
    return rows
  }

  /// The items that are shown, in order, without a copy of them.
  ///
  /// - Complexity: O(1), and O(n) for a section of rows by themselves.
  public var items: ResultsItems<Item> {
    guard let (tree, rows) = stored else { return ResultsItems(list.compactMap { $0.item }) }
    return ResultsItems(tree, rows, count: isCollapsed ? 0 : tree.shownCount)
  }

  /// The items that the test after the filters hides, whether or not a group row stands for them.
  public var groupedItems: [Item] {
    guard let (tree, rows) = stored else { return [] }
    return tree.groupedIDs.map { rows.item($0, as: Item.self) }
  }
}

extension ResultsSection: Identifiable {
  /// The key, which no other section of the snapshot has.
  public var id: FilterValue { key }
}

extension ResultsSection: RandomAccessCollection {
  /// A row.
  public typealias Element = ResultsRow<Item>

  /// 0
  public var startIndex: Int { 0 }

  /// How many rows are shown.
  public var endIndex: Int { face.count }

  /// The row at a position, which exists.
  ///
  /// - Complexity: O(log n); a group row costs its items.
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
