public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// A section for each parent that matches, with its children in their order, now and after each commit.
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
/// The key of a section is that of the parent. A parent without children is a section without rows. Two statements read
/// any number of parents, and after a commit on either table they are run again and compared: a parent that matches
/// now is a section that is inserted, one that matches no more is deleted, and a child that goes to another parent
/// moves.
///
/// A live hierarchy has one reader.
public final class LiveHierarchy<Parent: Filterable & Sendable, Item: Filterable & Sendable>:
  Sendable
{
  private struct State {
    var parents: SQLFetchRequest<Parent>
    var children: SQLFetchRequest<Item>
    var failures = RowFailures()
  }

  let changes = SQLChanges()
  let store: any SQLStore
  private let state: Mutex<State>
  private let link: String
  private let title: @Sendable (Parent) -> String?

  /// The rows of parents and children in a database. Nothing is fetched before the first read.
  ///
  /// - Parameters:
  ///   - parents: Which parents are sections, in which order.
  ///   - children: Which children are rows, in the order within their section. A limit and an offset do not count.
  ///   - link: The key of the children with the key of their parent.
  ///   - store: The database.
  ///   - title: The title of a section, nil for the text of its key.
  /// - Throws: ``LiveFetchError``; ``FetchError``; where a table is not as it is declared, what the store reports.
  public init(
    _ parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>, of link: String,
    in store: any SQLStore, title: @escaping @Sendable (Parent) -> String? = { _ in nil }
  ) throws {
    self.store = store
    self.link = link
    self.title = title
    state = Mutex(State(parents: parents, children: children))
    try check(parents, children)
    try follow()
    changes.addEverything()
  }

  /// Which parents are sections.
  public var parents: SQLFetchRequest<Parent> { state.withLock { $0.parents } }

  /// Which children are rows.
  public var children: SQLFetchRequest<Item> { state.withLock { $0.children } }

  /// Fetches other parents or children from now on; the reader gets the difference.
  ///
  /// - Throws: As the initializer; then the requests stay as they were.
  public func setRequests(
    parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>
  ) throws {
    try check(parents, children)
    let old = state.withLock { state in
      defer { (state.parents, state.children) = (parents, children) }
      return state
    }
    do {
      try follow()
    } catch {
      state.withLock { $0 = old }
      throw error
    }
    changes.addEverything()
  }

  /// The rows of both tables that were left out when the reader looked last.
  public var failures: RowFailures { state.withLock { $0.failures } }

  private func check(
    _ parents: SQLFetchRequest<Parent>, _ children: SQLFetchRequest<Item>
  ) throws {
    try parents.checkCanBeFollowed()
    try children.checkCanBeFollowed()
    let table = children.table.declaration
    guard table.columns.contains(where: { $0.field == link }) else {
      throw LiveFetchError.noLink(link, table: table.name)
    }
    guard parents.table.declaration.key.count == 1 else {
      throw LiveFetchError.keyOfSeveralColumns(table: parents.table.declaration.name)
    }
    _ = try FetchPlan(parents, store.dialect)
    _ = try FetchPlan(children, store.dialect)
  }
}

extension LiveHierarchy: LiveReading {
  var keyField: String? { nil }

  func setKeyed(_ isKeyed: Bool) {}

  var refreshInterval: Duration? {
    let (parents, children) = requests
    return [parents.refreshInterval, children.refreshInterval].compactMap(\.self).min()
  }

  /// Both requests of one moment.
  private var requests: (parents: SQLFetchRequest<Parent>, children: SQLFetchRequest<Item>) {
    state.withLock { ($0.parents, $0.children) }
  }

  func follow() throws {
    let (parents, children) = requests
    try store.follow(
      parents.table.declaration,
      with: [children.table.declaration] + parents.relatedTables + children.relatedTables,
      into: changes)
  }

  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Item> {
    let (parents, children) = requests
    let found = try FetchPlan(parents, store.dialect).window(reader)
    let table = parents.table.declaration
    let field = table.columns.first { $0.name == table.key[0] }?.field ?? table.key[0]
    var sections: [StoredSection<Item>] = []
    var places: [FilterValue: Int] = [:]
    for parent in found.items {
      guard let key = parent.filterValue(forKey: field) else { continue }
      places[key] = sections.count
      sections.append(StoredSection(key, title: title(parent), items: []))
    }
    let rows = try rows(children, of: Array(places.keys), reader)
    for item in rows.items {
      guard let key = item.filterValue(forKey: link), let place = places[key] else { continue }
      sections[place].items.append(item)
    }
    var failures = found.failures
    failures.append(rows.failures)
    let all = failures
    state.withLock { $0.failures = all }
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
