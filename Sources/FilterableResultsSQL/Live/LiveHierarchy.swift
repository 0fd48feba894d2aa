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
/// The key of a section is the key of its parent. A parent without children is an empty section. After a commit on
/// either table two statements read all parents and children, and the rows are compared: a parent that matches now is
/// an inserted section, a parent that no longer matches is a deleted one, and a child that gets another parent moves.
///
/// The ``LiveSource/request`` is that of the children; its limit and offset are ignored. The controller needs no section
/// key.
public final class LiveHierarchy<Parent: Filterable & Sendable, Item: Filterable & Sendable>:
  LiveSource<Item>, @unchecked Sendable
{
  private let state: Mutex<SQLFetchRequest<Parent>>
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
    state = Mutex(parents)
    try Self.check(parents: parents, store.dialect)
    try super.init(children, in: store)
  }

  /// The parents that are sections, and their order.
  public var parents: SQLFetchRequest<Parent> { state.withLock { $0 } }

  /// Replaces both requests. The controller receives the difference between the rows.
  ///
  /// - Throws: Like the initializer; the requests then remain as they were.
  public func setRequests(
    parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>
  ) throws {
    try Self.check(parents: parents, store.dialect)
    try check(children)
    try replace(children, following: Self.tables(parents, children)) {
      state.withLock { $0 = parents }
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

  private static func tables(
    _ parents: SQLFetchRequest<Parent>, _ children: SQLFetchRequest<Item>
  ) -> [SQLTableDeclaration] {
    [parents.table.declaration, children.table.declaration] + parents.relatedTables
      + children.relatedTables
  }

  override func tables(of request: SQLFetchRequest<Item>) -> [SQLTableDeclaration] {
    Self.tables(parents, request)
  }

  override var refreshInterval: Duration? {
    [parents.refreshInterval, request.refreshInterval].compactMap(\.self).min()
  }

  override func edits(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveEdits<Item> {
    let (parents, children) = withRequest { (self.parents, $0) }
    let found = try FetchPlan(parents, store.dialect).window(reader)
    let table = parents.table.declaration
    let field = table.columns.first { $0.name == table.key[0] }?.field ?? table.key[0]
    var sections: [StoredSection<Item>] = []
    var indices: [FilterValue: Int] = [:]
    for parent in found.items {
      guard let key = parent.filterValue(forKey: field) else { continue }
      indices[key] = sections.count
      sections.append(StoredSection(key, title: title(parent), items: []))
    }
    let rows = try rows(children, of: Array(indices.keys), reader)
    for item in rows.items {
      guard let key = item.filterValue(forKey: link), let index = indices[key] else { continue }
      sections[index].items.append(item)
    }
    withFailures { failures in
      failures = found.failures
      failures.append(rows.failures)
    }
    return .sections(sections)
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
  /// Throws unless the table has a column for the field that holds the key of the parent.
  func checkLink(_ field: String) throws(LiveFetchError) {
    guard table.declaration.columns.contains(where: { $0.field == field }) else {
      throw .noLink(field, table: table.declaration.name)
    }
  }
}
