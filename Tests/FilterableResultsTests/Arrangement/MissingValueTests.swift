import FilterEngine
import FilterSyntax
import FilterableResults
import TestSupport
import Testing

private struct Item: Filterable, Hashable, Sendable {
  var id: Int
  var number: Int?
  var fraction: Double?
  var text: String?

  /// Not stored, so that it is read as a value.
  var computed: Int? { number.map { $0 * 2 } }

  static let filterFields = FilterFields<Item>(
    FilterField("id", \.id), FilterField("number", \.number), FilterField("fraction", \.fraction),
    FilterField("text", \.text), FilterField("computed") { $0.computed })

  static func random(_ id: Int, _ dice: inout SeededGenerator) -> Item {
    Item(
      id: id, number: dice.chance(40) ? nil : dice.below(3),
      fraction: dice.chance(40) ? nil : dice.pick([-0.5, 0, 2.25]),
      text: dice.chance(40) ? nil : dice.pick(["", "a", "B", "file10", "file9"]))
  }
}

/// Where rows without a value stand, by the criteria of an order.
@Suite struct MissingValueTests {
  private struct Criterion {
    var name: String
    var isAscending: Bool
    var missing: MissingValuePlacement

    func key() throws -> ResultsSortKey<Item> {
      try ResultsSortKey(keyPath: name, ascending: isAscending, missing: missing)
    }

    /// The order by what is read, written down slowly.
    func order(_ left: Item, _ right: Item) -> Int {
      func compare<Value: Comparable>(_ left: Value?, _ right: Value?) -> Int {
        guard let left, let right else {
          if (left == nil) == (right == nil) { return 0 }
          let isNilFirst = missing == .automatic ? isAscending : missing == .first
          return (left == nil) == isNilFirst ? -1 : 1
        }
        let order = left < right ? -1 : left > right ? 1 : 0
        return isAscending ? order : -order
      }
      switch name {
      case "number": return compare(left.number, right.number)
      case "fraction": return compare(left.fraction, right.fraction)
      case "text": return compare(left.text, right.text)
      default: return compare(left.computed, right.computed)
      }
    }
  }

  private static let names = ["number", "fraction", "text", "computed"]
  private static let places: [MissingValuePlacement] = [.automatic, .first, .last]

  @Test(arguments: names)
  func rowsWithoutAValueStandWhereTheCriterionSays(_ name: String) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    for missing in Self.places {
      for isAscending in [true, false] {
        let first = Criterion(name: name, isAscending: isAscending, missing: missing)
        let second = Criterion(
          name: dice.pick(Self.names), isAscending: dice.chance(50), missing: dice.pick(Self.places)
        )
        try check([first], &dice)
        try check([first, second], &dice)
        try check([second, first], &dice)
      }
    }
  }

  /// Rows that come together, and one by one, are in the order of a plain sort.
  private func check(_ criteria: [Criterion], _ dice: inout SeededGenerator) throws {
    let keys = try criteria.map { try $0.key() } + [.ascending(\.id)]
    func controller() -> ResultsController<Item> {
      var configuration = ResultsConfiguration<Item>()
      configuration.rows.identity = ResultsKey(\.id)
      configuration.rows.sort = keys
      return ResultsController(checked: configuration)
    }
    func sorted(_ items: [Item]) -> [Item] {
      items.sorted { left, right in
        for criterion in criteria {
          let order = criterion.order(left, right)
          if order != 0 { return order < 0 }
        }
        return left.id < right.id
      }
    }
    var items = (0..<12).map { Item.random($0, &dice) }
    let (whole, single) = (controller(), controller())
    try whole.setItems(items)
    try single.setItems([])
    for item in items { try single.add(item) }
    let name: Comment = "\(criteria)"
    #expect(whole.snapshot.items == sorted(items), name)
    #expect(single.snapshot.items == sorted(items), name)
    for _ in 0..<6 {
      let place = dice.below(items.count)
      items[place] = .random(items[place].id, &dice)
      single.replace(items[place])
      #expect(single.snapshot.items == sorted(items), name)
    }
  }

  @Test func notANumberIsBelowZero() throws {
    let values: [Double?] = [1, .nan, -1, nil, 0, -.infinity]
    let items = values.enumerated().map { Item(id: $0, fraction: $1) }
    for (key, order) in [
      (ResultsSortKey<Item>.ascending(\.fraction), [3, 5, 2, 1, 4, 0]),
      (.descending(\.fraction), [0, 4, 1, 2, 5, 3]),
    ] {
      let results = ResultsController<Item>(identifiedBy: \.id, sortedBy: [key])
      try results.setItems(items)
      #expect(results.snapshot.items.map(\.id) == order)
    }
  }
}
