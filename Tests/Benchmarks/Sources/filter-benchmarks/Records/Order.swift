import FilterEngine
import FilterableResults
import Foundation

/// A record of a search screen: counts by city and price, and totals of a section.
struct Order: Filterable {
  var id: Int
  var name: String
  var age: Int
  var city: String
  var price: Double
  var due: Date
  var owner: String
  var band: Int

  static let filterFields = FilterFields<Order>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("age", \.age),
    FilterField("city", \.city), FilterField("price", \.price), FilterField("due", \.due),
    FilterField("owner", \.owner), FilterField("band", \.band))

  static let cities = (0..<50).map { "City of \($0)" }
  static let owners = (0..<1_000).map { "owner-\($0)" }
  static let bounds = (1..<10).map { Double($0 * 100) }
  static let ages = (0..<20).map { 20 + $0 * 2 }

  static func random(_ count: Int) -> [Order] {
    var random = SplitMix(seed: 11)
    return (0..<count).map { Order(id: $0, &random) }
  }

  init(id: Int, _ random: inout SplitMix) {
    self.id = id
    name = "web-\(100_000 + random.below(900_000))"
    age = 20 + random.below(50)
    city = Self.cities[random.below(50)]
    price = Double(random.below(100_000)) / 100
    due = Date(timeIntervalSinceReferenceDate: Double(random.below(100_000_000)))
    owner = Self.owners[random.below(1_000)]
    band = random.below(100)
  }

  /// A controller under two filters and a sort, in a hundred sections.
  static func controller(_ items: [Order]) throws -> ResultsController<Order> {
    let controller = ResultsController<Order>(
      identifiedBy: \.id, sectionedBy: \.band, sortedBy: [.ascending(\.name)])
    try controller.filters.add([
      ResultsFilter("age", group: "age", predicate: FilterPredicate("age > 30")),
      ResultsFilter("name", group: "name", predicate: FilterPredicate("name CONTAINS '9'")),
    ])
    try controller.setItems(items)
    return controller
  }

  static func facets() throws -> [ResultsFacet<Order>] {
    let candidates = try ages.map {
      try ResultsFilter<Order>(
        "over \($0)", group: "age", predicate: FilterPredicate("age > \($0)"))
    }
    return [
      .filters(candidates), .values(of: \.city, ignoring: "city"),
      .ranges(of: \.price, bounds: bounds),
    ]
  }

  static var aggregates: [ResultsAggregate<Order>] {
    [.sum(\.price), .average(\.price), .minimum(\.due), .distinct(\.owner)]
  }
}
