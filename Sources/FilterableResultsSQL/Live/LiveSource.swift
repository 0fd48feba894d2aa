public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// Rows of a database that a controller shows, now and after each commit that changes them.
///
/// The kinds of live sources are ``LiveFetch``, ``LivePages``, ``LiveWindow``, ``LiveHierarchy`` and ``LiveTree``. A
/// controller shows one by `follow(_:onError:)`, or by `update(from:)` when the program asks for it:
///
/// ```swift
/// let task = Task { [weak results] in await results?.follow(live) { error in print(error) } }
/// ```
///
/// A store reports the keys of the rows that a commit changes, and the source reads these rows afterwards, so that many
/// commits can be one change. A transaction that is rolled back changes nothing.
///
/// Each source has at most one controller.
public class LiveSource<Item: Filterable & Sendable>: @unchecked Sendable {
  // Unchecked, since only final classes are checked: every stored property is a constant here and in the subclasses,
  // and mutable state is in mutexes.

  private struct State {
    var request: SQLFetchRequest<Item>
    var failures = RowFailures()

    /// The keys of rows that must be reported as changed and have not been yet.
    var owed: Set<FilterValue> = []

    /// The number of the changes whose rows were read last.
    var read: Int?
    var keeper: (any ResultsKeeping<Item>)?
    var totals = LiveTotalsState()
  }

  let store: any SQLStore

  /// The store, if it can be read without suspending.
  private let synchronousStore: (any SynchronousSQLStore)?
  let changes: SQLChanges
  private let state: Mutex<State>

  /// Checks the request, and the tables if the store is synchronous.
  init(
    _ request: SQLFetchRequest<Item>, in store: any SQLStore, takesLinks: Bool = false
  ) throws {
    self.store = store
    synchronousStore = store as? any SynchronousSQLStore
    changes = SQLChanges(takesLinks: takesLinks)
    state = Mutex(State(request: request))
    try check(request)
    try follow(tables(of: request))
    readAll()
  }

  // MARK: - Requests

  /// The rows to fetch and their order.
  public var request: SQLFetchRequest<Item> { state.withLock { $0.request } }

  /// Replaces the request. The controller receives the difference between the rows of both requests.
  ///
  /// The tables of an asynchronous store are checked by the next read.
  ///
  /// - Throws: Like the initializer; the request then remains as it was.
  public func setRequest(_ request: SQLFetchRequest<Item>) throws {
    try check(request)
    try replace(request, following: tables(of: request)) { requestDidChange() }
  }

  /// Follows the tables of a request, and then sets the request and, in `body`, the state that belongs to it.
  func replace(
    _ request: SQLFetchRequest<Item>, following tables: [SQLTableDeclaration], _ body: () -> Void
  ) throws {
    try follow(tables)
    withRequest { current in
      current = request
      body()
    }
    readAll()
  }

  /// Calls `body` while no other thread changes the request or the state that belongs to it.
  func withRequest<Result: Sendable>(
    _ body: (inout SQLFetchRequest<Item>) -> Result
  ) -> Result {
    state.withLock { body(&$0.request) }
  }

  /// The rows that the last read left out: those that cannot be decoded, and those on which the predicate fails.
  public var failures: RowFailures { withFailures { $0 } }

  func withFailures<Result: Sendable>(_ body: (inout RowFailures) -> Result) -> Result {
    state.withLock { body(&$0.failures) }
  }

  func withTotals<Result: Sendable>(_ body: (inout LiveTotalsState) -> Result) -> Result {
    state.withLock { body(&$0.totals) }
  }

  /// Reads all rows again, without a commit.
  public func refresh() { changes.addEverything() }

  /// Returns when the controller that follows the source shows everything that was committed before the call.
  ///
  /// ```swift
  /// try await store.write { database in … }
  /// try await live.caughtUp()
  /// print(results.count)
  /// ```
  ///
  /// If no controller follows the source, or during a pause, it waits until that changes.
  ///
  /// - Throws: An error of the database, such as that the connection is lost; the error if the changes cannot be read or
  ///   shown; `CancellationError`, also if the controller stops following.
  public func caughtUp() async throws {
    try await store.catchUp()
    try await changes.untilShown()
  }

  /// Holds changes back until ``resume()`` is called as often, those of a new request too.
  public func pause() { changes.pause() }

  /// Ends a pause. A following controller receives the changes that were held back as one change; if its rows were
  /// edited meanwhile, it shows the rows of the request again.
  public func resume() { changes.resume() }

  /// Stores the rows that a following controller shows, and returns those of the last run.
  var keeper: (any ResultsKeeping<Item>)? {
    get { state.withLock { $0.keeper } }
    set { state.withLock { $0.keeper = newValue } }
  }

  // MARK: - Kinds of sources

