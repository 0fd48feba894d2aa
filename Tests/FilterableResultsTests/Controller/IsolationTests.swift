import FilterableResults
import Testing

/// Controllers in actors, and what crosses from one isolation domain to another.
@Suite struct IsolationTests {
  /// A controller that belongs to an actor.
  private actor Store {
    private let results = ResultsController<Row>(identifiedBy: \.id, sortedBy: [.ascending(\.n)])
    private(set) var told = 0

    func observe() {
      results.observe { [weak self] _ in
        self?.assumeIsolated { $0.told += 1 }
      }
    }

    func load(_ items: [Row]) throws { try results.setItems(items) }
    func add(_ item: Row) throws { try results.add(item) }
    func filter(_ predicate: FilterPredicate<Row>) throws {
      try results.filters.add(ResultsFilter("f", group: "g", predicate: predicate))
    }

    var snapshot: ResultsSnapshot<Row> { results.snapshot }
    var changes: ResultsChanges<Row> { results.changes }

    /// The stream, read in the actor's own domain.
    func counts(_ number: Int) async -> [Int] {
      var counts: [Int] = []
      for await change in results.changes {
        counts.append(change.new.rowCount)
        if counts.count == number { break }
        try? results.add(Row(100 + counts.count))
      }
      return counts
    }
  }

  @Test func aControllerLivesInAnActor() async throws {
    let store = Store()
    try await store.load(rows(1, 2, 3))
    await store.observe()
    await withTaskGroup(of: Void.self) { group in
      for id in 10..<60 {
        group.addTask { try? await store.add(Row(id, n: id % 7)) }
      }
    }
    let snapshot = await store.snapshot
    #expect(snapshot.rowCount == 53)
    #expect(await store.told == 50)
    #expect(snapshot.items.map(\.n) == snapshot.items.map(\.n).sorted())
    try await store.filter(FilterPredicate("n > 3"))
    #expect(await store.snapshot.items.allSatisfy { $0.n > 3 })
    // A snapshot is a value: what was taken before is as it was.
    #expect(snapshot.rowCount == 53)
    #expect(await Task.detached { snapshot.items.count }.value == 53)
  }

  @Test func aStreamIsReadInAnotherDomain() async throws {
    let store = Store()
    try await store.load(rows(1))
    let changes = await store.changes
    let reader = Task.detached { () -> (shown: [[String]], deliveries: Int) in
      var shown: [[String]] = []
      var deliveries = 0
      for await change in changes {
        deliveries += 1
        // Each change begins where the one before it ended.
        if !change.isReload { #expect(texts(change.old) == shown) }
        guard let next = try? change.applying(to: change.old) else {
          Issue.record("a change that does not fit")
          break
        }
        #expect(texts(next) == texts(change.new))
        shown = texts(change.new)
        if change.new.rowCount == 201 { break }
      }
      return (shown, deliveries)
    }
    for id in 0..<200 { try await store.add(Row(1000 + id, n: id % 5)) }
    let (shown, deliveries) = await reader.value
    #expect(shown == texts(await store.snapshot))
    #expect((1...201).contains(deliveries))
  }

  @Test func aStreamIsReadWhereItWasMade() async throws {
    let store = Store()
    try await store.load(rows(1))
    #expect(await store.counts(4) == [1, 2, 3, 4])
  }

  @Test func observersGetEachCommitAndAReaderBothAsOne() async throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    var reader = controller.changes.makeAsyncIterator()
    #expect(await reader.next()?.isReload == true)
    let recorder = Recorder(controller)
    try controller.add(Row(3))
    controller.remove(key: 1)
    #expect(recorder.take() == ["I(2)", "D(0)"])
    let both = try #require(await reader.next())
    #expect(describe(both) == "D(0) I(1)")
    #expect(texts(both.new) == texts(controller.snapshot))
  }

