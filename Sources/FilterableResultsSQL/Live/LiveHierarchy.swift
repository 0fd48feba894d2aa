public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// One section for each parent that matches, with its children as rows, now and after each commit.
///
/// ```swift
/// let live = try LiveHierarchy(
///   SQLFetchRequest(owners, sort: [.ascending(\.name)]),
///   children: SQLFetchRequest(tickets, open, sort: [.ascending(\.due)]), of: "ownerID", in: store,
///   title: \.name)
/// let results = ResultsController<Ticket>(identifiedBy: \.id)
/// try results.update(from: live)
/// ```
///
/// The key of a section is the key of its parent, and ``parent(forSection:)`` is the parent. A parent without children is
/// an empty section. A parent that matches now is an inserted section, a parent that no longer matches is a deleted one,
/// and a child that gets another parent moves.
///
/// After a commit two statements read the changed parents, the parents of changed children before and after the commit,
/// and the children of all of these. Two statements read all parents and children if more than 64 sections have changed
/// or more than 8 are inserted, deleted or moved; if the parents have a limit or an offset; if the key of the parents has
/// a kind that only the database can order; if the controller identifies rows by something other than the key of the
/// children; while there are ``LiveSource/failures``; and after a commit on a table that is related to the children.
///
/// The ``LiveSource/request`` is that of the children; its limit and offset are ignored. The controller needs no section
/// key.
public final class LiveHierarchy<Parent: Filterable & Sendable, Item: Filterable & Sendable>:
  LiveSource<Item>, @unchecked Sendable
{
  private struct State {
    var parents: SQLFetchRequest<Parent>

    /// The parents of the last read; nil before the first read of a request.
    var shown: ShownParents<Parent>?

    /// Whether the controller identifies rows by `keyField`.
    var isKeyed = false
  }

  private let state: Mutex<State>
  private let link: String
  private let title: @Sendable (Parent) -> String?

  /// Creates a source without fetching rows.
  ///
  /// A synchronous store checks the tables now, and an asynchronous one with the first read.
  ///
  /// - Parameters:
  ///   - parents: The parents that are sections, and their order.
  ///   - children: The children that are rows, and their order within a section.
  ///   - link: The field of the children that holds the key of their parent.
  ///   - store: The database.
  ///   - title: The title of a section; nil for the text of its key.
  /// - Throws: ``LiveFetchError``; ``FetchError``; the store's error if a table is not as declared.
  public init(
    _ parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>, of link: String,
    in store: any SQLStore, title: @escaping @Sendable (Parent) -> String? = { _ in nil }
  ) throws {
    self.link = link
    self.title = title
    state = Mutex(State(parents: parents))
    try Self.check(parents: parents, store.dialect)
    try super.init(children, in: store, takesLinks: true)
  }

  /// The parents that are sections, and their order.
  public var parents: SQLFetchRequest<Parent> { state.withLock { $0.parents } }

  /// The parent of a section at the last read; nil if no section has the key.
  public func parent(forSection key: some FilterValueConvertible) -> Parent? {
    let key = key.filterValue
    return state.withLock { $0.shown?.parents[key] }
  }

  /// Replaces both requests. The controller receives the difference between the rows.
  ///
  /// - Throws: Like the initializer; the requests then remain as they were.
  public func setRequests(
    parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>
  ) throws {
    try Self.check(parents: parents, store.dialect)
    try check(children)
    try replace(children, following: tables(parents, children)) {
      state.withLock { state in
        state.parents = parents
        state.shown = nil
      }
    }
  }

  private static func check(parents: SQLFetchRequest<Parent>, _ dialect: SQLDialect) throws {
    try parents.checkCanBeFollowed()
    guard parents.table.declaration.key.count == 1 else {
      throw LiveFetchError.keyOfSeveralColumns(table: parents.table.declaration.name)
    }
    _ = try FetchPlan(parents, dialect)
  }

  override func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkLink(link)
    try super.check(request)
  }

  /// The parents, whose keys are reported, then the tables whose rows decide on the sections.
  private func tables(
    _ parents: SQLFetchRequest<Parent>, _ children: SQLFetchRequest<Item>
  ) -> [SQLTableDeclaration] {
    [parents.table(linkedTo: children.table.declaration, by: link), children.table.declaration]
      + parents.relatedTables + children.relatedTables
  }

  override func tables(of request: SQLFetchRequest<Item>) -> [SQLTableDeclaration] {
    tables(parents, request)
  }

  override func requestDidChange() { state.withLock { $0.shown = nil } }

  override var keyField: String? {
    SQLKeyColumn(request.table.declaration, store.dialect)?.column.field
  }

  override func setKeyed(_ isKeyed: Bool) { state.withLock { $0.isKeyed = isKeyed } }

  override var refreshInterval: Duration? {
    [parents.refreshInterval, request.refreshInterval].compactMap(\.self).min()
  }

  // MARK: - Reading

  // The first time replaces the parents that were shown.
  override func canReadAgain(_ pending: SQLChanges.Pending) -> Bool { false }

  override func edits(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveEdits<Item> {
    let (state, children) = withRequest { request in (self.state.withLock { $0 }, request) }
    if let changed = try changedSections(pending, state, children, reader) {
      return .changedSections(changed)
    }
    let found = try state.parents.plan(store.dialect, of: store).window(reader)
    let shown = ShownParents(found.items, by: state.parents.keyField)
    let (sections, failures) = try sections(shown.keys, shown.parents, children, reader)
    self.state.withLock { $0.shown = shown }
    withFailures { current in
      current = found.failures
      current.append(failures)
    }
    return .sections(sections)
  }

  /// The sections that commits have changed; nil if all must be read.
  private func changedSections(
    _ pending: SQLChanges.Pending, _ state: State, _ children: SQLFetchRequest<Item>,
    _ reader: any SQLReader
  ) throws -> [ChangedSection<Item>]? {
    // It is unknown which section a row among the failures belongs to.
    guard !pending.isEverything, !pending.isUnknown, state.isKeyed, failures.isEmpty,
      let before = state.shown, !state.parents.isWindow,
      let key = SQLKeyColumn(state.parents.table.declaration, store.dialect),
      let last = key.sortKey(of: Parent.self),
      let keys = try state.parents.keys(pending, atMost: 64, reader, store.dialect),
      keys.allSatisfy(key.takes)
    else { return nil }
    let found = try FetchPlan(state.parents, store.dialect, among: (key.column, Array(keys)))
      .rows(reader)
    let read = ShownParents(found.items, by: key.column.field)
    let after = before.replacing(keys, by: read, order: state.parents.sort + [last])
    let (sections, failures) = try sections(read.keys, read.parents, children, reader)
    let changed = ChangedSection.all(keys, from: before.keys, to: after.keys, sections) { key in
      before.parents[key].flatMap(title)
    }
    guard changed.count(where: { !$0.remains }) <= 8 else { return nil }
    self.state.withLock { $0.shown = after }
    withFailures { current in
      current = found.failures
      current.append(failures)
    }
    return changed
  }

  /// The sections of parents, in their order.
  private func sections(
    _ keys: [FilterValue], _ parents: [FilterValue: Parent], _ children: SQLFetchRequest<Item>,
    _ reader: any SQLReader
  ) throws -> ([StoredSection<Item>], RowFailures) {
    let rows = try rows(children, of: keys, reader)
    let items = Dictionary(grouping: rows.items) { $0.filterValue(forKey: link) ?? .null }
    let sections = keys.map { key in
      StoredSection(key, title: parents[key].flatMap(title), items: items[key] ?? [])
    }
    return (sections, rows.failures)
  }

  private func rows(
    _ children: SQLFetchRequest<Item>, of parents: [FilterValue], _ reader: any SQLReader
  ) throws -> FetchedRows<Item> {
    let column = children.table.declaration.columns.first { $0.field == link }
    guard !parents.isEmpty, let column else { return FetchedRows() }
    return try FetchPlan(children, store.dialect, among: (column, parents)).rows(reader)
  }
}

extension SQLFetchRequest {
  /// The field of the key, if it is a single column.
  fileprivate var keyField: String {
    let declaration = table.declaration
    return declaration.columns.first { $0.name == declaration.key[0] }?.field ?? declaration.key[0]
  }
  /// Throws unless the table has a column for the field that holds the key of the parent.
  func checkLink(_ field: String) throws(LiveFetchError) {
    guard table.declaration.columns.contains(where: { $0.field == field }) else {
      throw .noLink(field, table: table.declaration.name)
    }
  }
}
