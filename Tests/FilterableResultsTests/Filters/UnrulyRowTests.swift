import FilterableResults
import Testing

/// Rows that filters have no answer for, and rows that change in place.
@Suite struct UnrulyRowTests {
  @Test func failuresAreCountedOnceForEachEdit() throws {
    let controller = try ResultsController<FilterValue>.dynamic()
    try controller.filters.add(
      ResultsFilter("f", group: "g", predicate: FilterPredicate<FilterValue>("x > 3")))
    try controller.setItems([dynamic(1, 5), dynamic(2, "a"), dynamic(3, []), dynamic(4, nil)])
    #expect(controller.shownIDs == [1])
    #expect(controller.failures.count == 2)
    #expect(controller.failures.first?.kind == .kindMismatch)
    #expect(controller.failures.first?.message.isEmpty == false)
    // A batch is one edit, and what it did not look at has not failed.
    try controller.performBatch { () throws(ResultsError) in
      try controller.add(dynamic(5, "b"))
      try controller.add(dynamic(6, "c"))
      try controller.add(dynamic(7, 9))
    }
    #expect(controller.failures.count == 2 && controller.shownIDs == [1, 7])
    controller.remove(key: 1)
    #expect(controller.failures.count == 0 && controller.failures.first == nil)
    try controller.refilter()
    #expect(controller.failures.count == 4)
    try controller.refilter(key: 2)
    #expect(controller.failures.count == 1)
    #expect(try !controller.refilter(key: 99))
    #expect(controller.filtersHiding(key: 2) == ["f"])
    // A stricter filter looks at the shown rows alone.
    try controller.filters.add(
      ResultsFilter("f", group: "g", predicate: FilterPredicate<FilterValue>("x > 3 AND x < 9")))
    #expect(controller.shownIDs == [] && controller.failures.count == 0)
    controller.filters.removeAll()
    #expect(controller.shownIDs == [2, 3, 4, 5, 6, 7])
  }

  @Test func codeMayFailToo() throws {
    struct Failure: Error, CustomStringConvertible { var description: String { "no luck" } }
    let controller = keyed()
    controller.filters.add(ResultsFilter("f") { if $0.id == 2 { throw Failure() } else { true } })
    try controller.setItems(rows(1, 2, 3))
    #expect(controller.snapshot.items.map(\.id) == [1, 3])
    #expect(controller.failures.count == 1)
    #expect(controller.failures.first?.kind == .custom)
    #expect(controller.failures.first?.message == "no luck")
    let recorder = Recorder(controller)
    controller.replace(Row(2, n: 1))
    #expect(recorder.take() == [] && controller.failures.count == 1)
    #expect(controller.filtersHiding(key: 2) == ["f"])
  }

  /// An object whose every part can change.
  private final class Part: Filterable {
    var id: Int
    var n: Int
    var city: String
    var version = 0

    init(_ id: Int, n: Int = 0, city: String = "a") {
      self.id = id
      self.n = n
      self.city = city
    }

    static let filterFields = FilterFields<Part>(
      FilterField("id") { $0.id }, FilterField("n") { $0.n }, FilterField("city") { $0.city },
      FilterField("version") { $0.version })
  }

