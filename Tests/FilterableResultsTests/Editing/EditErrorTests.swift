import FilterableResults
import Testing

/// What each edit refuses, at the edges of what it takes; what is refused changes nothing.
@Suite struct EditErrorTests {
  private func sectioned() throws -> ResultsController<Row> {
    let controller = keyed()
    try controller.setSections([
      StoredSection("x", items: rows(1, 2)), StoredSection("y", items: []),
    ])
    return controller
  }

  private func path(_ section: Int, _ item: Int) -> StorePosition {
    StorePosition(section: section, offset: item)
  }

  private func refuses(
    _ error: ResultsError, _ edit: (ResultsController<Row>) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let controller = try sectioned()
    let before = (controller.snapshot, controller.sections.counts, controller.items)
    let recorder = Recorder(controller)
    #expect(throws: error, sourceLocation: sourceLocation) { try edit(controller) }
    #expect(recorder.take() == [], sourceLocation: sourceLocation)
    #expect(controller.snapshot == before.0, sourceLocation: sourceLocation)
    #expect(controller.sections.counts == before.1, sourceLocation: sourceLocation)
    #expect(controller.items == before.2, sourceLocation: sourceLocation)
    #expect(!controller.isInBatch, sourceLocation: sourceLocation)
  }

  @Test func placesOfRows() throws {
    for path in [path(0, 3), path(1, 1), path(2, 0), path(-1, 0), path(0, -1)] {
      try refuses(.noPosition(path)) { try $0.insert(Row(9), at: path) }
    }
    for path in [path(0, 2), path(1, 0), path(2, 0), path(-1, 0), path(0, -1)] {
      try refuses(.noPosition(path)) { try $0.remove(at: path) }
      try refuses(.noPosition(path)) { try $0.replace(at: path, with: Row(9)) }
      try refuses(.noPosition(path)) { try $0.move(from: path, to: self.path(0, 0)) }
    }
    // A row that moves inside its section leaves one place fewer there.
    for path in [path(0, 2), path(1, 1), path(2, 0), path(-1, 0), path(0, -1)] {
      try refuses(.noPosition(path)) { try $0.move(from: self.path(0, 0), to: path) }
    }
    let controller = try sectioned()
    try controller.insert(Row(3), at: path(0, 2))
    try controller.insert(Row(4), at: path(1, 0))
    try controller.move(from: path(0, 0), to: path(0, 2))
    try controller.move(from: path(0, 0), to: path(1, 1))
    #expect(texts(controller.snapshot) == [["3/0/-", "1/0/-"], ["4/0/-", "2/0/-"]])
  }

  @Test func numbersOfSections() throws {
    for number in [-1, 2] {
      try refuses(.noSection(number)) { try $0.sections.remove(at: number) }
      try refuses(.noSection(number)) { try $0.sections.replace(at: number, with: []) }
      try refuses(.noSection(number)) { try $0.sections.setTitle("T", at: number) }
      try refuses(.noSection(number)) { try $0.sections.move(from: number, to: 0) }
      try refuses(.noSection(number)) { try $0.sections.move(from: 0, to: number) }
    }
    for number in [-2, 2] {
      try refuses(.noSection(number)) { try $0.add(Row(9), toSection: number) }
    }
    for number in [-1, 3] {
      try refuses(.noSection(number)) {
        try $0.sections.add(StoredSection("z", items: []), at: number)
      }
    }
    let controller = try sectioned()
    try controller.add(Row(3), toSection: -1)
    try controller.add(Row(4), toSection: 1)
    try controller.add(Row(5))
    try controller.add(Row(6), toSection: 0)
    try controller.sections.add(StoredSection("z", items: rows(7)), at: 2)
    try controller.sections.add(StoredSection("w", items: []), at: 0)
    #expect(controller.sections.counts == [0, 3, 3, 1])
  }

  @Test func keysAndNames() throws {
    try refuses(.duplicateSection("x")) { try $0.sections.add(StoredSection("x", items: [])) }
    let controller = try sectioned()
    controller.remove(key: 9)
    controller.remove(Row(9))
    controller.remove(rows(9, 8))
    controller.replace(Row(9))
    controller.replace(rows(9))
    try controller.replace(Row(9), with: Row(1))
    try controller.sections.remove(forKey: "z")
    try controller.sections.replace(forKey: "z", with: rows(9))
    #expect(controller.items == rows(1, 2))
  }

  @Test func refusedDuplicates() throws {
    func refuse(_ error: ResultsError, _ edit: (ResultsController<Row>) throws -> Void) throws {
      try refuses(error) {
        try $0.configure { $0.rows.duplicates = .refuse }
        try edit($0)
      }
    }
    try refuse(.duplicateKey(1)) { try $0.add(Row(1, n: 1)) }
    try refuse(.duplicateKey(1)) { try $0.insert(Row(1, n: 1), at: path(1, 0)) }
    try refuse(.duplicateKey(1)) { try $0.replace(Row(2), with: Row(1, n: 1)) }
    try refuse(.duplicateKey(1)) { try $0.replace(at: path(0, 1), with: Row(1, n: 1)) }
    try refuse(.duplicateKey(1)) { try $0.setItems(rows(3, 1, 1)) }
    try refuse(.duplicateKey(1)) { try $0.sections.add(StoredSection("z", items: rows(3, 1))) }
    try refuse(.duplicateKey(1)) { try $0.sections.replace(at: 1, with: rows(3, 1)) }
    try refuse(.duplicateKey(7)) { try $0.setSections([StoredSection("x", items: rows(7, 7))]) }
    try refuse(.duplicateSection("x")) {
      try $0.setSections([StoredSection("x", items: []), StoredSection("x", items: [])])
    }
  }

