internal import EssentialFoundation
public import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults
internal import Synchronization

/// The visible rows of a table whose rows have a parent in it, now and after each commit.
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
/// Rows without a parent are roots. The list has each expanded row followed by its children, in the order of the
/// request. One statement reads the roots and the children of all expanded rows, and a second one finds which other rows
/// have children. A row that the predicate rejects hides those below it. A row that gets its first child, loses its
/// last one or changes its depth is reported as updated.
///
/// The limit and the offset of the request are ignored.
public final class LiveTree<Item: Filterable & Sendable>: LiveSource<Item>, @unchecked Sendable {
  private struct State {
    var expanded: Set<FilterValue>

    /// Whether the next read expands all rows.
    var expandsAll = false
    var expandsOneNode = false
    var shouldSetExpanded: (@Sendable (FilterValue, Bool) -> Bool)?

    /// The rows of the last read.
    var nodes = Nodes()

    /// Whether a row can be expanded or collapsed, and is not yet.
    func canSet(_ isExpanded: Bool, _ key: FilterValue) -> Bool {
      let isKnown = expanded.contains(key)
      return isExpanded ? !isKnown && nodes.withChildren.contains(key) : isKnown
    }
  }

  /// The structure of the visible rows.
  fileprivate struct Nodes {
    var depths: [FilterValue: Int] = [:]
    var parents: [FilterValue: FilterValue] = [:]

    /// The rows that have children.
    var withChildren: Set<FilterValue> = []
  }

  private let state: Mutex<State>
  private let link: String

  /// Creates a source without fetching rows.
  ///
  /// A synchronous store checks the table now, and an asynchronous one with the first read.
  ///
  /// - Parameters:
  ///   - request: The rows, and their order below one parent.
  ///   - link: The field that holds the key of the parent; nil for roots.
  ///   - store: The database.
  ///   - expanded: The keys of the rows that are expanded initially.
  /// - Throws: ``LiveFetchError``; ``FetchError``; the store's error if the table is not as declared.
  public init(
    _ request: SQLFetchRequest<Item>, parent link: String, in store: any SQLStore,
    expanded: Set<FilterValue> = []
  ) throws {
    self.link = link
    state = Mutex(State(expanded: expanded))
    try super.init(request, in: store)
  }

