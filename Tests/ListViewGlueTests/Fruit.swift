import FilterableResults

/// A row of the tests.
struct Fruit: Filterable, Hashable {
  var id: Int
  var name = ""

  static let filterFields = FilterFields<Fruit>(
    FilterField("id", \.id), FilterField("name", \.name))

  init(_ id: Int, _ name: String = "") {
    self.id = id
    self.name = name
  }
}

/// A controller whose view is to follow `A: 1 2 3 | B: 4 5 | D: 8` becoming `A: 3 1x | C: 7 | B: 4 5 6`.
struct Basket {
  let controller = ResultsController<Fruit>(identifiedBy: \.id)

  init() throws {
    try controller.setSections([
      StoredSection("A", items: [Fruit(1), Fruit(2), Fruit(3)]),
      StoredSection("B", items: [Fruit(4), Fruit(5)]),
      StoredSection("D", items: [Fruit(8)]),
    ])
  }

  func change() throws {
    try controller.setSections([
      StoredSection("A", items: [Fruit(3), Fruit(1, "x")]),
      StoredSection("C", items: [Fruit(7)]),
      StoredSection("B", items: [Fruit(4), Fruit(5), Fruit(6)]),
    ])
  }
}
