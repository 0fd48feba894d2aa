import FilterEngine
import FilterableResults
import Testing

/// Edits of many rows that have no key and are found by what they are equal to.
@Suite struct KeylessRowTests {
  /// An item that counts how often it is compared.
  private struct Counted: Filterable, Hashable {
    final class Counter {
      var comparisons = 0
    }

    let id: Int
    let counter: Counter

    static let filterFields = FilterFields<Counted>(FilterField("id", \.id))

    static func == (lhs: Counted, rhs: Counted) -> Bool {
      lhs.counter.comparisons += 1
      return lhs.id == rhs.id
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test func manyRowsAreFoundWithoutASearchForEach() throws {
    let counter = Counted.Counter()
    let items = (0..<2_000).map { Counted(id: $0, counter: counter) }
    let controller = ResultsController<Counted>()
    try controller.setItems(items)
    counter.comparisons = 0
    try controller.merge(items + (1_990..<2_010).map { Counted(id: $0, counter: counter) })
    #expect(controller.count == 2_010)
    controller.replace(items)
    controller.remove(items.reversed())
    #expect(controller.items?.map(\.id) == Array(2_000..<2_010))
    #expect(counter.comparisons < 100_000)
  }

  @Test func eachOfEqualRowsIsFoundOnce() throws {
    let controller = ResultsController<Row>()
    try controller.setItems(rows(1, 7, 7, 2, 7))
    controller.remove(rows(7, 7, 9, 1))
    #expect(controller.items == rows(2, 7))
    try controller.merge(rows(7, 7, 3, 3, 2))
    #expect(controller.items == rows(2, 7, 3))
    try controller.setSections([StoredSection("A", items: rows(1)), StoredSection("B", items: [])])
    try controller.merge(rows(5, 5, 1))
    #expect(controller.sections.counts == [1, 1])
  }

  /// A row that goes past equal rows changes nothing that is shown, unless it goes to another section.
  @Test func aRowThatGoesToASectionOfEqualRowsIsAMove() throws {
    let controller = ResultsController<Row>()
    try controller.setSections([
      StoredSection("A", items: rows(7, 7, 7, 8)), StoredSection("B", items: rows(1, 7)),
    ])
    var changes: [String] = []
    let forms = ListViewForms()
    let observation = controller.observe(sendingCurrent: true) { change in
      forms.apply(change)
      if !change.isReload { changes.append(describe(change)) }
    }
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 0, offset: 2))
    #expect(changes == [])
    try controller.move(
      from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 1, offset: 1))
    #expect(changes.count == 1)
    #expect(forms.shown.allSatisfy { $0 == texts(controller.snapshot) } && forms.problems == [])
    // One comes for one that goes.
    controller.performBatch {
      try? controller.move(
        from: StorePosition(section: 0, offset: 0), to: StorePosition(section: 1, offset: 1))
      try? controller.move(
        from: StorePosition(section: 1, offset: 2), to: StorePosition(section: 0, offset: 0))
    }
    #expect(forms.shown.allSatisfy { $0 == texts(controller.snapshot) } && forms.problems == [])
    observation.cancel()
  }

  /// Where rows have keys, those without one are still what they are equal to.
  @Test func amongRowsWithKeysAMoveIsToldWhereSomethingElseIsShown() throws {
    let items: [FilterValue] = [
      ["id": 1, "n": 3], ["n": 3], ["n": 3], ["n": 4], ["id": 2, "n": 3], ["n": 3], ["n": 3.0],
    ]
    for (from, to) in items.indices.flatMap({ from in items.indices.map { (from, $0) } }) {
      let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
      try controller.setItems(items)
      var told: [Changeset] = []
      let observation = controller.observe { told.append($0.changeset) }
      let shown = { controller.snapshot.items.map { "\($0)" } }
      let before = shown()
      try controller.move(
        from: StorePosition(section: 0, offset: from), to: StorePosition(section: 0, offset: to))
      #expect(told.count == (shown() == before ? 0 : 1), "from \(from) to \(to): \(told)")
      #expect(told.allSatisfy { $0.count == 1 && $0.movedItems.count == 1 })
      observation.cancel()
    }
  }
}
