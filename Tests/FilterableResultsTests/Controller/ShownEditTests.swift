import FilterableResults
import Testing

private func at(_ section: Int, _ item: Int) -> ResultsPath {
  ResultsPath(section: section, item: item)
}

private func stored(_ section: Int, _ offset: Int) -> StorePosition {
  StorePosition(section: section, offset: offset)
}

/// Edits by index paths of the snapshot, under filters, orders and section keys.
@Suite struct ShownEditTests {
  private func evens() throws -> ResultsController<Row> {
    let controller = keyed()
    try controller.setItems(rows(1, 2, 3, 4, 5, 6))
    controller.filters.add(ResultsFilter("even") { $0.id % 2 == 0 })
    return controller
  }

  @Test func pathsUnderAFilterAreThoseOfTheStore() throws {
    let controller = try evens()
    #expect(
      (0..<4).map { controller.position(ofRowAt: at(0, $0)) }
        == [stored(0, 1), stored(0, 3), stored(0, 5), nil])
    try controller.remove(at: at(0, 1))
    #expect(controller.items?.map(\.id) == [1, 2, 3, 5, 6])
    try controller.replace(at: at(0, 1), with: Row(6, n: 1))
    #expect(controller.item(forKey: 6)?.n == 1)
    try controller.insert(Row(8), at: at(0, 1))
    #expect(controller.items?.map(\.id) == [1, 2, 8, 3, 5, 6])
    try controller.insert(Row(10), at: at(0, 0))
    #expect(controller.items?.map(\.id) == [1, 10, 2, 8, 3, 5, 6])
    try controller.insert(Row(12), at: at(0, 4))
    #expect(controller.snapshot.items.map(\.id) == [10, 2, 8, 6, 12])
  }

  /// Five rows, of which a filter shows those whose bits are set in `mask`, and others.
  private func some(_ mask: Int) throws -> ResultsController<Row> {
    let controller = keyed()
    try controller.setItems((0..<5).map { Row($0) })
    controller.filters.add(ResultsFilter("some") { $0.id > 4 || mask >> $0.id & 1 == 1 })
    return controller
  }

  @Test(arguments: 1..<32) func everyMoveEndsWhereItIsShown(mask: Int) throws {
    let count = mask.nonzeroBitCount
    for from in 0..<count {
      for to in 0..<count {
        let controller = try some(mask)
        var expected = controller.snapshot.items
        expected.insert(expected.remove(at: from), at: to)
        try controller.move(from: at(0, from), to: at(0, to))
        #expect(controller.snapshot.items == expected, "\(from) to \(to)")
        #expect(
          controller.items?.map(\.id).filter { mask >> $0 & 1 == 0 }
            == (0..<5).filter { mask >> $0 & 1 == 0 })
      }
    }
  }

  @Test(arguments: 0..<32) func everyRowComesWhereItIsToBeShown(mask: Int) throws {
    for place in 0...mask.nonzeroBitCount {
      let controller = try some(mask)
      var expected = controller.snapshot.items
      expected.insert(Row(9), at: place)
      try controller.insert(Row(9), at: at(0, place))
      #expect(controller.snapshot.items == expected, "at \(place)")
      #expect(controller.items?.map(\.id).filter { $0 < 5 } == Array(0..<5))
    }
  }

  /// A section that shows no row has an end all the same.
  @Test(arguments: 0..<3) func rowsComeIntoASectionThatShowsNone(section: Int) throws {
    let stored = keyed { $0.sections.empty = .keep }
    stored.filters.add(ResultsFilter("large") { $0.id > 9 })
    for hidden in [[], [1, 2]] {
      try stored.setSections(
        ["A", "B", "C"].map { name in
          StoredSection(name, items: name == "B" ? hidden.map { Row($0) } : [])
        })
      try stored.insert(Row(10), at: at(section, 0))
      #expect(stored.snapshot.map(\.count) == (0..<3).map { $0 == section ? 1 : 0 })
      for target in 0..<3 {
        try stored.move(from: at(stored.path(forKey: 10)?.section ?? -1, 0), to: at(target, 0))
        #expect(stored.path(forKey: 10) == at(target, 0))
      }
    }
    // The store has no sections where a key makes them.
    let byKey = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.sections.empty = .keep
    }
    byKey.filters.add(ResultsFilter("large") { $0.id > 9 })
    let cities = ["a", "b", "c"]
    try byKey.setItems(cities.enumerated().map { Row($0.offset, city: $0.element) })
    try byKey.insert(Row(10, city: cities[section]), at: at(section, 0))
    #expect(byKey.path(forKey: 10) == at(section, 0))
    #expect(byKey.items?.map(\.id) == [0, 1, 2, 10])
  }

  @Test func rowsMoveBetweenSectionsOfTheStore() throws {
    let controller = keyed { $0.sections.empty = .keep }
    try controller.setSections([
      StoredSection("A", items: rows(1, 2)), StoredSection("B", items: rows(3)),
      StoredSection("C", items: []),
    ])
    try controller.move(from: at(0, 0), to: at(1, 1))
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[2], [3, 1], []])
    try controller.move(from: at(1, 0), to: at(2, 0))
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[2], [1], [3]])
  }

  /// A row leaves the section of its key with its content only, and moves within it.
  @Test func rowsMoveWithinTheSectionsOfAKey() throws {
    for from in 0..<3 {
      for (section, item) in [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3)] {
        let controller = keyed { $0.sections.key = ResultsKey(\.city) }
        controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
        try controller.setItems((0..<10).map { Row($0, city: $0 < 4 ? "a" : "b") })
        var expected = controller.snapshot.sections.map(\.items).map(Array.init)
        #expect(expected.map { $0.map(\.id) } == [[1, 3], [5, 7, 9]])
        let before = controller.items
        if section == 1, item < 3 {
          try controller.move(from: at(1, from), to: at(section, item))
          expected[1].insert(expected[1].remove(at: from), at: item)
        } else {
          #expect(throws: ResultsError.noPath(at(section, item))) {
            try controller.move(from: at(1, from), to: at(section, item))
          }
          #expect(controller.items == before)
        }
        #expect(controller.snapshot.sections.map(\.items).map(Array.init) == expected)
      }
    }
  }

  @Test func anUnknownPlaceIsAnError() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    #expect(throws: ResultsError.noData) { try controller.move(from: at(0, 0), to: at(0, 1)) }
    #expect(throws: ResultsError.noData) { try controller.insert(Row(1), at: at(0, 0)) }
    try controller.setItems([Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b")])
    #expect(throws: ResultsError.noPath(at(0, 2))) { try controller.remove(at: at(0, 2)) }
    #expect(throws: ResultsError.noPath(at(1, 0))) {
      try controller.move(from: at(0, 0), to: at(1, 0))
    }
    #expect(throws: ResultsError.noPath(at(0, 2))) {
      try controller.move(from: at(0, 0), to: at(0, 2))
    }
    #expect(throws: ResultsError.noPath(at(2, 0))) {
      try controller.insert(Row(4), at: at(2, 0))
    }
    #expect(controller.snapshot.items.map(\.id) == [1, 2, 3])
  }

  @Test func callbacksUseTheSnapshotThatTheySee() throws {
    let controller = try evens()
    var isFirst = true
    let observation = controller.observe { [unowned controller] change in
      guard change.changeset.deletedItems == [at(0, 0)], isFirst else { return }
      isFirst = false
      // Row 4 is shown first now. The first edit is not delivered yet when the second one is made.
      try? controller.remove(at: at(0, 0))
      try? controller.replace(at: at(0, 1), with: Row(6, n: 1))
    }
    controller.remove(key: 2)
    #expect(controller.items == [Row(1), Row(3), Row(5), Row(6, n: 1)])
    #expect(observation.isActive)
  }

  /// Equal rows without a key are told apart by where they are shown.
  @Test func callbacksTellEqualRowsApart() throws {
    let controller = ResultsController<Row>()
    try controller.setItems([Row(1), Row(1), Row(2), Row(1)])
    var seen: [StorePosition?] = []
    controller.observe { [unowned controller] _ in
      seen = (0..<4).map { controller.position(ofRowAt: at(0, $0)) }
    }
    controller.filters.add(ResultsFilter("one") { $0.id == 1 })
    #expect(seen == [stored(0, 0), stored(0, 1), stored(0, 3), nil])
  }
}