  override func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkLink(link)
    guard SQLKeyColumn(request.table.declaration, store.dialect) != nil else {
      throw LiveFetchError.noSimpleKey(table: request.table.declaration.name)
    }
    try super.check(request)
  }

  // MARK: - Expanding

  /// Whether the row with a key is expanded.
  public func isExpanded(_ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    return state.withLock { $0.expanded.contains(key) }
  }

  /// Whether the row with a key had children at the last read; false for rows that are not visible.
  public func canExpand(_ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    return state.withLock { $0.nodes.withChildren.contains(key) }
  }

  /// The depth of a visible row, 0 for a root; nil for other keys.
  public func depth(ofKey key: some FilterValueConvertible) -> Int? {
    let key = key.filterValue
    return state.withLock { $0.nodes.depths[key] }
  }

  /// Whether expanding a row collapses the other rows below its parent.
  public var expandsOneNode: Bool {
    get { state.withLock { $0.expandsOneNode } }
    set { state.withLock { $0.expandsOneNode = newValue } }
  }

  /// Called before a row is expanded (true) or collapsed (false) by its key; the row stays as it is if the result is false.
  public var shouldSetExpanded: (@Sendable (FilterValue, Bool) -> Bool)? {
    get { state.withLock { $0.shouldSetExpanded } }
    set { state.withLock { $0.shouldSetExpanded = newValue } }
  }

  /// Expands or collapses a row with the next read.
  ///
  /// A row that is collapsed forgets which rows below it were expanded, and so does a row that a commit hides or deletes.
  ///
  /// - Returns: False if nothing changes: for rows that have no children, that are not visible, or that are already as
  ///   requested, and if ``shouldSetExpanded`` returns false.
  @discardableResult
  public func setExpanded(_ isExpanded: Bool, _ key: some FilterValueConvertible) -> Bool {
    let key = key.filterValue
    // The closure may ask the tree, so that no lock is held.
    guard canSet(isExpanded, key), shouldSetExpanded?(key, isExpanded) ?? true else {
      return false
    }
    let changesRows = state.withLock { state in
      guard state.canSet(isExpanded, key) else { return false }
      let nodes = state.nodes
      if isExpanded {
        if state.expandsOneNode {
          state.expanded = state.expanded.filter { nodes.parents[$0] != nodes.parents[key] }
        }
        state.expanded.insert(key)
      } else {
        state.expanded = state.expanded.filter { $0 != key && !nodes.isBelow(key, $0) }
      }
      return true
    }
    if changesRows { changes.addEverything() }
    return changesRows
  }

  private func canSet(_ isExpanded: Bool, _ key: FilterValue) -> Bool {
    state.withLock { $0.canSet(isExpanded, key) }
  }

  /// Expands all rows with the next read, which is one statement for the whole tree. Rows that are inserted later are
  /// collapsed.
  public func expandAll() {
    state.withLock { $0.expandsAll = true }
    changes.addEverything()
  }

  /// Collapses all rows with the next read.
  public func collapseAll() {
    state.withLock { ($0.expanded, $0.expandsAll) = ([], false) }
    changes.addEverything()
  }

  // MARK: - Reading

  override func edits(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveEdits<Item> {
    var request = request
    (request.limit, request.offset) = (nil, 0)
    var (expanded, expandsAll) = state.withLock { ($0.expanded, $0.expandsAll) }
    let table = request.table.declaration
    guard let column = table.columns.first(where: { $0.field == link }),
      let key = SQLKeyColumn(table, store.dialect)?.column.field
    else { return .all([]) }
    let among = expandsAll ? nil : (column: column, values: Array(expanded))
    let rows = try FetchPlan(request, store.dialect, among: among, orNil: true).rows(reader)
    var children: [FilterValue: [Item]] = [:]
    for item in rows.items {
      children[item.filterValue(forKey: link) ?? .null, default: []].append(item)
    }
    let (items, visited) = visit(children, key: key, &expanded, expandsAll: expandsAll)
    var nodes = visited
    let collapsed = nodes.depths.keys.filter { !expanded.contains($0) }
    nodes.withChildren.formUnion(try parents(among: collapsed, request, column, reader))
    let gone = expanded.filter { nodes.depths[$0] == nil }
    let read = nodes
    let changed = state.withLock { state in
      defer { state.nodes = read }
      // Rows may have been collapsed during the read.
      if expandsAll, state.expandsAll {
        state.expanded.formUnion(read.depths.keys)
        state.expandsAll = false
      }
      state.expanded.subtract(gone)
      return read.changed(from: state.nodes)
    }
    owe(changed)
    withFailures { $0 = rows.failures }
    return .all(items)
  }

  /// The items that the expanded rows show, in order, and their places in the tree. Expands all that have a key if
  /// `expandsAll`.
  private func visit(
    _ children: [FilterValue: [Item]], key: String, _ expanded: inout Set<FilterValue>,
    expandsAll: Bool
  ) -> (items: [Item], nodes: Nodes) {
    var nodes = Nodes()
    var items: [Item] = []
    var stack = (children[.null] ?? []).reversed().map { (item: $0, depth: 0) }
    while let (item, depth) = stack.popLast() {
      items.append(item)
      guard let own = item.filterValue(forKey: key), nodes.depths[own] == nil else { continue }
      nodes.depths[own] = depth
      if depth > 0 { nodes.parents[own] = item.filterValue(forKey: link) }
      if expandsAll { expanded.insert(own) }
      guard expanded.contains(own), let below = children[own] else { continue }
      nodes.withChildren.insert(own)
      stack += below.reversed().map { ($0, depth + 1) }
    }
    return (items, nodes)
  }

  /// The keys whose rows have children.
  private func parents(
    among keys: [FilterValue], _ request: SQLFetchRequest<Item>, _ column: SQLColumn,
    _ reader: any SQLReader
  ) throws -> Set<FilterValue> {
    let table = request.table.declaration
    guard !keys.isEmpty, let key = SQLKeyColumn(table, store.dialect) else { return [] }
    var found: Set<FilterValue> = []
    let predicate = request.predicate
    let translation = SQLTranslation(
      parents: keys, by: column,
      of: predicate?.syntax ?? .literal(AST.BooleanLiteral(true)), table: table,
      dialect: store.dialect, bindings: request.values, now: Date(),
      options: predicate?.options ?? .standard)
    guard let translation else {
      // The engine must test the children.
      let rows = try FetchPlan(request, store.dialect, among: (column, keys)).rows(reader)
      return Set(rows.items.compactMap { $0.filterValue(forKey: column.field) })
    }
    let select = SQLSelect(translation, columns: table.key, ordersByKey: false)
    try reader.read(select, tests: translation.tests) { cells in
      if let key = key.value([cells.value(at: 0)]) { found.insert(key) }
      return true
    }
    return found
  }
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

  /// The rows that were visible before and have another depth now, their first child, or no children any more.
  fileprivate func changed(from old: Self) -> [FilterValue] {
    depths.compactMap { key, depth in
      guard let earlier = old.depths[key] else { return nil }
      let isSame =
        depth == earlier && withChildren.contains(key) == old.withChildren.contains(key)
      return isSame ? nil : key
    }
  }
}
