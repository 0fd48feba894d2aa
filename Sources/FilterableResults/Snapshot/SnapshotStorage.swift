internal import Synchronization

/// The storage of a snapshot, without the type of its items.
// Unchecked: sendable if the items are, which `ResultsSnapshot` requires. Only an atomic reference changes once others
// have it.
final class SnapshotStorage: @unchecked Sendable {
  /// A list of sections, which is created at the first access.
  fileprivate class List {
    let headers: [SectionHeader]

    init(_ headers: [SectionHeader]) { self.headers = headers }
  }

  fileprivate final class Sections<Item>: List {
    let list: [ResultsSection<Item>]

    init(_ list: [ResultsSection<Item>]) {
      self.list = list
      super.init(list.map(\.header))
    }
  }

  /// The sections of the arrangement; nil for sections without a store.
  let shown: ShownSections?

  /// The rows of these sections.
  let rows: RowTable?
  private let made = AtomicLazyReference<List>()

  /// The facets and aggregates; nil for none.
  private(set) var summary: ResultsSummary?

  /// Creates the storage of the sections of an arrangement.
  init(_ sections: ShownSections, _ rows: RowTable, _ summary: ResultsSummary?) {
    shown = sections
    self.rows = rows
    self.summary = summary
  }

  /// Sets the numbers of a snapshot that nothing else holds yet.
  func setSummary(_ summary: ResultsSummary?) { self.summary = summary }

  /// Creates the storage of sections without a store.
  init<Item>(_ sections: [ResultsSection<Item>], _ summary: ResultsSummary? = nil) {
    shown = nil
    rows = nil
    self.summary = summary
    _ = made.storeIfNil(Sections(sections))
  }

  /// Creates the storage of the visible sections of a state.
  init(
    _ state: ResultsState, _ rules: ResultsRules, collapsed: CollapsedSections,
    _ summary: ResultsSummary? = nil
  ) {
    shown = ShownSections(
      tree: state.arranged, keepsEmpty: state.keepsEmptySections(rules),
      showsGroups: rules.showsGroupRows, collapsed: collapsed)
    rows = state.rows
    self.summary = summary
  }

  /// The sections with their items, whose type is that of the snapshot.
  func sections<Item>(of type: Item.Type) -> [ResultsSection<Item>] {
    if let made = made.load() { return unsafeDowncast(made, to: Sections<Item>.self).list }
    guard let shown, let rows else { return [] }
    let list = shown.headers.map { ResultsSection<Item>($0, .store(rows, summary)) }
    return unsafeDowncast(made.storeIfNil(Sections(list)), to: Sections<Item>.self).list
  }

  /// All sections without their items.
  ///
  /// - Complexity: O(n).
  var headers: [SectionHeader] { made.load()?.headers ?? shown?.headers ?? [] }

  /// The section at a place without its items. It must exist.
  @inline(never)
  func header(at place: Int) -> SectionHeader {
    if let made = made.load() { return made.headers[place] }
    guard let shown else { return headers[place] }
    return shown.header(of: shown.section(at: place))
  }

  /// The section at a place. It must exist.
  func section<Item>(at place: Int, of type: Item.Type) -> ResultsSection<Item> {
    guard let rows, made.load() == nil else { return sections(of: type)[place] }
    return ResultsSection(header(at: place), .store(rows, summary))
  }

  /// The number of visible sections.
  var sectionCount: Int { shown?.count ?? headers.count }

  /// The number of visible rows.
  var rowCount: Int { shown?.rowCount ?? headers.reduce(0) { $0 + $1.count } }

  /// Whether rows are lists of their own, without row numbers of a store.
  var hasLists: Bool { shown == nil && headers.contains { $0.tree == nil } }

  /// The row of the store at an index path; nil if there is none, or a row without an item.
  func id(at path: ResultsPath) -> RowID? {
    guard let shown, path.section >= 0, path.section < shown.count, path.item >= 0 else {
      return nil
    }
    return shown.withSection(at: path.section) { section in
      guard path.item < section.tree.shownCount, !shown.isCollapsed(section) else { return nil }
      return section.tree.shown(at: path.item)
    }
  }

  /// The place of the section with a number and a position in the arrangement; nil if the section is hidden or
  /// collapsed.
  ///
  /// - Complexity: O(log n), and O(n) in sections without a store.
  func place(ofExpanded id: Int, at position: Int) -> Int? {
    guard let shown else {
      let headers = headers
      return headers.firstIndex { $0.id == id }.flatMap { headers[$0].isCollapsed ? nil : $0 }
    }
    guard position < shown.tree.count else { return nil }
    let isExpanded = shown.tree.withSection(at: position) {
      $0.id == id && shown.isShown($0) && !shown.isCollapsed($0)
    }
    return isExpanded ? shown.place(of: position) : nil
  }
}
