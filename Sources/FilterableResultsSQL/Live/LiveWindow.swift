public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// Some consecutive rows of a request, which slide through the others, now and after each commit.
///
/// ```swift
/// let live = try LiveWindow(SQLFetchRequest(people, adults, sort: [.ascending(\.age)]), rows: 200, in: store)
/// let results = ResultsController<Person>(identifiedBy: \.id)
/// try results.update(from: live)
/// live.showNext(100)
/// try results.update(from: live)
/// ```
///
/// A controller holds the rows of the window and no others, so that neither memory nor the time of a change grows with
/// the table. The database goes to the first row by an index and does not count those before it: a commit before the
/// window does not change what it shows. Where rows at its end go, rows before it come in, so that the window is full
/// as long as there are enough rows.
///
/// A live window has one reader.
public final class LiveWindow<Item: Filterable & Sendable>: Sendable {
  private struct State {
    var request: SQLFetchRequest<Item>

    /// The position at which the window begins, with the row there; nil for the first row of the request.
    var first: Item?

    /// How many rows earlier it has to begin.
    var back = 0

    /// How often it was moved.
    var moves = 0

    /// What was read last.
    var items: [Item] = []
    var failures = RowFailures()
    var isAtStart = true
    var isAtEnd = false
  }

  let changes = SQLChanges()
  let store: any SQLStore
  private let size: Int
  private let state: Mutex<State>

  /// A window at the first rows of a request. The limit and the offset of the request do not count.
  ///
  /// - Parameters:
  ///   - request: Which rows, in an order that the database has: of numbers, dates, truth values, and of texts under
  ///     `options: .normalized`.
  ///   - rows: How many rows are shown at most, 1 or more.
  ///   - store: The database.
  /// - Throws: ``FetchError/noPosition(_:)`` for another order; ``LiveFetchError``; ``FetchError``; where the table is
  ///   not as it is declared, what the store reports.
  public init(_ request: SQLFetchRequest<Item>, rows: Int, in store: any SQLStore) throws {
    self.store = store
    // One row more is read.
    size = min(max(1, rows), .max - 1)
    state = Mutex(State(request: request))
    try check(request)
    try follow()
    changes.addEverything()
  }

  /// What is fetched.
  public var request: SQLFetchRequest<Item> { state.withLock { $0.request } }

  /// Fetches something else from now on, from its first row.
  ///
  /// - Throws: As the initializer; then the request stays as it was.
  public func setRequest(_ request: SQLFetchRequest<Item>) throws {
    try check(request)
    try follow(request)
    state.withLock { state in
      state.request = request
      (state.first, state.back, state.items) = (nil, 0, [])
      state.moves += 1
    }
    changes.addEverything()
  }

  /// Slides the window towards the last row by a number of rows, at most until it begins at the last row that the
  /// reader saw; nowhere for a negative number.
  public func showNext(_ count: Int) {
    state.withLock { state in
      guard count > 0, let last = state.items.last else { return }
      state.first = count < state.items.count ? state.items[count] : last
      state.back = 0
      state.moves += 1
    }
    changes.addEverything()
  }

  /// Slides the window towards the first row by a number of rows; nowhere for a negative number.
  public func showPrevious(_ count: Int) {
    state.withLock { state in
      state.back = state.back.plus(max(0, count))
      state.moves += 1
    }
    changes.addEverything()
  }

  /// Shows the first rows of the request.
  public func showStart() {
    state.withLock { state in
      (state.first, state.back) = (nil, 0)
      state.moves += 1
    }
    changes.addEverything()
  }

  /// Whether no row came before the window when the reader looked last.
  public var isAtStart: Bool { state.withLock { $0.isAtStart } }

  /// Whether no row came after the window when the reader looked last.
  public var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  /// The rows that were left out when the reader looked last. The rows that were not looked at are not among them.
  public var failures: RowFailures { state.withLock { $0.failures } }

  private func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkCanBeFollowed()
    let plan = try FetchPlan(request.reversed(), store.dialect)
    guard plan.comesInOrder else {
      throw FetchError.noPosition(request.sort.compactMap(\.keyPath).first)
    }
  }

  private func follow(_ request: SQLFetchRequest<Item>) throws {
    try store.follow(
      request.table.declaration, with: request.relatedTables, into: changes)
  }
}

extension LiveWindow: LiveReading {
  var keyField: String? { nil }
  var refreshInterval: Duration? { request.refreshInterval }

  func setKeyed(_ isKeyed: Bool) {}

  func follow() throws { try follow(request) }

  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Item> {
    let (request, first, back, moves) = state.withLock {
      ($0.request, $0.first, $0.back, $0.moves)
    }
    var rows = Rows(request, reader, store.dialect)
    var start = first
    if back > 0, let item = first { start = try rows.before(item, back, isFull: true).first }
    // One more than are shown: it is there if more rows follow.
    var items = try rows.from(start, size + 1)
    let isAtEnd = items.count <= size
    if items.count < size, let place = start {
      let earlier = try rows.before(items.first ?? place, size - items.count)
      items = earlier + items
      start = earlier.first ?? start
    }
    items = Array(items.prefix(size))
    let place = start ?? items.first
    var others = rows
    let isAtStart = try place.map { try others.before($0, 1).isEmpty } ?? true
    let (shown, failures) = (items, rows.failures)
    let position = isAtStart ? nil : start
    state.withLock { state in
      (state.items, state.failures) = (shown, failures)
      (state.isAtStart, state.isAtEnd) = (isAtStart, isAtEnd)
      // A move while the rows were read is for the next look.
      if state.moves == moves { (state.first, state.back) = (position, 0) }
    }
    return .all(items)
  }

  /// Rows of a request on both sides of a position.
  private struct Rows {
    private let request: SQLFetchRequest<Item>
    private let reader: any SQLReader
    private let dialect: SQLDialect
    private(set) var failures: RowFailures

    init(_ request: SQLFetchRequest<Item>, _ reader: any SQLReader, _ dialect: SQLDialect) {
      self.request = request
      self.reader = reader
      self.dialect = dialect
      failures = RowFailures(limit: request.failureLimit)
    }

    /// The first rows from an item on; of all rows for nil.
    mutating func from(_ item: Item?, _ count: Int) throws -> [Item] {
      try rows(request, item, count, includesItem: true)
    }

    /// The last rows before an item, in the order of the request; with `isFull` none where there are fewer.
    mutating func before(_ item: Item, _ count: Int, isFull: Bool = false) throws -> [Item] {
      let items = try rows(try request.reversed(), item, count, includesItem: false)
      return isFull && items.count < count ? [] : items.reversed()
    }

    private mutating func rows(
      _ request: SQLFetchRequest<Item>, _ item: Item?, _ count: Int, includesItem: Bool
    ) throws -> [Item] {
      var request = request
      (request.limit, request.offset) = (count, 0)
      let found = try FetchPlan(request, dialect, after: item, includesItem: includesItem)
        .window(reader)
      failures.append(found.failures)
      return found.items
    }
  }
}
