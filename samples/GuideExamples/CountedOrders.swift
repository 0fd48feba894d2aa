import FilterableResults
import Foundation

struct Order: Filterable {
  var price: Double
  var due: Date?

  static let filterFields = FilterFields<Order>(
    FilterField("price", \.price),
    FilterField("due", \.due))
}

func countedOrders(_ orders: [Order]) throws -> ResultsController<Order> {
  let results = ResultsController<Order>()
  try results.setItems(orders)
  results.facets = [
    .ranges(of: ResultsKey(\.due), by: .month, in: .gmt, ignoring: "due"),
    .ranges(of: \.price, bounds: [0, 10, 100], ignoring: "price"),
  ]
  results.aggregates = [.sum(\.price)]
  return results
}