  /// Throws if the request cannot be followed.
  func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkCanBeFollowed()
    try request.checkCounting()
    _ = try request.plan(store.dialect, of: store)
  }

  /// The table whose keys are reported, then those whose rows decide on its rows.
  func tables(of request: SQLFetchRequest<Item>) -> [SQLTableDeclaration] {
    [request.table.declaration] + request.relatedTables
  }

  /// The tables that are compared with the schema and not followed.
  var otherTables: [SQLTableDeclaration] { [] }

  /// Resets the state of the previous request.
  func requestDidChange() {}

  /// The interval after which all rows are read without a commit; nil for never.
  var refreshInterval: Duration? { request.refreshInterval }

  /// The field by which changes identify items; nil if all rows are read after each commit.
  var keyField: String? { nil }

  /// Stores whether the controller identifies rows by `keyField`.
  func setKeyed(_ isKeyed: Bool) {}

  /// The description of the request in a cache; nil if its rows cannot be cached.
  var cachedRequest: [String: String]? { nil }

  /// Reads the rows that have changed, and counts the rows of the same request if it says so.
  func reading(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> (edits: LiveEdits<Item>, counts: LiveCounts?) {
    (try edits(pending, reader), nil)
  }

  /// Whether changes can be read twice in one snapshot, the second time together with others, without effects of the
  /// first time. Then the check for others takes no time of its own.
  func canReadAgain(_ pending: SQLChanges.Pending) -> Bool { true }

  /// Reads the rows that have changed.
  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Item> {
    let rows = try request.plan(store.dialect, of: store).window(reader)
    withFailures { $0 = rows.failures }
    return .all(rows.items)
  }

  /// The keys of rows that have changed without a change of their items.
  func changedKeys(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> Set<FilterValue> { [] }

  // MARK: - Reading

  /// Reports rows as changed with the next delivery.
  func owe(_ keys: some Sequence<FilterValue>) { state.withLock { $0.owed.formUnion(keys) } }

  /// Reads the changes since the last call; nil if there are none.
  func take() throws -> LiveDelivery<Item>? {
    let store = try requireSynchronousStore()
    let pending = changes.take()
    guard !pending.isNothing else {
      // A closed database reports no changes.
      try store.read { _ in }
      return nil
    }
    do {
      // Pending changes are taken first: a commit before the read is read twice, and never missed.
      if pending.hasNewSchema { try follow(tables(of: request)) }
      return try store.read { reader in try self.delivery(pending, reader) }
    } catch {
      putBack(pending, after: error)
      throw error
    }
  }

  /// Reads the changes since the last call outside the caller's isolation domain; nil if there are none.
  @concurrent
  func takeAsync() async throws -> LiveDelivery<Item>? {
    let pending = changes.take()
    guard !pending.isNothing else {
      if let synchronousStore { try await synchronousStore.read { _ in } }
      return nil
    }
    do {
      if pending.hasNewSchema {
        let tables = tables(of: request)
        changes.areReadAtIntervals = refreshInterval != nil
        // First, so that the store reminds of the changes if a check fails because the connection is lost.
        try await store.follow(tables[0], with: Array(tables.dropFirst()), into: changes)
        for table in otherTables { try await store.check(table) }
      }
      return try await store.read { reader in try self.delivery(pending, reader) }
    } catch {
      putBack(pending, after: error)
      throw error
    }
  }

  /// The store, for a read without suspending.
  func requireSynchronousStore() throws(LiveFetchError) -> any SynchronousSQLStore {
    guard let synchronousStore else { throw .asynchronousStore }
    return synchronousStore
  }

  private func delivery(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveDelivery<Item> {
    var pending = pending
    try reader.prepare(tables(of: request) + otherTables, isOneStatement: false)
    // Read all at once, rows are those of the snapshot. Rows of keys are so only with those of all commits that the
    // snapshot includes, and the later ones may include some. Their changes remain, and are read again.
    if !pending.isEverything, !canReadAgain(pending) {
      try reader.catchUp()
      pending.add(changes.later)
    }
    var (edits, counts) = try reading(pending, reader)
    // From here on the source knows the rows that it has read.
    state.withLock { $0.read = pending.number }
    if !edits.areWhole, canReadAgain(pending) {
      try reader.catchUp()
      let later = changes.later
      if !later.isNothing {
        pending.add(later)
        (edits, counts) = try reading(pending, reader)
      }
    }
    let changed = try changedKeys(pending, reader)
    return state.withLock { state in
      defer { state.owed = [] }
      return LiveDelivery(edits, pending, changed: changed.union(state.owed), counts: counts)
    }
  }

  /// Restores changes that were not delivered.
  private func putBack(_ pending: SQLChanges.Pending, after error: any Error) {
    var pending = pending
    // After a read the source knows the new rows, and cannot compute lost edits from them.
    if state.withLock({ $0.read == pending.number }) { pending.isEverything = true }
    changes.putBack(pending, after: error)
  }

  /// Has the next read fetch all rows and, if the store is asynchronous, follow the tables.
  private func readAll() {
    if synchronousStore == nil { changes.addSchema() } else { changes.addEverything() }
  }

  /// Follows the tables now if the store is synchronous.
  private func follow(_ tables: [SQLTableDeclaration]) throws {
    guard let synchronousStore else { return }
    for table in otherTables { try synchronousStore.check(table) }
    changes.areReadAtIntervals = refreshInterval != nil
    try synchronousStore.follow(tables[0], with: Array(tables.dropFirst()), into: changes)
  }
}
