import Testing

@testable import FilterableResults

/// Rows set, edited and moved in one flat list.
@Suite struct RowScenarioTests {
  /// What one edit of a list of keys sends.
  private func changes(
    _ old: [Row], _ edit: (ResultsController<Row>) throws -> Void
  ) throws -> [String] {
    let controller = keyed()
    try controller.setItems(old)
    let recorder = Recorder(controller)
    try edit(controller)
    #expect(recorder.problems == [])
    return recorder.take()
  }

  @Test(arguments: [
    ([1, 2, 3], [3, 2], "D(0) M(2→0)"),
    ([1, 2, 3, 4], [4, 1, 2, 3], "M(3→0)"),
    ([1, 2, 3, 4], [2, 3, 4, 1], "M(0→3)"),
    ([1, 2, 3], [4, 1, 3, 5], "D(1) I(0) I(3)"),
    ([1, 2], [3, 4], "D(1) D(0) I(0) I(1)"),
    ([], [1], "I(0)"),
    ([1], [], "D(0)"),
    ([1, 2, 3], [9, 1, 2, 3], "I(0)"),
  ])
  func aSetListIsTheFewestEvents(old: [Int], new: [Int], expected: String) throws {
    #expect(
      try changes(old.map { Row($0) }) { try $0.setItems(new.map { Row($0) }) } == [expected])
  }

  @Test func equalListsSendNothing() throws {
    #expect(try changes(rows(1, 2)) { try $0.setItems(rows(1, 2)) } == [])
  }

  @Test func keptRowsCanBeReportedAlways() throws {
    let controller = keyed { $0.delivery.reportsEqualReplacements = true }
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    try controller.setItems(rows(1, 2))
    #expect(recorder.take() == ["U(0/0) U(1/1)"])
    controller.replace(Row(2))
    #expect(recorder.take() == ["U(1/1)"])
  }

  @Test func aMovedRowWithOtherContentStandsInBothLists() throws {
    let sent = try changes(rows(1, 2, 3)) { try $0.setItems([Row(2, n: 1), Row(1)]) }
    #expect(["D(2) M(1→0) U(1/0)", "D(2) M(0→1) U(1/0)"].contains(sent.first))
  }

  @Test func reversingTakesAllMovesButOne() throws {
    let many = (0..<1000).map { Row($0) }
    let controller = keyed()
    try controller.setItems(many)
    let recorder = Recorder(controller)
    try controller.setItems(many.reversed())
    #expect(recorder.changes.first?.changeset.movedItems.count == 999)
    #expect(recorder.changes.first?.changeset.count == 999)
  }

  /// A number that counts how often numbers are compared.
  private struct Counted: Comparable {
    final class Counter {
      var comparisons = 0
    }

    let number: Int
    let counter: Counter

    static func < (lhs: Counted, rhs: Counted) -> Bool {
      lhs.counter.comparisons += 1
      return lhs.number < rhs.number
    }

    static func == (lhs: Counted, rhs: Counted) -> Bool { lhs.number == rhs.number }
  }

  /// A search in the run for each row: n log n comparisons, where a scan of it would take n² of a part sorted.
  @Test func theLongestRunTakesASearchForEachRow() {
    let counter = Counted.Counter()
    let run = { (numbers: [Int]) -> (kept: Int, comparisons: Int) in
      counter.comparisons = 0
      let flags = LongestRun.of(numbers.map { Counted(number: $0, counter: counter) })
      return (flags.count { $0 }, counter.comparisons)
    }
    let count = 1 << 12
    let reversed = run((0..<count).reversed())
    #expect(reversed.kept == 1 && reversed.comparisons <= count * 2)
    // The second half goes before the first one: the run is half as long as the list at each search.
    let halves = run(Array(count / 2..<count) + Array(0..<count / 2))
    #expect(halves.kept == count / 2 && halves.comparisons <= count * 13)
    let rising = run(Array(0..<count))
    #expect(rising.kept == count && rising.comparisons <= count)
  }

  /// A reversal reads each row a fixed number of times.
  @Test func reversingReadsEachRowAFewTimes() throws {
    var reads = 0
    let reversal = { (count: Int) throws -> Int in
      let controller = keyed {
        $0.rows.identity = ResultsKey { row in
          reads += 1
          return row.id
        }
        $0.rows.isModified = { old, new in
          reads += 1
          return old != new
        }
      }
      let items = (0..<count).map { Row($0) }
      try controller.setItems(items)
      let recorder = Recorder(controller)
      reads = 0
      try controller.setItems(items.reversed())
      let work = reads
      #expect(recorder.changes.first?.changeset.movedItems.count == count - 1)
      return work
    }
    let (small, large) = (try reversal(250), try reversal(1000))
    #expect(small > 0 && large <= small * 4 + 16)
  }

  @Test func aSwapOfNeighboursIsOneMove() throws {
    var many = (0..<1000).map { Row($0) }
    let controller = keyed()
    try controller.setItems(many)
    let recorder = Recorder(controller)
    many.swapAt(500, 501)
    try controller.setItems(many)
    #expect(recorder.changes.first?.changeset.structuralCount == 1)
  }

  @Test func changedContentsAreUpdatesAlone() throws {
    #expect(
      try changes(rows(1, 2)) { try $0.setItems([Row(1, n: 1), Row(2, n: 1)]) }
        == ["U(0/0) U(1/1)"])
  }

  @Test func equalRowsMayRepeatWithoutKeys() throws {
    let controller = ResultsController<Row>()
    try controller.setItems(rows(1, 1, 2))
    let recorder = Recorder(controller)
    try controller.setItems(rows(1, 2, 1))
    #expect(recorder.problems == [])
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 1])
    #expect(recorder.changes.first?.changeset.structuralCount == 1)
  }

  @Test func singleEditsSayExactlyWhatTheyDid() throws {
    #expect(try changes(rows(1, 2, 3)) { try $0.add(Row(4)) } == ["I(3)"])
    #expect(try changes(rows(1, 2, 3)) { $0.remove(Row(2)) } == ["D(1)"])
    #expect(try changes(rows(1, 2, 3)) { $0.remove(Row(9)) } == [])
    #expect(try changes(rows(1, 2, 3)) { $0.replace(Row(2, n: 1)) } == ["U(1/1)"])
    #expect(try changes(rows(1, 2, 3)) { $0.replace(Row(2)) } == [])
    #expect(try changes(rows(1, 2, 3)) { try $0.merge([Row(2, n: 1), Row(9)]) } == ["I(3) U(1/1)"])
    #expect(try changes(rows(1, 2)) { $0.replace([Row(7), Row(8)]) } == [])
    #expect(try changes(rows(1, 2)) { $0.replace([Row(7), Row(1, n: 2)]) } == ["U(0/0)"])
  }

  @Test func aMovedRowIsTheOneThatMoves() throws {
    #expect(
      try changes(rows(1, 2, 3, 4)) {
        try $0.move(
          from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 1))
      } == ["M(0→1)"])
  }

  @Test func aNewKeyTwiceIsOneRowWithTheLastContent() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let recorder = Recorder(controller)
    try controller.merge([Row(5, n: 1), Row(5, n: 2)])
    #expect(recorder.take() == ["I(1)"])
    #expect(controller.item(forKey: 5)?.n == 2)
  }

  @Test func mergingCanSort() throws {  // UA-20
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(3, 1)), StoredSection("B", items: rows(2)),
    ])
    try controller.merge([Row(1, n: 5), Row(0)], sortedBy: [.ascending(\.id)])
    #expect(texts(controller.snapshot) == [["1/5/-", "3/0/-"], ["0/0/-", "2/0/-"]])
  }

  @Test func placesOutsideAreRefusedAndNothingChanges() throws {
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1)), StoredSection("B", items: rows(2)),
    ])
    let recorder = Recorder(controller)
    try controller.add(Row(3), toSection: 0)
    try controller.add(Row(4), toSection: -1)
    #expect(recorder.take() == ["I(1)", "I(1,1)"])
    #expect(throws: ResultsError.noSection(9)) { try controller.add(Row(5), toSection: 9) }
    try controller.insert(Row(6), at: StorePosition(section: 1, offset: 2))
    let outside = StorePosition(section: 1, offset: 4)
    #expect(throws: ResultsError.noPosition(outside)) { try controller.insert(Row(7), at: outside) }
    #expect(controller.count == 5)
    #expect(recorder.take() == ["I(1,2)"])
  }

  @Test func anotherKeyIsAnotherRow() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let recorder = Recorder(controller)
    try controller.replace(Row(1), with: Row(9))
    #expect(recorder.take() == ["D(0) I(0)"])
    #expect(controller.item(forKey: 1) == nil)
    #expect(controller.path(forKey: 9) == ResultsPath(section: 0, item: 0))
  }
}
