public import FilterEngine
internal import FilterSQL
internal import FilterableResults
internal import Synchronization

/// A window of consecutive rows that slides over the rows of a request, now and after each commit.
///
/// ```swift
/// let live = try LiveWindow(SQLFetchRequest(people, adults, sort: [.ascending(\.age)]), rows: 200, in: store)
/// let results = ResultsController<Person>(identifiedBy: \.id)
/// try results.update(from: live)
/// live.showNext(100)
/// try results.update(from: live)
/// ```
///
/// The controller holds only the rows of the window, so that neither memory nor the cost of a change grows with the
/// table. The database finds the first row by an index and does not count the rows before it unless asked to: a commit
/// before the window does not change the window. If rows at the end of the table are deleted, the window extends to
/// earlier rows, so that it stays full while there are enough rows.
///
/// The limit and the offset of the request are ignored. A new request is shown from its first row. With
/// ``SQLFetchRequest/countsRows(inSectionsOf:)`` the window knows the number of rows that it is a part of, its
/// ``LiveSource/total``, and its ``LiveSource/offset`` in them.
public final class LiveWindow<Item: Filterable & Sendable>: LiveSource<Item>, @unchecked Sendable {
  private struct State {
    /// The row, by its position in the order, at which the window begins; nil for the first row of the request.
    var first: Item?

    /// The number of rows by which the window must begin earlier.
    var back = 0

    /// The number of moves so far.
    var moves = 0

    /// The rows of the last read.
    var items: [Item] = []
    var isAtStart = true
    var isAtEnd = false
  }

  private let size: Int
  private let state = Mutex(State())

  /// Creates a window at the first rows of a request, without fetching them.
  ///
  /// A synchronous store checks the table now, and an asynchronous one with the first read.
  ///
  /// - Parameters:
  ///   - request: The rows, in an order that the database has: of numbers, dates, booleans, and of texts with
  ///     `options: .normalized`.
  ///   - rows: The largest number of rows in the window, 1 or more.
  ///   - store: The database.
  /// - Throws: ``FetchError/noPosition(_:)`` for another order; ``LiveFetchError``; ``FetchError``; the store's error
  ///   if the table is not as declared.
  public init(_ request: SQLFetchRequest<Item>, rows: Int, in store: any SQLStore) throws {
    // Each read fetches one row more.
    size = min(max(1, rows), .max - 1)
    try super.init(request, in: store)
  }

  override func check(_ request: SQLFetchRequest<Item>) throws {
    try request.checkCanBeFollowed()
    try request.checkCounting()
    let plan = try FetchPlan(request.reversed(), store.dialect)
    guard plan.comesInOrder else {
      throw FetchError.noPosition(request.sort.compactMap(\.keyPath).first)
    }
  }

  override func requestDidChange() {
    state.withLock { state in
      (state.first, state.back, state.items) = (nil, 0, [])
      state.moves += 1
    }
  }

  // MARK: - Moving

  /// Moves the window forward by a number of rows with the next read, at most to the last row of the last read; a
  /// negative number does nothing.
  public func showNext(_ count: Int) {
    move { state in
      guard count > 0, let last = state.items.last else { return }
      state.first = count < state.items.count ? state.items[count] : last
      state.back = 0
    }
  }

  /// Moves the window back by a number of rows with the next read; a negative number does nothing.
  public func showPrevious(_ count: Int) {
    move { $0.back = $0.back.plus(max(0, count)) }
  }

  /// Moves the window to the first rows of the request with the next read.
  public func showStart() {
    move { ($0.first, $0.back) = (nil, 0) }
  }

  private func move(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.moves += 1
    }
    changes.addEverything()
  }

  /// Whether no rows preceded the window at the last read.
  public var isAtStart: Bool { state.withLock { $0.isAtStart } }

  /// Whether no rows followed the window at the last read.
  public var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  // MARK: - Reading

  override func reading(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> (edits: LiveEdits<Item>, counts: LiveCounts?) {
    let (request, state) = withRequest { ($0, self.state.withLock { $0 }) }
    var rows = Rows(request, reader, store.dialect)
    var start = state.first
    if state.back > 0, let item = start {
      start = try rows.before(item, state.back, isFull: true).first
    }
    // One row more than are shown: it exists if rows follow the window.
    var items = try rows.from(start, size + 1)
    let isAtEnd = items.count <= size
    if items.count < size, let first = start {
      let earlier = try rows.before(items.first ?? first, size - items.count)
      items = earlier + items
      start = earlier.first ?? start
    }
    items = Array(items.prefix(size))
    var others = rows
    let isAtStart = try (start ?? items.first).map { try others.before($0, 1).isEmpty } ?? true
    let (shown, position) = (items, isAtStart ? nil : start)
    self.state.withLock { current in
      current.items = shown
      (current.isAtStart, current.isAtEnd) = (isAtStart, isAtEnd)
      // The next read carries out a move that was made during this one.
      if current.moves == state.moves { (current.first, current.back) = (position, 0) }
    }
    withFailures { $0 = rows.failures }
    let counts = try counts(shown, isAtStart, isAtEnd, request, reader)
    return (.all(items), try request.counts(counts, reader, store.dialect))
  }

  /// The counts for a window of rows; rows that were read are not counted again.
  private func counts(
    _ items: [Item], _ isAtStart: Bool, _ isAtEnd: Bool, _ request: SQLFetchRequest<Item>,
    _ reader: any SQLReader
  ) throws -> LiveCounts.Rows? {
    guard let counting = request.counting else { return nil }
    let dialect = store.dialect
    let before =
      try isAtStart
      ? [:] : items.first.map { try request.count(before: $0, reader, dialect) } ?? [:]
    return try LiveCounts.Rows(
      areBySection: counting.field != nil,
      all: isAtEnd
        ? before.merging(request.counts(of: items)) { $0 + $1 }
        : request.countAll(reader, dialect), before: before)
  }

  /// Reads rows of a request before and after a row.
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

    /// The first rows, from an item on if one is given.
    mutating func from(_ item: Item?, _ count: Int) throws -> [Item] {
      try rows(request, item, count, includesItem: true)
    }

    /// The last rows before an item, in the order of the request. If `isFull` is true and there are fewer, the result is
    /// empty.
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