  private func parts(_ count: Int) throws -> (ResultsController<Part>, [Part]) {
    let controller = ResultsController<Part>(
      identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.n)])
    let parts = (0..<count).map { Part($0, n: $0, city: $0 < count / 2 ? "a" : "b") }
    try controller.setItems(parts)
    return (controller, parts)
  }

  @Test func touchedRowsAreFilteredAndPlacedAnew() throws {
    let (controller, parts) = try parts(6)
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Part>("n < 50")))
    try controller.configure { $0.sections.order = .ascending }
    var sent: [String] = []
    let token = controller.observe { sent.append(describe($0.changeset)) }
    sent = []
    parts[0].n = 10
    #expect(sent == [])
    try controller.itemDidChange(key: 0)
    parts[1].city = "b"
    try controller.itemDidChange(key: 1)
    parts[2].n = 99
    try controller.itemDidChange(key: 2)
    #expect(sent == ["M(0→2) U(0/2)", "M(0→1,0) U(0/1,0)", "D(0)"])
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[0], [1, 3, 4, 5]])
    parts[2].n = 0
    try controller.itemDidChange(key: 2)
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[2, 0], [1, 3, 4, 5]])
    sent = []
    try controller.itemDidChange(key: 5)
    #expect(sent == ["U(1,3/1,3)"])
    #expect(try !controller.itemDidChange(key: 77))
    withExtendedLifetime(token) {}
  }

  @Test func stampsTellWhatHasChanged() throws {
    let (controller, parts) = try parts(6)
    try controller.configure { $0.rows.version = ResultsKey(\.version) }
    try controller.setItems(parts)
    let counter = ChangeCounter(controller)
    controller.reloadChangedItems()
    try controller.setItems(parts)
    #expect(counter.deliveries == 0)
    for part in parts[1...2] {
      part.n = 20 + part.id
      part.version += 1
    }
    controller.reloadChangedItems()
    #expect(counter.deliveries == 1 && counter.updates == 2)
    #expect(controller.snapshot.sections[0].items.map(\.id) == [0, 1, 2])
    parts[0].version = 7
    parts[5].version = 7
    try controller.setItems(parts)
    #expect(counter.updates == 4)
    parts[3].version = 8
    controller.replace(parts[3])
    #expect(counter.updates == 5)
    controller.replace(parts[3])
    try controller.merge(parts)
    #expect(counter.updates == 5 && counter.deliveries == 3)
  }

  @Test func aKeyThatChangesInPlaceDoesNoHarm() throws {
    let (controller, parts) = try parts(8)
    parts[2].id = 100
    parts[3].id = 4
    #expect(controller.item(forKey: 2) == nil)
    let path = ResultsPath(section: 0, item: 2)
    // It lies where the old key belongs: by the new one it is found by chance, or not at all.
    #expect([nil, path].contains(controller.path(of: parts[2])))
    #expect(controller.snapshot.rowCount == 8)
    try controller.remove(at: StorePosition(section: 0, offset: 2))
    for id in 20..<30 { try controller.add(Part(id, n: id, city: "c")) }
    #expect(controller.count == 17 && controller.snapshot.rowCount == 17)
    for id in 20..<30 { controller.remove(key: FilterValue.int(Int64(id))) }
    #expect(controller.count == 7)
    parts[3].id = 3
    try controller.setItems(parts)
    #expect(controller.item(forKey: 100) === parts[2])
    #expect(controller.item(forKey: 3) === parts[3])
  }

  // MARK: - Closures that edit

  /// A closure of an edit reads the controller, and an observer edits it.
  @Test func closuresReadAndObserversEdit() throws {
    var counts: [Int] = []
    weak var reference: ResultsController<Row>?
    let controller = keyed {
      $0.groupRows.test = { _ in
        counts.append(reference?.count ?? -1)
        return reference?.item(forKey: 9) == nil && reference?.snapshot.rowCount != 9
      }
    }
    reference = controller
    try controller.setItems(rows(1, 2))
    var isFirst = true
    controller.observe { change in
      if isFirst { controller.remove(key: 1) }
      isFirst = false
    }
    try controller.add(Row(3))
    #expect(controller.items == rows(2, 3) && counts.count == 3)
    try controller.performBatch {
      controller.replace(Row(2, n: 5))
      #expect(controller.item(forKey: 2)?.n == 5)
      try controller.add(Row(4))
    }
    #expect(controller.count == 3)
  }

  @Test func aFilterThatEditsStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let controller = keyed()
      try controller.setItems(rows(1, 2, 3))
      controller.filters.add(ResultsFilter("f") { row in !controller.remove(key: row.id) })
    }
    // In a batch, where rows are gathered, and of another kind.
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) let controller = keyed()
      try controller.setItems((0..<20).map { Row($0) })
      controller.filters.add(
        ResultsFilter("f") { row in
          if row.n > 0 { controller.filters.removeAll() }
          return true
        })
      controller.performBatch {
        for id in 0..<10 { controller.replace(Row(id, n: 1)) }
      }
    }
  }

  @Test func aKeyOrATestThatEditsStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let controller = keyed()
      try controller.setItems(rows(1, 2, 3))
      try controller.configure {
        $0.sections.key = ResultsKey { row in
          controller.sections.setCollapsed(true)
          return row.n
        }
      }
    }
    await #expect(processExitsWith: .failure) {
      let controller = keyed()
      try controller.setItems(rows(1))
      try controller.configure {
        $0.groupRows.test = { row in
          if row.id == 2 { controller.begin() }
          return true
        }
      }
      try controller.add(Row(2))
    }
  }
}
