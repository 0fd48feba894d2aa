import FilterableResults
import Synchronization
import Testing

/// What edits and filters cost, counted and not timed.
@Suite struct EditCostTests {
  @Test func anEditOfManyRowsComparesAtMostTwiceAsOftenAsOneOfFew() {
    let (few, many) = (comparisons(of: 2_000), comparisons(of: 40_000))
    #expect(few > 0)
    #expect(many <= 2 * few)
  }

  /// How often rows are compared in edits that change content, order and section in turn.
  private func comparisons(of size: Int) -> Int {
    let counter = Counter()
    let controller = keyed {
      $0.sections.key = ResultsKey { $0.id % 10 }
      $0.sections.order = .ascending
      $0.rows.comparator = { left, right in
        counter.add()
        return left.n < right.n
      }
    }
    try? controller.setItems((0..<size).map { Row($0, n: $0) })
    controller.filters.add(ResultsFilter("even") { $0.n % 2 == 0 })
    var told = 0
    let observation = controller.observe { told += $0.isReload ? 0 : 1 }
    counter.reset()
    for step in 0..<30 {
      let id = step * (size / 30)
      controller.replace(Row(id, n: step % 3 == 0 ? id : size - id, city: "x"))
    }
    #expect(told > 0)
    observation.cancel()
    return counter.count
  }

  @Test func aContentEditComparesARowOnlyWithItsNeighboursAgain() throws {
    let counter = Counter()
    let controller = keyed {
      $0.rows.comparator = { left, right in
        counter.add()
        return left.n < right.n
      }
    }
    try controller.setItems((0..<1_000).map { Row($0, n: $0) })
    counter.reset()
    #expect(controller.path(forKey: 500) != nil)
    let search = counter.count
    counter.reset()
    controller.replace(Row(500, n: 500, city: "x"))
    #expect(counter.count <= search + 4)
  }

  @Test func aFilterThatImpliesTheOldOneTestsOnlyRowsThatAreShown() throws {
    let counter = Counter()
    let controller = ResultsController<CountedText>(identifiedBy: \.id)
    let words = ["copper", "cobalt", "carbon", "tin", "iron", "lead", "gold", "zinc"]
    try controller.setItems(
      (0..<800).map { CountedText(id: $0, word: words[$0 % words.count], counter: counter) })
    for (needle, tested, shown) in [
      ("c", 800, 400), ("co", 400, 200), ("cob", 200, 100), ("tin", 800, 100), ("", 800, 0),
    ] {
      counter.reset()
      try controller.filters.add(
        ResultsFilter(
          needle, group: "search", predicate: FilterPredicate("text CONTAINS[c] \(needle)")))
      #expect(counter.count == tested, "\(needle)")
      #expect(controller.snapshot.rowCount == shown, "\(needle)")
    }
  }

  @Test func aFilterBesideOthersTestsOnlyRowsThatTheyLetPass() throws {
    let counter = Counter()
    let controller = ResultsController<CountedText>(identifiedBy: \.id)
    try controller.setItems(
      (0..<200).map { CountedText(id: $0, word: "iron", counter: counter) })
    try controller.filters.add(ResultsFilter("few", predicate: FilterPredicate("id < 20")))
    counter.reset()
    try controller.filters.add(
      ResultsFilter("search", predicate: FilterPredicate("text CONTAINS 'ir'")))
    #expect(counter.count == 20)
    counter.reset()
    controller.filters.remove(name: "few")
    // The verdicts about the other 20 rows are known.
    #expect(counter.count == 180)
  }

  @Test func anEditAsksTheFiltersForOneRow() throws {
    let counter = Counter()
    let controller = ResultsController<CountedText>(identifiedBy: \.id)
    try controller.setItems(
      (0..<200).map { CountedText(id: $0, word: "iron", counter: counter) })
    try controller.filters.add(
      ResultsFilter("search", predicate: FilterPredicate("text CONTAINS 'ir'")))
    counter.reset()
    controller.filters.removeAll()
    #expect(counter.count == 0)
    try controller.filters.add(
      ResultsFilter("search", predicate: FilterPredicate("text CONTAINS 'on'")))
    counter.reset()
    controller.replace(CountedText(id: 7, word: "bronze", counter: counter))
    // The content is compared with the old one as well, which reads both.
    #expect(counter.count <= 5)
  }
}

/// Counts calls.
final class Counter: Sendable {
  private let calls = Atomic(0)

  var count: Int { calls.load(ordering: .relaxed) }

  func add() { calls.add(1, ordering: .relaxed) }
  func reset() { calls.store(0, ordering: .relaxed) }
}

/// An item that counts how often its text is read.
private struct CountedText: Filterable {
  var id: Int
  var word: String
  var counter: Counter

  var text: String {
    counter.add()
    return word
  }

  static let filterFields = FilterFields<CountedText>(
    FilterField("id", \.id), FilterField("text", \.text))
}
