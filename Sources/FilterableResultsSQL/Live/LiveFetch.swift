public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// The rows of a request, now and after each commit that changes them.
///
/// ```swift
/// let live = try LiveFetch(SQLFetchRequest(people, adults, sort: [.ascending(\.name)]), in: store)
/// let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.city)
/// let task = Task { await results.follow(live) { error in print(error) } }
/// ```
///
/// A commit adds the keys of the rows that it changes to a set. The reader takes the set and reads these rows, so that
/// the cost of a change does not grow with the list, and a slow reader gets many commits as one change. A transaction
/// that is rolled back adds nothing. A commit on a related table adds the rows that link to it by one column. All rows are
/// read and compared for a window, for a table whose key is several columns or of a kind that is ordered by the
/// database alone, and after a commit on a table that is related in another way.
///
/// A live fetch has one reader: a controller that follows it, or that is updated by hand.
public final class LiveFetch<Item: Filterable & Sendable>: Sendable {
  private struct State {
    var request: SQLFetchRequest<Item>

    /// Whether the reader knows rows by the key of the table.
    var isKeyed = false

    /// How many rows matched when all were fetched last.
    var count = 0
    var failures = RowFailures()

    /// The versions of the rows that the reader knows, where the table has them.
    var versions: LiveVersions?
  }

  let changes = SQLChanges(takesLinks: true)
  let store: any SQLStore
  private let state: Mutex<State>

  /// The rows of a request in a database. Nothing is fetched before the first read.
  ///
  /// - Throws: ``LiveFetchError``; ``FetchError``; where the table is not as it is declared, what the store reports.
  public init(_ request: SQLFetchRequest<Item>, in store: any SQLStore) throws {
    self.store = store
    state = Mutex(State(request: request))
    try check(request)
    try follow(request)
    changes.addEverything()
  }

  /// What is fetched. Another request is a change: the reader gets the difference of its rows.
  public var request: SQLFetchRequest<Item> { state.withLock { $0.request } }

  /// Fetches something else from now on.
  ///
  /// - Throws: As the initializer; then the request stays as it was.
  public func setRequest(_ request: SQLFetchRequest<Item>) throws {
    try check(request)
    try follow(request)
    state.withLock { $0.request = request }
    changes.addEverything()
  }

  /// The rows that were left out when the reader looked last: those that cannot be read, and those on
  /// which the predicate fails. The rows of a window that were not looked at are not among them.
  public var failures: RowFailures { state.withLock { $0.failures } }

  /// Has the reader read everything at its next look.
  public func refresh() { changes.addEverything() }

  private func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkCanBeFollowed()
    _ = try FetchPlan(request, store.dialect)
  }

  private func follow(_ request: SQLFetchRequest<Item>) throws {
    try store.follow(
      request.table.declaration, with: request.relatedTables, into: changes)
  }
}

extension LiveFetch: LiveReading {
  /// The key of the items by which the table tells rows apart; nil where the program does not know it.
  var keyField: String? {
    SQLKeyColumn(request.table.declaration, store.dialect)?.column.field
  }

  /// Keeps whether the reader knows rows by the key of the table.
  func setKeyed(_ isKeyed: Bool) { state.withLock { $0.isKeyed = isKeyed } }

  func follow() throws { try follow(request) }

  var refreshInterval: Duration? { request.refreshInterval }

  func edits(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveEdits<Item> {
    let (request, count) = state.withLock { ($0.request, $0.count) }
    // Of failures that are not kept it is not known which a commit has changed.
    let isKeyed = state.withLock { $0.isKeyed && $0.failures.areComplete }
    // A statement for many keys takes longer than one for all rows.
    let most = max(64, count / 4)
    var changed: LiveVersions.Difference?
    if isKeyed, !pending.isEverything, !request.isWindow {
      changed = try difference(pending, request, atMost: most, reader)
    }
    if let changed, changed.keys.count <= most,
      let keys = LiveKeys(request, store.dialect, changed.keys)
    {
      let plan = try FetchPlan(request, store.dialect, among: (keys.column, keys.values))
      let rows = try plan.rows(reader)
      let versions = try changed.versions ?? LiveVersions(plan, reader)
      state.withLock { state in
        if changed.versions != nil {
          state.versions = versions
        } else {
          // In place, so that the cost of a change does not grow with the list.
          state.versions?.replace(changed.keys, by: versions)
        }
        state.failures.removeAll { failure in
          SQLKeyColumn.value(failure.key).map { changed.keys.contains($0) } ?? false
        }
        state.failures.append(rows.failures)
      }
      return keys.edits(rows.items)
    }
    let plan = try FetchPlan(request, store.dialect)
    let rows = try plan.window(reader)
    let versions = try LiveVersions(plan, reader)
    state.withLock { state in
      state.count = rows.items.count
      state.failures = rows.failures
      state.versions = versions
    }
    return .all(rows.items)
  }

  /// Which rows have changed; nil where that is not known, or where there are too many.
  private func difference(
    _ pending: SQLChanges.Pending, _ request: SQLFetchRequest<Item>, atMost most: Int,
    _ reader: any SQLReader
  ) throws -> LiveVersions.Difference? {
    guard pending.isUnknown else {
      return try request.keys(pending, atMost: most, reader, store.dialect)
        .map { LiveVersions.Difference(keys: $0) }
    }
    guard let known = state.withLock({ $0.versions }),
      let now = try LiveVersions(FetchPlan(request, store.dialect), reader)
    else { return nil }
    return now.difference(from: known, with: pending.keys)
  }
}

/// Why a request cannot be followed.
@nonexhaustive
public enum LiveFetchError: Error, Sendable, CustomStringConvertible {
  /// The predicate calls a function whose result changes without a commit.
  case changingFunction(String)

  /// The table of the children has no column with this key.
  case noLink(String, table: String)

  /// The parents of a hierarchy are told apart by several columns.
  case keyOfSeveralColumns(table: String)

  /// The rows are not told apart by one column of integers, or of texts that compare bytes.
  case noSimpleKey(table: String)

  /// The items of pages are those of another table, or of another key, than the rows.
  case otherTable(String, expected: String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .changingFunction(let name):
      "a filter with \(name)() cannot be followed: its result changes without a commit"
    case .noLink(let key, let table): "table '\(table)': there is no column with the key '\(key)'"
    case .keyOfSeveralColumns(let table):
      "table '\(table)' has a key of several columns, and its rows cannot be sections"
    case .noSimpleKey(let table):
      "the key of table '\(table)' is not one column of integers or of texts that compare bytes"
    case .otherTable(let table, let expected):
      "the items are those of table '\(table)', not of '\(expected)' with its key"
    }
  }
}
