public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// The rows of a table whose rows have a parent in it, as a list of those that no collapsed one hides, now and after
/// each commit.
///
/// ```swift
/// let live = try LiveTree(SQLFetchRequest(folders, sort: [.ascending(\.name, options: .normalized)]),
///   parent: "parentID", in: store)
/// let results = ResultsController<Folder>(identifiedBy: \.id)
/// try results.update(from: live)
/// live.setExpanded(true, 7)
/// try results.update(from: live)
/// ```
///
/// Rows without a parent are roots; below each expanded row are its children in the order of the request. One statement
/// reads the roots and the children of all expanded rows, and a second one finds which of the others have children. A
/// row that a filter leaves out hides those below it. A row that gets its first child, loses its last one or goes to
/// another depth is reported as updated.
///
/// A live tree has one reader.
public final class LiveTree<Item: Filterable & Sendable>: Sendable {
  struct State {
    var request: SQLFetchRequest<Item>
    var expanded: Set<FilterValue>

    /// The rows that were read last.
    var nodes = Nodes()
    var failures = RowFailures()

    /// The keys of rows that could not be shown as changed.
    var owed: Set<FilterValue> = []
  }

  /// What is known of the rows that are shown.
  struct Nodes {
    var depths: [FilterValue: Int] = [:]
    var parents: [FilterValue: FilterValue] = [:]

    /// Those that have children.
    var withChildren: Set<FilterValue> = []
  }

  let changes = SQLChanges()
  let store: any SQLStore
  let state: Mutex<State>
  let link: String

  /// The trees of a table in a database. Nothing is fetched before the first read.
  ///
  /// - Parameters:
  ///   - request: Which rows, in the order within their parent. A limit and an offset do not count.
  ///   - link: The key of the items with the key of their parent, nil for roots.
  ///   - store: The database.
  ///   - expanded: The keys of the rows that are expanded at the beginning.
  /// - Throws: ``LiveFetchError``; ``FetchError``; where the table is not as it is declared, what the store reports.
  public init(
    _ request: SQLFetchRequest<Item>, parent link: String, in store: any SQLStore,
    expanded: Set<FilterValue> = []
  ) throws {
    self.store = store
    self.link = link
    state = Mutex(State(request: request, expanded: expanded))
    try check(request)
    try follow()
    changes.addEverything()
  }

  /// What is fetched.
  public var request: SQLFetchRequest<Item> { state.withLock { $0.request } }

  /// Fetches something else from now on; rows that are there too stay expanded.
  ///
  /// - Throws: As the initializer; then the request stays as it was.
  public func setRequest(_ request: SQLFetchRequest<Item>) throws {
    try check(request)
    try follow(request)
    state.withLock { $0.request = request }
    changes.addEverything()
  }

  /// The rows that were left out when the reader looked last.
  public var failures: RowFailures { state.withLock { $0.failures } }

  // MARK: - Expanding

  /// Whether the row of a key shows what is below it.
  public func isExpanded(_ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    return state.withLock { $0.expanded.contains(key) }
  }

  /// Whether the row of a key had children when the reader looked last; false for rows that are not shown.
  public func canExpand(_ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    return state.withLock { $0.nodes.withChildren.contains(key) }
  }

  /// The depth of a row that is shown, 0 for a root; nil for others.
  public func depth(ofKey key: some FilterValueConvertible) -> Int? {
    let key = key.filterValue
    return state.withLock { $0.nodes.depths[key] }
  }

  /// Shows what is below a row, or hides it; false where nothing changes: for rows without children, rows that are not
  /// shown, and those that are so already. The reader gets the difference at its next look.
  ///
  /// A row that is collapsed forgets what was expanded below it, and a row that a commit hides or deletes forgets that
  /// it was expanded.
  @discardableResult
  public func setExpanded(_ isExpanded: Bool, _ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    let changesRows = state.withLock { state in
      if isExpanded {
        guard state.nodes.withChildren.contains(key) else { return false }
        return state.expanded.insert(key).inserted
      }
      guard state.expanded.remove(key) != nil else { return false }
      let nodes = state.nodes
      state.expanded = state.expanded.filter { !nodes.isBelow(key, $0) }
      return true
    }
    if changesRows { changes.addEverything() }
    return changesRows
  }

  private func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkCanBeFollowed()
    let table = request.table.declaration
    guard table.columns.contains(where: { $0.field == link }) else {
      throw LiveFetchError.noLink(link, table: table.name)
    }
    guard SQLKeyColumn(table, store.dialect) != nil else {
      throw LiveFetchError.noSimpleKey(table: table.name)
    }
    _ = try FetchPlan(request, store.dialect)
  }

  private func follow(_ request: SQLFetchRequest<Item>) throws {
    try store.follow(
      request.table.declaration, with: request.relatedTables, into: changes)
  }

  func follow() throws { try follow(request) }
}

extension LiveTree.Nodes {
  /// Whether a row is below another one.
  fileprivate func isBelow(_ key: FilterValue, _ node: FilterValue) -> Bool {
    var parent = parents[node]
    while let next = parent {
      if next == key { return true }
      parent = parents[next]
    }
    return false
  }
}
