import FilterableResults
import Foundation
import Testing

/// Sections and order, and what filters leave of them.
@Suite struct ArrangementScenarioTests {
  @Test func rowsAreGroupedByKeyWhateverTheirOrder() throws {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.rows.sort = [.ascending(\.n)]
    }
    try controller.setItems([
      Row(1, n: 5, city: "a"), Row(2, n: 1, city: "b"), Row(3, n: 3, city: "a"),
      Row(4, n: 4, city: "b"), Row(5, n: 2, city: "c"),
    ])
    #expect(controller.snapshot.sections.map(\.key) == ["b", "c", "a"])
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[2, 4], [5], [3, 1]])
    let recorder = Recorder(controller)
    controller.replace(Row(1, n: 0, city: "a"))
    #expect(controller.snapshot.sections.map(\.key) == ["a", "b", "c"])
    #expect(recorder.changes.count == 1)
    #expect(recorder.problems == [])
    try controller.configure { $0.rows.sort = [.ascending(\.city), .ascending(\.n)] }
    #expect(controller.snapshot.sections.map(\.key) == ["a", "b", "c"])
  }

  @Test func textsAreSortedAsTheirOptionsSay() throws {
    let order = { (texts: [String], key: ResultsSortKey<Row>) throws -> [Int] in
      let controller = keyed { $0.rows.sort = [key] }
      try controller.setItems(texts.enumerated().map { Row($0.offset, city: $0.element) })
      return controller.snapshot.items.map(\.id)
    }
    #expect(try order(["file10", "file2"], ResultsSortKey(\.city, numeric: true)) == [1, 0])
    #expect(try order(["file10", "file2"], ResultsSortKey(\.city)) == [0, 1])
    #expect(try order(["b", "B", "a", "A"], ResultsSortKey(\.city)) == [3, 1, 2, 0])
    #expect(
      try order(["b", "B", "a", "A"], ResultsSortKey(\.city, options: .caseInsensitive)) == [
        2, 3, 0, 1,
      ])
    #expect(try order(["f", "é", "e"], ResultsSortKey(\.city)) == [2, 1, 0])
    #expect(
      try order(["f", "é", "e"], ResultsSortKey(\.city, options: .diacriticInsensitive)) == [
        1, 2, 0,
      ])
  }

  @Test func everyKindOfValueHasItsPlace() throws {
    let values: [FilterValue] = [
      "b", .date(Date(timeIntervalSinceReferenceDate: 5)), 2, nil, true, "a", 1.5, false,
      .date(Date(timeIntervalSinceReferenceDate: -5)), .decimal(Decimal(3)), nil,
    ]
    let controller = try ResultsController<FilterValue>(
      identifiedBy: ResultsKey("id"), sortedBy: [ResultsSortKey("x")])
    try controller.setItems(values.enumerated().map { dynamic($0.offset, $0.element) })
    #expect(controller.shownIDs == [3, 10, 7, 4, 6, 2, 9, 5, 0, 8, 1])
    let descending = try ResultsSortKey<FilterValue>("x", ascending: false)
    try controller.configure { $0.rows.sort = [descending] }
    #expect(controller.shownIDs == [1, 8, 0, 5, 9, 2, 6, 4, 7, 3, 10])
    try controller.configure { $0.rows.sort[0].missing = .first }
    #expect(controller.shownIDs.prefix(2) == [3, 10])
    let nilsLast = try ResultsSortKey<FilterValue>("x", missing: .last)
    try controller.configure { $0.rows.sort = [nilsLast] }
    #expect(controller.shownIDs.suffix(2) == [3, 10])
  }

  @Test func anOrderTurnedRoundIsMovesAlone() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<9).map { Row($0, n: ($0 * 4) % 9) })
    let recorder = Recorder(controller)
    try controller.configure { $0.rows.sort = [.descending(\.n)] }
    let changes = try #require(recorder.changes.first?.changeset)
    #expect(changes.movedItems.count == 8 && changes.count == 8)
    #expect(recorder.problems == [])
  }

  @Test func sameSortValuesAreNothing() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<6).map { Row($0, n: $0 / 3) })
    let recorder = Recorder(controller)
    controller.replace(Row(1, n: 0))
    #expect(recorder.take() == [])
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 5))
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 0, 3, 4, 5])
    #expect(recorder.take() == ["M(0→2)"])
  }

  @Test func missingSectionsStandFirstOrLast() throws {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.sections.missing = .first
    }
    try controller.setItems([Row(1, city: "b"), Row(2), Row(3, city: "a")])
    #expect(controller.snapshot.sections.map(\.key) == [nil, "b", "a"])
    let recorder = Recorder(controller)
    try controller.configure { $0.sections.missing = .last }
    #expect(controller.snapshot.sections.map(\.key) == ["b", "a", nil])
    try controller.configure { $0.sections.missing = .ordered }
    #expect(controller.snapshot.sections.map(\.key) == ["b", nil, "a"])
    controller.replace(Row(1))
    #expect(controller.snapshot.sections.map(\.key) == [nil, "a"])
    #expect(recorder.problems == [])
  }

  @Test func replacedSectionsAreFilteredOnce() throws {  // UA-31
    let controller = keyed()
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3, 4, 5)),
    ])
    controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    let recorder = Recorder(controller)
    try controller.sections.replace(forKey: "B", with: rows(4, 5, 6, 7))
    #expect(recorder.take() == ["D(1,0) I(1,1)"])
    try controller.sections.replace(forKey: "B", with: rows(4, 5, 8, 7))
    try controller.sections.replace(forKey: "unknown", with: rows(9))
    #expect(recorder.take() == [])
    #expect(controller.sections.counts == [2, 4])
  }

  @Test func filtersWithoutAGroupStandBesideEachOther() throws {
    let controller = keyed()
    try controller.setItems((1...12).map { Row($0) })
    let two = ResultsFilter<Row>("two") { $0.id % 2 == 0 }
    let three = ResultsFilter<Row>("three") { $0.id % 3 == 0 }
    controller.filters.add([two, three])
    #expect(controller.filters.map(\.name) == ["two", "three"])
    #expect(controller.snapshot.items.map(\.id) == [6, 12])
    controller.filters = FilterRegistry([three, two])
    #expect(controller.snapshot.items.map(\.id) == [6, 12])
    #expect(controller.filtersHiding(key: 3) == ["two"])
    #expect(controller.filtersHiding(key: 5) == ["three", "two"])
  }

  @Test(arguments: 0..<3)
  func theLastFilterIsGoneInThreeWays(way: Int) throws {  // UA-34, UA-35, UA-36
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3))
    let even = ResultsFilter<Row>("even") { $0.id % 2 == 0 }
    controller.filters.add(even)
    let recorder = Recorder(controller)
    switch way {
    case 0: controller.filters.remove(even)
    case 1: controller.filters = FilterRegistry([])
    default: controller.filters.removeAll()
    }
    #expect(recorder.take() == ["I(0) I(2)"])
    try controller.add(Row(4))
    #expect(recorder.take() == ["I(3)"])
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 3, 4])
  }

  @Test func aMatchAfterNoneBringsItsSection() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "b")])
    controller.filters.add(ResultsFilter("n") { $0.n > 0 })
    #expect(controller.snapshot.sectionCounts == [])
    let recorder = Recorder(controller)
    try controller.add(Row(3, n: 1, city: "b"))
    #expect(recorder.take() == ["sI(0)"])
    controller.remove(key: 3)
    try controller.configure { $0.sections.empty = .keep }
    _ = recorder.take()
    try controller.add(Row(4, n: 1, city: "b"))
    #expect(recorder.take() == ["I(1,0)"])
    #expect(recorder.problems == [])
  }

  @Test func shownRowsThatKeepTheirOrderAreSilent() throws {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4))
    controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    let recorder = Recorder(controller)
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 1))
    #expect(controller.items?.map(\.id) == [2, 1, 3, 4])
    #expect(recorder.take() == [])
    try controller.move(
      from: StorePosition(section: 0, offset: 1), to: StorePosition(section: 0, offset: 3))
    #expect(recorder.take() == ["M(0→1)"])
  }

  @Test func theLastShownRowOfASectionMoves() throws {
    for policy in [ResultsConfiguration<Row>.EmptySections.drop, .keep] {
      let controller = keyed {
        $0.sections.key = ResultsKey(\.city)
        $0.sections.empty = policy
      }
      try controller.setItems([
        Row(2, n: 1, city: "a"), Row(1, city: "a"), Row(3, n: 1, city: "b"),
      ])
      try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Row>("n == 0")))
      let recorder = Recorder(controller)
      controller.replace(Row(1, city: "b"))
      let sent = recorder.changes.first?.changeset
      if policy == .drop {
        #expect(recorder.take() == ["sD(0) sI(0)"])
      } else {
        // The row's section is part of its content.
        #expect(sent?.movedItems.count == 1 && sent?.structuralCount == 1)
        #expect(recorder.take() == ["M(0→1,0) U(0/1,0)"])
      }
      #expect(recorder.problems == [])
    }
  }

  @Test func aRowLeavesWhatItNoLongerMatches() throws {  // BS-1, BS-2, BS-3
    let source = MemorySource<Row>([Row(1, n: 1), Row(2, n: 1), Row(3, n: 1)])
    source.request.predicate = try FilterPredicate("n == 1")
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    source.commit { $0[1].n = 2 }
    #expect(recorder.take() == ["D(1)"])
    source.commit { $0[1].n = 1 }
    #expect(recorder.take() == ["I(1)"])
    source.request.predicate = try FilterPredicate("n == 2")
    #expect(recorder.take() == ["D(2) D(1) D(0)"])
  }

  @Test func rolledBackChangesAreTheNetChange() throws {
    struct Failure: Error {}
    let source = MemorySource<Row>(rows(1, 2, 3))
    let controller = keyed()
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    #expect(throws: Failure.self) {
      try source.commit { items throws(Failure) in
        items.removeAll()
        throw Failure()
      }
    }
    #expect(recorder.take() == [])
    #expect(source.items.count == 3)
    controller.begin()
    controller.remove(key: 1)
    controller.begin()
    controller.remove(key: 2)
    controller.remove(key: 3)
    try controller.rollback()
    try controller.end()
    #expect(recorder.take() == ["D(0)"])
    controller.remove(key: 1)
    controller.remove(key: 2)
    #expect(recorder.take() == ["D(0)"])
    #expect(recorder.problems == [])
  }

  @Test func savedEditsAreOneDelivery() throws {
    let source = MemorySource<Row>([
      Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b"), Row(4, city: "b"),
    ])
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    controller.follow(source) { _ in Issue.record("no error") }
    let recorder = Recorder(controller)
    source.commit { items in
      items.removeFirst(2)
      items.append(Row(5, city: "a"))
      items[0].n = 9
      items.append(Row(6, city: "b"))
    }
    #expect(recorder.changes.count == 1)
    #expect(recorder.problems == [])
    source.commit { items in items = [Row(3, city: "b"), Row(1, city: "a"), Row(5, city: "a")] }
    #expect(recorder.changes.count == 2)
    source.commit { items in items.removeAll { $0.city == "a" } }
    #expect(recorder.changes.count == 3)
    #expect(recorder.problems == [])
  }

  @Test func severalDeletionsAreCountedInTheOldList() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([
      Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "a"), Row(4, city: "b"),
    ])
    let recorder = Recorder(controller)
    controller.remove(rows(1, 2))
    #expect(recorder.take() == ["D(1) D(0)"])
    try controller.performBatch { () throws(ResultsError) in
      controller.remove(key: 3)
      try controller.add(Row(5, city: "b"))
      controller.replace(Row(4, n: 1, city: "b"))
    }
    #expect(recorder.take() == ["sD(0) I(1) U(1,0/0)"])
    #expect(recorder.problems == [])
  }
}