  @Test func withoutData() throws {
    let controller = keyed()
    #expect(throws: ResultsError.noData) { try controller.add(Row(1)) }
    #expect(throws: ResultsError.noData) { try controller.insert(Row(1), at: path(0, 0)) }
    #expect(throws: ResultsError.noData) { try controller.remove(at: path(0, 0)) }
    #expect(throws: ResultsError.noData) { try controller.move(from: path(0, 0), to: path(0, 0)) }
    #expect(throws: ResultsError.noData) {
      try controller.sections.add(StoredSection("x", items: []))
    }
    #expect(throws: ResultsError.noData) { try controller.sections.remove(at: 0) }
    #expect(throws: ResultsError.noData) { try controller.sections.move(from: 0, to: 0) }
    #expect(throws: ResultsError.noData) { try controller.sections.setTitle("T", at: 0) }
    #expect(try !controller.itemDidChange(key: 1))
    #expect(!controller.isLoaded && controller.items == nil && controller.sections.stored == nil)
  }

  @Test func withoutSections() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    #expect(throws: ResultsError.notSectioned) {
      try controller.sections.add(StoredSection("x", items: []))
    }
    #expect(throws: ResultsError.notSectioned) { try controller.sections.remove(at: 0) }
    #expect(throws: ResultsError.notSectioned) { try controller.sections.replace(at: 0, with: []) }
    #expect(throws: ResultsError.notSectioned) { try controller.sections.move(from: 0, to: 0) }
    // The one section of a list is every section, but not those by key.
    try controller.add(Row(2), toSection: 7)
    let grouped = keyed { $0.sections.key = ResultsKey(\.city) }
    try grouped.setItems([Row(1, city: "a"), Row(2, city: "b")])
    for section in [1, 9, -2] {
      #expect(throws: ResultsError.noSection(section)) {
        try grouped.add(Row(3, city: "b"), toSection: section)
      }
    }
    try grouped.add(Row(3, city: "a"), toSection: 0)
    try grouped.add(Row(4, city: "a"), toSection: -1)
    #expect(grouped.snapshot.sectionCounts == [3, 1])
    try grouped.setSections([StoredSection("x", items: rows(1)), StoredSection("y", items: [])])
    try grouped.add(Row(2, city: "b"), toSection: 1)
    #expect(grouped.position(forKey: 2) == StorePosition(section: 1, offset: 0))
    try controller.sections.setTitle("All", at: 0)
    #expect(controller.snapshot.sections[0].title == "All" && controller.count == 2)
  }

  // MARK: - Registries

  private func names(_ filters: FilterRegistry<Row>) -> [String] { filters.map(\.name) }

  @Test func aGroupHoldsOneFilterAtItsPosition() {
    var filters = FilterRegistry<Row>()
    filters.add([
      ResultsFilter("a"), ResultsFilter("b", group: "g"), ResultsFilter("c"),
      ResultsFilter("d", group: "h"),
    ])
    filters.add(ResultsFilter("e", group: "g"))
    #expect(names(filters) == ["a", "e", "c", "d"])
    // Without a group the name decides; a name in a group is another filter.
    filters.add(ResultsFilter("a"))
    filters.add(ResultsFilter("e"))
    #expect(names(filters) == ["a", "e", "c", "d", "e"])
    #expect(filters[group: "g"]?.name == "e" && filters[group: "x"] == nil)
    #expect(filters[3].group == "h" && filters.count == 5)
    filters.remove(ResultsFilter("e"))
    #expect(names(filters) == ["a", "e", "c", "d"] && filters[1].group == "g")
    filters = FilterRegistry([ResultsFilter("x", group: "g"), ResultsFilter("y", group: "g")])
    #expect(names(filters) == ["y"])
  }

  @Test func filtersAreRemovedByNameAndGroup() {
    let all = FilterRegistry<Row>([
      ResultsFilter("a"), ResultsFilter("a", group: "g"), ResultsFilter("b", group: "h"),
      ResultsFilter("c"),
    ])
    func removing(name: String? = nil, group: String? = nil) -> [String] {
      var filters = all
      filters.remove(name: name, group: group)
      return filters.map { $0.name + ($0.group ?? "") }
    }
    #expect(removing(name: "a") == ["bh", "c"])
    #expect(removing(group: "g") == ["a", "bh", "c"])
    #expect(removing(name: "a", group: "g") == ["a", "bh", "c"])
    #expect(removing(name: "a", group: "h") == ["a", "ag", "bh", "c"])
    #expect(removing() == ["a", "ag", "bh", "c"])
  }
}

extension ResultsFilter<Row> {
  fileprivate init(_ name: String, group: String? = nil) {
    self.init(name, group: group) { _ in true }
  }
}
