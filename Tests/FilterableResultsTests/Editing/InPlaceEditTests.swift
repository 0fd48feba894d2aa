import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// Edits where nothing holds what was shown before, beside a controller made of the same rows.
@Suite struct InPlaceEditTests {
  private static var forms: [(inout ResultsConfiguration<Row>) -> Void] {
    [
      { _ in },
      { $0.rows.sort = [.ascending(\.n)] },
      { $0.rows.sort = [.descending(\.city), .ascending(\.n)] },
      {
        $0.rows.sort = [.ascending(\.city)]
        $0.sections.key = ResultsKey { $0.n % 3 }
      },
      {
        $0.sections.key = ResultsKey(\.city)
        $0.sections.order = .descending
        $0.rows.sort = [.descending(\.n)]
      },
      {
        $0.sections.key = ResultsKey(\.city)
        $0.sections.empty = .keep
      },
      { $0.rows.comparator = { $0.n % 10 < $1.n % 10 } },
    ]
  }

  @Test(arguments: RandomSearch.seeds(12))
  func aChangeKnowsWhatWasShownBefore(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    for form in Self.forms {
      let controller = keyed(form)
      controller.filters.add(ResultsFilter("few") { $0.n % 5 != 0 })
      let count = [3, 40, 400][Int.random(in: 0..<3, using: &dice)]
      var items = (0..<count).map { Self.row($0, &dice) }
      try controller.setItems(items)
      // What was shown after each delivery, without a snapshot, which would be held.
      var shown = texts(controller.snapshot)
      var kept: [(change: ResultsChange<Row>, old: [[String]], new: [[String]])] = []
      var looks = 0
      var steps = 0
      let observation = controller.observe { change in
        guard !change.isReload else { return }
        let new = texts(change.new)
        if looks == 1 { #expect(texts(change.old) == shown) }
        if looks == 2 { kept.append((change, shown, new)) }
        #expect(Self.applied(change.changeset, to: shown, new) == new)
        shown = new
        steps += 1
      }
      for _ in 0..<60 {
        looks = Int.random(in: 0..<8, using: &dice)
        try Self.edit(controller, &items, &dice)
        try #require(texts(controller.snapshot) == shown)
      }
      #expect(steps > 0)
      for change in kept {
        #expect(texts(change.change.old) == change.old)
        #expect(texts(change.change.new) == change.new)
        #expect(texts(change.change.inverse.new) == change.old)
      }
      let fresh = keyed(form)
      fresh.filters = controller.filters
      try fresh.setItems(controller.items)
      #expect(texts(fresh.snapshot) == shown)
      for item in items {
        let key = FilterValue.int(Int64(item.id))
        #expect(controller.path(forKey: key) == fresh.path(forKey: key))
      }
      observation.cancel()
    }
  }

  @Test(arguments: [false, true], [false, true])
  func theNumbersOfRemovedRowsAreUsedAgain(isHeld: Bool, isInBatch: Bool) throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<100).map { Row($0, n: $0) })
    let observation = controller.observe { _ in }
    var held: ResultsSnapshot<Row>?
    for id in 0..<500 {
      if isHeld { held = controller.snapshot }
      if isInBatch { controller.begin() }
      #expect(controller.remove(key: FilterValue.int(Int64(id))))
      try controller.add(Row(id + 100, n: id + 100))
      if isInBatch { try controller.end() }
    }
    #expect(held == nil || held?.rowCount == 100)
    // A batch gives a number free at its end.
    #expect(try #require(controller.store.state).rows.count <= 102)
    observation.cancel()
  }

  /// The row after one that was found is looked at first, and behind the last one there is none.
  @Test func anyRowMayFollowTheLastOneInABatch() throws {
    let controller = keyed()
    try controller.setItems((0..<40).map { Row($0, n: 0) })
    controller.performBatch {
      for id in [38, 39, 0, 39, 38, 39, 40] { controller.replace(Row(id, n: id + 1)) }
    }
    #expect(controller.items?.filter { $0.n != 0 }.map(\.n) == [1, 39, 40])
  }

  private static func row(_ id: Int, _ dice: inout SeededGenerator) -> Row {
    Row(
      id, n: Int.random(in: 0..<30, using: &dice),
      city: ["Rome", "Oslo", "a city with a long name", "a city with a long nose", nil][
        Int.random(in: 0..<5, using: &dice)])
  }

  /// Inserts, removes, replaces or moves a row, or replaces several in a batch.
  private static func edit(
    _ controller: ResultsController<Row>, _ items: inout [Row], _ dice: inout SeededGenerator
  ) throws {
    let place = items.isEmpty ? 0 : Int.random(in: 0..<items.count, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 6 where items.count > 3, 7 where items.count > 3:
      let places = items.indices.shuffled(using: &dice).prefix(Int.random(in: 1..<60, using: &dice))
      for place in places {
        // Most rows stay where they are, shown or hidden as before.
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: items[place].n += 30
        case 1: items[place].city = row(0, &dice).city
        default: break
        }
      }
      controller.performBatch { for place in places { controller.replace(items[place]) } }
    case 0:
      let row = row(items.map(\.id).max().map { $0 + 1 } ?? 0, &dice)
      items.append(row)
      if Bool.random(using: &dice) {
        try controller.add(row)
      } else {
        let item = Int.random(in: 0...controller.count, using: &dice)
        try controller.insert(row, at: StorePosition(section: 0, offset: item))
      }
    case 1 where !items.isEmpty:
      controller.remove(key: FilterValue.int(Int64(items.remove(at: place).id)))
    case 2 where !items.isEmpty:
      let item = Int.random(in: 0..<items.count, using: &dice)
      try controller.move(
        from: StorePosition(section: 0, offset: place), to: StorePosition(section: 0, offset: item))
    case _ where !items.isEmpty:
      var row = row(items[place].id, &dice)
      if Bool.random(using: &dice) { row.n = items[place].n }
      items[place] = row
      controller.replace(row)
    default: break
    }
  }

  /// What rows become by a change set, the contents of those that came or changed taken from `new`.
  private static func applied(
    _ changes: Changeset, to old: [[String]], _ new: [[String]]
  ) -> [[String]]? {
    guard let origins = try? changes.origins(of: old.map(\.count)) else { return nil }
    let updated = Set(changes.updatedItems.map(\.to))
    return origins.enumerated().map { place, origin in
      guard case .kept(_, let paths) = origin else { return new[place] }
      return paths.enumerated().map { item, path in
        guard let path, !updated.contains(ResultsPath(section: place, item: item)) else {
          return new[place][item]
        }
        return old[path.section][path.item]
      }
    }
  }

  @Test func anEditCopiesNothingWhereNothingHoldsWhatWasShown() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<500).map { Row($0, n: $0 * 2) })
    var told = 0
    let observation = controller.observe { _ in told += 1 }
    controller.replace(Row(7, n: 300))
    let root = { ObjectIdentifier(controller.store.delivered.state!.arranged.root) }
    let first = root()
    controller.replace(Row(8, n: 301))
    try controller.add(Row(500, n: 77))
    controller.remove(key: 9)
    #expect(root() == first)
    let held = controller.snapshot
    let before = texts(held)
    controller.replace(Row(10, n: 400))
    #expect(root() != first)
    #expect(texts(held) == before)
    #expect(told == 5)
    observation.cancel()
  }

  @Test func aBatchOfContentsCopiesNothingWhereNothingHoldsWhatWasShown() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<500).map { Row($0, n: $0) })
    var told: [(updates: [Int], old: ResultsSnapshot<Row>?)] = []
    var looks = false
    let observation = controller.observe { change in
      guard !change.isReload else { return }
      told.append((change.changeset.updatedItems.map(\.to.item), looks ? change.old : nil))
    }
    let version = { ObjectIdentifier(controller.store.delivered) }
    let first = version()
    func edit(_ ids: some Sequence<Int>, _ city: String) {
      controller.performBatch {
        for id in ids { controller.replace(Row(id, n: id, city: city)) }
      }
    }
    edit(100..<110, "a")
    // All of them differ but one, which is as it was.
    edit([3, 100, 499, 7, 110], "a")
    looks = true
    edit(stride(from: 0, to: 500, by: 50), "b")
    #expect(version() == first)
    #expect(
      told.map(\.updates) == [
        Array(100..<110), [3, 7, 110, 499], Array(stride(from: 0, to: 500, by: 50)),
      ])
    let old = try #require(told.last?.old)
    let cities = (0..<500).map { (100..<111).contains($0) || [3, 7, 499].contains($0) ? "a" : nil }
    #expect(old.items.map(\.city) == cities)
    // The snapshot before is held now.
    let held = controller.snapshot
    edit(200..<210, "c")
    #expect(version() != first)
    #expect(held.items.allSatisfy { $0.city != "c" })
    #expect(controller.snapshot.items.filter { $0.city == "c" }.map(\.id) == Array(200..<210))
    observation.cancel()
  }

  @Test func aBatchInsideABatchIsTakenBackWithIt() throws {
    struct Refused: Error {}
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<50).map { Row($0, n: $0) })
    var told = 0
    let observation = controller.observe { if !$0.isReload { told += 1 } }
    #expect(throws: Refused.self) {
      try controller.performBatch {
        controller.performBatch {
          for id in 0..<10 { controller.replace(Row(id, n: id, city: "x")) }
        }
        throw Refused()
      }
    }
    #expect(told == 0 && controller.items?.allSatisfy { $0.city == nil } == true)
    controller.begin()
    for id in 0..<10 { controller.replace(Row(id, n: id, city: "y")) }
    try controller.rollback()
    #expect(told == 0 && controller.items?.allSatisfy { $0.city == nil } == true)
    observation.cancel()
  }

  @Test func anEditInACallbackIsDeliveredAfterwards() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<20).map { Row($0, n: $0) })
    var changes: [String] = []
    let observation = controller.observe { change in
      guard !change.isReload else { return }
      changes.append(describe(change))
      if changes.count == 1 { controller.replace(Row(4, n: 100)) }
      #expect(change.old.rowCount == 20)
    }
    controller.replace(Row(3, n: 50))
    #expect(changes == ["M(3→19) U(3/19)", "M(3→19) U(3/19)"])
    #expect(controller.snapshot.items.suffix(2).map(\.id) == [3, 4])
    observation.cancel()
  }

  @Test func twoStepsAreOneDelivery() throws {
    let controller = keyed {
      $0.rows.sort = [.ascending(\.n)]
      $0.rows.duplicates = .last
    }
    try controller.setItems((0..<20).map { Row($0, n: $0) })
    var changes: [String] = []
    let observation = controller.observe { changes.append(describe($0)) }
    try controller.replace(Row(3, n: 3), with: Row(33, n: 3))
    try controller.replace(Row(5, n: 5), with: Row(6, n: 60))
    #expect(changes == ["D(3) I(3)", "D(5) M(6→18) U(6/18)"])
    observation.cancel()
  }

  /// The number of a row that is gone keeps its content until another row has it.
  @Test func aBatchFindsNoRowThatIsGone() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<10).map { Row($0, n: $0) })
    controller.remove(key: 4)
    controller.performBatch {
      for id in 3...5 { controller.replace(Row(id, n: id, city: "x")) }
    }
    #expect(controller.snapshot.items.map(\.id) == [0, 1, 2, 3, 5, 6, 7, 8, 9])
    try controller.add(Row(4, n: 40))
    controller.performBatch {
      for id in 0..<10 { controller.replace(Row(id, n: 100 - id)) }
    }
    #expect(controller.snapshot.items.map(\.id) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  /// Searches read the keys of rows that stay where they are with other content.
  @Test(arguments: RandomSearch.seeds(3))
  func rowsAreFoundByTheKeysThatTheyHaveNow(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<700).map { Row($0, n: 100 * $0) })
    for id in (0..<700).shuffled(using: &dice) {
      controller.replace(Row(id, n: 100 * id + Int.random(in: -49...49, using: &dice)))
      try controller.add(Row(1_000 + id, n: 100 * id + Int.random(in: -49...49, using: &dice)))
    }
    let shown = controller.snapshot.items
    #expect(shown.count == 1_400)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.n <= $1.n }, "seed \(seed)")
    #expect(shown.indices.allSatisfy { controller.path(of: shown[$0])?.item == $0 })
  }
}
