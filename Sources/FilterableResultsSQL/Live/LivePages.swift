public import FilterEngine
internal import FilterSQL
public import FilterableResults
internal import Synchronization

/// The rows of a request as their keys, with items that are read by the page when they are shown.
///
/// A row is a struct of the columns that the controller needs: the key, and what it sorts, sections and filters by. An
/// item is a struct of more columns of the same table.
///
/// ```swift
/// let live = try LivePages(SQLFetchRequest(keys, sort: [.ascending(\.due)]), items: tickets, in: store)
/// let results = ResultsController<TicketKey>(identifiedBy: \.id, sectionedBy: \.isOpen)
/// try results.update(from: live)
/// let ticket = try live.item(at: ItemPath(section: 0, item: 4711), in: results.snapshot)
/// ```
///
/// One statement reads the items of a page, and the pages that were used last are kept. After a commit a row is
/// reported as updated if its item is another one, also where its key columns are what they were. For that, items that
/// are kept are read again and compared; changed rows whose items are not kept are reported as updated; and where it
/// is not known which rows a commit has changed, rows whose items are not kept are not reported.
///
/// Live pages have one reader.
public final class LivePages<
  Row: Filterable & Sendable, Item: Filterable & Equatable & Sendable
>: Sendable {
  private struct State {
    var pages: ItemPages<Item>

    /// The keys of rows that could not be shown as changed.
    var owed: Set<FilterValue> = []
  }

  private let rows: LiveFetch<Row>
  private let items: SQLTable<Item>
  private let key: SQLKeyColumn
  private let state: Mutex<State>

  /// How many items a page has.
  public let page: Int

  /// The rows of a request in a database. Nothing is fetched before the first read.
  ///
  /// - Parameters:
  ///   - request: Which rows, in which order.
  ///   - items: The same table with the columns of the items.
  ///   - page: How many items are read at once, 1 or more.
  ///   - store: The database.
  /// - Throws: ``LiveFetchError/noSimpleKey(table:)``, ``LiveFetchError/otherTable(_:expected:)``; as ``LiveFetch``.
  public convenience init(
    _ request: SQLFetchRequest<Row>, items: SQLTable<Item>, page: Int = 128,
    in store: any SQLStore
  ) throws {
    try self.init(request, items: items, page: page, pages: 64, in: store)
  }

  /// Live pages that keep a number of pages.
  init(
    _ request: SQLFetchRequest<Row>, items: SQLTable<Item>, page: Int, pages: Int,
    in store: any SQLStore
  ) throws {
    let table = request.table.declaration
    guard items.declaration.name == table.name, items.declaration.key == table.key else {
      throw LiveFetchError.otherTable(items.declaration.name, expected: table.name)
    }
    guard let key = SQLKeyColumn(items.declaration, store.dialect),
      SQLKeyColumn(table, store.dialect) != nil
    else { throw LiveFetchError.noSimpleKey(table: table.name) }
    try store.check(items.declaration)
    self.items = items
    self.key = key
    self.page = max(1, page)
    state = Mutex(State(pages: ItemPages(capacity: pages)))
    rows = try LiveFetch(request, in: store)
  }

  /// What is fetched.
  public var request: SQLFetchRequest<Row> { rows.request }

  /// Fetches other rows of the table from now on.
  ///
  /// - Throws: ``LiveFetchError/otherTable(_:expected:)``; as ``LiveFetch/setRequest(_:)``.
  public func setRequest(_ request: SQLFetchRequest<Row>) throws {
    let table = request.table.declaration
    guard items.declaration.name == table.name, items.declaration.key == table.key else {
      throw LiveFetchError.otherTable(items.declaration.name, expected: table.name)
    }
    try rows.setRequest(request)
  }

  /// The rows that were left out when the reader looked last.
  public var failures: RowFailures { rows.failures }

  /// The item of a row that is shown. Nil where there is no row of the table at the path, and where the row has gone
  /// from the database since.
  ///
  /// The rows beside it, a page in all, are read with it. Call it in no transaction of the store.
  ///
  /// - Throws: `SQLDataError` where a cell does not hold what the table declares; why the database cannot be read.
  /// - Complexity: O(1) on average for an item that is kept, and one statement for others.
  public func item(at path: ItemPath, in snapshot: ResultsSnapshot<Row>) throws -> Item? {
    guard let row = snapshot.row(at: path)?.item, let own = key(of: row) else { return nil }
    if let item = state.withLock({ $0.pages.item(own) }) { return item }
    guard let section = snapshot.section(at: path.section) else { return nil }
    let first = path.item / page * page
    let keys = (first..<min(first + page, section.count)).compactMap { index in
      section.row(at: index)?.item.flatMap(key(of:))
    }
    let (found, failures) = try store.read { reader in try self.read(keys, reader) }
    state.withLock { $0.pages.add(found) }
    if let failure = failures[own] { throw failure }
    return found[own]
  }

  private func key(of row: Row) -> FilterValue? { row.filterValue(forKey: rowKeyField) }

  private var rowKeyField: String { rows.keyField ?? key.column.field }

  private func read(
    _ keys: [FilterValue], _ reader: any SQLReader
  ) throws -> (items: [FilterValue: Item], failures: [FilterValue: SQLDataError]) {
    var request = SQLFetchRequest(items)
    request.failureLimit = keys.count
    let rows = try FetchPlan(request, store.dialect, among: (key.column, keys)).rows(reader)
    var (items, failures): ([FilterValue: Item], [FilterValue: SQLDataError]) = ([:], [:])
    for item in rows.items {
      if let own = item.filterValue(forKey: key.column.field) { items[own] = item }
    }
    for failure in rows.failures {
      guard case .data(let error) = failure.reason, let own = SQLKeyColumn.value(failure.key)
      else { continue }
      failures[own] = error
    }
    return (items, failures)
  }
}

extension LivePages: LiveReading {
  var store: any SQLStore { rows.store }
  var changes: SQLChanges { rows.changes }
  var keyField: String? { rows.keyField }
  var refreshInterval: Duration? { rows.refreshInterval }

  func setKeyed(_ isKeyed: Bool) { rows.setKeyed(isKeyed) }

  func follow() throws {
    try store.check(items.declaration)
    try rows.follow()
  }

  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Row> {
    try rows.edits(pending, reader)
  }

  func changedItems(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> [FilterValue] {
    let kept = state.withLock(\.pages)
    let areUnknown = pending.isEverything || pending.isUnknown
    let asked = areUnknown ? kept.keys : pending.keys.filter { kept.known($0) != nil }
    var changed = pending.isEverything ? [] : pending.keys.subtracting(asked)
    var others: [FilterValue: Item?] = [:]
    for start in stride(from: 0, to: asked.count, by: page) {
      let keys = Array(asked[start..<min(start + page, asked.count)])
      let found = try read(keys, reader).items
      for key in keys where found[key] != kept.known(key) {
        others[key] = .some(found[key])
        changed.insert(key)
      }
    }
    let (items, keys) = (others, changed)
    return state.withLock { state in
      for (key, item) in items { state.pages.replace(key, by: item) }
      defer { state.owed = [] }
      return Array(keys.union(state.owed))
    }
  }

  func owe(_ changed: [FilterValue]) { state.withLock { $0.owed.formUnion(changed) } }
}
