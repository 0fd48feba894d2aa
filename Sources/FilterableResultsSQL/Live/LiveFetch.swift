public import FilterEngine
internal import FilterSQL
internal import FilterSyntax
public import FilterableResults
internal import Synchronization

/// The rows of a request, now and after each commit that changes them.
///
/// ```swift
/// let live = try LiveFetch(SQLFetchRequest(people, adults, sort: [.ascending(\.name)]), in: store)
/// let results = ResultsController<Person>(identifiedBy: \.id, sectionedBy: \.city)
/// let task = Task { [weak results] in await results?.follow(live) { error in print(error) } }
/// ```
///
/// After a commit only the changed rows are read, so that the cost of a change does not grow with the list. A commit on
/// a related table changes the rows that link to it by one column. All rows are read and compared if the request has a
/// limit or an offset, if the key of the table has several columns or a kind that only the database can order, and
/// after a commit on a table that is related in another way.
public class LiveFetch<Item: Filterable & Sendable>: LiveSource<Item>, @unchecked Sendable {
  private struct State {
    /// Whether the controller identifies rows by the key of the table.
    var isKeyed = false

    /// The number of matches when all rows were fetched last.
    var count = 0

    /// The versions of the rows that the controller has, if the table declares a version column.
    var versions: LiveVersions?
  }

  private let state = Mutex(State())

  /// Creates a source without fetching rows.
  ///
  /// A synchronous store checks the tables now, and an asynchronous one with the first read.
  ///
  /// - Throws: ``LiveFetchError``; ``FetchError``; the store's error if a table is not as declared.
  public init(_ request: SQLFetchRequest<Item>, in store: any SQLStore) throws {
    try super.init(request, in: store, takesLinks: true)
  }

  override var keyField: String? {
    SQLKeyColumn(request.table.declaration, store.dialect)?.column.field
  }

  override func setKeyed(_ isKeyed: Bool) { state.withLock { $0.isKeyed = isKeyed } }

  override func canReadAgain(_ pending: SQLChanges.Pending) -> Bool {
    // The first time replaces the versions by which the changed rows are found.
    !pending.isUnknown
  }

  override func reading(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> (edits: LiveEdits<Item>, counts: LiveCounts?) {
    let request = request
    let edits = try edits(pending, of: request, reader)
    let counts = try counts(edits, request, reader)
    return (edits, try request.counts(counts, reader, store.dialect))
  }

  private func counts(
    _ edits: LiveEdits<Item>, _ request: SQLFetchRequest<Item>, _ reader: any SQLReader
  ) throws -> LiveCounts.Rows? {
    guard let counting = request.counting else { return nil }
    var counts = LiveCounts.Rows(areBySection: counting.field != nil, all: [:], before: [:])
    if case .all(let items) = edits, !request.isWindow {
      counts.all = request.counts(of: items)
      return counts
    }
    counts.all = try request.countAll(reader, store.dialect)
    if request.offset > 0, !counts.areBySection {
      counts.before = counts.all.mapValues { min($0, request.offset) }
    } else if request.offset > 0 {
      var first = request
      (first.limit, first.offset) = (request.offset, 0)
      counts.before = try request.counts(of: FetchPlan(first, store.dialect).window(reader).items)
    }
    return counts
  }

  private func edits(
    _ pending: SQLChanges.Pending, of request: SQLFetchRequest<Item>, _ reader: any SQLReader
  ) throws -> LiveEdits<Item> {
    let (wasKeyed, count) = state.withLock { ($0.isKeyed, $0.count) }
    // A commit may have changed failures that were not kept.
    let isKeyed = withFailures { wasKeyed && $0.areComplete }
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
      }
      withFailures { failures in
        failures.removeAll { failure in
          keys.value(failure.key).map { changed.keys.contains($0) } ?? false
        }
        failures.append(rows.failures)
      }
      return keys.edits(rows.items)
    }
    let plan = try request.plan(store.dialect, of: store)
    let rows = try plan.window(reader)
    let versions = try LiveVersions(plan, reader)
    state.withLock { state in
      state.count = rows.items.count
      state.versions = versions
    }
    withFailures { $0 = rows.failures }
    return .all(rows.items)
  }

  /// The changed rows; nil if they are unknown or too many.
  private func difference(
    _ pending: SQLChanges.Pending, _ request: SQLFetchRequest<Item>, atMost most: Int,
    _ reader: any SQLReader
  ) throws -> LiveVersions.Difference? {
    guard pending.isUnknown else {
      return try request.keys(pending, atMost: most, reader, store.dialect)
        .map { LiveVersions.Difference(keys: $0) }
    }
    guard let known = state.withLock({ $0.versions }),
      let now = try LiveVersions(request.plan(store.dialect, of: store), reader)
    else { return nil }
    return now.difference(from: known, with: pending.keys)
  }

  // MARK: - Caches

  /// The description of the request in a `ResultsCache`: everything that decides on the rows, by name. Nil if the order
  /// has a key without a key path.
  ///
  /// ```swift
  /// if let request = live.cacheRequest, let kept = cache.snapshot("tickets", for: request) {
  ///   try results.setContents(of: kept)
  /// }
  /// ```
  public var cacheRequest: [String: String]? {
    let request = request
    var sort: [String] = []
    for key in request.sort {
      guard let path = key.keyPath else { return nil }
      sort.append(
        "\(path) \(key.isAscending) \(key.options.rawValue) \(key.isNumeric) \(key.missing)")
    }
    let table = request.table.declaration
    let columns = table.columns.map { "\($0.name) \($0.field) \($0.kind) \($0.isNullable)" }
    let bindings = request.values.map { "\($0) \($1)" }.sorted()
    return [
      "database": store.identity, "table": table.name,
      "key": table.key.joined(separator: "\n"), "columns": columns.joined(separator: "\n"),
      "filter": request.predicate?.syntax.sourceText ?? "",
      "bindings": bindings.joined(separator: "\n"), "sort": sort.joined(separator: "\n"),
      "prefetched": request.prefetched.joined(separator: "\n"),
      "window": "\(request.offset) \(request.limit.map(String.init) ?? "all")",
    ]
  }

  override var cachedRequest: [String: String]? { cacheRequest }
}

extension LiveFetch where Item: Codable {
  /// Lets a following controller show cached rows until the first read, and writes its rows to the cache.
  ///
  /// ```swift
  /// live.keep(in: ResultsCache<Ticket>(folder: folder), as: "tickets")
  /// await results.follow(live) { error in print(error) }
  /// ```
  ///
  /// Cached rows are shown if the controller has no data yet and they were stored for the same ``cacheRequest``; the
  /// first read delivers the difference. The cache is written at most once a second, outside the isolation domain of
  /// the controller, and at the end. `onError` of the controller receives errors of the cache.
  public func keep(in cache: ResultsCache<Item>, as name: String) {
    keeper = CacheKeeper(cache, as: name)
  }
}