  @Test func aReaderThatIsCancelledEnds() async throws {
    let store = Store()
    try await store.load(rows(1))
    let changes = await store.changes
    let reader = Task { () -> Int in
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
  }

  @Test func aSecondReaderEndsTheFirst() async throws {
    let store = Store()
    try await store.load([])
    let changes = await store.changes
    var first = changes.makeAsyncIterator()
    #expect(await first.next()?.isReload == true)
    // Whichever waits second ends the other one.
    let ends = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var iterator = changes.makeAsyncIterator()
          return await iterator.next() == nil
        }
      }
      let first = await group.next()
      group.cancelAll()
      return [first, await group.next()]
    }
    #expect(ends == [true, true])
  }

  /// The one who waits second is served; the first is told that there is nothing more.
  @Test func aSignalWakesTheLastWhoWaits() async {
    let signal = MailSignal()
    let answers = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<2 { group.addTask { await signal.wait(isolation: nil) } }
      let first = await group.next()
      signal.raise()
      return [first, await group.next()]
    }
    #expect(answers == [false, true])
    signal.raise()
    #expect(await signal.wait(isolation: nil))
    signal.finish()
    #expect(await signal.wait(isolation: nil) == false)
  }

  @Test func aComparisonThatIsOvertakenIsDiscarded() async throws {
    let snapshot = { (ids: [Int]) throws -> ResultsSnapshot<Row> in
      let controller = keyed()
      try controller.setItems(ids.map { Row($0) })
      return controller.snapshot
    }
    let first = try snapshot([1, 2, 3])
    let difference = BackgroundDifference<Row>(first, identifiedBy: \.id)
    // Many at once: those that give a change give one that begins where the last one ended.
    let many = try (0..<20).map { try snapshot(Array(0...$0).shuffled()) }
    var changes: [ResultsChange<Row>] = []
    for part in [many[..<10], many[10...]] {
      await withTaskGroup(of: ResultsChange<Row>?.self) { group in
        for next in part { group.addTask { await difference.change(to: next) } }
        for await change in group {
          if let change { changes.append(change) }
        }
      }
    }
    #expect(!changes.isEmpty)
    var shown = first
    // Results of a group come in any order; the chain puts them together.
    while let index = changes.firstIndex(where: { $0.old == shown }) {
      let change = changes.remove(at: index)
      #expect(try change.applying(to: shown) == change.new)
      shown = change.new
    }
    #expect(changes.isEmpty)
    #expect(await difference.snapshot == shown)
    let last = try snapshot([3, 1])
    let end = try #require(await difference.change(to: last))
    #expect(end.old == shown && end.new == last)
  }

  /// A point at which a comparison waits for its test.
  private struct Gate: Sendable {
    private let reached = AsyncStream.makeStream(of: Void.self)
    private let opened = AsyncStream.makeStream(of: Void.self)

    /// Waits until the gate is open.
    func pass() async {
      reached.continuation.finish()
      for await _ in opened.stream {}
    }

    /// Waits until a comparison waits here.
    func isReached() async {
      for await _ in reached.stream {}
    }

    func open() { opened.continuation.finish() }
  }

  /// Whichever ends first, the older one of two comparisons at a time gives no change.
  @Test(arguments: [true, false])
  func ofTwoComparisonsTheNewerCounts(olderEndsFirst: Bool) async {  // TL-4
    let (older, newer) = (Gate(), Gate())
    let start = snapshotOfRows([1, 2], n: 0)
    let difference = BackgroundDifference<Row>(start) { old, new in
      switch new.rowCount {
      case 3: await older.pass()
      case 1: await newer.pass()
      default: break
      }
      return ResultsChange(from: old, to: new, identifiedBy: \.id)
    }
    async let first = difference.change(to: snapshotOfRows([1, 2, 3], n: 0))
    await older.isReached()
    async let second = difference.change(to: snapshotOfRows([2], n: 1))
    await newer.isReached()
    let gates = olderEndsFirst ? [older, newer] : [newer, older]
    gates[0].open()
    let isDiscarded: Bool
    let change: ResultsChange<Row>?
    if olderEndsFirst {
      isDiscarded = await first == nil
      #expect(await difference.snapshot == start)
      gates[1].open()
      change = await second
    } else {
      change = await second
      gates[1].open()
      isDiscarded = await first == nil
    }
    #expect(isDiscarded)
    #expect(change?.old == start)
    #expect(change.map { describe($0) } == "D(0) U(1/0)")
    #expect(await difference.snapshot == change?.new)
    let next = await difference.change(to: snapshotOfRows([2, 4], n: 1))
    #expect(next?.old == change?.new && next.map { describe($0) } == "I(1)")
  }
}

/// A flat snapshot of rows.
private func snapshotOfRows(_ ids: [Int], n: Int) -> ResultsSnapshot<Row> {
  ResultsSnapshot(
    sections: [ResultsSection(key: nil, rows: ids.map { .item(Row($0, n: n)) })])
}
