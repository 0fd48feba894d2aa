import FilterEngine
import FilterableResults
import ResultsTestSupport
import TestSupport
import Testing

/// Facets and aggregates of values of every kind are those of a recount after each edit.
@Suite struct SummaryValueTests {
  private typealias Recount = SummaryRecount<FilterValue>

  private static let values: [FilterValue] = [
    .null, 1, 1.0, true, "1", "a", "A", "\u{e9}", .double(.nan), -0.0, 0, 2, 0.1, 1e308, 1e308,
    .double(.infinity), .double(-.infinity), 9_223_372_036_854_775_807, -5, 1e-300, [],
    [1, 1.0, "a"], ["a", nil], ["k": 1],
  ]

  private static func read(_ key: String) -> (FilterValue) throws -> FilterValue {
    { $0[key] ?? .null }
  }

  /// The value of `x.k`, which fails unless `x` is an object or nil.
  private static func readInner(_ row: FilterValue) throws -> FilterValue {
    switch row["x"] ?? .null {
    case .null: .null
    case .object(let object): object["k"] ?? .null
    case .list(let list) where list.elements.isEmpty: []
    default: throw EvaluationError(.custom, "no object")
    }
  }

  private static func facets() throws -> [Recount.FacetModel] {
    let x = try ResultsKey<FilterValue>("x")
    let candidates = try [
      ResultsFilter<FilterValue>("small", group: "x", predicate: FilterPredicate("x < 1")),
      ResultsFilter("text", group: "x", predicate: FilterPredicate("x BEGINSWITH 'a'")),
      ResultsFilter("even", predicate: FilterPredicate("id % 2 == 0")),
      ResultsFilter("third", group: "id", predicate: FilterPredicate("id % 3 == 0")),
    ]
    return [
      .init(.values(of: x, ignoring: "x"), .values(), read("x")),
      .init(
        .values(of: x, options: .caseInsensitive, order: .value, limit: 3),
        .values(options: .caseInsensitive, order: .value, limit: 3), read("x")),
      .init(.values(of: try ResultsKey("x.k")), .values(), readInner),
      .init(.ranges(of: x, bounds: [0, 1, 100], ignoring: "id"), .ranges([0, 1, 100]), read("x")),
      .init(.filters(candidates), .filters(candidates)),
    ]
  }

  private static func aggregates() throws -> [Recount.AggregateModel] {
    let (x, inner) = (try ResultsKey<FilterValue>("x"), try ResultsKey<FilterValue>("x.k"))
    return AggregateFunction.allCases.map { .init($0, x, read("x")) }
      + [.init(.sum, inner, readInner), .init(.count, inner, readInner)]
  }

  private static let filters = [
    ("x", "x > 0"), ("x", "x == 1"), ("x", "x CONTAINS 'a'"), ("id", "id % 2 == 1"),
    ("id", "id < 9"), ("other", "NOT x == 'a'"), ("other", "x.k == 1"),
  ]

  @Test(arguments: RandomSearch.seeds(12))
  func numbersAreThoseOfARecount(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = try ResultsController<FilterValue>(
      identifiedBy: ResultsKey("id"), sectionedBy: ResultsKey("s"))
    let (facets, aggregates) = (try Self.facets(), try Self.aggregates())
    controller.facets = facets.map(\.facet)
    controller.aggregates = aggregates.map(\.aggregate)
    func row(_ id: Int) -> FilterValue {
      var members: [(key: String, value: FilterValue)] = [
        ("id", .int(Int64(id))), ("s", .int(Int64(dice.below(3)))),
      ]
      if !dice.chance(1, of: 10) {
        members.append(("x", Self.values[dice.below(Self.values.count)]))
      }
      return .object(FilterObject(members))
    }
    func edit() throws {
      switch dice.below(12) {
      case 0: try controller.setItems((0..<dice.below(20)).map(row))
      case 1, 2, 3, 4: try controller.merge([row(dice.below(24))])
      case 5: controller.replace((0..<dice.below(24)).map(row))
      case 6, 7: controller.remove(key: dice.below(24))
      case 8: controller.filters.remove(group: ["x", "id", "other"][dice.below(3)])
      case 9: try controller.refilter()
      default:
        let (group, text) = Self.filters[dice.below(Self.filters.count)]
        try controller.filters.add(
          ResultsFilter(text, group: group, predicate: FilterPredicate(text: text)))
      }
    }
    func check(_ step: Int) {
      let items = controller.items ?? []
      let recount = Recount(Array(controller.filters))
      let snapshot = controller.snapshot
      for (index, facet) in facets.enumerated() {
        let expected = recount.counts(of: facet, items)
        #expect(snapshot.facets[index] == expected, "facet \(index), step \(step) of \(seed)")
      }
      for (index, aggregate) in aggregates.enumerated() {
        let expected = recount.value(of: aggregate, items)
        #expect(
          snapshot.aggregates[index].isSame(as: expected),
          "\(aggregate.function): \(snapshot.aggregates[index]), not \(expected) in \(seed)")
        for section in snapshot.sections {
          let rows = items.filter { $0["s"] == section.key }
          #expect(section.aggregates[index].isSame(as: recount.value(of: aggregate, rows)))
        }
      }
    }
    try controller.setItems((0..<12).map(row))
    for step in 0..<60 {
      if dice.chance(1, of: 5) {
        controller.begin()
        for _ in 0..<dice.below(5) { try edit() }
        if dice.chance(1, of: 2) { _ = controller.snapshot.facets }
        if dice.chance(1, of: 2) { try controller.end() } else { try controller.rollback() }
      } else {
        try edit()
      }
      check(step)
    }
  }
}

extension AggregateValue {
  /// Whether both have the same value bit for bit.
  fileprivate func isSame(as other: AggregateValue) -> Bool {
    failed == other.failed && value.isSpelled(as: other.value)
  }
}
