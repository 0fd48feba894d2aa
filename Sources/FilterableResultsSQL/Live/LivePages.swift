public import FilterEngine
internal import FilterSQL
public import FilterableResults
internal import Synchronization

/// The rows of a request with few columns, and their items, which are read by the page when they are shown.
///
/// A row is a struct of the columns that the controller needs: the key, and the columns that it sorts, sections and filters by. An
/// item is a struct of more columns of the same table.
///
/// ```swift
/// let live = try LivePages(SQLFetchRequest(keys, sort: [.ascending(\.due)]), items: tickets, in: store)
/// let results = ResultsController<TicketKey>(identifiedBy: \.id, sectionedBy: \.isOpen)
/// try results.update(from: live)
/// let ticket = try live.item(at: ResultsPath(section: 0, item: 4711), in: results.snapshot)
/// ```
///
/// One statement reads the items of a page, and the most recently used pages are kept. After a commit a row is reported
/// as updated if its item has changed, even if its own columns have not: kept items are read again and compared, and
/// changed rows without a kept item are reported. If the changed rows are unknown, rows without a kept item are not
/// reported.
public final class LivePages<
  Row: Filterable & Sendable, Item: Filterable & Equatable & Sendable
>: LiveFetch<Row>, @unchecked Sendable {
  private let items: SQLTable<Item>
  private let key: SQLKeyColumn
  private let pages: Mutex<ItemPages<Item>>

  /// The number of items on a page.
  public let page: Int

  /// Creates a source without fetching rows.
  ///
  /// A synchronous store checks the table now, and an asynchronous one with the first read.
  ///
  /// - Parameters:
  ///   - request: The rows and their order.
  ///   - items: The same table with the columns of the items.
  ///   - page: The number of items that are read at once, 1 or more.
  ///   - store: The database.
  /// - Throws: ``LiveFetchError/noSimpleKey(table:)``, ``LiveFetchError/otherTable(_:expected:)``; the errors of
  ///   ``LiveFetch/init(_:in:)``.
  public convenience init(
    _ request: SQLFetchRequest<Row>, items: SQLTable<Item>, page: Int = 128,
    in store: any SQLStore
  ) throws {
    try self.init(request, items: items, page: page, pages: 64, in: store)
  }

  /// Creates a source that keeps a number of pages.
  init(
    _ request: SQLFetchRequest<Row>, items: SQLTable<Item>, page: Int, pages: Int,
    in store: any SQLStore
  ) throws {
    guard let key = SQLKeyColumn(items.declaration, store.dialect) else {
      throw LiveFetchError.noSimpleKey(table: items.declaration.name)
    }
    self.items = items
    self.key = key
    self.page = max(1, page)
    self.pages = Mutex(ItemPages(capacity: pages))
    try super.init(request, in: store)
  }

  override func check(_ request: SQLFetchRequest<Row>) throws {
    let table = request.table.declaration
    guard items.declaration.name == table.name, items.declaration.key == table.key else {
      throw LiveFetchError.otherTable(items.declaration.name, expected: table.name)
    }
    guard SQLKeyColumn(table, store.dialect) != nil else {
      throw LiveFetchError.noSimpleKey(table: table.name)
    }
    try super.check(request)
  }

  override var otherTables: [SQLTableDeclaration] { [items.declaration] }

  // MARK: - Items

  /// The item of a row of a snapshot, read with its page unless it is kept. Call it outside transactions of the store.
  ///
  /// - Returns: Nil if the snapshot has no row of the table at the path, or the row has been deleted since.
  /// - Throws: `SQLDataError` if a cell does not have the declared type; ``LiveFetchError/asynchronousStore``; an error of
  ///   the database.
  /// - Complexity: O(1) on average for a kept item, otherwise one statement.
  public func item(at path: ResultsPath, in snapshot: ResultsSnapshot<Row>) throws -> Item? {
    switch look(path, snapshot) {
    case .known(let item): return item
    case .page(let keys, let own):
      return try keep(requireSynchronousStore().read { reader in try self.read(keys, reader) }, own)
    }
  }

  /// The item of a row of a snapshot, read with its page unless it is kept.
  ///
  /// - Returns: Nil if the snapshot has no row of the table at the path, or the row has been deleted since.
  /// - Throws: `SQLDataError` if a cell does not have the declared type; an error of the database; `CancellationError`.
  public func item(
    at path: ResultsPath, in snapshot: ResultsSnapshot<Row>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Item? {
    switch look(path, snapshot) {
    case .known(let item): return item
    case .page(let keys, let own):
      return try keep(await store.read { reader in try self.read(keys, reader) }, own)
    }
  }

  private enum Look {
    case known(Item?)
    case page([FilterValue], of: FilterValue)
  }

  /// The item if it is known, otherwise the keys of its page.
  private func look(_ path: ResultsPath, _ snapshot: ResultsSnapshot<Row>) -> Look {
    guard let row = snapshot.row(at: path)?.item, let own = key(of: row) else { return .known(nil) }
    if let item = pages.withLock({ $0.item(own) }) { return .known(item) }
    guard let section = snapshot.section(at: path.section) else { return .known(nil) }
    let first = path.item / page * page
    let keys = (first..<min(first + page, section.count)).compactMap { index in
      section.row(at: index)?.item.flatMap(key(of:))
    }
    return .page(keys, of: own)
  }

  /// Keeps a page and returns one of its items.
  private func keep(_ read: Items, _ own: FilterValue) throws -> Item? {
    pages.withLock { $0.add(read.found) }
    if let failure = read.failures[own] { throw failure }
    return read.found[own]
  }

  private func key(of row: Row) -> FilterValue? {
    row.filterValue(forKey: keyField ?? key.column.field)
  }

  // MARK: - Reading

  private struct Items: Sendable {
    var found: [FilterValue: Item] = [:]
    var failures: [FilterValue: SQLDataError] = [:]
  }

  private func read(_ keys: [FilterValue], _ reader: any SQLReader) throws -> Items {
    var request = SQLFetchRequest(items)
    request.failureLimit = keys.count
    let rows = try FetchPlan(request, store.dialect, among: (key.column, keys)).rows(reader)
    var items = Items()
    for item in rows.items {
      if let own = item.filterValue(forKey: key.column.field) { items.found[own] = item }
    }
    for failure in rows.failures {
      guard case .data(let error) = failure.reason, let own = key.value(failure.key)
      else { continue }
      items.failures[own] = error
    }
    return items
  }

  override func changedKeys(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> Set<FilterValue> {
    let kept = pages.withLock { $0 }
    let areUnknown = pending.isEverything || pending.isUnknown
    let asked = areUnknown ? kept.keys : pending.keys.filter { kept.known($0) != nil }
    var changed = pending.isEverything ? [] : pending.keys.subtracting(asked)
    var others: [FilterValue: Item?] = [:]
    for start in stride(from: 0, to: asked.count, by: page) {
      let keys = Array(asked[start..<min(start + page, asked.count)])
      let found = try read(keys, reader).found
      for key in keys where found[key] != kept.known(key) {
        others[key] = .some(found[key])
        changed.insert(key)
      }
    }
    let replaced = others
    pages.withLock { pages in
      for (key, item) in replaced { pages.replace(key, by: item) }
    }
    return changed
  }
}
