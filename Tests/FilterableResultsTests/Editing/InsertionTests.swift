import FilterableResults
import Testing

/// Many rows come to one place: the store's order holds, and so does the order of what is shown.
@Suite struct InsertionTests {
  @Test(arguments: [0, 1, 500, 999, 1_000])
  func rowsComeToOnePlaceAgainAndAgain(place: Int) throws {
    let controller = keyed()
    try controller.setItems((0..<1_000).map { Row($0) })
    var expected = Array(0..<1_000)
    for id in 1_000..<3_000 {
      try controller.insert(Row(id), at: StorePosition(section: 0, offset: place))
      expected.insert(id, at: place)
    }
    #expect(controller.items?.map(\.id) == expected)
    #expect(controller.snapshot.items.map(\.id) == expected)
    for id in stride(from: 0, to: 3_000, by: 7) {
      #expect(
        controller.position(forKey: FilterValue.int(Int64(id)))?.offset
          == expected.firstIndex(of: id))
    }
  }

  /// A list of few rows has no others from which room could be taken.
  @Test(arguments: [0, 1, 2, 3, 40])
  func rowsComeToOnePlaceOfAShortList(count: Int) throws {
    for place in Set([0, count / 2, count]) {
      let controller = keyed()
      try controller.setItems((0..<count).map { Row($0) })
      var expected = Array(0..<count)
      for id in count..<count + 150 {
        try controller.insert(Row(id), at: StorePosition(section: 0, offset: place))
        expected.insert(id, at: place)
        // Where the store has a row is found by the order of labels.
        for near in [place, place + 1, expected.count - 1] where near < expected.count {
          let key = FilterValue.int(Int64(expected[near]))
          try #require(controller.position(forKey: key)?.offset == near)
        }
      }
      for (item, id) in expected.enumerated() {
        #expect(controller.position(forKey: FilterValue.int(Int64(id)))?.offset == item)
      }
    }
  }

  @Test func aSectionBetweenOthersGrows() throws {
    let controller = keyed { $0.rows.sort = [ResultsSortKey(\.n)] }
    try controller.setSections([
      StoredSection("a", items: rows(0)), StoredSection("b", items: rows(1)),
      StoredSection("c", items: rows(2)),
    ])
    var expected = [1]
    for id in 3..<4_000 {
      let place = id % 3 == 0 ? 0 : expected.count
      try controller.insert(Row(id), at: StorePosition(section: 1, offset: place))
      expected.insert(id, at: place)
    }
    // Equal sort keys leave the store's order.
    #expect(controller.snapshot.sections.map { $0.items.map(\.id) } == [[0], expected, [2]])
  }
}
